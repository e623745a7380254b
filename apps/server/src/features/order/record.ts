import { type Refusal, refusalForAll, type StockOrder } from '@tradebook/contract'
import { type Order, toStockOrder } from '@tradebook/orders'
import { sql } from 'kysely'
import { fingerprintOf } from '../../desk/decisions/requests.ts'
import type { ClientInput, OrderWithHold } from '../../desk/inputs.ts'
import { holdOf, type OrderRow, orderOf } from '../../desk/record/order-row.ts'
import { mayBeSeenBy } from '../../platform/account-access.ts'
import type { Caller } from '../../platform/caller.ts'
import { accountOf, customerOfAccount } from '../../store/account-joins.ts'
import type { Store, Tx } from '../../store/store.ts'
import { switchOfHost } from '../../store/switch-of-host.ts'

/** An order the caller may see, as it was last committed. */
export async function findOrder(
  store: Store,
  caller: Caller,
  orderID: string,
): Promise<OrderWithHold | undefined> {
  if (!/^\d{1,18}$/.test(orderID)) return undefined
  const row = await store
    .forTenant(caller.tenantId)
    .read((tx) => orderRows(tx, caller).where('orders.order_id', '=', BigInt(orderID)).executeTakeFirst())
  if (!row) return undefined
  return { order: orderOf(row), hold: holdOf(row), isFirmHalted: await isFirmHalted(store, caller) }
}

/** Whether the host halted the open orders of the caller's firm. */
export const isFirmHalted = async (store: Store, { tenantId }: Caller): Promise<boolean> =>
  (await switchOfHost(store, tenantId))?.halts_orders ?? false

/** An order as clients see it. */
export const stockOrderOf = ({ order, hold, isFirmHalted: isHalted }: OrderWithHold): StockOrder =>
  toStockOrder(order, hold, isHalted)

/** The order of a row as clients see it. */
export const stockOrderFrom = (row: OrderRow, isHalted: boolean): StockOrder =>
  toStockOrder(orderOf(row), holdOf(row), isHalted)

/** Why an order was refused, as the caller reads it: in the words for others unless the caller entered it. */
export const refusalFor = (caller: Caller, { refusal, userId, userName }: Order): Refusal | null =>
  refusal && userId !== caller.userId ? refusalForAll(refusal, userName) : refusal

/**
 * Whether this very replace or cancel was accepted before. A request is stored under the market day on
 * which it was made, which for a carried order is later than that of its entry.
 */
export async function wasAsked(
  store: Store,
  order: Order,
  input: Extract<ClientInput, { kind: 'replaceOrder' | 'cancelOrder' }>,
): Promise<boolean> {
  const row = await store
    .forTenant(order.tenantId)
    .read((tx) =>
      tx
        .selectFrom('order_requests')
        .select('fingerprint')
        .where('account', '=', order.account)
        .where('trade_date', '>=', order.tradeDate)
        .where('cl_ord_id', '=', input.clOrdID)
        .where('order_id', '=', BigInt(order.orderID))
        .where('fingerprint', '=', fingerprintOf(input))
        .executeTakeFirst(),
    )
  return row !== undefined
}

/** Not of a bulk order itself: what that is for and has traded is counted by the orders of its accounts. */
export const isOfAccount = sql<boolean>`orders.bulk_order_id IS DISTINCT FROM orders.order_id`

/**
 * The orders a caller may see, with their accounts, which all but bulk orders have; they are joined from the
 * left also because PostgreSQL leaves such a join out where nothing of the account is asked for.
 */
export const orderRows = (tx: Tx, caller: Caller) =>
  tx
    .selectFrom('orders')
    .leftJoin('trading_accounts', accountOf('orders'))
    .leftJoin('customers', customerOfAccount)
    .selectAll('orders')
    .select([
      sql<string>`coalesce(trading_accounts.cscs_account, '')`.as('cscs_account'),
      sql<string>`coalesce(customers.name, '')`.as('customer_name'),
    ])
    .where(mayBeSeenBy(caller))
    .$castTo<OrderRow>()
