import type { BookEntry, MarketTrade } from '@tradebook/contract'
import { sql } from 'kysely'
import type { MarketPicture } from '../../desk/publishing/market-picture.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Store } from '../../store/store.ts'
import { numberFrom } from '../../store/stored-list.ts'

/** Names are shown to those of a firm who have the permission, of the firm's own users alone. */
const seesNames = ({ permissions }: Caller): boolean => permissions.has('VIEW_USERID_MARKET_WATCH')

/** Entries of a book, those of the caller's firm with the user behind them if the caller may see it. */
export function namedEntries(
  entries: readonly BookEntry[],
  security: string,
  { caller, picture }: { readonly caller: Caller; readonly picture: Pick<MarketPicture, 'owners'> },
) {
  if (!seesNames(caller)) return [...entries]
  const owners = picture.owners.of(caller.tenantId, security)
  const names = new Map(owners.map(({ mdEntryID, userName }) => [mdEntryID, userName]))
  return entries.map((entry) => withName(entry, names.get(entry.mdEntryID)))
}

const executionFrom = numberFrom('executions', 'sequence', 'transact_time')

/** Trades, those of the caller's firm with the users behind them if the caller may see them. */
export async function namedTrades(
  trades: readonly MarketTrade[],
  { caller, store }: { readonly caller: Caller; readonly store: Store },
) {
  if (!seesNames(caller) || trades.length === 0) return [...trades]
  const numbers = trades.map(({ mdEntryID }) => mdEntryID)
  const times = trades.map(({ mdEntryTime }) => mdEntryTime).toSorted()
  const rows = await store.forTenant(caller.tenantId).read((tx) =>
    tx
      .selectFrom('executions as e')
      .innerJoin('orders as o', (join) =>
        join.onRef('o.tenant_id', '=', 'e.tenant_id').onRef('o.order_id', '=', 'e.order_id'),
      )
      .select([
        'e.trade_number as number',
        sql<string>`string_agg(DISTINCT o.user_name, ', ' ORDER BY o.user_name)`.as('names'),
      ])
      .where('e.trade_number', '=', sql<bigint>`ANY(${numbers}::bigint[])`)
      // An execution has the time of its trade.
      .where('e.sequence', '>=', executionFrom(sql`${times[0]}::timestamptz`))
      .where('e.sequence', '<', executionFrom(sql`${times.at(-1)}::timestamptz + interval '1 millisecond'`))
      .groupBy('e.trade_number')
      .execute(),
  )
  const names = new Map(rows.map((row) => [String(row.number), row.names]))
  return trades.map((trade) => withName(trade, names.get(trade.mdEntryID)))
}

const withName = <Item extends object>(item: Item, userName: string | undefined) => ({
  ...item,
  ...(userName !== undefined && { userName }),
})
