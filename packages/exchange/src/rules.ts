import {
  INT32_LIMIT,
  leastShown,
  type MatchingMode,
  type PriceKobo,
  priceLimits,
  type Quantity,
} from '@tradebook/contract'
import { refusalCodes } from './events.ts'

/** What the exchange must know of a security before it trades. */
export interface SecurityTerms {
  readonly securityID: string
  /** Prices are multiples of this, in kobo. */
  readonly tickKobo: number
  /** The previous official close: base of the daily limits, and where tick direction starts. */
  readonly referencePx: PriceKobo
  /** Daily limit either side of the reference in basis points; `null`: no limits. */
  readonly limitBps: number | null
  /** A trade of at least so many shares moves the published price. */
  readonly minMoveQty: Quantity
}

/** The code of an order that may enter; others are `refusalCodes`. */
export const ALLOWED = -1

/** Constants of this module: V8 folds these, and not those that modules share. */
const allowed = ALLOWED
const limit = INT32_LIMIT

/** Bits of a security's status. A security without any trades continuously. */
const HALTED = 1
const CLOSED = 2
const CALL = 4

/**
 * What may enter each security's book: tick, daily limits, quantity, halt, and how orders meet. The prices
 * of a security are a record of 4 integers: 0 tick, 1 low limit, 2 high limit, 3 reference.
 */
export class EntryRules {
  declare private readonly prices: Int32Array
  declare private readonly status: Uint8Array

  constructor(terms: readonly SecurityTerms[]) {
    this.prices = Int32Array.from(
      terms.flatMap((security) => {
        const { lowLimitPx, highLimitPx } = limitsOf(security)
        return [security.tickKobo, lowLimitPx, highLimitPx, referenceTick(security)]
      }),
    )
    this.status = new Uint8Array(terms.length)
  }

  /** ALLOWED, or the first rule a market order breaks. Takes any numbers. */
  checkMarket(security: number, quantity: number): number {
    const status = this.status[security]
    if (status === undefined) return refusalCodes.unknownSecurity
    if ((status & (HALTED | CLOSED)) !== 0)
      return status & HALTED ? refusalCodes.securityHalted : refusalCodes.marketClosed
    if (!(quantity >= 1 && quantity < limit && Number.isInteger(quantity)))
      return refusalCodes.quantityInvalid
    return allowed
  }

  /** ALLOWED, or the first rule a limit order breaks. Takes any numbers. */
  checkLimit(security: number, quantity: number, price: number): number {
    const broken = this.checkMarket(security, quantity)
    if (broken >= 0) return broken
    const prices = this.prices
    const at = security * 4
    if (price % (prices[at] as number) !== 0) return refusalCodes.priceOffTick
    const isWithinLimits = price >= (prices[at + 1] as number) && price <= (prices[at + 2] as number)
    return isWithinLimits ? allowed : refusalCodes.priceOutsideLimits
  }

  /**
   * ALLOWED, or the rule that the part an order shows, or the least it trades at entry, breaks. 0 is none. Of less than
   * its part an order shows all.
   */
  checkParts(quantity: number, displayQty: number, minQty: number): number {
    const isDisplayValid = displayQty === 0 || isPart(displayQty, leastShown(quantity), limit - 1)
    const isMinimumValid = minQty === 0 || isPart(minQty, 1, quantity)
    return isDisplayValid && isMinimumValid ? ALLOWED : refusalCodes.quantityInvalid
  }

  tick(security: number): number {
    return this.prices[security * 4] as number
  }

  /** The price of the ladder nearest to the reference price: what an uncross tends to. */
  reference(security: number): number {
    return this.prices[security * 4 + 3] as number
  }

  isCall(security: number): boolean {
    return ((this.status[security] as number) & CALL) !== 0
  }

  setMatching(security: number, mode: MatchingMode): void {
    const halted = (this.status[security] as number) & HALTED
    this.status[security] = halted | (mode === 'call' ? CALL : mode === 'none' ? CLOSED : 0)
  }

  isHalted(security: number): boolean {
    return ((this.status[security] as number) & HALTED) !== 0
  }

  setHalted(security: number, halted: boolean): void {
    const status = this.status[security] as number
    this.status[security] = halted ? status | HALTED : status & ~HALTED
  }
}

const isPart = (part: number, least: number, most: number): boolean =>
  Number.isInteger(part) && part >= least && part <= most

/** The whole tick within the limits nearest to the reference price, the higher of two. */
function referenceTick(terms: SecurityTerms): number {
  const { lowLimitPx, highLimitPx } = limitsOf(terms)
  const nearest = Math.floor(terms.referencePx / terms.tickKobo + 0.5) * terms.tickKobo
  return Math.min(Math.max(nearest, lowLimitPx), highLimitPx)
}

/** A security without daily limits still has prices of at least one tick that fit 32 bits. */
export function limitsOf({ referencePx, tickKobo, limitBps }: SecurityTerms) {
  if (limitBps !== null) return priceLimits(referencePx, tickKobo, limitBps)
  return { lowLimitPx: tickKobo, highLimitPx: INT32_LIMIT - 1 }
}
