import type { Kobo, PriceGroup, PriceKobo, Quantity, SecurityType, Shares } from '@tradebook/contract'
import {
  type MarketRules,
  marketRules,
  minMoveQtyOf,
  priceLimits,
  quantity,
  regrouped,
  tickOf,
} from '@tradebook/contract'

/** A listed security on one market day. */
export interface Listing {
  readonly securityID: string
  readonly name: string
  readonly isin: string | null
  readonly sector: string
  readonly board: string | null
  readonly securityType: SecurityType
  readonly priceGroup: PriceGroup
  readonly sharesOutstanding: Shares
  /** The previous official close: what the day's limits are measured from. */
  readonly referencePx: PriceKobo
  /** The last official close of each of the five months before this one, oldest first; fewer of a new security. */
  readonly monthlyCloses: readonly PriceKobo[]
  readonly high52Px: PriceKobo | null
  readonly low52Px: PriceKobo | null
  /** Of the last sessions before this day, rounded down; null when there were none. */
  readonly averageVolume: Shares | null
  readonly tickKobo: number
  readonly limitBps: number
  readonly minMoveQty: Quantity
  readonly lowLimitPx: PriceKobo
  readonly highLimitPx: PriceKobo
  /** What was traded today before the books were built. */
  readonly today: RecordedDay | null
}

/** The figures that the trades of a day made, as the record stores them. */
export interface RecordedDay {
  /** Price of the first trade. */
  readonly openPx: PriceKobo | null
  readonly highPx: PriceKobo | null
  readonly lowPx: PriceKobo | null
  /** Price of the last trade, of any size. */
  readonly lastPx: PriceKobo | null
  readonly lastQty: Quantity | null
  /** Price of the last trade large enough to move it; the reference price before that. */
  readonly publishedPx: PriceKobo
  readonly volume: Shares
  readonly value: Kobo
  readonly trades: number
}

type Described = Omit<Listing, 'tickKobo' | 'limitBps' | 'minMoveQty' | 'lowLimitPx' | 'highLimitPx'>

/** A listing with the rules of the market and of its price group filled in. */
export function listing(described: Described, rules: MarketRules = marketRules): Listing {
  const { securityType, priceGroup } = described
  const tickKobo = tickOf(priceGroup)
  return {
    ...described,
    tickKobo,
    limitBps: rules.dailyLimitBps,
    minMoveQty: quantity(minMoveQtyOf(securityType, priceGroup, rules)),
    ...priceLimits(described.referencePx, tickKobo, rules.dailyLimitBps),
  }
}

/**
 * The listing on the next market day: the official close becomes the reference price, and nothing has
 * traded. With a new month it is regrouped by the closes of the last six.
 */
export const nextDay = (
  listed: Listing,
  { publishedPx }: Pick<RecordedDay, 'publishedPx'>,
  { isNewMonth, rules = marketRules }: { readonly isNewMonth: boolean; readonly rules?: MarketRules },
): Listing => {
  const { priceGroup, monthlyCloses } = listed
  const next = {
    ...listed,
    priceGroup: isNewMonth ? regrouped(priceGroup, [...monthlyCloses, publishedPx]) : priceGroup,
    referencePx: publishedPx,
    today: null,
  }
  return listing(next, rules)
}
