import type { AuctionPrice } from './auction.ts'
import { ContinuousTrading, FILL_OR_KILL, REST } from './continuous.ts'
import { cancelCodes, refusalCodes } from './events.ts'
import { reduce } from './iceberg.ts'
import { BUY, MARKET, Market, type MarketOptions, NOBODY, SELL } from './market.ts'
import { AT_CLOSE, IMBALANCE_ONLY, NONE, type OrderPool } from './orders.ts'
import { ALLOWED, type EntryRules, type SecurityTerms } from './rules.ts'
import type { Tape } from './tape.ts'
import { CallAuctions } from './uncross.ts'

/** A constant of this module: V8 folds it, and not one that modules share. */
const market = MARKET

/** An order as it was in the market before. */
export interface PlacedOrder {
  readonly tag: number
  readonly participant: number
  /** Twice the security, plus BUY or SELL. */
  readonly book: number
  /** In kobo, or MARKET. */
  readonly price: number
  /** What is left of it. */
  readonly quantity: number
  /** Bits as `OrderPool` has them. */
  readonly marks: number
  /** The most of an iceberg that the book shows at a time; 0 for any other order. */
  readonly displayQty: number
  /** What the book showed of an iceberg; 0 for any other order. */
  readonly shownQty: number
}

/** A new order with what it asks for, in the numbers of `Matching.enter` and `Matching.enterInstructed`. */
export interface InstructedOrder {
  readonly tag: number
  readonly participant: number
  readonly security: number
  readonly side: number
  readonly price: number
  readonly quantity: number
  readonly timeInForce: number
  readonly marks: number
  readonly displayQty: number
  readonly minQty: number
}

/** One side of a cross. */
export interface CrossSide {
  readonly tag: number
  readonly participant: number
}

/**
 * The requests of the market, in numbers only: each is checked, and handed to continuous trading or to
 * the call of its security. An order is named by a handle until it ends.
 */
export class Matching {
  declare readonly market: Market
  /** What happened, until it is cleared. */
  declare readonly tape: Tape
  declare readonly auctions: CallAuctions
  declare private readonly continuous: ContinuousTrading
  /** Those of the market, held directly: every request reads them. */
  declare private readonly rules: EntryRules
  declare private readonly orders: OrderPool

  constructor(terms: readonly SecurityTerms[], options: MarketOptions = {}) {
    this.market = new Market(terms, options)
    this.tape = this.market.tape
    this.rules = this.market.rules
    this.orders = this.market.orders
    this.auctions = new CallAuctions(this.market)
    this.continuous = new ContinuousTrading(this.market)
  }

  /** A new order. `side` is BUY or SELL, `price` in kobo or MARKET, `timeInForce` REST, IMMEDIATE or FILL_OR_KILL. */
  enter(
    tag: number,
    participant: number,
    security: number,
    side: number,
    price: number,
    quantity: number,
    timeInForce: number,
    now: number,
  ): void {
    const broken = this.#check(security, price, quantity)
    if (broken >= 0) {
      this.tape.refused(tag, broken)
      return
    }
    const order = this.market.accept((security << 1) | side, price, quantity, participant, tag, now)
    if (this.rules.isCall(security)) this.#collect(order, timeInForce, 0)
    else this.continuous.enter(order, timeInForce)
  }

  /** A new order that asks for something. `marks` are bits as `OrderPool` has them; `displayQty` and `minQty` are 0 for none. */
  enterInstructed(
    {
      tag,
      participant,
      security,
      side,
      price,
      quantity,
      timeInForce,
      marks,
      displayQty,
      minQty,
    }: InstructedOrder,
    now: number,
  ): void {
    let broken = this.#check(security, price, quantity)
    if (broken === ALLOWED) broken = this.rules.checkParts(quantity, displayQty, minQty)
    if (broken === ALLOWED && (marks & IMBALANCE_ONLY) !== 0)
      broken = this.#checkImbalance(security, side, price)
    if (broken !== ALLOWED) {
      this.tape.refused(tag, broken)
      return
    }
    const order = this.market.accept(security * 2 + side, price, quantity, participant, tag, now)
    this.orders.instruct(order, marks, displayQty)
    if ((marks & AT_CLOSE) !== 0) this.market.keepWaiting(order)
    else if (this.rules.isCall(security)) this.#collect(order, timeInForce, minQty)
    else this.continuous.enterAtLeast(order, timeInForce, minQty)
  }

  /**
   * Puts orders back where they were, in priority order, behind those that are in the books: without
   * checks, and without trades even where the books are crossed.
   */
  restore(restored: readonly PlacedOrder[], now: number): void {
    const { market } = this
    const { orders } = market
    this.#fitLadders(restored)
    for (const { tag, participant, book, price, quantity, marks, displayQty, shownQty } of restored) {
      const order = market.accept(book, price, quantity, participant, tag, now)
      orders.instruct(order, marks, displayQty)
      if ((marks & AT_CLOSE) !== 0) market.keepWaiting(order)
      else if (price === MARKET) market.restUnpriced(order)
      else market.rest(order, shownQty === 0 ? displayQty : shownQty)
    }
  }

  /** Takes an order out of the market, wherever it waits. False when none does under that handle. */
  cancel(handle: number): boolean {
    const order = this.orders.find(handle)
    if (order < 0) return false
    this.market.cancel(order, cancelCodes.requested)
    return true
  }

  /**
   * Gives an order another price, which is MARKET for one that has none, and another quantity. Less at the
   * same price keeps its place; any other change puts it behind the orders that are there. False when no
   * such order is in the market under that handle.
   */
  replace(handle: number, price: number, leaves: number, now: number): boolean {
    const { market } = this
    const { orders } = market
    const order = orders.find(handle)
    if (order < 0) return false
    if (market.isUnpriced(order) !== (price === MARKET)) return false
    const book = orders.book(order)
    const broken = this.#checkChange(order, price, leaves)
    if (broken !== ALLOWED) {
      this.tape.refused(orders.tag(order), broken)
      return true
    }
    const key = market.keyOf(book, price)
    const keepsPlace = key === orders.key(order) && leaves <= orders.leaves(order) + orders.hidden(order)
    if (!orders.rests(order)) this.#changeWaiting(order, key, leaves, keepsPlace, now)
    else if (keepsPlace) {
      if (reduce(orders, market.books.levels, order, leaves)) this.tape.reduced(order)
      else this.tape.changed(order, true)
    } else {
      market.books.remove(order)
      const entryNumber = market.nextEntryNumber
      this.tape.moved(order, entryNumber, key, leaves)
      orders.setKey(order, key)
      orders.setLeaves(order, leaves)
      orders.setHidden(order, 0)
      market.stamp(order, now)
      if (market.rules.isCall(book >> 1)) this.auctions.collect(order)
      else this.continuous.work(order, NONE)
    }
    return true
  }

  /**
   * Both sides of a trade that one broker brings, at or within the best bid and offer, where an empty
   * side of the book counts as the day's limit: they trade with each other, ahead of the orders at
   * that price.
   */
  cross(
    security: number,
    price: number,
    quantity: number,
    buy: CrossSide,
    sell: CrossSide,
    now: number,
  ): void {
    const { orders, statistics } = this.market
    const broken = this.#checkCross(security, price, quantity, buy, sell)
    if (broken !== ALLOWED) {
      this.tape.refused(buy.tag, broken)
      this.tape.refused(sell.tag, broken)
      return
    }
    const [buying, selling] = [buy, sell].map(({ tag, participant }, side) =>
      this.market.accept(security * 2 + side, price, quantity, participant, tag, now),
    ) as [number, number]
    const direction = statistics.trade(security, price, quantity)
    orders.setLeaves(buying, 0)
    orders.setLeaves(selling, 0)
    this.tape.matched(buying, selling, price, quantity, direction, this.market.nextTradeNumber++, 'X')
    orders.free(buying)
    orders.free(selling)
  }

  #checkCross(security: number, price: number, quantity: number, buy: CrossSide, sell: CrossSide): number {
    const { rules, books } = this.market
    const broken = rules.checkLimit(security, quantity, price)
    if (broken !== ALLOWED) return broken
    if (rules.isCall(security)) return refusalCodes.notInThisPhase
    if (buy.participant !== NOBODY && buy.participant === sell.participant)
      return refusalCodes.crossOfOneOwner
    const bid = books.bestPrice(security * 2 + BUY)
    const offer = books.bestPrice(security * 2 + SELL)
    return price < bid || (offer !== 0 && price > offer) ? refusalCodes.crossOutsideQuotes : ALLOWED
  }

  /** ALLOWED, or the first rule that the price or the quantity of an order breaks. */
  #check(security: number, price: number, quantity: number): number {
    return price === market
      ? this.rules.checkMarket(security, quantity)
      : this.rules.checkLimit(security, quantity, price)
  }

  /** A call takes what may wait for its uncross; nothing trades at entry. */
  #collect(order: number, timeInForce: number, minQty: number): void {
    if (timeInForce === FILL_OR_KILL) this.market.drop(order, cancelCodes.fillOrKill)
    else if (minQty !== 0) this.market.drop(order, cancelCodes.minQty)
    else if (timeInForce !== REST) this.market.drop(order, cancelCodes.immediate)
    else this.auctions.collect(order)
  }

  /** An imbalance order offsets the imbalance there is, at a price that the uncross would fill. */
  #checkImbalance(security: number, side: number, price: number): number {
    if (price === MARKET) return refusalCodes.priceMissing
    if (!this.market.rules.isCall(security)) return refusalCodes.notInThisPhase
    const auction: AuctionPrice = this.auctions.price
    auction.find(security)
    if (auction.quantity === 0) return refusalCodes.auctionEmpty
    const isOffsetting = side === BUY ? auction.surplus < 0 : auction.surplus > 0
    if (!isOffsetting) return refusalCodes.imbalanceOnThisSide
    const isFilled = side === BUY ? price >= auction.price : price <= auction.price
    return isFilled ? ALLOWED : refusalCodes.beyondTheoreticalPrice
  }

  #checkChange(order: number, price: number, leaves: number): number {
    const { orders, rules } = this.market
    const broken = this.#check(orders.book(order) >> 1, price, leaves)
    return broken === ALLOWED ? rules.checkParts(leaves, orders.display(order), 0) : broken
  }

  /** Changes an order that waits next to its book or outside the market. One that loses its place goes to the end of its list. */
  #changeWaiting(order: number, key: number, leaves: number, keepsPlace: boolean, now: number): void {
    const { lists, orders } = this.market
    const list = this.market.listOf(order)
    const place = orders.level(order)
    if (keepsPlace) lists.addSize(list, leaves - orders.leaves(order))
    else lists.remove(list, order)
    orders.setKey(order, key)
    orders.setLeaves(order, leaves)
    if (!keepsPlace) {
      lists.add(list, order, place)
      this.market.stamp(order, now)
    }
    this.tape.changed(order, keepsPlace)
  }

  /** Books whose restored prices are not whole ticks get ladders with steps that all of their prices fit. */
  #fitLadders(restored: readonly PlacedOrder[]): void {
    const steps = new Map<number, number>()
    for (const { book, price } of restored) {
      const tick = this.market.rules.tick(book >> 1)
      if (price !== MARKET && price % tick !== 0) {
        steps.set(book, greatestCommonDivisor(steps.get(book) ?? tick, price))
      }
    }
    for (const [book, step] of steps) this.market.books.setStep(book, step)
  }
}

const greatestCommonDivisor = (a: number, b: number): number =>
  b === 0 ? a : greatestCommonDivisor(b, a % b)
