import { allocationWords, type BulkOrder, bulkOrderList, type CallName } from '@tradebook/contract'
import { securityFilter } from '../../live/security-filter.ts'
import { choiceFilter } from '../../ui/data-table/choice-filter.ts'
import { type ListView, listView } from '../../ui/data-table/list-view.ts'

/** The calls whose answers a bulk order changes, or its allocation or cancel. */
export const CHANGED_BY_BULK_ORDER = [
  'Order/GetBulkOrders',
  'Order/GetBulkOrder',
  'Order/getStockOrders',
] as const satisfies readonly CallName[]

/** The bulk orders of the firm, with what of each is allocated. */
export const bulkOrdersView: ListView<BulkOrder> = listView({
  key: 'bulk-orders',
  title: 'Bulk.Title',
  of: bulkOrderList,
  rowKey: ({ orderID }) => orderID,
  pageSize: 50,
  columns: [
    { key: 'orderID', characters: 10, isKept: true, opens: true },
    { key: 'creationTime', kind: 'minute', characters: 18 },
    { key: 'side', characters: 6, isKept: true },
    { key: 'securityID', characters: 12, isKept: true },
    { key: 'orderQty', characters: 11, isKept: true },
    { key: 'price', characters: 10 },
    { key: 'cumQty', characters: 11, isKept: true },
    { key: 'avgPx', characters: 11 },
    { key: 'allocatedQty', characters: 11, isKept: true },
    { key: 'accounts', characters: 10 },
    { key: 'allocation', characters: 11 },
    { key: 'ordStatus', characters: 16 },
    { key: 'userName', characters: 14, isExtra: true },
  ],
  filters: [securityFilter, choiceFilter('allocation', 'Bulk.Allocation', 'Basket.All', allocationWords)],
  leaving: ['accounts', 'avgPx', 'price', 'allocation', 'creationTime'],
  card: [
    ['orderID', 'ordStatus'],
    ['side', 'securityID', 'orderQty'],
    ['cumQty', 'avgPx', 'allocatedQty'],
    ['accounts', 'allocation'],
  ],
  empty: { title: 'Bulk.Empty', details: 'Bulk.Empty.details' },
})
