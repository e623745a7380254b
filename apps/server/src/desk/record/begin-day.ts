import { addDays, type IndexValue } from '@tradebook/contract'
import type { Client } from 'pg'
import { beginExDays, diluteShares } from '../decisions/ex-days.ts'
import { FencedOut } from './failures.ts'
import { completeIndex } from './index-history.ts'

/**
 * Begins a market day: every account's cash and shares at the end of the days before are kept, every
 * security's official close becomes its reference price, diluted on the ex-day of a bonus or split, and the
 * history that is kept no longer is dropped. Repeating it changes nothing, so that a crash in between is
 * harmless.
 */
export async function beginDay(
  client: Client,
  fence: bigint,
  date: string,
  { indexBase, tradesDays }: HistoryOptions,
): Promise<void> {
  await client.query('BEGIN')
  try {
    const before = await client.query<{ market_date: string | null }>(
      'SELECT market_date FROM desk WHERE id = 1 AND fence = $1 FOR UPDATE',
      [fence],
    )
    if (before.rowCount !== 1) throw new FencedOut()
    await client.query('UPDATE desk SET market_date = $1 WHERE id = 1', [date])
    const from = before.rows[0]?.market_date ?? date
    await keepDays(client, from, date)
    await beginExDays(client, { from, date })
    await client.query(
      `INSERT INTO daily_statistics (security_id, market_date, reference_px, published_px)
       SELECT s.security_id, $1::date, before.published_px, before.published_px FROM securities s
       CROSS JOIN LATERAL (
         SELECT published_px FROM daily_statistics d
         WHERE d.security_id = s.security_id AND d.market_date < $1::date ORDER BY d.market_date DESC LIMIT 1
       ) before
       ON CONFLICT DO NOTHING`,
      [date],
    )
    await completeIndex(client, date, indexBase)
    await diluteShares(client, { from, date })
    await client.query('SELECT begin_day_of_trades($1)', [date])
    await client.query('COMMIT')
  } catch (error) {
    // A lost connection has ended the transaction; the first error is the one that matters.
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
  await client.query('SELECT drop_trades_before($1)', [addDays(date, -tradesDays)])
  await client.query(
    `DELETE FROM price_bars b USING securities s
     WHERE b.security_id = s.security_id AND b.bar_time < $1::date - interval '${BARS_ARE_KEPT}'`,
    [date],
  )
}

/** How much of the market's past a record keeps, and where its index begins. */
export interface HistoryOptions {
  /** The all-share index at the reference prices of the first day on record. */
  readonly indexBase: IndexValue
  /** Calendar days for which the market's trades are kept. */
  readonly tradesDays: number
}

/** For how long the bars of one minute are kept. */
const BARS_ARE_KEPT = '2 years'

/**
 * Keeps what accounts had at the end of the market days from `first` until before `date`: a row for each
 * account and position that an entry of the day changed, so that the newest row up to a past date is what
 * there was on it. A settlement moves shares between ledger accounts, and changes neither.
 */
export async function keepDays(client: Client, first: string, date: string): Promise<void> {
  await client.query(
    `INSERT INTO cash_days (tenant_id, account, market_date, balance)
     SELECT DISTINCT ON (tenant_id, account, entry_date) tenant_id, account, entry_date, balance
     FROM ledger_entries WHERE entry_date >= $1 AND entry_date < $2 AND balance IS NOT NULL
     ORDER BY tenant_id, account, entry_date, sequence DESC, line DESC
     ON CONFLICT (tenant_id, account, market_date) DO UPDATE SET balance = excluded.balance`,
    [first, date],
  )
  await client.query(
    `INSERT INTO position_days (tenant_id, account, security_id, market_date, holding, cost)
     SELECT DISTINCT ON (tenant_id, account, security_id, entry_date)
       tenant_id, account, security_id, entry_date, holding, cost
     FROM ledger_entries
     WHERE entry_date >= $1 AND entry_date < $2 AND holding IS NOT NULL AND kind <> 'settlement'
     ORDER BY tenant_id, account, security_id, entry_date, sequence DESC, line DESC
     ON CONFLICT (tenant_id, account, security_id, market_date)
       DO UPDATE SET holding = excluded.holding, cost = excluded.cost`,
    [first, date],
  )
}
