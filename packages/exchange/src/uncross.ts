import { AuctionPrice } from './auction.ts'
import type { BookSide } from './book-side.ts'
import { cancelCodes, type TradeCondition } from './events.ts'
import { BUY, type Market, NOBODY, SELL } from './market.ts'
import { AT_CLOSE, ENDS_AT_CLOSING, ENDS_AT_OPENING, IMBALANCE_ONLY, NONE } from './orders.ts'

/** An uncross: the orders that a call has collected trade together at one price. */
export type Uncross = Exclude<TradeCondition, 'X'>

/** Orders with one of these marks end with the uncross; those without a price end with every one. */
const ending: Readonly<Record<Uncross, number>> = {
  open: IMBALANCE_ONLY | ENDS_AT_OPENING,
  reopening: IMBALANCE_ONLY | ENDS_AT_OPENING,
  close: IMBALANCE_ONLY | ENDS_AT_OPENING | ENDS_AT_CLOSING | AT_CLOSE,
}

/**
 * Call auctions: orders are collected, and an uncross lets them trade at one price. Of each side trade
 * first the orders without a price, then those with a better price, then those at the price, each by
 * time, and imbalance orders after all others.
 *
 * Orders of one participant that could trade with each other never are in a call together: the newest is
 * cancelled when it comes. So an uncross stops at no order, whatever price comes out.
 */
export class CallAuctions {
  readonly price: AuctionPrice
  readonly #market: Market

  constructor(market: Market) {
    this.#market = market
    this.price = new AuctionPrice(market)
  }

  /** Collects an order that is in no book: without trades. */
  collect(order: number): void {
    const market = this.#market
    if (this.#couldMeetOwn(order)) market.drop(order, cancelCodes.selfMatch)
    else if (market.isUnpriced(order)) market.restUnpriced(order)
    else market.rest(order)
  }

  /** Lets in the orders that waited for the call before the close, in the order in which they came. */
  admitWaiting(security: number, now: number): void {
    const market = this.#market
    const list = market.waitingList(security)
    for (const order of [...market.lists.orders(list)]) {
      market.lists.remove(list, order)
      market.stamp(order, now)
      this.collect(order)
    }
  }

  /** Trades what the call has collected, and ends the orders that end with it. */
  uncross(security: number, uncross: Uncross, now: number): void {
    this.#separateParticipants(security)
    this.price.find(security)
    const { price, quantity } = this.price
    if (quantity > 0) {
      this.#trade(security, price, uncross, now)
      this.#market.statistics.publish(security, price, quantity)
    }
    this.endOrders(security, uncross)
  }

  /** Ends the orders of a security that end with an uncross, also when there is none. */
  endOrders(security: number, uncross: Uncross): void {
    const { books, lists, orders } = this.#market
    for (const book of [security * 2 + BUY, security * 2 + SELL]) {
      for (const order of [...lists.orders(book)]) this.#market.cancel(order, cancelCodes.expired)
      for (const order of [...books.queue(book)]) {
        if ((orders.marks(order) & ending[uncross]) !== 0) this.#market.cancel(order, cancelCodes.expired)
      }
    }
    if (uncross !== 'close') return
    for (const order of [...lists.orders(this.#market.waitingList(security))])
      this.#market.cancel(order, cancelCodes.expired)
  }

  #trade(security: number, price: number, uncross: Uncross, now: number): void {
    const { orders, statistics, tape } = this.#market
    const buys = new FillingOrder(this.#market, security * 2 + BUY, price)
    const sells = new FillingOrder(this.#market, security * 2 + SELL, -price)
    for (let buy = buys.next(), sell = sells.next(); buy !== NONE && sell !== NONE; ) {
      const quantity = Math.min(orders.leaves(buy), orders.leaves(sell))
      const direction = statistics.count(security, price, quantity)
      const isBuyShown = this.#take(buy, quantity)
      const isSellShown = this.#take(sell, quantity)
      tape.matched(buy, sell, price, quantity, direction, this.#market.nextTradeNumber++, uncross)
      if (isBuyShown) tape.filled(buy)
      if (isSellShown) tape.filled(sell)
      if (orders.leaves(buy) === 0) buys.filled(this.#end(buy, now))
      if (orders.leaves(sell) === 0) sells.filled(this.#end(sell, now))
      buy = buys.next()
      sell = sells.next()
    }
  }

  /** Takes what traded from an order; one with nothing left leaves. @returns whether the book shows the order. */
  #take(order: number, quantity: number): boolean {
    const { books, lists, orders } = this.#market
    const left = orders.leaves(order) - quantity
    const isShown = orders.rests(order)
    if (isShown) {
      if (left === 0) books.remove(order)
      else books.levels.addSize(orders.level(order), -quantity)
    } else if (left === 0) lists.remove(orders.book(order), order)
    else lists.addSize(orders.book(order), -quantity)
    orders.setLeaves(order, left)
    return isShown
  }

  /** An order whose shown part is filled. @returns the order when it is an iceberg with another part, or NONE. */
  #end(order: number, now: number): number {
    if (this.#market.orders.hidden(order) === 0) {
      this.#market.orders.free(order)
      return NONE
    }
    this.#market.refill(order, now)
    return order
  }

  /** Whether an order of the same participant is on the other side at a price that the order accepts. */
  #couldMeetOwn(order: number): boolean {
    const { books, lists, orders } = this.#market
    const participant = orders.participant(order)
    if (participant === NOBODY) return false
    const other = orders.book(order) ^ 1
    for (let resting = lists.head(other); resting !== NONE; resting = orders.next(resting)) {
      if (orders.participant(resting) === participant) return true
    }
    const side = books.sides[other] as BookSide
    for (let level = side.best; level !== NONE; level = side.below(level)) {
      if (-orders.key(books.levels.head(level)) > orders.key(order)) return false
      for (let resting = books.levels.head(level); resting !== NONE; resting = orders.next(resting)) {
        if (orders.participant(resting) === participant) return true
      }
    }
    return false
  }

  /**
   * Cancels, before the uncross of restored books, the newer of orders of one participant that could meet: a
   * restore checks nothing, and their entry would have cancelled them.
   */
  #separateParticipants(security: number): void {
    const { orders } = this.#market
    /** By participant, the best key on each side of the orders that stay. */
    const best = new Map<number, [buy: number, sell: number]>()
    const owned = [security * 2 + BUY, security * 2 + SELL]
      .flatMap((book) => [...this.#market.lists.orders(book), ...this.#market.books.queue(book)])
      .filter((order) => orders.participant(order) !== NOBODY)
      .sort((a, b) => orders.entryNumber(a) - orders.entryNumber(b))
    for (const order of owned) {
      const side = orders.book(order) & 1
      const keys = best.get(orders.participant(order)) ?? [-Infinity, -Infinity]
      const key = orders.key(order)
      if ((keys[side ^ 1] as number) + key >= 0) this.#market.cancel(order, cancelCodes.selfMatch)
      else
        best.set(
          orders.participant(order),
          side === BUY ? [Math.max(keys[0], key), keys[1]] : [keys[0], Math.max(keys[1], key)],
        )
    }
  }
}

/** The orders of one side that a price fills, in the order in which it fills them. */
class FillingOrder {
  readonly #market: Market
  readonly #side: BookSide
  readonly #key: number
  /** Those of the level that is being filled; before the first level those without a price. */
  #queue: number[]
  #at = 0
  /** The imbalance orders of each level passed, the best level first. */
  readonly #imbalanceOrders: number[][] = []
  #nextLevel: number

  /** @param key the price of a buy, less the price of a sell. */
  constructor(market: Market, book: number, key: number) {
    this.#market = market
    this.#side = market.books.sides[book] as BookSide
    this.#key = key
    this.#queue = [...market.lists.orders(book)]
    this.#nextLevel = this.#side.best
  }

  /** The order that is filled next, the same until it is `filled`; NONE when there is no other. */
  next(): number {
    while (this.#at === this.#queue.length) {
      if (!this.#takeLevel() && !this.#takeImbalanceOrders()) return NONE
    }
    return this.#queue[this.#at] as number
  }

  /** The order is filled. Of an iceberg with another part, `refilled` is the order, which is behind its price again. */
  filled(refilled: number): void {
    this.#at++
    if (refilled !== NONE) this.#queue.push(refilled)
  }

  #takeLevel(): boolean {
    const { books, orders } = this.#market
    const level = this.#nextLevel
    if (level === NONE || orders.key(books.levels.head(level)) < this.#key) return false
    this.#nextLevel = this.#side.below(level)
    const resting: number[] = []
    for (let order = books.levels.head(level); order !== NONE; order = orders.next(order)) resting.push(order)
    const isLast = (order: number) => (orders.marks(order) & IMBALANCE_ONLY) !== 0
    this.#imbalanceOrders.push(resting.filter(isLast))
    this.#take(resting.filter((order) => !isLast(order)))
    return true
  }

  #takeImbalanceOrders(): boolean {
    const queue = this.#imbalanceOrders.shift()
    if (queue) this.#take(queue)
    return queue !== undefined
  }

  #take(queue: number[]): void {
    this.#queue = queue
    this.#at = 0
  }
}
