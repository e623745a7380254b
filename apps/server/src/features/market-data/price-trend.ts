import { type CallRequest, isoTime, type PriceBar, type PriceKobo, toNaira } from '@tradebook/contract'
import { sql } from 'kysely'
import { HOST } from '../../store/host.ts'
import type { Store } from '../../store/store.ts'

type Trend = CallRequest<'MarketData/GetPriceTrend'>

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** How long a bar is, and how far back the trend goes unless asked otherwise. */
const intervals = {
  '1m': { ms: MINUTE_MS, backMs: DAY_MS },
  '5m': { ms: 5 * MINUTE_MS, backMs: 3 * DAY_MS },
  '15m': { ms: 15 * MINUTE_MS, backMs: 7 * DAY_MS },
  '1h': { ms: 60 * MINUTE_MS, backMs: 30 * DAY_MS },
  '1d': { ms: DAY_MS, backMs: 731 * DAY_MS },
} as const
/** A market day may lie ahead of the calendar: over a weekend it is the next business day. */
const LATEST_MS = 14 * DAY_MS
const MOST_BARS = 2_000

export interface PriceTrend {
  readonly items: PriceBar[]
  /** The last trade the bars hold, read in the same statement; null before the first. */
  readonly lastTradeID: string | null
}

/**
 * Bars of price and volume, oldest first, those of before a bonus or a split diluted. From the first day with a trade on, a day that ended without
 * one is a bar at its reference price; the market day has no bar before its first trade.
 */
export async function priceTrend(
  store: Store,
  input: Trend,
  { now, marketDate }: { readonly now: number; readonly marketDate: string },
): Promise<PriceTrend> {
  const { ms, backMs } = intervals[input.interval]
  const to = input.to === undefined ? now + LATEST_MS : Date.parse(input.to)
  const from = input.from === undefined ? now - backMs : Date.parse(input.from)
  const { rows } = await store
    .forTenant(HOST)
    .read((tx) =>
      (input.interval === '1d'
        ? days(input.security, from, to, marketDate)
        : bars(input.security, ms, from, to)
      ).execute(tx),
    )
  const last = rows[0]?.last_trade ?? null
  const items = rows.reverse().map((row) => ({
    time: row.time.toISOString(),
    openPx: toNaira(row.open as PriceKobo),
    highPx: toNaira(row.high as PriceKobo),
    lowPx: toNaira(row.low as PriceKobo),
    closePx: toNaira(row.close as PriceKobo),
    volume: Number(row.volume),
  }))
  return { items, lastTradeID: last === null ? null : String(last) }
}

interface Bar {
  time: Date
  open: number
  high: number
  low: number
  close: number
  volume: bigint
  /** Of the security, as of this statement. */
  last_trade: bigint | null
}

const lastTrade = (security: string) =>
  sql`(SELECT last_trade FROM price_bars WHERE security_id = ${security} ORDER BY bar_time DESC LIMIT 1) AS last_trade`

const days = (security: string, from: number, to: number, marketDate: string) => sql<Bar>`
  SELECT market_date::timestamp AT TIME ZONE 'UTC' AS time,
    coalesce(open_px, reference_px) AS open, coalesce(high_px, reference_px) AS high,
    coalesce(low_px, reference_px) AS low, coalesce(last_px, reference_px) AS close, volume,
    ${lastTrade(security)}
  FROM adjusted_statistics
  WHERE security_id = ${security} AND market_date >= ${isoTime(from)}::date AND market_date < ${isoTime(to)}::date
    AND market_date >= (
      SELECT min(market_date) FROM daily_statistics WHERE security_id = ${security} AND volume > 0
    )
    AND (volume > 0 OR market_date::text <> ${marketDate})
  ORDER BY market_date DESC LIMIT ${MOST_BARS}`

const bars = (security: string, ms: number, from: number, to: number) => sql<Bar>`
  SELECT date_bin(make_interval(secs => ${ms / 1000}), bar_time, 'epoch') AS time,
    (array_agg(open_px ORDER BY bar_time))[1] AS open, max(high_px) AS high, min(low_px) AS low,
    (array_agg(close_px ORDER BY bar_time DESC))[1] AS close, sum(volume)::bigint AS volume,
    ${lastTrade(security)}
  FROM adjusted_bars
  WHERE security_id = ${security} AND bar_time >= ${new Date(from)} AND bar_time < ${new Date(to)}
  GROUP BY 1 ORDER BY 1 DESC LIMIT ${MOST_BARS}`
