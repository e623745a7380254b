import type { MarketTrade, PriceBar, trendIntervals } from '@tradebook/contract'

export type Interval = (typeof trendIntervals)[number]

/** A candle. Its time is the market's local clock in seconds, as the chart writes it on its axis. */
export interface Bar {
  readonly time: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

const MINUTE_S = 60
const lengths: Readonly<Record<Interval, number>> = {
  '1m': MINUTE_S,
  '5m': 5 * MINUTE_S,
  '15m': 15 * MINUTE_S,
  '1h': 60 * MINUTE_S,
  '1d': 24 * 60 * MINUTE_S,
}

/** Lagos keeps UTC+1 all year. */
const LAGOS_OFFSET_S = 3_600

/** When the bar that holds a moment begins. */
export function barStart(moment: string, interval: Interval): number {
  const local = Math.floor(Date.parse(moment) / 1_000) + LAGOS_OFFSET_S
  return local - (local % lengths[interval])
}

const barOf = (bar: PriceBar, interval: Interval): Bar => ({
  time: barStart(bar.time, interval),
  open: bar.openPx,
  high: bar.highPx,
  low: bar.lowPx,
  close: bar.closePx,
  volume: bar.volume,
})

/** Fetched bars as the chart wants them: strictly ascending, the later of two that share a time. */
export function barsOf(bars: readonly PriceBar[], interval: Interval): Bar[] {
  const byTime = new Map(bars.map((bar) => barOf(bar, interval)).map((bar) => [bar.time, bar]))
  return [...byTime.values()].sort((a, b) => a.time - b.time)
}

/**
 * Trades that came after one, oldest first. Their ids are the numbers of a count: what was fetched
 * names those it contains, so that none is counted twice and none is missed.
 */
export const tradesAfter = (
  trades: readonly MarketTrade[],
  lastTradeID: string | null,
  securityID: string,
): MarketTrade[] =>
  trades
    .filter((trade) => trade.securityID === securityID && Number(trade.mdEntryID) > Number(lastTradeID ?? 0))
    .toReversed()

/**
 * The last bar after one more trade: the same one grown, or a new one. A late trade changes nothing.
 *
 * @param marketDate 'YYYY-MM-DD', the day that trades now; it may lie ahead of the calendar: what trades
 *   on a Saturday is Monday's.
 */
export function afterTrade(
  last: Bar | undefined,
  trade: MarketTrade,
  interval: Interval,
  marketDate?: string,
): Bar | undefined {
  const start = barStart(trade.mdEntryTime, interval)
  const day = marketDate === undefined ? start : barStart(marketDate, '1d')
  const time = interval === '1d' ? Math.max(start, day, last?.time ?? start) : start
  const { mdEntryPx: price, mdEntrySize: size } = trade
  if (last && time < last.time) return last
  if (!last || time > last.time) {
    return { time, open: price, high: price, low: price, close: price, volume: size }
  }
  return {
    ...last,
    high: Math.max(last.high, price),
    low: Math.min(last.low, price),
    close: price,
    volume: last.volume + size,
  }
}
