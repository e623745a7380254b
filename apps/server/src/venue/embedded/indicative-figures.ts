import type { Auction, Exchange } from '@tradebook/exchange'

/** Milliseconds from one renewal to the next, in which a demonstration's market time runs the faster. */
const RENEWAL_MS = 250

export interface IndicativeFiguresOptions {
  /** Whether the figures of a security are published now. */
  readonly isPublished: (security: number) => boolean
  /** How many milliseconds of market time pass in one. */
  readonly speed: number
}

/** The indicative price, quantity and imbalance of the securities in a call, renewed four times a second at most. */
export class IndicativeFigures {
  readonly #exchange: Exchange
  readonly #isPublished: (security: number) => boolean
  readonly #figures = new Map<number, Auction>()
  /** Of market time. */
  readonly #renewalMs: number
  #renewedAt = Number.NEGATIVE_INFINITY

  constructor(exchange: Exchange, { isPublished, speed }: IndicativeFiguresOptions) {
    this.#exchange = exchange
    this.#isPublished = isPublished
    this.#renewalMs = RENEWAL_MS * speed
  }

  /** The figures as they were renewed last; `undefined` of a security whose figures are not published. */
  read(security: number): Auction | undefined {
    return this.#figures.get(security)
  }

  /** Renews the figures when it is time, or at once. @returns the securities whose figures changed. */
  renew(now: number, atOnce: boolean): number[] {
    if (!atOnce && now - this.#renewedAt < this.#renewalMs) return []
    this.#renewedAt = now
    return [...this.#exchange.terms.keys()].filter((security) => this.#renewOne(security))
  }

  #renewOne(security: number): boolean {
    const before = this.#figures.get(security)
    if (!this.#isPublished(security)) return this.#figures.delete(security)
    const after = this.#exchange.auction(security)
    this.#figures.set(security, after)
    return (
      before?.price !== after.price ||
      before.quantity !== after.quantity ||
      before.imbalanceSide !== after.imbalanceSide ||
      before.imbalanceQty !== after.imbalanceQty
    )
  }
}
