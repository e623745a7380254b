import type { TextKey } from '../../words/words.ts'
import { list } from '../list.ts'
import type { ContractNoteRow, MovementRow, NoteState, ValuationRow } from '../schemas/portfolio.ts'
import { code, equals, period, range, securityID, side } from './columns.ts'

const noteStates: Readonly<Record<NoteState, TextKey>> = {
  provisional: 'Note.State.provisional',
  final: 'Note.State.final',
  settled: 'Note.State.settled',
  replaced: 'Note.State.replaced',
  cancelled: 'Note.State.cancelled',
}

const movementKinds: Readonly<Record<MovementRow['kind'], TextKey>> = {
  trade: 'Movement.Kind.trade',
  tradeCanceled: 'Movement.Kind.tradeCanceled',
  tradeCorrected: 'Movement.Kind.tradeCorrected',
  transferIn: 'Movement.Kind.transferIn',
  transferOut: 'Movement.Kind.transferOut',
  bonus: 'Movement.Kind.bonus',
  split: 'Movement.Kind.split',
  consolidation: 'Movement.Kind.consolidation',
}

/** Contract notes of one account, or of all that the caller may see: `BackOffice/GetContractNotes`. */
export const contractNoteList = list<ContractNoteRow>()({
  title: 'List.File.contractNotes',
  key: 'number',
  sorting: 'number desc',
  columns: {
    number: { title: 'List.Column.noteNumber', kind: 'id', sortable: true, filter: equals('number') },
    tradeDate: { title: 'List.Column.tradeDate', kind: 'date', sortable: true, filter: period },
    settlementDate: { title: 'List.Column.settlementDate', kind: 'date', sortable: true },
    state: code('state', 'List.Column.noteState', noteStates),
    side,
    securityID,
    // Whose notes they are, the call names by a CSCS account.
    account: { title: 'Trading.Column.account', kind: 'text', sortable: true, searched: true },
    cscsAccount: { title: 'List.Column.cscsAccount', kind: 'text' },
    customerName: { title: 'List.Column.customerName', kind: 'name', searched: true },
    quantity: { title: 'Trading.Column.quantity', kind: 'quantity', sortable: true },
    trades: { title: 'List.Column.trades', kind: 'quantity', sortable: true },
    averagePrice: { title: 'List.Column.averagePrice', kind: 'average', sortable: true },
    consideration: {
      title: 'List.Column.consideration',
      kind: 'money',
      sortable: true,
      filter: range('consideration'),
    },
    totalFees: { title: 'List.Column.totalFees', kind: 'money', sortable: true },
    netAmount: { title: 'List.Column.netAmount', kind: 'money', sortable: true },
    realisedGain: { title: 'List.Column.realisedGain', kind: 'money', sortable: true },
    orders: { title: 'List.Column.orderCount', kind: 'quantity' },
    orderIDs: { title: 'List.Column.orderIDs', kind: 'texts' },
  },
})

/** An account's holdings at the end of a day: `BackOffice/GetDashAccountPortfolioValuation`. */
export const valuationList = list<ValuationRow>()({
  title: 'List.File.valuation',
  key: 'id',
  sorting: 'id asc',
  columns: {
    id: { title: 'List.Column.line', kind: 'id', sortable: true },
    securityID,
    quantity: { title: 'Trading.Column.quantity', kind: 'quantity', sortable: true },
    averageCost: { title: 'Trading.Column.averageCost', kind: 'average', sortable: true },
    costValue: { title: 'List.Column.costValue', kind: 'money', sortable: true },
    lastPx: { title: 'Trading.Column.publishedPx', kind: 'price', sortable: true },
    marketValue: { title: 'Trading.Column.marketValue', kind: 'money', sortable: true },
    gainLoss: { title: 'Trading.Column.gain', kind: 'money', sortable: true },
    gainLossPercent: { title: 'List.Column.gainLossPercent', kind: 'percent', sortable: true },
    weightPercent: { title: 'List.Column.weightPercent', kind: 'percent', sortable: true },
  },
})

/** What moved an account's shares: `BackOffice/GetPortfolioMovement`. */
export const movementList = list<MovementRow>()({
  title: 'List.File.movement',
  key: 'id',
  sorting: 'id asc',
  columns: {
    id: { title: 'List.Column.entryNumber', kind: 'id', sortable: true },
    date: { title: 'List.Column.date', kind: 'date', sortable: true, filter: period },
    valueDate: { title: 'List.Column.valueDate', kind: 'date', sortable: true },
    securityID,
    kind: code('kind', 'List.Column.movementKind', movementKinds),
    reference: { title: 'List.Column.reference', kind: 'text' },
    narration: { title: 'List.Column.narration', kind: 'text' },
    quantityIn: { title: 'List.Column.quantityIn', kind: 'quantity' },
    quantityOut: { title: 'List.Column.quantityOut', kind: 'quantity' },
    price: { title: 'Trading.Column.price', kind: 'average', sortable: true },
    valueIn: { title: 'List.Column.valueIn', kind: 'money' },
    valueOut: { title: 'List.Column.valueOut', kind: 'money' },
    balance: { title: 'List.Column.holdingAfter', kind: 'quantity', sortable: true },
    cost: { title: 'List.Column.costAfter', kind: 'money', sortable: true },
  },
})
