import { type MatchingMode, type PriceKobo, type Quantity, Side } from '@tradebook/contract'
import type { Auction } from './auction.ts'
import type { PriceLevel } from './books.ts'
import { FILL_OR_KILL, IMMEDIATE, REST } from './continuous.ts'
import type { ExchangeEvent } from './events.ts'
import type { Instructions } from './instructions.ts'
import { BUY, MARKET, type Market, type MarketOptions, SELL } from './market.ts'
import { type CrossSide, Matching } from './matching.ts'
import { AT_CLOSE, ENDS_AT_CLOSING, ENDS_AT_OPENING, IMBALANCE_ONLY, NONE } from './orders.ts'
import type { SecurityTerms } from './rules.ts'
import type { SecurityStatistics } from './statistics.ts'
import { TapeEvents } from './tape-events.ts'
import type { Uncross } from './uncross.ts'

// Longer than 300 lines, for it is the whole interface of the market, and a good part of it documents that.

/** A new order. It asks for nothing that it does not name of the `Instructions`. */
export interface EnterOrder extends Partial<Instructions> {
  /** The caller's own number of the order: a safe integer that is only ever given back. */
  readonly tag: number
  /**
   * A 32-bit integer. Orders of the same participant do not trade with each other: the newest is
   * cancelled instead. 0 is nobody, whose orders may.
   */
  readonly participant: number
  /** Position in the terms. */
  readonly security: number
  readonly side: Side
  /** `null` for a market order, which rests in a call alone. */
  readonly price: PriceKobo | null
  readonly quantity: Quantity
  /** What does not trade at once rests, goes, or keeps all of it from trading. */
  readonly timeInForce: 'rest' | 'immediate' | 'fillOrKill'
}

/** An order as it is restored: its quantity is what is left of it. */
export interface RestoredOrder extends Omit<EnterOrder, 'timeInForce' | 'minQty'> {
  /** What the book showed of an iceberg; the first part when it is not given. */
  readonly shownQty?: Quantity | null
}

/** A cross: one broker's buy and sell of the same quantity, at one price. */
export interface Cross {
  readonly security: number
  readonly price: PriceKobo
  readonly quantity: Quantity
  readonly buy: CrossSide
  readonly sell: CrossSide
}

/** An order in the queue of its price. */
export interface QueuedOrder {
  readonly handle: number
  readonly tag: number
  readonly entryNumber: number
  readonly side: Side
  readonly price: PriceKobo
  /** What the book shows of it, and what it does not. */
  readonly size: Quantity
  readonly hidden: Quantity
  readonly time: number
}

/**
 * A price–time market for many securities, each of which trades continuously or in calls. Pure: the
 * time is an argument, and the same calls give the same events.
 *
 * `enter`, `cancel`, `replace` and `cross` make requests; `takeEvents` returns what they caused, after each
 * call or after many.
 */
export class Exchange {
  declare readonly terms: readonly SecurityTerms[]
  declare private readonly matching: Matching
  declare private readonly market: Market
  declare private readonly events: TapeEvents
  /** Price, size, price, size of the touch and number of trades, as of the last `takeChangedStatistics`. */
  readonly #figures: Float64Array

  constructor(terms: readonly SecurityTerms[], options: MarketOptions = {}) {
    this.terms = terms
    this.matching = new Matching(terms, options)
    this.market = this.matching.market
    this.events = new TapeEvents(this.matching.tape)
    this.#figures = new Float64Array(terms.length * FIGURES)
    for (let security = 0; security < terms.length; security++) this.#renewFigures(security)
  }

  /**
   * Enters an order. Events: `accepted` or `refused`, then what the order caused.
   * @throws RangeError on a participant that is not a 32-bit integer.
   */
  enter(order: EnterOrder, now: number): void {
    const { tag, participant, security, quantity } = order
    checkParticipant(participant)
    const side = order.side === Side.buy ? BUY : SELL
    const price = order.price ?? MARKET
    const timeInForce = timesInForce[order.timeInForce]
    const marks = marksOf(order)
    const displayQty = order.displayQty ?? 0
    const minQty = order.minQty ?? 0
    if (marks === 0 && displayQty === 0 && minQty === 0) {
      this.matching.enter(tag, participant, security, side, price, quantity, timeInForce, now)
    } else {
      const terms = { tag, participant, security, side, price, quantity, timeInForce }
      this.matching.enterInstructed({ ...terms, marks, displayQty, minQty }, now)
    }
  }

  /**
   * Brings both sides of a cross into a security that trades continuously. Events: `accepted` for each
   * side and `traded`, or `refused` for each side. No order in the book trades or changes.
   * @throws RangeError on a participant that is not a 32-bit integer.
   */
  cross({ security, price, quantity, buy, sell }: Cross, now: number): void {
    checkParticipant(buy.participant)
    checkParticipant(sell.participant)
    this.matching.cross(security, price, quantity, buy, sell, now)
  }

  /**
   * Puts orders back where they were, in priority order, behind those that are in the books: `accepted` for
   * each and `rested` for those in a book, nothing else. Nothing is checked and nothing trades: a book may
   * be crossed, a price off the tick or outside the limits, a security halted. Nothing shows an order
   * without a price; it trades in an uncross alone. An order that waits for the call before the close
   * is restored as `atClose`; one that has been let in is not.
   *
   * @throws RangeError for a participant that is not a 32-bit integer or an unknown security.
   */
  restore(orders: readonly RestoredOrder[], now: number): void {
    for (const { participant, security } of orders) {
      checkParticipant(participant)
      if (!this.terms[security]) throw new RangeError(`not a security: ${security}`)
    }
    const restored = orders.map((order) => ({
      tag: order.tag,
      participant: order.participant,
      book: order.security * 2 + (order.side === Side.buy ? BUY : SELL),
      price: order.price ?? MARKET,
      quantity: order.quantity,
      marks: marksOf(order),
      displayQty: order.displayQty ?? 0,
      shownQty: order.shownQty ?? 0,
    }))
    this.matching.restore(restored, now)
  }

  /** Takes an order out of the market. False, and no event, when none is there under that handle. */
  cancel(handle: number): boolean {
    return this.matching.cancel(handle)
  }

  /**
   * Gives an order another participant; no event. Orders that are in the market may then have one participant and could
   * meet: an uncross cancels the newer ones first, as those of restored books. False when there is no order
   * under that handle. @throws RangeError on a participant that is not a 32-bit integer.
   */
  setParticipant(handle: number, participant: number): boolean {
    checkParticipant(participant)
    const { orders } = this.market
    const order = orders.find(handle)
    if (order === NONE) return false
    orders.setParticipant(order, participant)
    return true
  }

  /**
   * Changes an order. Events: `replaced` or `refused`, then what the change caused. Less at the same price
   * keeps its priority; another price or more loses it, and may trade. An order without a price stays
   * without: its `price` is `null`, and that of no other order. `leaves` is what is to be left open, not the
   * quantity the order began with. False, and no event, when there is no such order under that handle.
   */
  replace(handle: number, change: { price: PriceKobo | null; leaves: Quantity }, now: number): boolean {
    return this.matching.replace(handle, change.price ?? MARKET, change.leaves, now)
  }

  /** How the orders of a security meet from now on; continuously unless set. What a call has collected trades by `uncross` alone. */
  setMatching(security: number, mode: MatchingMode): void {
    this.market.rules.setMatching(security, mode)
  }

  /**
   * Lets in the orders that waited for the call before the close, in the order in which they came, each
   * with a new entry number. Events: what follows the `accepted` of an order.
   */
  admitWaiting(security: number, now: number): void {
    this.matching.auctions.admitWaiting(security, now)
  }

  /**
   * Trades what a call has collected, at one price, and cancels the orders that end with it for `expired`:
   * those without a price, imbalance orders, and those whose instructions say so.
   */
  uncross(security: number, uncross: Uncross, now: number): void {
    this.matching.auctions.uncross(security, uncross, now)
  }

  /** Cancels the orders that end with an uncross when there is none, as in a security that is halted. */
  endOrders(security: number, uncross: Uncross): void {
    this.matching.auctions.endOrders(security, uncross)
  }

  /** What an uncross would do now. */
  auction(security: number): Auction {
    const auction = this.matching.auctions.price
    auction.find(security)
    return auction.read()
  }

  /** Refuses orders and changes in a security from now on, but not cancels. */
  halt(security: number): void {
    this.market.rules.setHalted(security, true)
  }

  resume(security: number): void {
    this.market.rules.setHalted(security, false)
  }

  isHalted(security: number): boolean {
    return this.market.rules.isHalted(security)
  }

  /**
   * What happened since the last call, in order, to be read once. One object shows each event in turn: copy what you keep
   * of an event.
   */
  takeEvents(): Iterable<ExchangeEvent> {
    return this.events
  }

  /** The securities that traded, or whose best bid or offer changed, since the last call. */
  takeChangedStatistics(): readonly number[] {
    const touched = this.market.statistics.takeTouched()
    return Array.from(touched).filter((security) => this.#renewFigures(security))
  }

  statistics(security: number): SecurityStatistics {
    const { books } = this.market
    const bidPx = books.bestPrice(security * 2 + BUY)
    const offerPx = books.bestPrice(security * 2 + SELL)
    return {
      ...this.market.statistics.read(security),
      bidPx: bidPx === 0 ? null : (bidPx as PriceKobo),
      bidSize: books.bestSize(security * 2 + BUY),
      offerPx: offerPx === 0 ? null : (offerPx as PriceKobo),
      offerSize: books.bestSize(security * 2 + SELL),
    }
  }

  /** The price levels of one side of a security, best first: all of them, or at most so many. */
  levels(security: number, side: Side, most = Number.POSITIVE_INFINITY): PriceLevel[] {
    return this.market.books.priceLevels(security * 2 + (side === Side.buy ? BUY : SELL), most)
  }

  /** The resting orders of a security in priority order, buys first. */
  *entries(security: number): Generator<QueuedOrder> {
    const { books } = this.market
    for (const order of books.queue(security * 2 + BUY)) yield this.#queuedOrder(order, Side.buy)
    for (const order of books.queue(security * 2 + SELL)) yield this.#queuedOrder(order, Side.sell)
  }

  /** The number the next book entry will have: what a restart must go on from. */
  get nextEntryNumber(): number {
    return this.market.nextEntryNumber
  }

  get nextTradeNumber(): number {
    return this.market.nextTradeNumber
  }

  #queuedOrder(handle: number, side: Side): QueuedOrder {
    const { orders } = this.market
    return {
      handle,
      tag: orders.tag(handle),
      entryNumber: orders.entryNumber(handle),
      side,
      price: Math.abs(orders.key(handle)) as PriceKobo,
      size: orders.leaves(handle) as Quantity,
      hidden: orders.hidden(handle) as Quantity,
      time: orders.time(handle),
    }
  }

  /** Renews the figures of a security. @returns whether any of them is another than before. */
  #renewFigures(security: number): boolean {
    const { books } = this.market
    const at = security * FIGURES
    const bid = this.#renew(at, books.bestPrice(security * 2 + BUY))
    const bidSize = this.#renew(at + 1, books.bestSize(security * 2 + BUY))
    const offer = this.#renew(at + 2, books.bestPrice(security * 2 + SELL))
    const offerSize = this.#renew(at + 3, books.bestSize(security * 2 + SELL))
    const trades = this.#renew(at + 4, this.market.statistics.trades(security))
    return bid || bidSize || offer || offerSize || trades
  }

  #renew(at: number, value: number): boolean {
    const changed = this.#figures[at] !== value
    this.#figures[at] = value
    return changed
  }
}

/** The figures that are kept of a security. */
const FIGURES = 5

function checkParticipant(participant: number): void {
  if ((participant | 0) !== participant) throw new RangeError(`not a participant: ${participant}`)
}

const marksOf = ({ imbalanceOnly, ends, atClose }: Partial<Instructions>): number =>
  (imbalanceOnly ? IMBALANCE_ONLY : 0) |
  (ends === 'opening' ? ENDS_AT_OPENING : ends === 'closing' ? ENDS_AT_CLOSING : 0) |
  (atClose ? AT_CLOSE : 0)

const timesInForce = { rest: REST, immediate: IMMEDIATE, fillOrKill: FILL_OR_KILL } as const
