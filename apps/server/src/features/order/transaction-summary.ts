import {
  type CallRequest,
  isRefusal,
  kobo,
  OrdStatus,
  type Refusal,
  Side,
  type TransactionSummary,
  toNaira,
} from '@tradebook/contract'
import { sql } from 'kysely'
import { mayBeSeenBy } from '../../platform/account-access.ts'
import type { Caller } from '../../platform/caller.ts'
import { ofPeriod } from '../../platform/of-period.ts'
import type { Store } from '../../store/store.ts'
import { isOfAccount } from './record.ts'

/** The figures of a group, exact: shares, and kobo. */
type Figures = Record<
  | 'orders'
  | 'filled'
  | 'cancelled'
  | 'rejected'
  | 'buyQty'
  | 'sellQty'
  | 'buyValue'
  | 'sellValue'
  | 'fees'
  | 'commission',
  bigint
>
type Item = TransactionSummary['items'][number]

const nothing = (): Figures => ({
  orders: 0n,
  filled: 0n,
  cancelled: 0n,
  rejected: 0n,
  buyQty: 0n,
  sellQty: 0n,
  buyValue: 0n,
  sellValue: 0n,
  fees: 0n,
  commission: 0n,
})

/** What orders and trades are grouped by. */
const keys = {
  security: { order: sql<string>`orders.security_id`, trade: sql<string>`orders.security_id` },
  account: { order: sql<string>`orders.account`, trade: sql<string>`orders.account` },
  user: { order: sql<string>`orders.user_name`, trade: sql<string>`orders.user_name` },
  day: { order: sql<string>`orders.trade_date`, trade: sql<string>`ledger_entries.entry_date` },
} as const

/**
 * Orders entered and trades done in some market days, of the orders that the caller may see. An order counts
 * on the day of its entry, a trade on its own; charges are those that its ledger entry posted.
 */
export async function transactionSummary(
  { groupBy, ...days }: CallRequest<'Order/getOrderTransactionSummary'>,
  { store, caller, marketDate }: { store: Store; caller: Caller; marketDate: string },
): Promise<TransactionSummary | Refusal> {
  const period = ofPeriod(days, marketDate)
  if (isRefusal(period)) return period
  const { from: first, to: last } = period
  const key = keys[groupBy]
  const groups = new Map<string, Figures>()
  const group = (name: string): Figures => {
    const figures = groups.get(name) ?? nothing()
    groups.set(name, figures)
    return figures
  }
  await store.forTenant(caller.tenantId).read(async (tx) => {
    const ofStatus = (status: OrdStatus) =>
      sql<bigint>`count(*) FILTER (WHERE orders.ord_status = ${sql.lit(status)})`
    const orders = await tx
      .selectFrom('orders')
      .where(mayBeSeenBy(caller))
      .where(isOfAccount)
      // No order last changed before the day of its entry: the index knows the days of the changes.
      .where('orders.market_date', '>=', first)
      .where('orders.trade_date', '>=', first)
      .where('orders.trade_date', '<=', last)
      .groupBy(key.order)
      .select([
        key.order.as('key'),
        sql<bigint>`count(*)`.as('orders'),
        ofStatus(OrdStatus.filled).as('filled'),
        ofStatus(OrdStatus.canceled).as('cancelled'),
        ofStatus(OrdStatus.rejected).as('rejected'),
      ])
      .execute()
    for (const { key: name, ...counts } of orders) add(group(name), counts)

    const bought = sql`orders.side = ${sql.lit(Side.buy)}`
    // What is taken back counts below zero, on the day of its correction.
    const quantity = sql`(CASE ledger_entries.kind WHEN 'tradeCanceled' THEN -1 ELSE 1 END * ledger_entries.quantity)`
    const value = sql`${quantity} * ledger_entries.price`
    // The customer pays the value and the charges, or receives the value less the charges.
    const cash = sql`(ledger_entries.postings -> 'NGN' ->> 'customer')::bigint`
    const trades = await tx
      .selectFrom('executions')
      .innerJoin('orders', (join) =>
        join
          .onRef('orders.tenant_id', '=', 'executions.tenant_id')
          .onRef('orders.order_id', '=', 'executions.order_id'),
      )
      .innerJoin('ledger_entries', (join) =>
        join
          .onRef('ledger_entries.tenant_id', '=', 'executions.tenant_id')
          // Its key begins with the account.
          .onRef('ledger_entries.account', '=', 'orders.account')
          .onRef('ledger_entries.sequence', '=', 'executions.sequence'),
      )
      .where(mayBeSeenBy(caller))
      .where('ledger_entries.kind', 'in', ['trade', 'tradeCanceled', 'tradeCorrected'])
      .where('ledger_entries.entry_date', '>=', first)
      .where('ledger_entries.entry_date', '<=', last)
      .groupBy(key.trade)
      .select([
        key.trade.as('key'),
        sql<bigint>`coalesce(sum(${quantity}) FILTER (WHERE ${bought}), 0)::bigint`.as('buyQty'),
        sql<bigint>`coalesce(sum(${quantity}) FILTER (WHERE NOT ${bought}), 0)::bigint`.as('sellQty'),
        sql<bigint>`coalesce(sum(${value}) FILTER (WHERE ${bought}), 0)::bigint`.as('buyValue'),
        sql<bigint>`coalesce(sum(${value}) FILTER (WHERE NOT ${bought}), 0)::bigint`.as('sellValue'),
        sql<bigint>`sum(CASE WHEN ${bought} THEN -${cash} - ${value} ELSE ${value} - ${cash} END)::bigint`.as(
          'fees',
        ),
        sql<bigint>`coalesce(sum((ledger_entries.postings -> 'NGN' ->> 'fee:commission')::bigint), 0)::bigint`.as(
          'commission',
        ),
      ])
      .execute()
    for (const { key: name, ...figures } of trades) add(group(name), figures)
  })
  const totals = nothing()
  for (const figures of groups.values()) add(totals, figures)
  const items = [...groups].sort(([a], [b]) => (a < b ? -1 : 1))
  return { items: items.map(([name, figures]) => ({ key: name, ...shown(figures) })), totals: shown(totals) }
}

function add(sums: Figures, more: Partial<Record<keyof Figures, bigint | string>>): void {
  for (const [name, figure] of Object.entries(more)) sums[name as keyof Figures] += BigInt(figure)
}

function shown(figures: Figures): Omit<Item, 'key'> {
  const { orders, filled, cancelled, rejected, buyQty, sellQty, buyValue, sellValue, fees, commission } =
    figures
  const naira = (amount: bigint) => toNaira(kobo(amount))
  return {
    orders: Number(orders),
    filled: Number(filled),
    cancelled: Number(cancelled),
    rejected: Number(rejected),
    buyQty: Number(buyQty),
    sellQty: Number(sellQty),
    buyValue: naira(buyValue),
    sellValue: naira(sellValue),
    netValue: naira(sellValue - buyValue),
    fees: naira(fees),
    commission: naira(commission),
  }
}
