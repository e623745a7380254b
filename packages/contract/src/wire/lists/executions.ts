import { list } from '../list.ts'
import type { Execution } from '../order-shapes.ts'
import { execTypes, ordStatuses } from './codes.ts'
import {
  account,
  avgPx,
  clientText,
  clOrdID,
  code,
  equals,
  period,
  range,
  reason,
  securityID,
  side,
} from './columns.ts'

/** Executions: `Order/GetExecutions`. */
export const executionList = list<Execution>()({
  title: 'List.File.executions',
  key: 'sequence',
  sorting: 'transactTime desc',
  inEveryFile: ['orderID', 'account'],
  columns: {
    transactTime: { title: 'Trading.Column.time', kind: 'time', sortable: true, filter: period },
    securityID,
    side,
    execType: code('execType', 'Trading.Column.event', execTypes),
    lastQty: { title: 'Trading.Column.quantity', kind: 'quantity', sortable: true, filter: range('lastQty') },
    lastPx: { title: 'Trading.Column.price', kind: 'price', sortable: true, filter: range('lastPx') },
    cumQty: { title: 'Trading.Column.cumQty', kind: 'quantity', sortable: true },
    leavesQty: { title: 'Trading.Column.leavesQty', kind: 'quantity', sortable: true },
    avgPx,
    ordStatus: code('ordStatus', 'List.Column.executionStatus', ordStatuses),
    account,
    reason,
    clientText,
    execID: { title: 'List.Column.execID', kind: 'id', sortable: true },
    tradeNumber: { title: 'List.Column.tradeNumber', kind: 'id' },
    orderID: { title: 'List.Column.orderID', kind: 'id', sortable: true, filter: equals('orderID') },
    clOrdID,
  },
})
