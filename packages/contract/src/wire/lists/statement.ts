import type { NoteTrade, StatementLine } from '../cash-shapes.ts'
import { list } from '../list.ts'
import { period } from './columns.ts'

/** What an account's cash did, day by day: `BackOffice/GetAccountStatement`. Its days are those that the call names. */
export const statementList = list<StatementLine>()({
  title: 'List.File.statement',
  key: 'id',
  sorting: 'date asc',
  columns: {
    date: { title: 'List.Column.date', kind: 'date', sortable: true, filter: period },
    valueDate: { title: 'List.Column.valueDate', kind: 'date' },
    reference: { title: 'List.Column.reference', kind: 'text' },
    narration: { title: 'List.Column.narration', kind: 'text' },
    entry: { title: 'List.Column.entry', kind: 'id' },
    debit: { title: 'List.Column.debit', kind: 'money' },
    credit: { title: 'List.Column.credit', kind: 'money' },
    balance: { title: 'List.Column.balance', kind: 'money' },
  },
})

/** The trades of one contract note, each with its order: `BackOffice/GetContractNoteTrades`. */
export const noteTradeList = list<NoteTrade>()({
  title: 'List.File.noteTrades',
  key: 'execID',
  sorting: 'transactTime asc',
  columns: {
    transactTime: { title: 'Trading.Column.time', kind: 'time', sortable: true },
    quantity: { title: 'Trading.Column.quantity', kind: 'quantity', sortable: true },
    price: { title: 'Trading.Column.price', kind: 'price', sortable: true },
    consideration: { title: 'List.Column.consideration', kind: 'money' },
    orderID: { title: 'List.Column.orderID', kind: 'id', sortable: true },
    tradeNumber: { title: 'List.Column.tradeNumber', kind: 'id' },
    execID: { title: 'List.Column.execID', kind: 'id', sortable: true },
  },
})
