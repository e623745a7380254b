import {
  type BulkOrder,
  type BulkOrderParts,
  type BulkOrderPreview,
  bulkOrderList,
  type CallRequest,
  isRefusal,
  type ListQuery,
  type Refusal,
  refuse,
} from '@tradebook/contract'
import { sql } from 'kysely'
import { FIRM_ITSELF } from '../../desk/decisions/requests.ts'
import type { DeskPort } from '../../desk/desk-port.ts'
import { type ClientInput, originOf } from '../../desk/inputs.ts'
import type { OrderRow } from '../../desk/record/order-row.ts'
import type { CallContext } from '../../http/handlers.ts'
import { shownBalances } from '../../platform/account-access.ts'
import type { Caller } from '../../platform/caller.ts'
import type { ListSource } from '../../store/list-rows.ts'
import { rowOrder } from '../../store/row-order.ts'
import type { Store, Tx } from '../../store/store.ts'
import { averagePx, filtered, type StoredList, stored, timeOf } from '../../store/stored-list.ts'
import { basketInputs, namedLines } from './basket-orders.ts'
import { lineOf, warningOf } from './basket-preview.ts'
import { orderRows, stockOrderFrom } from './record.ts'
import { newOrderOf } from './requests.ts'

/** A bulk order as the desk is asked for it; a line whose instruction cannot be drawn on is its fault. */
export async function bulkOrderOf(
  { lines, allocation, ...order }: CallRequest<'Order/SendBulkOrder'>,
  context: CallContext<Caller>,
  store: Store,
): Promise<Extract<ClientInput, { kind: 'bulkOrder' }>> {
  const orders = lines.map((line) => ({ ...order, ...line }))
  const parts = await basketInputs(orders, () => order.clOrdID, context, store)
  const fault = parts.find((part) => part.fault)?.fault
  const { request } = newOrderOf({ ...order, account: FIRM_ITSELF, orderQty: 0 }, context)
  const { account: _, orderQty: __, ...common } = request
  return {
    kind: 'bulkOrder',
    origin: originOf(context),
    request: {
      ...common,
      allocation,
      parts: parts.map(({ request: { account, orderQty, instructionID, mandate } }) => ({
        ...{ account, orderQty },
        ...(instructionID == null ? {} : { instructionID }),
        ...(mandate ? { mandate } : {}),
      })),
    },
    ...(fault && { fault }),
  }
}

/** What a bulk order would come to: the whole by its limits, and each account by what it would hold. */
export async function previewBulkOrder(
  asked: Omit<CallRequest<'Order/SendBulkOrder'>, 'clOrdID'>,
  context: CallContext<Caller>,
  { desk, store }: { readonly desk: Pick<DeskPort, 'preview'>; readonly store: Store },
): Promise<BulkOrderPreview | Refusal> {
  const input = await bulkOrderOf({ ...asked, clOrdID: '' }, context, store)
  const isShown = await shownBalances(store, context.caller)
  const preview = await desk.preview(input)
  if (isRefusal(preview)) return preview
  return {
    warnings: preview.refusals.map((refusal) => warningOf(refusal, context)),
    lines: preview.parts.map((part) => ({
      customerName: part.customerName,
      ...lineOf(part.preview, context, isShown),
    })),
  }
}

/** An allocation as the desk is asked for it. */
export async function allocationOf(
  { orderID, lines }: CallRequest<'Order/AllocateBulkOrder'>,
  context: CallContext<Caller>,
  store: Store,
): Promise<Extract<ClientInput, { kind: 'allocateBulkOrder' }>> {
  const named = lines && (await namedLines(lines, context.caller, store))
  return { kind: 'allocateBulkOrder', origin: originOf(context), orderID, ...(named && { lines: named }) }
}

/** What is allocated of a bulk order, and to how many accounts. */
const ofParts = (what: 'count(*)' | 'sum(p.cum_qty)') =>
  sql<bigint>`coalesce((SELECT ${sql.raw(what)} FROM orders p
    WHERE p.tenant_id = orders.tenant_id AND p.bulk_order_id = orders.order_id AND p.order_id <> orders.order_id), 0)`

const bulkOrderRows = (tx: Tx, caller: Caller) =>
  orderRows(tx, caller)
    .whereRef('orders.bulk_order_id', '=', 'orders.order_id')
    .select([ofParts('count(*)').as('accounts'), ofParts('sum(p.cum_qty)').as('allocated_qty')])
    .$castTo<BulkRow>()

type BulkRow = OrderRow & { readonly accounts: bigint; readonly allocated_qty: bigint }

const number = sql.ref('orders.order_id')

const storedBulkOrders: StoredList<(typeof bulkOrderList)['columns']> = {
  list: bulkOrderList,
  key: number,
  columns: {
    creationTime: timeOf('orders', 'creation_time', number, 'order_id'),
    securityID: stored('orders.security_id'),
    side: stored('orders.side'),
    price: stored('orders.price'),
    orderQty: stored('orders.order_qty'),
    cumQty: stored('orders.cum_qty'),
    avgPx: { value: averagePx('orders') },
    allocation: stored('orders.allocation'),
    ordStatus: stored('orders.ord_status'),
    userName: stored('orders.user_name'),
    orderID: { value: number, order: number },
  },
}

/** The bulk orders of the caller's firm. */
export const bulkOrderSource = (
  input: ListQuery,
  caller: Caller,
  isFirmHalted: boolean,
): ListSource<BulkRow, BulkOrder> => ({
  parts: (tx) => [{ rows: filtered(bulkOrderRows(tx, caller), storedBulkOrders, input) }],
  order: rowOrder(storedBulkOrders, input.sorting),
  item: (row) => itemOf(row, isFirmHalted),
})

/** A bulk order with the orders of its accounts. */
export async function bulkOrderWithParts(
  orderID: string,
  caller: Caller,
  store: Store,
  isFirmHalted: boolean,
): Promise<BulkOrderParts | Refusal> {
  if (!/^\d{1,18}$/.test(orderID)) return refuse('notBulkOrder', { orderID })
  return store.forTenant(caller.tenantId).read(async (tx) => {
    const row = await bulkOrderRows(tx, caller)
      .where('orders.order_id', '=', BigInt(orderID))
      .executeTakeFirst()
    if (!row) return refuse('notBulkOrder', { orderID })
    const parts = await orderRows(tx, caller)
      .where('orders.bulk_order_id', '=', BigInt(orderID))
      .where('orders.order_id', '<>', BigInt(orderID))
      .orderBy('orders.order_id')
      .execute()
    return {
      ...itemOf(row, isFirmHalted),
      parts: parts.map((part) => stockOrderFrom(part, isFirmHalted)),
    }
  })
}

const itemOf = (row: BulkRow, isFirmHalted: boolean): BulkOrder => ({
  ...stockOrderFrom(row, isFirmHalted),
  accounts: Number(row.accounts),
  allocatedQty: Number(row.allocated_qty),
})
