import type { TextKey } from '../../words/words.ts'
import { list } from '../list.ts'
import type { TradeCorrectionRow } from '../schemas/market-control.ts'
import { code, securityID } from './columns.ts'

const kinds = {
  cancel: 'Control.Trades.Kind.cancel',
  correct: 'Control.Trades.Kind.correct',
} as const satisfies Record<string, TextKey>

const states = {
  pending: 'List.Transfer.pending',
  approved: 'List.Transfer.approved',
  rejected: 'List.Transfer.rejected',
} as const satisfies Record<string, TextKey>

/** Requests to cancel and correct trades: `MarketData/GetTradeCorrections`. What waits comes first. */
export const tradeCorrectionList = list<TradeCorrectionRow>()({
  title: 'Control.Trades',
  key: 'id',
  sorting: 'state asc, id desc',
  columns: {
    madeAt: { title: 'List.Column.entered', kind: 'time', sortable: true },
    tradeNumber: { title: 'List.Column.tradeNumber', kind: 'id', sortable: true },
    marketDate: { title: 'List.Column.tradeDate', kind: 'date', sortable: true },
    securityID,
    kind: code('kind', 'List.Column.type', kinds),
    quantity: { title: 'Trading.Column.quantity', kind: 'quantity' },
    price: { title: 'Trading.Column.price', kind: 'price' },
    newQuantity: { title: 'Control.Trades.NewQuantity', kind: 'quantity' },
    newPrice: { title: 'Control.Trades.NewPrice', kind: 'price' },
    reason: { title: 'Control.Reason', kind: 'text' },
    state: code('state', 'List.Column.state', states),
    makerName: { title: 'List.Column.userName', kind: 'name', sortable: true },
    deciderName: { title: 'List.Column.deciderName', kind: 'name' },
    decidedAt: { title: 'List.Column.decidedAt', kind: 'time' },
    decidedWhy: { title: 'List.Column.reason', kind: 'text' },
    id: { title: 'List.Column.postingNumber', kind: 'id', sortable: true },
  },
})
