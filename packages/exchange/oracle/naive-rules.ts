import { type MatchingMode, type PriceKobo, Side } from '@tradebook/contract'
import type { Auction } from '../src/auction.ts'
import type { RefusalReason } from '../src/events.ts'
import type { Cross, EnterOrder } from '../src/exchange.ts'
import type { SecurityTerms } from '../src/rules.ts'

/** What the naive exchange refuses, rule by rule. */
export class NaiveRules {
  readonly halted = new Set<number>()
  readonly #terms: readonly SecurityTerms[]
  readonly #matching = new Map<number, MatchingMode>()

  constructor(terms: readonly SecurityTerms[]) {
    this.#terms = terms
  }

  matchingOf(security: number): MatchingMode {
    return this.#matching.get(security) ?? 'continuous'
  }

  setMatching(security: number, mode: MatchingMode): void {
    this.#matching.set(security, mode)
  }

  refusalOf(
    order: Pick<EnterOrder, 'security' | 'quantity' | 'price' | 'displayQty' | 'minQty'>,
  ): RefusalReason | undefined {
    const { security, quantity, price, displayQty, minQty } = order
    const terms = this.#terms[security]
    if (!terms) return 'unknownSecurity'
    if (this.halted.has(security)) return 'securityHalted'
    if (this.matchingOf(security) === 'none') return 'marketClosed'
    if (!isWithin(quantity, 1, 2_147_483_647)) return 'quantityInvalid'
    const priceRefusal = price === null ? undefined : priceRefusalOf(price, terms)
    if (priceRefusal) return priceRefusal
    if (displayQty && !isWithin(displayQty, quantity / 100, 2_147_483_647)) return 'quantityInvalid'
    if (minQty && !isWithin(minQty, 1, quantity)) return 'quantityInvalid'
    return undefined
  }

  imbalanceRefusalOf({ security, side, price }: EnterOrder, auction: Auction): RefusalReason | undefined {
    if (price === null) return 'priceMissing'
    if (this.matchingOf(security) !== 'call') return 'notInThisPhase'
    if (auction.price === null) return 'auctionEmpty'
    if (auction.imbalanceSide === null || auction.imbalanceSide === side) return 'imbalanceOnThisSide'
    const isFilled = side === Side.buy ? price >= auction.price : price <= auction.price
    return isFilled ? undefined : 'beyondTheoreticalPrice'
  }

  crossRefusalOf(cross: Cross, bid: PriceKobo | null, offer: PriceKobo | null): RefusalReason | undefined {
    const { security, price, quantity, buy, sell } = cross
    const refusal = this.refusalOf({ security, quantity, price })
    if (refusal) return refusal
    if (this.matchingOf(security) !== 'continuous') return 'notInThisPhase'
    if (buy.participant === sell.participant && buy.participant !== 0) return 'crossOfOneOwner'
    const isOutside = (bid !== null && price < bid) || (offer !== null && price > offer)
    return isOutside ? 'crossOutsideQuotes' : undefined
  }
}

function priceRefusalOf(price: number, terms: SecurityTerms): RefusalReason | undefined {
  if (!Number.isInteger(price / terms.tickKobo)) return 'priceOffTick'
  if (price < terms.tickKobo || price > 2_147_483_647) return 'priceOutsideLimits'
  const move = Math.abs(price - terms.referencePx)
  const isOutside = terms.limitBps !== null && move * 10_000 > terms.referencePx * terms.limitBps
  return isOutside ? 'priceOutsideLimits' : undefined
}

const isWithin = (value: number, least: number, most: number): boolean =>
  Number.isInteger(value) && value >= least && value <= most
