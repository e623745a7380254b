import type { BookSide } from './book-side.ts'
import { Books } from './books.ts'
import { showPart } from './iceberg.ts'
import { OrderLists } from './order-lists.ts'
import { AT_CLOSE, OrderPool, UNPRICED, WAITING } from './orders.ts'
import { EntryRules, type SecurityTerms } from './rules.ts'
import { StatisticsTable, type TradeStatistics } from './statistics.ts'
import { Tape } from './tape.ts'

/** Sides of a book by number; each is the other's last bit turned. */
export const BUY = 0
export const SELL = 1

/** The price of a market order: no limit order's. */
export const MARKET = -(2 ** 31)
/** Its key: it meets any price. */
export const ANY_PRICE = 2 ** 31 - 1

/** Constants of this module: V8 folds these, and not those that modules share. */
const market = MARKET
const anyPrice = ANY_PRICE

/** The participant whose orders may trade with each other. */
export const NOBODY = 0

export interface MarketOptions {
  /** What the day made of each security so far, in the order of the terms. */
  readonly statistics?: readonly TradeStatistics[]
  /** Where the public numbers go on, so that none recurs after a restart. 1 unless given. */
  readonly firstEntryNumber?: number
  readonly firstTradeNumber?: number
  /**
   * Resting orders whose memory is taken at once: until there are more, no order waits for the operating
   * system to give it. Not given, memory is taken as orders come, and until there are a million no order waits
   * for a pool to be copied.
   */
  readonly reservedOrders?: number | undefined
}

/**
 * The state of the market, and the steps that continuous trading and auctions have in common. Orders
 * and levels live in pools of fixed records, and what happens is written on a tape, so that in a
 * steady state nothing is allocated.
 *
 * An order is in one of three places: in its book; without a price, next to its book, where it takes
 * part in the next uncross and nothing shows it; or outside the market, until the call before the
 * close lets it in.
 */
export class Market {
  /** What happened, until it is cleared. */
  declare readonly tape: Tape
  declare readonly statistics: StatisticsTable
  declare readonly rules: EntryRules
  declare readonly orders: OrderPool
  declare readonly books: Books
  /** The lists of orders in no book: next to each book by its number, and behind those the waiting of each security. */
  declare readonly lists: OrderLists
  declare private readonly sides: readonly BookSide[]
  declare private readonly firstWaiting: number
  declare nextEntryNumber: number
  declare nextTradeNumber: number

  constructor(terms: readonly SecurityTerms[], options: MarketOptions = {}) {
    this.rules = new EntryRules(terms)
    this.orders = new OrderPool(options.reservedOrders)
    this.books = new Books(terms, this.orders)
    this.lists = new OrderLists(this.orders, terms.length * 3)
    this.sides = this.books.sides
    this.firstWaiting = terms.length * 2
    this.statistics = new StatisticsTable(terms, options.statistics)
    this.tape = new Tape(this.orders, this.statistics)
    this.nextEntryNumber = options.firstEntryNumber ?? 1
    this.nextTradeNumber = options.firstTradeNumber ?? 1
  }

  /**
   * The key of a price, in kobo or MARKET, in a book. A sell's is negated without a branch, because the
   * processor would predict the side wrongly every other time.
   */
  keyOf(book: number, price: number): number {
    if (price === market) return anyPrice
    const side = book & 1
    return (price ^ -side) + side
  }

  isUnpriced(order: number): boolean {
    return this.orders.key(order) === anyPrice
  }

  /** The list of the orders of a security that wait for the call before the close. */
  waitingList(security: number): number {
    return this.firstWaiting + security
  }

  /** The side of the book that an order trades with. */
  oppositeOf(order: number): BookSide {
    return this.sides[this.orders.book(order) ^ 1] as BookSide
  }

  /** A new order is in the market, and in no book yet. */
  accept(
    book: number,
    price: number,
    quantity: number,
    participant: number,
    tag: number,
    now: number,
  ): number {
    const key = this.keyOf(book, price)
    const order = this.orders.take(book, key, quantity, participant, tag, this.nextEntryNumber++, now)
    this.tape.accepted(order, tag)
    return order
  }

  /** Gives an order the newest place in time. */
  stamp(order: number, now: number): void {
    this.orders.stamp(order, this.nextEntryNumber++, now)
  }

  /** What is left of an order waits in its book; of an iceberg the book shows a part. */
  rest(order: number, part = this.orders.display(order)): void {
    if (part !== 0) showPart(this.orders, order, part)
    this.books.add(order)
    this.tape.rested(order)
  }

  /** The next part of an iceberg, which is in no book now, waits behind the orders at its price. */
  refill(order: number, now: number): void {
    showPart(this.orders, order, this.orders.display(order))
    this.stamp(order, now)
    this.books.add(order)
    this.tape.refilled(order)
  }

  /** An order without a price waits next to its book. */
  restUnpriced(order: number): void {
    this.lists.add(this.orders.book(order), order, UNPRICED)
  }

  /** An order waits for the call before the close. */
  keepWaiting(order: number): void {
    this.orders.setMarks(order, this.orders.marks(order) | AT_CLOSE)
    this.lists.add(this.waitingList(this.orders.book(order) >> 1), order, WAITING)
  }

  /** The list of an order that is in no book. */
  listOf(order: number): number {
    const book = this.orders.book(order)
    return this.orders.level(order) === UNPRICED ? book : this.waitingList(book >> 1)
  }

  /** An order goes, wherever it is. `reason` is one of `cancelCodes`. */
  cancel(order: number, reason: number): void {
    if (this.orders.rests(order)) this.cancelResting(order, reason)
    else this.cancelWaiting(order, reason)
  }

  /** An order in a book goes. */
  cancelResting(order: number, reason: number): void {
    this.books.remove(order)
    this.tape.canceled(order, reason)
    this.orders.free(order)
  }

  /** An order next to its book or outside the market goes. */
  cancelWaiting(order: number, reason: number): void {
    this.lists.remove(this.listOf(order), order)
    this.drop(order, reason)
  }

  /** An order that is in no book and in no list goes. */
  drop(order: number, reason: number): void {
    this.tape.dropped(order, reason)
    this.orders.free(order)
  }
}
