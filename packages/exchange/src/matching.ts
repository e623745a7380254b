import type { BookSide } from './book-side.ts'
import { Books } from './books.ts'
import { type CancelReason, cancelReasons } from './events.ts'
import type { LevelPool } from './levels.ts'
import { NONE, OrderPool, OUTSIDE } from './orders.ts'
import { ALLOWED, EntryRules, type SecurityTerms } from './rules.ts'
import { StatisticsTable, type TradeStatistics } from './statistics.ts'
import { Tape } from './tape.ts'

/** Sides of a book by number; each is the other's last bit turned. */
export const BUY = 0
export const SELL = 1

/** What happens to the part of an order that does not trade at once. */
export const REST = 0
export const IMMEDIATE = 1
export const FILL_OR_KILL = 2

const reason = (name: CancelReason): number => cancelReasons.indexOf(name)
const REQUESTED = reason('requested')
const SELF_MATCH = reason('selfMatch')
const NO_LIQUIDITY = reason('noLiquidity')
const NOT_IMMEDIATE = reason('immediate')
const NOT_FILLED = reason('fillOrKill')

/** The price of a market order: no limit order's. */
export const MARKET = -(2 ** 31)
/** Its key: it meets any price. */
const ANY_PRICE = 2 ** 31 - 1

export interface MarketOptions {
  /** What the day made of each security so far, in the order of the terms. */
  readonly statistics?: readonly TradeStatistics[]
  /** Where the public numbers go on, so that none recurs after a restart. 1 unless given. */
  readonly firstEntryNumber?: number
  readonly firstTradeNumber?: number
  /**
   * Resting orders that memory is reserved for: until there are more, no order waits for a pool to
   * grow. The operating system gives the memory as it is used. 4,096 unless given.
   */
  readonly reservedOrders?: number
}

/** An order as it rested in a book before. */
export interface RestoredOrder {
  readonly tag: number
  readonly owner: number
  /** Twice the security, plus BUY or SELL. */
  readonly book: number
  /** In kobo, or MARKET. */
  readonly price: number
  /** What is left of it. */
  readonly quantity: number
}

/**
 * Price–time matching of many securities, in numbers only. Orders and levels live in pools of
 * fixed records, and what happens is written on a tape, so that in a steady state nothing is allocated.
 *
 * Both sides go through the same code: an order has a key, its price for a buy and less its price
 * for a sell, so that the higher key is the better price, and a buy meets a sell when their keys
 * sum to zero or more.
 */
export class Matching {
  /** What happened, until it is cleared. */
  readonly tape: Tape
  readonly statistics: StatisticsTable
  readonly rules: EntryRules
  /** For reading. */
  readonly orders: OrderPool
  readonly books: Books
  /** Those of the books, held directly: every step of the matching reads them. */
  readonly #levels: LevelPool
  readonly #sides: readonly BookSide[]
  #nextEntryNumber: number
  #nextTradeNumber: number

  constructor(terms: readonly SecurityTerms[], options: MarketOptions = {}) {
    this.rules = new EntryRules(terms)
    this.orders = new OrderPool(options.reservedOrders ?? RESERVED_ORDERS)
    this.books = new Books(terms, this.orders)
    this.#levels = this.books.levels
    this.#sides = this.books.sides
    this.statistics = new StatisticsTable(terms, options.statistics)
    this.tape = new Tape(this.orders, this.statistics)
    this.#nextEntryNumber = options.firstEntryNumber ?? 1
    this.#nextTradeNumber = options.firstTradeNumber ?? 1
  }

  get nextEntryNumber(): number {
    return this.#nextEntryNumber
  }

  get nextTradeNumber(): number {
    return this.#nextTradeNumber
  }

  /** A new order. `side` is BUY or SELL, `price` in kobo or MARKET, `timeInForce` REST, IMMEDIATE or FILL_OR_KILL. */
  enter(
    tag: number,
    owner: number,
    security: number,
    side: number,
    price: number,
    quantity: number,
    timeInForce: number,
    now: number,
  ): void {
    const broken =
      price === MARKET
        ? this.rules.checkMarket(security, quantity)
        : this.rules.checkLimit(security, quantity, price)
    if (broken !== ALLOWED) {
      this.tape.refused(tag, broken)
      return
    }
    const key = price === MARKET ? ANY_PRICE : side === BUY ? price : -price
    const order = this.orders.take(security * 2 + side, key, quantity, owner, tag)
    this.orders.stamp(order, this.#nextEntryNumber++, now)
    this.tape.accepted(order)

    if (timeInForce === FILL_OR_KILL && !this.#canFill(order)) {
      this.#drop(order, NOT_FILLED)
    } else {
      const restless = price === MARKET ? NO_LIQUIDITY : NONE
      this.#work(order, timeInForce === REST ? restless : NOT_IMMEDIATE)
    }
  }

  /**
   * Puts orders into books that are still empty, in priority order, as they stood before: without
   * checks, and without trades even where the books are crossed. An order without a price waits
   * outside its book until it is cancelled.
   */
  restore(restored: readonly RestoredOrder[], now: number): void {
    this.#fitLadders(restored)
    for (const { tag, owner, book, price, quantity } of restored) {
      const key = price === MARKET ? ANY_PRICE : (book & 1) === BUY ? price : -price
      const order = this.orders.take(book, key, quantity, owner, tag)
      this.orders.stamp(order, this.#nextEntryNumber++, now)
      this.tape.accepted(order)
      if (price === MARKET) this.orders.setLevel(order, OUTSIDE)
      else this.#rest(order)
    }
  }

  /** Takes a resting order out. False when none rests under that handle. */
  cancel(handle: number): boolean {
    if (!this.orders.rests(handle)) return this.#cancelOutside(handle)
    this.books.remove(handle)
    this.tape.canceled(handle, REQUESTED)
    this.orders.free(handle)
    return true
  }

  /**
   * Gives a resting order another price and quantity. Less at the same price keeps its place; any
   * other change puts it behind the orders that are there. False when none rests under that handle.
   */
  replace(handle: number, price: number, leaves: number, now: number): boolean {
    const orders = this.orders
    if (!orders.rests(handle)) return false
    const book = orders.book(handle)
    const broken = this.rules.checkLimit(book >> 1, leaves, price)
    if (broken !== ALLOWED) {
      this.tape.refused(orders.tag(handle), broken)
      return true
    }
    const key = (book & 1) === BUY ? price : -price
    const before = orders.leaves(handle)

    if (key === orders.key(handle) && leaves <= before) {
      orders.setLeaves(handle, leaves)
      this.#levels.addSize(orders.level(handle), leaves - before)
      this.tape.reduced(handle)
      return true
    }
    this.books.remove(handle)
    const entryNumber = this.#nextEntryNumber++
    this.tape.moved(handle, entryNumber, key, leaves)
    orders.setKey(handle, key)
    orders.setLeaves(handle, leaves)
    orders.stamp(handle, entryNumber, now)
    this.#work(handle, NONE)
    return true
  }

  /** Trades an order with the other side, then lets the remainder rest, or drops it for `reason`. */
  #work(order: number, reason: number): void {
    const mayRest = this.#match(order)
    if (this.orders.leaves(order) === 0) this.orders.free(order)
    else if (!mayRest) this.#drop(order, SELF_MATCH)
    else if (reason !== NONE) this.#drop(order, reason)
    else this.#rest(order)
  }

  /** Trades as far as price and quantity go. False when it stopped at an order of the same owner. */
  #match(incoming: number): boolean {
    const orders = this.orders
    const opposite = this.#oppositeOf(incoming)
    const key = orders.key(incoming)
    const owner = orders.owner(incoming)
    let leaves = orders.leaves(incoming)

    while (leaves > 0 && opposite.best !== NONE) {
      const resting = this.#levels.head(opposite.best)
      if (-orders.key(resting) > key) break
      if (owner !== NOBODY && orders.owner(resting) === owner) return false

      const restingLeaves = orders.leaves(resting)
      const quantity = leaves < restingLeaves ? leaves : restingLeaves
      leaves -= quantity
      orders.setLeaves(incoming, leaves)
      this.#trade(incoming, resting, quantity)
    }
    return true
  }

  /** One trade, at the resting order's price. */
  #trade(incoming: number, resting: number, quantity: number): void {
    const orders = this.orders
    const left = orders.leaves(resting) - quantity
    const key = orders.key(resting)
    const price = key < 0 ? -key : key
    const direction = this.statistics.trade(orders.book(resting) >> 1, price, quantity)

    if (left === 0) this.books.remove(resting)
    else this.#levels.addSize(orders.level(resting), -quantity)
    orders.setLeaves(resting, left)
    this.tape.traded(resting, incoming, quantity, direction, this.#nextTradeNumber++)
    if (left === 0) orders.free(resting)
  }

  /** Whether the whole order would trade at once. */
  #canFill(order: number): boolean {
    const orders = this.orders
    const levels = this.#levels
    const opposite = this.#oppositeOf(order)
    const key = orders.key(order)
    const owner = orders.owner(order)
    let missing = orders.leaves(order)

    for (let level = opposite.best; level !== NONE && missing > 0; level = opposite.below(level)) {
      if (-orders.key(levels.head(level)) > key) return false
      if (owner === NOBODY) {
        missing -= levels.size(level)
        continue
      }
      for (
        let resting = levels.head(level);
        resting !== NONE && missing > 0;
        resting = orders.next(resting)
      ) {
        if (orders.owner(resting) === owner) return false
        missing -= orders.leaves(resting)
      }
    }
    return missing <= 0
  }

  #cancelOutside(handle: number): boolean {
    if (!this.orders.waitsOutside(handle)) return false
    this.#drop(handle, REQUESTED)
    return true
  }

  #drop(order: number, reason: number): void {
    this.tape.dropped(order, reason)
    this.orders.free(order)
  }

  #rest(order: number): void {
    this.books.add(order)
    this.tape.rested(order)
  }

  /** Books whose restored prices are no whole ticks get ladders with steps that all of their prices fit. */
  #fitLadders(restored: readonly RestoredOrder[]): void {
    const steps = new Map<number, number>()
    for (const { book, price } of restored) {
      const tick = this.rules.tick(book >> 1)
      if (price !== MARKET && price % tick !== 0) {
        steps.set(book, greatestCommonDivisor(steps.get(book) ?? tick, price))
      }
    }
    for (const [book, step] of steps) this.books.setStep(book, step)
  }

  #oppositeOf(order: number): BookSide {
    return this.#sides[this.orders.book(order) ^ 1] as BookSide
  }
}

/** The owner whose orders may trade with each other. */
const NOBODY = 0

const RESERVED_ORDERS = 4096

const greatestCommonDivisor = (a: number, b: number): number =>
  b === 0 ? a : greatestCommonDivisor(b, a % b)
