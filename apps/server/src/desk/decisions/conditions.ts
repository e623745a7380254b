import {
  acceptance,
  addDays,
  type MarketRules,
  nextOpening,
  tickAt,
  type VenueCapabilities,
} from '@tradebook/contract'
import type { MarketConditions } from '@tradebook/orders'
import type { Listing } from '../../venue/listing.ts'
import type { MarketData } from '../../venue/market-data.ts'
import type { MarketState } from './market-state.ts'

export interface ConditionsOptions {
  readonly capabilities: VenueCapabilities
  readonly marketData: Pick<MarketData, 'auction' | 'figures'>
  readonly marketDate: string
  readonly listings: readonly Listing[]
  readonly market: MarketState
  readonly rules: MarketRules
}

/** What the market allows in each security at a moment of one market day. */
export class Conditions {
  readonly #options: ConditionsOptions
  readonly #listingOf: ReadonlyMap<string, Listing>
  readonly #latestExpireDate: string

  constructor(options: ConditionsOptions) {
    this.#options = options
    this.#listingOf = new Map(options.listings.map((listing) => [listing.securityID, listing]))
    this.#latestExpireDate = addDays(options.marketDate, options.rules.longestOrderDays)
  }

  isListed(securityID: string): boolean {
    return this.#listingOf.has(securityID)
  }

  /** `undefined` for a security that is not listed. @param now epoch milliseconds. */
  of(securityID: string, now: number): MarketConditions | undefined {
    const listing = this.#listingOf.get(securityID)
    if (!listing) return undefined
    const { capabilities, marketData, marketDate, market, rules } = this.#options
    const phase = market.phaseOf(securityID)
    return {
      ...listing,
      tickKobo: tickAt(capabilities, listing.tickKobo),
      phase,
      opensAt: acceptance[phase].endsDay ? nextOpening(now, rules) : null,
      marketDate,
      latestExpireDate: this.#latestExpireDate,
      halted: market.isHalted(securityID),
      lastPx: () => marketData.figures(securityID).lastPx ?? listing.referencePx,
      venue: capabilities,
      auction: () => marketData.auction(securityID),
    }
  }
}
