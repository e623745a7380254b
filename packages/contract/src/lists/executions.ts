import { list } from '../list.ts'
import type { Execution } from '../shapes.ts'
import { execTypes, ordStatuses, sides } from './codes.ts'

/** Executions: `Order/GetExecutions`. */
export const executionList = list<Execution>()({
  title: 'List.File.executions',
  key: 'sequence',
  sorting: 'transactTime desc',
  columns: {
    transactTime: {
      title: 'Trading.Column.time',
      kind: 'time',
      sortable: true,
      filter: { by: 'range', from: 'from', to: 'to' },
    },
    securityID: {
      title: 'List.Column.securityID',
      kind: 'text',
      sortable: true,
      searched: true,
      filter: { by: 'equals', name: 'securityID' },
    },
    side: {
      title: 'Trading.Column.side',
      kind: 'code',
      codes: sides,
      sortable: true,
      filter: { by: 'oneOf', name: 'side' },
    },
    execType: {
      title: 'Trading.Column.event',
      kind: 'code',
      codes: execTypes,
      sortable: true,
      filter: { by: 'oneOf', name: 'execType' },
    },
    lastQty: {
      title: 'Trading.Column.quantity',
      kind: 'quantity',
      sortable: true,
      filter: { by: 'range', from: 'lastQtyFrom', to: 'lastQtyTo' },
    },
    lastPx: {
      title: 'Trading.Column.price',
      kind: 'price',
      sortable: true,
      filter: { by: 'range', from: 'lastPxFrom', to: 'lastPxTo' },
    },
    cumQty: { title: 'Trading.Column.cumQty', kind: 'quantity', sortable: true },
    leavesQty: { title: 'Trading.Column.leavesQty', kind: 'quantity', sortable: true },
    avgPx: { title: 'Trading.Column.avgPx', kind: 'average', sortable: true },
    ordStatus: {
      title: 'List.Column.executionStatus',
      kind: 'code',
      codes: ordStatuses,
      sortable: true,
      filter: { by: 'oneOf', name: 'ordStatus' },
    },
    account: {
      title: 'Trading.Column.account',
      kind: 'text',
      sortable: true,
      searched: true,
      filter: { by: 'equals', name: 'account' },
    },
    text: { title: 'Trading.Column.reason', kind: 'text' },
    execID: { title: 'List.Column.execID', kind: 'id', sortable: true },
    orderID: {
      title: 'List.Column.orderID',
      kind: 'id',
      sortable: true,
      filter: { by: 'equals', name: 'orderID' },
    },
    clOrdID: { title: 'List.Column.clOrdID', kind: 'text', searched: true },
  },
})
