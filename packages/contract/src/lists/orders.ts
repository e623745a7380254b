import { list } from '../list.ts'
import type { StockOrder } from '../shapes.ts'
import { ordStatuses, ordTypes, sides, timesInForce } from './codes.ts'

/** Orders: `Order/getStockOrders`. */
export const orderList = list<StockOrder>()({
  title: 'List.File.orders',
  key: 'orderID',
  sorting: 'creationTime desc',
  columns: {
    creationTime: {
      title: 'List.Column.entered',
      kind: 'time',
      sortable: true,
      filter: { by: 'range', from: 'from', to: 'to' },
    },
    transactTime: { title: 'List.Column.changed', kind: 'time', sortable: true },
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
    ordType: {
      title: 'List.Column.ordType',
      kind: 'code',
      codes: ordTypes,
      sortable: true,
      filter: { by: 'oneOf', name: 'ordType' },
    },
    timeInForce: {
      title: 'List.Column.timeInForce',
      kind: 'code',
      codes: timesInForce,
      sortable: true,
      filter: { by: 'oneOf', name: 'timeInForce' },
    },
    expireDate: { title: 'List.Column.expireDate', kind: 'date', sortable: true },
    price: {
      title: 'Trading.Column.price',
      kind: 'price',
      sortable: true,
      filter: { by: 'range', from: 'priceFrom', to: 'priceTo' },
    },
    orderQty: {
      title: 'Trading.Column.quantity',
      kind: 'quantity',
      sortable: true,
      filter: { by: 'range', from: 'orderQtyFrom', to: 'orderQtyTo' },
    },
    cumQty: {
      title: 'Trading.Column.cumQty',
      kind: 'quantity',
      sortable: true,
      filter: { by: 'range', from: 'cumQtyFrom', to: 'cumQtyTo' },
    },
    leavesQty: {
      title: 'Trading.Column.leavesQty',
      kind: 'quantity',
      sortable: true,
      filter: { by: 'range', from: 'leavesQtyFrom', to: 'leavesQtyTo' },
    },
    avgPx: { title: 'Trading.Column.avgPx', kind: 'average', sortable: true },
    ordStatus: {
      title: 'Trading.Column.status',
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
    customerName: { title: 'List.Column.customerName', kind: 'text', sortable: true, searched: true },
    cscsAccount: { title: 'List.Column.cscsAccount', kind: 'text', sortable: true },
    userName: {
      title: 'List.Column.userName',
      kind: 'text',
      sortable: true,
      filter: { by: 'equals', name: 'userName' },
    },
    holdAmount: { title: 'List.Column.holdAmount', kind: 'money', sortable: true },
    text: { title: 'Trading.Column.reason', kind: 'text' },
    orderID: { title: 'List.Column.orderID', kind: 'id', sortable: true },
    clOrdID: { title: 'List.Column.clOrdID', kind: 'text', searched: true },
  },
})
