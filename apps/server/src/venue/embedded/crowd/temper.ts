import type { PriceKobo, Quantity, Shares } from '@tradebook/contract'

/** A security as the crowd sees it. */
export interface CrowdSecurity {
  readonly tickKobo: number
  readonly referencePx: PriceKobo
  readonly lowLimitPx: PriceKobo
  readonly highLimitPx: PriceKobo
  readonly minMoveQty: Quantity
  /** What it last traded at today: after a restart the crowd goes on from there. */
  readonly lastPx: PriceKobo | null
  /** How often it trades, as a share of the busiest one's trading, up to 1; 0: left to somebody else. */
  readonly liquidity: number
}

type Listed = Omit<CrowdSecurity, 'liquidity' | 'lastPx'> & {
  readonly sharesOutstanding: Shares
  readonly today: Pick<CrowdSecurity, 'lastPx'> | null
}

/**
 * The securities of a market day for the crowd. How much a company trades follows its rank by
 * market capitalisation: the first fifteen of 150 have about 60% of all trading.
 */
export function crowdSecurities(listed: readonly Listed[]): CrowdSecurity[] {
  const marketCap = (one: Listed) => one.sharesOutstanding * BigInt(one.referencePx)
  const ranked = listed.toSorted((a, b) => (marketCap(b) > marketCap(a) ? 1 : -1))
  const rankOf = new Map(ranked.map((one, rank) => [one, rank]))
  return listed.map((one) => ({
    tickKobo: one.tickKobo,
    referencePx: one.referencePx,
    lowLimitPx: one.lowLimitPx,
    highLimitPx: one.highLimitPx,
    minMoveQty: one.minMoveQty,
    lastPx: one.today?.lastPx ?? null,
    liquidity: (1 + (rankOf.get(one) ?? 0) / 6) ** -1.5,
  }))
}

/** How people trade a security: what follows from its price, its tick and its liquidity. */
export interface Temper {
  /** Between best bid and best offer when all is calm. */
  readonly spreadTicks: number
  /** Between one quote and the next deeper one. */
  readonly stepTicks: number
  /** Resting orders a side has when all is calm. */
  readonly quotes: number
  /** The value of the median resting order and of the median trade. */
  readonly quoteKobo: number
  readonly tradeKobo: number
  /** How far the fair value goes in one step, and how strongly it is drawn back: of its logarithm. */
  readonly stepSpread: number
  readonly pull: number
}

/** Liquidity of the quietest name of a market of 150. */
const LEAST_LIQUIDITY = 0.0075
/** The fair value stays about so far from the reference in the long run, and never near the limits. */
const DAY_SPREAD = 0.02

export function temperOf({ referencePx, tickKobo, liquidity }: CrowdSecurity): Temper {
  // 0 for the busiest name, about a third for the fifteenth, 1 for the quietest.
  const quietness = Math.min(Math.log(liquidity) / Math.log(LEAST_LIQUIDITY), 1)
  // Fair value moves per step, and busy names are stepped more often: so their steps are smaller.
  const stepSpread = 0.0003 + 0.0013 * quietness
  const ticks = (share: number) => Math.round((referencePx * share) / tickKobo)
  // Five ticks at the most where trading is busy, but no less than makers need who are moved by each
  // step: with a tick of 10 kobo, a share of ₦5,700 cannot be quoted as tightly as one of ₦60.
  const widest = Math.max(5 + 40 * Math.max(quietness - 0.4, 0), ticks(1.5 * stepSpread))
  const spreadTicks = clamp(ticks(0.0012 + 0.018 * quietness ** 2), 1, Math.round(widest))
  const quoteKobo = 120_000_00 * (liquidity / LEAST_LIQUIDITY) ** 0.45
  return {
    spreadTicks,
    stepTicks: Math.max(Math.round(spreadTicks / 4), 1),
    quotes: Math.round(8 - 2 * quietness),
    quoteKobo,
    tradeKobo: quoteKobo / 2,
    stepSpread,
    pull: stepSpread ** 2 / (2 * DAY_SPREAD ** 2),
  }
}

export const clamp = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), most)
