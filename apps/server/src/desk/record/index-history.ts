import { type IndexValue, indexAt, indexValue, type PriceKobo, shares } from '@tradebook/contract'
import type { Client } from 'pg'
import type { RecordedIndex } from '../publishing/market-summary.ts'

type Asked = Pick<Client, 'query'>

/** What the record knows of the index on a market day that was begun. */
export async function loadIndex(client: Asked, marketDate: string, base: IndexValue): Promise<RecordedIndex> {
  const { rows } = await client.query(
    `SELECT (SELECT value FROM index_days WHERE market_date < $1 ORDER BY market_date DESC LIMIT 1) AS previous,
       (SELECT high FROM index_days WHERE market_date = $1) AS high,
       (SELECT low FROM index_days WHERE market_date = $1) AS low`,
    [marketDate],
  )
  const [{ previous, high, low }] = rows as [Readonly<Record<'previous' | 'high' | 'low', string | null>>]
  return {
    previous: previous === null ? base : indexValue(BigInt(previous)),
    ...(high === null || low === null
      ? {}
      : { high: indexValue(BigInt(high)), low: indexValue(BigInt(low)) }),
  }
}

/**
 * Adds the index of the market days before `date` that come after the last one with an index: those of
 * the price history that a market begins with. Of such a day only the close is known. Repeating it
 * changes nothing.
 *
 * @param base the index at the reference prices of the first day on record.
 */
export async function completeIndex(client: Asked, date: string, base: IndexValue): Promise<void> {
  const newest = await client.query(
    'SELECT market_date, value FROM index_days WHERE market_date < $1 ORDER BY market_date DESC LIMIT 1',
    [date],
  )
  const [last] = newest.rows as readonly { market_date: string; value: string }[]
  const { rows } = await client.query(
    `SELECT d.market_date, array_agg(d.reference_px) AS reference, array_agg(d.published_px) AS published,
       array_agg(s.shares_outstanding::text) AS shares
     FROM daily_statistics d JOIN securities s USING (security_id)
     WHERE s.security_type = 'CS' AND d.market_date < $1 AND d.market_date > coalesce($2::date, '-infinity')
     GROUP BY d.market_date ORDER BY d.market_date`,
    [date, last?.market_date ?? null],
  )
  let value = last ? indexValue(BigInt(last.value)) : base
  const values = (rows as readonly HistoryRow[]).map((row) => {
    value = indexAt(value, constituentsOf(row))
    return value
  })
  if (rows.length === 0) return
  await client.query(
    `INSERT INTO index_days (market_date, value, high, low)
     SELECT day, value, value, value FROM unnest($1::date[], $2::bigint[]) AS closed (day, value)`,
    [rows.map((row) => row.market_date), values],
  )
}

interface HistoryRow {
  readonly market_date: string
  readonly reference: readonly number[]
  readonly published: readonly number[]
  readonly shares: readonly string[]
}

const constituentsOf = ({ reference, published, shares: outstanding }: HistoryRow) =>
  reference.map((referencePx, index) => ({
    securityID: String(index),
    referencePx: referencePx as PriceKobo,
    publishedPx: published[index] as PriceKobo,
    sharesOutstanding: shares(BigInt(outstanding[index] ?? 0)),
  }))
