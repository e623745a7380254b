import { list } from '../list.ts'
import type { StockOrder } from '../order-shapes.ts'
import { execInsts, ordStatuses, ordTypes, statusText, timesInForce } from './codes.ts'
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

/** Orders: `Order/getStockOrders`. */
export const orderList = list<StockOrder>()({
  title: 'List.File.orders',
  key: 'orderID',
  sorting: 'creationTime desc',
  inEveryFile: ['orderID', 'account'],
  columns: {
    creationTime: { title: 'List.Column.entered', kind: 'time', sortable: true, filter: period },
    transactTime: { title: 'List.Column.changed', kind: 'time', sortable: true },
    securityID,
    side,
    ordType: code('ordType', 'List.Column.ordType', ordTypes),
    timeInForce: code('timeInForce', 'List.Column.timeInForce', timesInForce),
    expireDate: { title: 'List.Column.expireDate', kind: 'date', sortable: true },
    execInst: { title: 'List.Column.execInst', kind: 'code', codes: execInsts },
    price: { title: 'Trading.Column.price', kind: 'price', sortable: true, filter: range('price') },
    stopPx: { title: 'List.Column.stopPx', kind: 'price', sortable: true, filter: range('stopPx') },
    orderQty: {
      title: 'Trading.Column.quantity',
      kind: 'quantity',
      sortable: true,
      filter: range('orderQty'),
    },
    instructionID: { title: 'Instruction.Number', kind: 'id' },
    bulkOrderID: { title: 'Bulk.Number', kind: 'id' },
    displayQty: { title: 'List.Column.displayQty', kind: 'quantity' },
    minQty: { title: 'List.Column.minQty', kind: 'quantity' },
    cumQty: { title: 'Trading.Column.cumQty', kind: 'quantity', sortable: true, filter: range('cumQty') },
    leavesQty: {
      title: 'Trading.Column.leavesQty',
      kind: 'quantity',
      sortable: true,
      filter: range('leavesQty'),
    },
    avgPx,
    ordStatus: { ...code('ordStatus', 'Trading.Column.status', ordStatuses), word: statusText },
    account,
    customerName: { title: 'List.Column.customerName', kind: 'name', sortable: true, searched: true },
    cscsAccount: { title: 'List.Column.cscsAccount', kind: 'text', sortable: true },
    userName: { title: 'List.Column.userName', kind: 'text', sortable: true, filter: equals('userName') },
    holdAmount: { title: 'List.Column.holdAmount', kind: 'money', sortable: true },
    reason,
    clientText,
    orderID: { title: 'List.Column.orderID', kind: 'id', sortable: true, filter: equals('orderID') },
    clOrdID,
  },
})
