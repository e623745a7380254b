import { orderList, type StockOrder } from '@tradebook/contract'
import { type ListView, listView } from '../../ui/data-table/list-view.ts'

/** The accounts of one bulk order, with what each has of it. */
export const partsView: ListView<StockOrder> = listView({
  key: 'parts',
  title: 'Bulk.Parts',
  of: orderList,
  rowKey: ({ orderID }) => orderID,
  pageSize: 100,
  columns: [
    { key: 'account', characters: 12, isKept: true },
    { key: 'customerName', characters: 20, overflow: 'ellipsis' },
    { key: 'orderQty', characters: 11, isKept: true },
    { key: 'cumQty', title: 'Bulk.Allocated', characters: 11, isKept: true },
    { key: 'avgPx', characters: 11 },
    { key: 'ordStatus', characters: 14 },
  ],
  leaving: ['customerName', 'avgPx', 'ordStatus'],
  card: [['account', 'ordStatus'], ['customerName'], ['orderQty', 'cumQty', 'avgPx']],
  empty: { title: 'Bulk.Empty', details: 'Bulk.Empty.details' },
})
