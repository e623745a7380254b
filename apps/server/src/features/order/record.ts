import {
  averageNaira,
  type CallOutput,
  type CallRequest,
  kobo,
  type OrdStatus,
  type PriceKobo,
  type Quantity,
  type StockOrder,
  toNaira,
} from '@tradebook/contract'
import { type Order, toStockOrder } from '@tradebook/orders'
import { type Expression, type ExpressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { ClientInput } from '../../desk/inputs.ts'
import { holdOf, type OrderRow, orderOf } from '../../desk/order-row.ts'
import { fingerprintOf } from '../../desk/requests.ts'
import type { Caller } from '../../http/handlers.ts'
import { containing } from '../../store/pattern.ts'
import type { Database } from '../../store/schema.ts'
import type { Store, Tx } from '../../store/store.ts'
import { maySeeOrder } from './audience.ts'

/** An order the caller may see, as it was last committed. */
export async function findOrder(
  store: Store,
  caller: Caller,
  orderID: string,
): Promise<{ order: Order; hold: ReturnType<typeof holdOf> } | undefined> {
  if (!/^\d{1,18}$/.test(orderID)) return undefined
  const row = await store
    .forTenant(caller.tenantId)
    .read((tx) => orderRows(tx, caller).where('orders.order_id', '=', BigInt(orderID)).executeTakeFirst())
  return row && { order: orderOf(row), hold: holdOf(row) }
}

/** Whether this very replace or cancel was accepted before. */
export async function wasAsked(
  store: Store,
  order: Order,
  input: Extract<ClientInput, { orderID: string }>,
): Promise<boolean> {
  const row = await store
    .forTenant(order.tenantId)
    .read((tx) =>
      tx
        .selectFrom('order_requests')
        .select('fingerprint')
        .where('account', '=', order.account)
        .where('trade_date', '=', order.tradeDate)
        .where('cl_ord_id', '=', input.clOrdID)
        .executeTakeFirst(),
    )
  return row?.fingerprint === fingerprintOf(input)
}

/** Orders by the state they are in, and after them, in whatever state, the others of one market day. */
export interface OrderSelection {
  readonly states: readonly OrdStatus[]
  readonly orOfDay?: string
}

/** The orders a caller may see, newest first; a selection with a day shows the others after its states. */
export async function listOrders(
  store: Store,
  caller: Caller,
  input: CallRequest<'Order/getStockOrders'>,
  selection: OrderSelection | undefined,
): Promise<CallOutput<'Order/getStockOrders'>> {
  return store.forTenant(caller.tenantId).read(async (tx) => {
    const items: StockOrder[] = []
    let totalCount = 0
    // One after the other: each part has an index that fits, both together have none.
    for (const part of partsOf(selection)) {
      const query = narrowed(orderRows(tx, caller).where(part), input)
      const count = await countOf(query)
      const offset = Math.max(0, input.skipCount - totalCount)
      const limit = input.maxResultCount - items.length
      totalCount += count
      if (limit === 0 || offset >= count) continue
      const rows = await query.orderBy('orders.order_id', 'desc').offset(offset).limit(limit).execute()
      items.push(...rows.map((row) => toStockOrder(orderOf(row), holdOf(row))))
    }
    return { totalCount, items }
  })
}

type Part = (eb: ExpressionBuilder<Database, 'orders'>) => Expression<SqlBool>

/** What a selection shows, part after part. */
function partsOf(selection: OrderSelection | undefined): readonly Part[] {
  if (!selection) return [(eb) => eb.val(true)]
  const { states, orOfDay } = selection
  if (states.length === 0) return [(eb) => eb.val(false)]
  const inState: Part = (eb) => eb('orders.ord_status', 'in', states)
  if (orOfDay === undefined) return [inState]
  return [inState, (eb) => eb.and([eb('orders.trade_date', '=', orOfDay), eb.not(inState(eb))])]
}

function narrowed(query: OrderQuery, input: CallRequest<'Order/getStockOrders'>): OrderQuery {
  let narrow = query
  if (input.securityID) narrow = narrow.where('orders.security_id', '=', input.securityID)
  if (input.side) narrow = narrow.where('orders.side', '=', input.side)
  if (input.account) narrow = narrow.where('orders.account', '=', input.account)
  if (input.from) narrow = narrow.where('orders.creation_time', '>=', new Date(input.from))
  if (input.to) narrow = narrow.where('orders.creation_time', '<', new Date(input.to))
  if (!input.keyword) return narrow
  const like = containing(input.keyword)
  return narrow.where((eb) =>
    eb.or([
      eb('orders.security_id', 'ilike', like),
      eb('orders.account', 'ilike', like),
      eb('customers.name', 'ilike', like),
      eb('orders.cl_ord_id', 'ilike', like),
    ]),
  )
}

async function countOf<Tables extends keyof Database, Row>(
  query: SelectQueryBuilder<Database, Tables, Row>,
): Promise<number> {
  const { count } = await query
    .clearSelect()
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Executions the caller may see, oldest first: what a client that was away missed. Who names neither
 * an order nor a start gets the latest, and a `totalCount` that goes no further than one beyond them:
 * counting all there ever were would read them all.
 */
export async function executionsOf(
  store: Store,
  caller: Caller,
  input: CallRequest<'Order/GetExecutions'>,
): Promise<CallOutput<'Order/GetExecutions'>> {
  const { orderID, sinceSequence, skipCount, maxResultCount } = input
  if (orderID !== undefined && !/^\d{1,18}$/.test(orderID)) return { totalCount: 0, items: [] }
  return store.forTenant(caller.tenantId).read(async (tx) => {
    let query = tx
      .selectFrom('executions')
      .innerJoin('orders', (join) =>
        join
          .onRef('orders.tenant_id', '=', 'executions.tenant_id')
          .onRef('orders.order_id', '=', 'executions.order_id'),
      )
      .where(maySeeOrder(caller))
    if (orderID !== undefined) query = query.where('executions.order_id', '=', BigInt(orderID))
    if (sinceSequence !== undefined) query = query.where('executions.sequence', '>', BigInt(sinceSequence))
    // Without a start, a person asks for the latest.
    const newestFirst = orderID === undefined && sinceSequence === undefined
    const rows = await query
      .selectAll('executions')
      .select(['orders.account', 'orders.security_id', 'orders.side'])
      .orderBy('executions.sequence', newestFirst ? 'desc' : 'asc')
      .offset(skipCount)
      .limit(newestFirst ? maxResultCount + 1 : maxResultCount)
      .execute()
    const totalCount = newestFirst ? skipCount + rows.length : await countOf(query)
    const items = rows.slice(0, maxResultCount).map((row) => ({
      sequence: Number(row.sequence),
      execID: String(row.sequence),
      orderID: String(row.order_id),
      clOrdID: row.cl_ord_id,
      account: row.account,
      securityID: row.security_id,
      side: row.side as Order['side'],
      execType: row.exec_type as CallOutput<'Order/GetExecutions'>['items'][number]['execType'],
      ordStatus: row.ord_status as OrdStatus,
      lastPx: row.last_px === null ? null : toNaira(row.last_px as PriceKobo),
      lastQty: row.last_qty,
      cumQty: row.cum_qty,
      leavesQty: row.leaves_qty,
      avgPx: averageNaira(kobo(row.filled_value), row.cum_qty as Quantity),
      text: row.text,
      transactTime: row.transact_time.toISOString(),
    }))
    return { totalCount, items }
  })
}

/** The orders a caller may see, with their accounts. */
const orderRows = (tx: Tx, caller: Caller) =>
  tx
    .selectFrom('orders')
    .innerJoin('trading_accounts', (join) =>
      join
        .onRef('trading_accounts.tenant_id', '=', 'orders.tenant_id')
        .onRef('trading_accounts.account', '=', 'orders.account'),
    )
    .innerJoin('customers', (join) =>
      join
        .onRef('customers.tenant_id', '=', 'trading_accounts.tenant_id')
        .onRef('customers.id', '=', 'trading_accounts.customer_id'),
    )
    .selectAll('orders')
    .select(['trading_accounts.cscs_account', sql<string>`customers.name`.as('customer_name')])
    .where(maySeeOrder(caller))
    .$castTo<OrderRow>()

type OrderQuery = ReturnType<typeof orderRows>
