import {
  averageNaira,
  type CallOutput,
  type CallRequest,
  kobo,
  type OrdStatus,
  type PriceKobo,
  type Quantity,
  toNaira,
} from '@tradebook/contract'
import { type Order, toStockOrder } from '@tradebook/orders'
import { expressionBuilder, sql } from 'kysely'
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

/** Orders by the state they are in, and with them, in whatever state, those of one market day. */
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
    let query = orderRows(tx, caller)
    if (selection) {
      const { states, orOfDay } = selection
      const inState = expressionBuilder<Database, 'orders'>()(
        'orders.ord_status',
        'in',
        states.length > 0 ? [...states] : [''],
      )
      query =
        orOfDay === undefined
          ? query.where(inState)
          : query
              .where((eb) => eb.or([inState, eb('orders.trade_date', '=', orOfDay)]))
              .orderBy(inState, 'desc')
    }
    if (input.securityID) query = query.where('orders.security_id', '=', input.securityID)
    if (input.side) query = query.where('orders.side', '=', input.side)
    if (input.account) query = query.where('orders.account', '=', input.account)
    if (input.from) query = query.where('orders.creation_time', '>=', new Date(input.from))
    if (input.to) query = query.where('orders.creation_time', '<', new Date(input.to))
    if (input.keyword) {
      const like = containing(input.keyword)
      query = query.where((eb) =>
        eb.or([
          eb('orders.security_id', 'ilike', like),
          eb('orders.account', 'ilike', like),
          eb('customers.name', 'ilike', like),
          eb('orders.cl_ord_id', 'ilike', like),
        ]),
      )
    }
    const { totalCount } = await query
      .clearSelect()
      .clearOrderBy()
      .select((eb) => eb.fn.countAll<bigint>().as('totalCount'))
      .executeTakeFirstOrThrow()
    const rows = await query
      .orderBy('orders.order_id', 'desc')
      .offset(input.skipCount)
      .limit(input.maxResultCount)
      .execute()
    return {
      totalCount: Number(totalCount),
      items: rows.map((row) => toStockOrder(orderOf(row), holdOf(row))),
    }
  })
}

/** Executions the caller may see, oldest first: what a client that was away missed. */
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
    const { totalCount } = await query
      .select((eb) => eb.fn.countAll<bigint>().as('totalCount'))
      .executeTakeFirstOrThrow()
    // Without a start, a person asks for the latest.
    const newestFirst = orderID === undefined && sinceSequence === undefined
    const rows = await query
      .selectAll('executions')
      .select(['orders.account', 'orders.security_id', 'orders.side'])
      .orderBy('executions.sequence', newestFirst ? 'desc' : 'asc')
      .offset(skipCount)
      .limit(maxResultCount)
      .execute()
    const items = rows.map((row) => ({
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
    return { totalCount: Number(totalCount), items }
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
