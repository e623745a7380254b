import type { TextKey } from '../../words/words.ts'
import { list } from '../list.ts'
import type { DoubtRow, FlaggedReportRow, UnclaimedRow } from '../schemas/exchange-line.ts'
import { code, side } from './columns.ts'

const flags = {
  unknownOrder: 'Line.Flag.unknownOrder',
  unexpected: 'Line.Flag.unexpected',
  lateFill: 'Line.Flag.lateFill',
  overfill: 'Line.Flag.overfill',
  worsePrice: 'Line.Flag.worsePrice',
  notEnded: 'Line.Flag.notEnded',
  tradeChanged: 'Line.Flag.tradeChanged',
  unreadable: 'Line.Flag.unreadable',
} as const satisfies Record<FlaggedReportRow['flag'], TextKey>

const reasons = {
  unanswered: 'Line.Doubt.unanswered',
  onlyHere: 'Line.Doubt.onlyHere',
  differs: 'Line.Doubt.differs',
} as const satisfies Record<DoubtRow['why'], TextKey>

const ends = {
  neverArrived: 'Line.Settle.neverArrived',
  canceled: 'Line.Settle.canceled',
} as const satisfies Record<NonNullable<DoubtRow['proposed']>, TextKey>

/** Unusual reports of an exchange: `ExchangeLine/GetReports`. The last one comes first. */
export const flaggedReportList = list<FlaggedReportRow>()({
  title: 'Line.Reports',
  key: 'id',
  sorting: 'id desc',
  columns: {
    receivedAt: { title: 'Line.Received', kind: 'time', sortable: true },
    flag: code('flag', 'List.Column.type', flags),
    firm: { title: 'Line.Firm', kind: 'name' },
    orderID: { title: 'List.Column.orderID', kind: 'text' },
    execID: { title: 'Line.ExecID', kind: 'text' },
    execType: { title: 'Line.ExecType', kind: 'text' },
    quantity: { title: 'Trading.Column.quantity', kind: 'quantity' },
    price: { title: 'Trading.Column.price', kind: 'price' },
    details: { title: 'Line.Details', kind: 'text' },
    marketDate: { title: 'List.Column.tradeDate', kind: 'date', sortable: true },
    id: { title: 'List.Column.postingNumber', kind: 'id', sortable: true },
  },
})

/** Orders of which desk and exchange do not agree: `ExchangeLine/GetOrdersInDoubt`. */
export const doubtList = list<DoubtRow>()({
  title: 'Line.Doubts',
  key: 'orderID',
  sorting: 'id asc',
  columns: {
    since: { title: 'Line.Since', kind: 'time', sortable: true },
    orderID: { title: 'List.Column.orderID', kind: 'text' },
    firm: { title: 'Line.Firm', kind: 'name' },
    account: { title: 'Trading.Column.account', kind: 'text' },
    securityID: { title: 'List.Column.securityID', kind: 'text' },
    side,
    why: code('why', 'Line.Why', reasons),
    cumQty: { title: 'Trading.Column.cumQty', kind: 'quantity' },
    leavesQty: { title: 'Trading.Column.leavesQty', kind: 'quantity' },
    cumQtyThere: { title: 'Line.FilledThere', kind: 'quantity' },
    leavesQtyThere: { title: 'Line.OpenThere', kind: 'quantity' },
    proposed: code('proposed', 'Line.Proposed', ends),
    proposerName: { title: 'List.Column.userName', kind: 'name' },
    id: { title: 'List.Column.postingNumber', kind: 'id', sortable: true },
  },
})

const outcomes = {
  adopted: 'Line.Unclaimed.adopted',
  canceled: 'Line.Unclaimed.canceled',
} as const satisfies Record<NonNullable<UnclaimedRow['proposed']>, TextKey>

const bars = {
  ended: 'Line.Bar.ended',
  unnamed: 'Line.Bar.unnamed',
  clOrdIDTaken: 'Line.Bar.clOrdIDTaken',
  side: 'Line.Bar.side',
  ordType: 'Line.Bar.ordType',
  timeInForce: 'Line.Bar.timeInForce',
  expireDate: 'Line.Bar.expireDate',
  price: 'Line.Bar.price',
  quantity: 'Line.Bar.quantity',
  instructions: 'Line.Bar.instructions',
} as const satisfies Record<NonNullable<UnclaimedRow['bar']>, TextKey>

/** Orders that only the exchange has: `ExchangeLine/GetUnclaimedOrders`. */
export const unclaimedList = list<UnclaimedRow>()({
  title: 'Line.Unclaimed',
  key: 'venueOrderID',
  sorting: 'id asc',
  columns: {
    since: { title: 'Line.Since', kind: 'time', sortable: true },
    venueOrderID: { title: 'Line.ExchangeOrder', kind: 'text' },
    orderID: { title: 'List.Column.orderID', kind: 'text' },
    securityID: { title: 'List.Column.securityID', kind: 'text' },
    side,
    price: { title: 'Trading.Column.price', kind: 'price' },
    cumQty: { title: 'Trading.Column.cumQty', kind: 'quantity' },
    leavesQty: { title: 'Trading.Column.leavesQty', kind: 'quantity' },
    bar: { title: 'Line.Bar', kind: 'code', codes: bars },
    rejected: { title: 'Line.CancelRejected', kind: 'text' },
    proposed: code('proposed', 'Line.Proposed', outcomes),
    firm: { title: 'Line.Firm', kind: 'name' },
    account: { title: 'Trading.Column.account', kind: 'text' },
    proposerName: { title: 'List.Column.userName', kind: 'name' },
    id: { title: 'List.Column.postingNumber', kind: 'id', sortable: true },
  },
})
