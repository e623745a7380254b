import { INT32_LIMIT, type PriceKobo, priceLimits, type Quantity } from '@tradebook/contract'
import { type RefusalReason, refusalReasons } from './events.ts'

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

/** The code of an order that may enter; others are positions in `refusalReasons`. */
export const ALLOWED = -1

const code = (reason: RefusalReason): number => refusalReasons.indexOf(reason)

const UNKNOWN_SECURITY = code('unknownSecurity')
const SECURITY_HALTED = code('securityHalted')
const QUANTITY_INVALID = code('quantityInvalid')
const PRICE_OFF_TICK = code('priceOffTick')
const PRICE_OUTSIDE_LIMITS = code('priceOutsideLimits')

/** What may enter each security's book: tick, daily limits, quantity, halt. */
export class EntryRules {
  readonly #ticks: Int32Array
  readonly #lowLimits: Int32Array
  readonly #highLimits: Int32Array
  readonly #halted: Uint8Array

  constructor(terms: readonly SecurityTerms[]) {
    const limits = terms.map(limitsOf)
    this.#ticks = Int32Array.from(terms, (security) => security.tickKobo)
    this.#lowLimits = Int32Array.from(limits, (limit) => limit.lowLimitPx)
    this.#highLimits = Int32Array.from(limits, (limit) => limit.highLimitPx)
    this.#halted = new Uint8Array(terms.length)
  }

  /** ALLOWED, or the first rule a market order breaks. Takes any numbers. */
  checkMarket(security: number, quantity: number): number {
    const halted = this.#halted[security]
    if (halted === undefined) return UNKNOWN_SECURITY
    if (halted !== 0) return SECURITY_HALTED
    if (!(quantity >= 1 && quantity < INT32_LIMIT && Number.isInteger(quantity))) return QUANTITY_INVALID
    return ALLOWED
  }

  /** ALLOWED, or the first rule a limit order breaks. Takes any numbers. */
  checkLimit(security: number, quantity: number, price: number): number {
    const broken = this.checkMarket(security, quantity)
    if (broken !== ALLOWED) return broken
    if (price % (this.#ticks[security] as number) !== 0) return PRICE_OFF_TICK
    if (price < (this.#lowLimits[security] as number) || price > (this.#highLimits[security] as number)) {
      return PRICE_OUTSIDE_LIMITS
    }
    return ALLOWED
  }

  tick(security: number): number {
    return this.#ticks[security] as number
  }

  isHalted(security: number): boolean {
    return this.#halted[security] === 1
  }

  setHalted(security: number, halted: boolean): void {
    this.#halted[security] = halted ? 1 : 0
  }
}

/** A security without daily limits still has prices of at least one tick that fit 32 bits. */
export function limitsOf({ referencePx, tickKobo, limitBps }: SecurityTerms) {
  if (limitBps !== null) return priceLimits(referencePx, tickKobo, limitBps)
  return { lowLimitPx: tickKobo, highLimitPx: INT32_LIMIT - 1 }
}
