import { type PriceKobo, type Quantity, Side } from '@tradebook/contract'
import type { BookSide } from './book-side.ts'
import { BUY, type Market, SELL } from './market.ts'
import { NONE } from './orders.ts'

/** What an uncross would do now. */
export interface Auction {
  /** The one price of all its trades; `null` when nothing would trade. */
  readonly price: PriceKobo | null
  readonly quantity: Quantity
  /** The side of which more could trade at that price than the other side has, and by how much. */
  readonly imbalanceSide: Side | null
  readonly imbalanceQty: number
}

/**
 * Finds the price of an uncross: among the prices from the lowest to the highest of the limit prices
 * in the book and the reference price, all of them whole ticks,
 *
 * 1. the one at which most shares trade; among several
 * 2. the one that leaves fewest unfilled at that price; among several
 * 3. the highest when all of those are buys, the lowest when all are sells; and otherwise
 * 4. the one nearest to the reference price.
 *
 * Source: the usual rule of call auctions; the exchange publishes no tie-breaks of its own. Orders
 * without a price accept every price, so that with no others the reference price comes out.
 *
 * Pairing the best buys with the best sells until they no longer meet gives the largest quantity. The
 * prices at which it trades lie between the last sell paired and the last buy paired, and what is
 * left at each of them follows from the next buy and the next sell. So nothing is read but the levels
 * that trade and one or two behind them. All fields are numbers that are used again and again.
 */
export class AuctionPrice {
  /** In kobo; 0 when nothing would trade. */
  price = 0
  quantity = 0
  /** Shares left over at the price: above zero of buys, below zero of sells. */
  surplus = 0
  readonly #market: Market
  readonly #buys: Ranking
  readonly #sells: Ranking

  constructor(market: Market) {
    this.#market = market
    this.#buys = new Ranking(market, BUY)
    this.#sells = new Ranking(market, SELL)
  }

  /** Computes the fields for a security. */
  find(security: number): void {
    const buys = this.#buys
    const sells = this.#sells
    buys.start(security)
    sells.start(security)
    let paired = 0
    let lastBuy = 0
    let lastSell = 0
    while (buys.left > 0 && sells.left > 0 && buys.key + sells.key >= 0) {
      const quantity = Math.min(buys.left, sells.left)
      paired += quantity
      lastBuy = buys.key
      lastSell = sells.key
      buys.take(quantity)
      sells.take(quantity)
    }
    this.quantity = paired
    this.price = paired === 0 ? 0 : this.#priceBetween(security, -lastSell, lastBuy)
    this.surplus = paired === 0 ? 0 : this.#surplusAt(this.price)
  }

  /** The fields as an object. */
  read(): Auction {
    return {
      price: this.price === 0 ? null : (this.price as PriceKobo),
      quantity: this.quantity as Quantity,
      imbalanceSide: this.surplus === 0 ? null : this.surplus > 0 ? Side.buy : Side.sell,
      imbalanceQty: Math.abs(this.surplus),
    }
  }

  /**
   * The price among those at which most shares trade, from the last sell paired to the last buy paired;
   * infinite where one of them has no price.
   */
  #priceBetween(security: number, lastSell: number, lastBuy: number): number {
    const { rules } = this.#market
    const tick = rules.tick(security)
    const reference = rules.reference(security)
    const low = lastSell === -Infinity ? this.#lowest(reference) : lastSell
    const high = lastBuy === Infinity ? this.#highest(reference) : lastBuy
    // The next in each ranking, infinitely far when there is none.
    const nextBuy = this.#buys.left > 0 ? this.#buys.key : -Infinity
    const nextSell = this.#sells.left > 0 ? -this.#sells.key : Infinity

    const evenLow = Math.max(low, nextBuy + tick)
    const evenHigh = Math.min(high, nextSell - tick)
    if (evenLow <= evenHigh) return between(reference, evenLow, evenHigh)

    // No price leaves nothing: buys are left up to the next buy's price, sells from the next sell's on.
    const highestOfBuys = Math.min(high, nextBuy)
    const lowestOfSells = Math.max(low, nextSell)
    if (lowestOfSells > high) return highestOfBuys
    if (highestOfBuys < low) return lowestOfSells
    const surplus = this.#surplusAt(highestOfBuys)
    const deficit = -this.#surplusAt(lowestOfSells)
    if (surplus !== deficit) return surplus < deficit ? highestOfBuys : lowestOfSells
    return between(
      reference,
      Math.max(low, this.#buys.keyBehind() + tick),
      Math.min(high, -this.#sells.keyBehind() - tick),
    )
  }

  /** The lowest of the limit prices in the book and the reference price. */
  #lowest(reference: number): number {
    return Math.min(reference, this.#buys.worst(reference), this.#sells.best(reference))
  }

  #highest(reference: number): number {
    return Math.max(reference, this.#buys.best(reference), this.#sells.worst(reference))
  }

  /** Shares that would buy at a price, less those that would sell. */
  #surplusAt(price: number): number {
    return this.#buys.upTo(price) - this.#sells.upTo(-price)
  }
}

const between = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high)

/** One side of a book in the order in which a price reaches it: what has no price, then level by level. */
class Ranking {
  /** Of what comes next: its shares that are not taken yet, and its key, infinite without a price. */
  left = 0
  key = 0
  readonly #market: Market
  readonly #sideNumber: number
  #book = 0
  #side: BookSide
  /** The level that comes next; NONE before the first and behind the last. */
  #level = NONE
  #isUnpriced = true

  constructor(market: Market, side: number) {
    this.#market = market
    this.#sideNumber = side
    this.#side = market.books.sides[side] as BookSide
  }

  start(security: number): void {
    this.#book = security * 2 + this.#sideNumber
    this.#side = this.#market.books.sides[this.#book] as BookSide
    this.#level = NONE
    this.#isUnpriced = true
    this.key = Infinity
    this.left = this.#market.lists.size(this.#book)
    if (this.left === 0) this.#advance()
  }

  take(quantity: number): void {
    this.left -= quantity
    if (this.left === 0) this.#advance()
  }

  /** The best limit price, or another when there is none. */
  best(otherwise: number): number {
    return this.#side.best === NONE ? otherwise : Math.abs(this.#keyOf(this.#side.best))
  }

  /** The worst limit price, or another when there is none. */
  worst(otherwise: number): number {
    const level = this.#side.worst()
    return level === NONE ? otherwise : Math.abs(this.#keyOf(level))
  }

  /** The key of the level behind the one that comes next; infinitely low when there is none. */
  keyBehind(): number {
    const behind = this.#side.below(this.#level)
    return behind === NONE ? -Infinity : this.#keyOf(behind)
  }

  /** All shares whose key is at least so high. */
  upTo(key: number): number {
    const { levels } = this.#market.books
    let shares = this.#market.lists.size(this.#book)
    for (
      let level = this.#side.best;
      level !== NONE && this.#keyOf(level) >= key;
      level = this.#side.below(level)
    ) {
      shares += levels.whole(level)
    }
    return shares
  }

  #advance(): void {
    this.#level = this.#isUnpriced ? this.#side.best : this.#side.below(this.#level)
    this.#isUnpriced = false
    if (this.#level === NONE) return
    this.key = this.#keyOf(this.#level)
    this.left = this.#market.books.levels.whole(this.#level)
  }

  #keyOf(level: number): number {
    return this.#market.orders.key(this.#market.books.levels.head(level))
  }
}
