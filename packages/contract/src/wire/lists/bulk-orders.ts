import type { AllocationRule } from '../../rules/bulk-orders.ts'
import { isFinal } from '../../rules/order-states.ts'
import type { TextKey } from '../../words/words.ts'
import { list } from '../list.ts'
import type { BulkOrder } from '../order-shapes.ts'
import { ordStatuses, statusText } from './codes.ts'
import { avgPx, code, securityID, side } from './columns.ts'

/** How a bulk order is allocated, in words. */
export const allocationWords = {
  proRata: 'Bulk.Allocation.proRata',
  list: 'Bulk.Allocation.list',
} as const satisfies Readonly<Record<AllocationRule, TextKey>>

/** The text of how a bulk order stands: over, with shares that wait to be allocated, it is not done. */
const bulkStatusText = (order: BulkOrder): TextKey =>
  isFinal(order.ordStatus) && order.allocatedQty < order.cumQty
    ? 'Trading.Status.awaitsAllocation'
    : statusText(order)

/** The firm's bulk orders: `Order/GetBulkOrders`. */
export const bulkOrderList = list<BulkOrder>()({
  title: 'Bulk.Title',
  key: 'orderID',
  sorting: 'creationTime desc',
  columns: {
    creationTime: { title: 'List.Column.entered', kind: 'time', sortable: true },
    securityID,
    side,
    price: { title: 'Trading.Column.price', kind: 'price', sortable: true },
    orderQty: { title: 'Trading.Column.quantity', kind: 'quantity', sortable: true },
    cumQty: { title: 'Trading.Column.cumQty', kind: 'quantity', sortable: true },
    allocatedQty: { title: 'Bulk.Allocated', kind: 'quantity' },
    avgPx,
    accounts: { title: 'Bulk.Accounts', kind: 'quantity' },
    allocation: code('allocation', 'Bulk.Allocation', allocationWords),
    ordStatus: { ...code('ordStatus', 'Trading.Column.status', ordStatuses), word: bulkStatusText },
    userName: { title: 'List.Column.userName', kind: 'text', sortable: true },
    orderID: { title: 'List.Column.orderID', kind: 'id', sortable: true },
  },
})
