import { type MarketRules, marketRules } from './market-rules.ts'
import type { PriceKobo } from './money.ts'

/**
 * Price groups of Nigerian equities: the tick that a limit price is a multiple of (exchange rules of
 * 29 Jan 2018). A stock is regrouped by its price over six months, so it may trade far from its group's range.
 */
export const priceGroups = {
  A: { tickKobo: 10 },
  B: { tickKobo: 5 },
  C: { tickKobo: 1 },
} as const

export type PriceGroup = keyof typeof priceGroups

/**
 * What a security is: SecurityType (167). `CS` is common stock, `REIT` a real-estate investment trust,
 * `MF` a fund. The all-share index holds common stock alone.
 */
export const securityTypes = ['CS', 'REIT', 'MF'] as const
export type SecurityType = (typeof securityTypes)[number]

/** The quantity a trade needs to move the published price: of common stock its group's, of all others that of funds. */
export const minMoveQtyOf = (
  type: SecurityType,
  group: PriceGroup,
  rules: MarketRules = marketRules,
): number => (type === 'CS' ? rules.minMoveQty[group] : rules.minMoveQtyOfFunds)

/** The group whose band a price lies in. Source: exchange rules of 29 Jan 2018. */
const bandOf = (price: PriceKobo): PriceGroup => (price >= 100_00 ? 'A' : price >= 5_00 ? 'B' : 'C')

/** Of the last six months so many in another band regroup a security. */
const MONTHS_IN_BAND = 4

/**
 * The price group of a security in a new month: the one whose band its price was in for at least four
 * of the last six months, else the one it has.
 *
 * @param monthlyCloses the last official close of each of these months, as many as there are.
 */
export const regrouped = (current: PriceGroup, monthlyCloses: readonly PriceKobo[]): PriceGroup =>
  (Object.keys(priceGroups) as PriceGroup[]).find(
    (group) => monthlyCloses.filter((close) => bandOf(close) === group).length >= MONTHS_IN_BAND,
  ) ?? current

const BPS = 10_000

/** The tick of a price group in kobo. */
export const tickOf = (group: PriceGroup): number => priceGroups[group].tickKobo

export const isOnTick = (price: number, tickKobo: number): boolean => price % tickKobo === 0

/**
 * The lowest and highest price of the day. The upper limit is rounded down and the lower up to a
 * whole tick, so that both are inside the band; neither leaves the floor of one tick.
 */
export function priceLimits(
  referencePx: PriceKobo,
  tickKobo: number,
  limitBps: number = marketRules.dailyLimitBps,
): { lowLimitPx: PriceKobo; highLimitPx: PriceKobo } {
  // Products stay below 2³¹ × 2·10⁴ < 2⁵³: exact in a double.
  const high = Math.floor((referencePx * (BPS + limitBps)) / (BPS * tickKobo)) * tickKobo
  const low = Math.ceil((referencePx * (BPS - limitBps)) / (BPS * tickKobo)) * tickKobo
  return {
    lowLimitPx: Math.max(low, tickKobo) as PriceKobo,
    highLimitPx: Math.max(high, tickKobo) as PriceKobo,
  }
}
