import {
  isBusinessDay,
  marketRules,
  type PriceKobo,
  priceLimits,
  type Shares,
  shares,
  tickOf,
} from '@tradebook/contract'
import { Random } from '../venue/embedded/crowd/random.ts'
import type { DemoSecurity } from './securities.ts'

/** One security's trading day. Where nothing traded, there is no price but the close, and the volume is 0. */
export interface DailyBar {
  /** YYYY-MM-DD */
  readonly date: string
  readonly openPx: PriceKobo | null
  readonly highPx: PriceKobo | null
  readonly lowPx: PriceKobo | null
  /** The official close: the next day's reference, inside the limits around the day's own. */
  readonly closePx: PriceKobo
  readonly volume: Shares
  readonly trades: number
}

/**
 * What the real market does, in a few figures: fitted to public daily prices and volumes of
 * twelve Nigerian equities since 2022 and to the closes of sixty-five since 2019.
 */
const market = {
  /**
   * Naira traded on a median day: `factor` × market capitalisation ^ `exponent`, four million for
   * a company worth five billion; banks and insurers trade four times as much. Companies of one
   * size differ by `spread` (standard deviation of the logarithm).
   */
  turnover: { factor: 0.7, exponent: 0.7, financial: 4, spread: 0.8 },
  /** Day to day: the spread of the logarithm of volume, thin names wilder, and its memory. */
  volumeSpread: { thick: 0.85, thin: 1.5 },
  volumeMemory: 0.55,
  /**
   * The official close moves only on a trade of the minimum quantity, so the share of unchanged
   * days falls with volume: 0.9 at 40,000 units a day, 0.55 at a million, 0.13 at fifteen million.
   */
  unchanged: { atMillion: 0.55, perDecade: -0.3, least: 0.1, most: 0.93 },
  /** Spread of the day's move when the close does move: 1.8% in thick names, 6% in thin ones. */
  move: { thick: 0.018, thin: 0.06 },
  /** Two years earlier the typical price was 30 % lower. */
  growth: { median: 0.7, spread: 0.25 },
} as const

/** A price of fewer ticks than this has no tick inside the daily limit, and could never move. */
const LEAST_TICKS = 10
/** Fewer units than this in a day is not a trade at all. */
const LEAST_VOLUME = 200
/** What an average trade is worth, in kobo. */
const AVERAGE_TRADE_KOBO = 250_000_00
/** Of all shares in one day. */
const LARGEST_SHARE_TRADED = 0.02
const YEARS = 2

/**
 * Two years of a security's days, oldest first, ending on the last business day before `before`
 * (YYYY-MM-DD) at exactly its reference price. The same seed always gives the same history, and one
 * security's history does not depend on another's.
 */
export function dailyHistory(security: DemoSecurity, before: string, seed: number): DailyBar[] {
  const random = new Random(seed, `history ${security.securityID}`)
  const days = businessDaysBefore(before, YEARS)
  const volumes = dailyVolumes(random, security, days.length)
  const closes = dailyCloses(random, security, volumes)
  return days.map((date, day) => {
    const close = closes[day] as PriceKobo
    return dailyBar(random, security, date, closes[day - 1] ?? close, close, volumes[day] as number)
  })
}

/** The business dates of so many years before a date, itself not one of them, oldest first. */
function businessDaysBefore(before: string, years: number): string[] {
  const end = Date.parse(before)
  const start = new Date(end)
  const days: string[] = []
  for (let at = start.setUTCFullYear(start.getUTCFullYear() - years); at < end; at += DAY_MS) {
    const date = new Date(at).toISOString().slice(0, 10)
    if (isBusinessDay(date)) days.push(date)
  }
  return days
}

const DAY_MS = 86_400_000

/**
 * Units traded each day: log-normal with a memory, so that busy days come together. Capital and turnover
 * are parameters of a distribution here, in naira, and no amounts of anybody's.
 */
function dailyVolumes(random: Random, security: DemoSecurity, count: number): number[] {
  const marketCapNaira = (Number(security.sharesOutstanding) * security.referencePx) / 100
  const { factor, exponent, financial } = market.turnover
  const favour = security.sector === 'Financial Services' ? financial : 1
  const turnover = random.logNormal(favour * factor * marketCapNaira ** exponent, market.turnover.spread)
  const median = (turnover * 100) / security.referencePx
  const { thick, thin } = market.volumeSpread
  const spread = thin + (thick - thin) * thickness(median)

  // Stationary: the innovation's share keeps the spread the same from day to day.
  const innovation = Math.sqrt(1 - market.volumeMemory ** 2)
  let state = random.normal()
  const most = Number(security.sharesOutstanding) * LARGEST_SHARE_TRADED
  return Array.from({ length: count }, () => {
    state = market.volumeMemory * state + innovation * random.normal()
    const volume = Math.min(median * Math.exp(spread * state), most)
    return volume < LEAST_VOLUME ? 0 : roundVolume(volume)
  })
}

/**
 * Official closes, walked backwards from the reference price: each day's close must be one that
 * the day before allowed.
 */
function dailyCloses(random: Random, security: DemoSecurity, volumes: readonly number[]): PriceKobo[] {
  const tick = tickOf(security.priceGroup)
  const start = random.logNormal(market.growth.median, market.growth.spread)
  const drift = -Math.log(start) / volumes.length

  const closes: PriceKobo[] = new Array(volumes.length)
  let close = security.referencePx
  for (let day = volumes.length - 1; day >= 0; day--) {
    closes[day] = close
    const volume = volumes[day] as number
    const unchanged = unchangedShare(volume)
    if (random.chance(unchanged)) continue
    const spread = market.move.thick + (market.move.thin - market.move.thick) * unchanged
    // Only some days move, and they carry the drift of all.
    const move = drift / (1 - unchanged) + spread * heavyTailed(random)
    close = closeBefore(close, move, tick)
  }
  return closes
}

/** The whole-tick price of the day before, given this day's close and about this move between them. */
function closeBefore(close: PriceKobo, move: number, tick: number): PriceKobo {
  let before = Math.round(close / Math.exp(move) / tick) * tick
  // A move too small for the tick is still a move: the day was drawn as one on which the price changed.
  if (before === close) before += move > 0 ? -tick : tick
  before = Math.max(before, LEAST_TICKS * tick)
  while (priceLimits(before as PriceKobo, tick).highLimitPx < close) before += tick
  while (priceLimits(before as PriceKobo, tick).lowLimitPx > close) before -= tick
  return before as PriceKobo
}

/** A day's open and range around its close, inside the limits of the day before's close. */
function dailyBar(
  random: Random,
  security: DemoSecurity,
  date: string,
  previous: PriceKobo,
  close: PriceKobo,
  volume: number,
): DailyBar {
  if (volume === 0)
    return { date, openPx: null, highPx: null, lowPx: null, closePx: close, volume: shares(0), trades: 0 }

  const tick = tickOf(security.priceGroup)
  const { lowLimitPx, highLimitPx } = priceLimits(previous, tick)
  const inside = (price: number) =>
    Math.min(Math.max(Math.round(price / tick) * tick, lowLimitPx), highLimitPx) as PriceKobo

  // Thin names often trade at one price all day; thick ones wander about one percent either way.
  const wander = random.chance(unchangedShare(volume) * 0.6) ? 0 : 0.008
  const reach = () => close * wander * Math.abs(random.normal())
  const openPx = inside(previous + (close - previous) * random.unit() * 0.6 + reach() * (random.unit() - 0.5))
  return {
    date,
    openPx,
    highPx: inside(Math.max(openPx, close) + reach()),
    lowPx: inside(Math.min(openPx, close) - reach()),
    closePx: close,
    volume: shares(volume),
    trades: Math.max(1, Math.round((volume * close) / AVERAGE_TRADE_KOBO)),
  }
}

/** The probability that a day of this volume leaves the official close where it was. */
function unchangedShare(volume: number): number {
  if (volume < marketRules.minMoveQty.A / 10) return 1
  const { atMillion, perDecade, least, most } = market.unchanged
  return Math.min(Math.max(atMillion + perDecade * (Math.log10(volume) - 6), least), most)
}

/** 0 for names trading about ten thousand units a day, 1 from ten million. */
const thickness = (volume: number): number => Math.min(Math.max((Math.log10(volume) - 4) / 3, 0), 1)

/** Normal most days, twice as wild on one in eight: near the real frequency of limit moves. */
const heavyTailed = (random: Random): number => random.normal() * (random.chance(0.125) ? 2 : 0.85)

/** Three significant digits, as volumes are written. */
function roundVolume(volume: number): number {
  const step = 10 ** Math.max(Math.floor(Math.log10(Math.max(volume, 1))) - 2, 0)
  return Math.round(volume / step) * step
}
