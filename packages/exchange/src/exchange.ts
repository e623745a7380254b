import { type PriceKobo, type Quantity, Side } from '@tradebook/contract'
import type { PriceLevel } from './books.ts'
import type { ExchangeEvent } from './events.ts'
import { BUY, FILL_OR_KILL, IMMEDIATE, MARKET, type MarketOptions, Matching, REST, SELL } from './matching.ts'
import type { SecurityTerms } from './rules.ts'
import type { SecurityStatistics } from './statistics.ts'
import { readEvents } from './tape.ts'

export interface EnterOrder {
  /** The caller's own number of the order: a safe integer that is only ever given back. */
  readonly tag: number
  /**
   * A 32-bit integer. Orders of the same owner do not trade with each other: the newest is
   * cancelled instead. 0 is nobody, whose orders may.
   */
  readonly owner: number
  /** Position in the terms. */
  readonly security: number
  readonly side: Side
  /** `null` for a market order, which never rests. */
  readonly price: PriceKobo | null
  readonly quantity: Quantity
  /** What does not trade at once rests, goes, or keeps all of it from trading. */
  readonly timeInForce: 'rest' | 'immediate' | 'fillOrKill'
}

/** A resting order. */
export interface RestingOrder {
  readonly handle: number
  readonly tag: number
  readonly entryNumber: number
  readonly side: Side
  readonly price: PriceKobo
  readonly size: Quantity
  readonly time: number
}

/**
 * A continuous price–time market for many securities. Pure: the time is an argument, and the same
 * calls give the same events.
 *
 * `enter`, `cancel` and `replace` make requests; `takeEvents` returns what they caused, after each
 * call or after many.
 */
export class Exchange {
  readonly terms: readonly SecurityTerms[]
  readonly #matching: Matching
  /** Price, size, price, size of the touch and number of trades, as of the last `takeChangedStatistics`. */
  readonly #noted: Float64Array

  constructor(terms: readonly SecurityTerms[], options: MarketOptions = {}) {
    this.terms = terms
    this.#matching = new Matching(terms, options)
    this.#noted = new Float64Array(terms.length * NOTED)
    for (let security = 0; security < terms.length; security++) this.#noteChange(security)
  }

  /**
   * Enters an order. Events: `accepted` or `refused`, then what the order caused.
   * @throws RangeError on an owner that is no 32-bit integer.
   */
  enter(order: EnterOrder, now: number): void {
    checkOwner(order.owner)
    this.#matching.enter(
      order.tag,
      order.owner,
      order.security,
      order.side === Side.buy ? BUY : SELL,
      order.price ?? MARKET,
      order.quantity,
      timesInForce[order.timeInForce],
      now,
    )
  }

  /**
   * Puts orders into books that are still empty, in priority order, as they stood before: `accepted`
   * and `rested` for each, nothing else. Nothing is checked and nothing trades: a book may be crossed,
   * a price off the tick or outside the limits, a security halted. An order without a price is
   * accepted, but does not rest: nothing trades with it or shows it until it is cancelled.
   *
   * @throws RangeError for an owner that is no 32-bit integer or an unknown security.
   */
  restore(orders: readonly Omit<EnterOrder, 'timeInForce'>[], now: number): void {
    for (const { owner, security } of orders) {
      checkOwner(owner)
      if (!this.terms[security]) throw new RangeError(`not a security: ${security}`)
    }
    const restored = orders.map(({ tag, owner, security, side, price, quantity }) => ({
      ...{ tag, owner, quantity, price: price ?? MARKET },
      book: security * 2 + (side === Side.buy ? BUY : SELL),
    }))
    this.#matching.restore(restored, now)
  }

  /** Takes a resting order out of the book. False, and no event, when none rests under that handle. */
  cancel(handle: number): boolean {
    return this.#matching.cancel(handle)
  }

  /**
   * Changes a resting order. Events: `replaced` or `refused`, then what the change caused. Less at the same price
   * keeps its priority; another price or more loses it, and may trade. `leaves` is what is to be
   * left open, not the quantity the order began with. False, and no event, when none rests under
   * that handle.
   */
  replace(handle: number, change: { price: PriceKobo; leaves: Quantity }, now: number): boolean {
    return this.#matching.replace(handle, change.price, change.leaves, now)
  }

  /** Refuses orders and changes in a security from now on, but not cancels. */
  halt(security: number): void {
    this.#matching.rules.setHalted(security, true)
  }

  resume(security: number): void {
    this.#matching.rules.setHalted(security, false)
  }

  isHalted(security: number): boolean {
    return this.#matching.rules.isHalted(security)
  }

  /** What happened since the last call, in order. */
  takeEvents(): readonly ExchangeEvent[] {
    const events = readEvents(this.#matching.tape)
    this.#matching.tape.clear()
    return events
  }

  /** The securities that traded, or whose best bid or offer changed, since the last call. */
  takeChangedStatistics(): readonly number[] {
    const changed: number[] = []
    for (let security = 0; security < this.terms.length; security++) {
      if (this.#noteChange(security)) changed.push(security)
    }
    return changed
  }

  statistics(security: number): SecurityStatistics {
    const { books } = this.#matching
    const bidPx = books.bestPrice(security * 2 + BUY)
    const offerPx = books.bestPrice(security * 2 + SELL)
    return {
      ...this.#matching.statistics.read(security),
      bidPx: bidPx === 0 ? null : (bidPx as PriceKobo),
      bidSize: books.bestSize(security * 2 + BUY),
      offerPx: offerPx === 0 ? null : (offerPx as PriceKobo),
      offerSize: books.bestSize(security * 2 + SELL),
    }
  }

  /** The price levels of one side of a security, best first: all of them, or at most so many. */
  levels(security: number, side: Side, most = Number.POSITIVE_INFINITY): PriceLevel[] {
    return this.#matching.books.priceLevels(security * 2 + (side === Side.buy ? BUY : SELL), most)
  }

  /** The resting orders of a security in priority order, buys first. */
  *entries(security: number): Generator<RestingOrder> {
    const { books } = this.#matching
    for (const order of books.queue(security * 2 + BUY)) yield this.#restingOrder(order, Side.buy)
    for (const order of books.queue(security * 2 + SELL)) yield this.#restingOrder(order, Side.sell)
  }

  /** The number the next book entry will have: what a restart must go on from. */
  get nextEntryNumber(): number {
    return this.#matching.nextEntryNumber
  }

  get nextTradeNumber(): number {
    return this.#matching.nextTradeNumber
  }

  #restingOrder(handle: number, side: Side): RestingOrder {
    const { orders } = this.#matching
    return {
      handle,
      tag: orders.tag(handle),
      entryNumber: orders.entryNumber(handle),
      side,
      price: Math.abs(orders.key(handle)) as PriceKobo,
      size: orders.leaves(handle) as Quantity,
      time: orders.time(handle),
    }
  }

  /** Notes the figures of a security. @returns whether they differ from those noted before. */
  #noteChange(security: number): boolean {
    const { books } = this.#matching
    const at = security * NOTED
    const bid = this.#note(at, books.bestPrice(security * 2 + BUY))
    const bidSize = this.#note(at + 1, books.bestSize(security * 2 + BUY))
    const offer = this.#note(at + 2, books.bestPrice(security * 2 + SELL))
    const offerSize = this.#note(at + 3, books.bestSize(security * 2 + SELL))
    const trades = this.#note(at + 4, this.#matching.statistics.trades(security))
    return bid || bidSize || offer || offerSize || trades
  }

  #note(at: number, value: number): boolean {
    const changed = this.#noted[at] !== value
    this.#noted[at] = value
    return changed
  }
}

/** Numbers noted of a security. */
const NOTED = 5

function checkOwner(owner: number): void {
  if ((owner | 0) !== owner) throw new RangeError(`not an owner: ${owner}`)
}

const timesInForce = { rest: REST, immediate: IMMEDIATE, fillOrKill: FILL_OR_KILL } as const
