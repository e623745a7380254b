import { type TradeCondition, tradeConditions } from './events.ts'
import { NONE, type OrderPool } from './orders.ts'
import type { StatisticsTable } from './statistics.ts'

/**
 * What the matching did, as rows of numbers in one growing array that is used again and again, so
 * that writing allocates nothing. A row is a fact about one order. `TapeEvents` reads the rows as
 * events; a caller that needs no events clears the tape.
 *
 * Readers name the cells by the table below; here they are written out, for the reason given in
 * `OrderPool`.
 */
export class Tape {
  /** Rows of ROW cells. */
  cells = new Float64Array(INITIAL_ROWS * ROW)
  /** Cells written. */
  length = 0
  declare private readonly orders: OrderPool
  declare private readonly statistics: StatisticsTable

  constructor(orders: OrderPool, statistics: StatisticsTable) {
    this.orders = orders
    this.statistics = statistics
  }

  clear(): void {
    this.length = 0
  }

  /** The order is in the market. */
  accepted(order: number, tag: number): void {
    const at = this.row(Fact.accepted, order)
    this.cells[at | 2] = tag
  }

  /** `reason` is one of `refusalCodes`. */
  refused(tag: number, reason: number): void {
    const at = this.row(Fact.refused, NONE)
    this.cells[at | 2] = tag
    this.cells[at | 10] = reason
  }

  /** Two orders traded; both already have what is left of them. */
  traded(resting: number, incoming: number, quantity: number, direction: number, tradeNumber: number): void {
    const at = this.bookRow(Fact.traded, resting)
    const cells = this.cells
    cells[at | 9] = quantity
    cells[at | 10] = direction
    cells[at | 11] = tradeNumber
    cells[at | 12] = incoming
    cells[at | 13] = this.orders.tag(incoming)
    cells[at | 14] = this.orders.leaves(incoming)
    cells[at | 15] = this.orders.hidden(resting)
  }

  /** Two orders traded in an uncross or a cross; both already have what is left of them. */
  matched(
    buy: number,
    sell: number,
    price: number,
    quantity: number,
    direction: number,
    tradeNumber: number,
    condition: TradeCondition,
  ): void {
    const orders = this.orders
    const at = this.row(Fact.matched, sell)
    const cells = this.cells
    cells[at | 2] = orders.tag(sell)
    cells[at | 3] = orders.book(sell)
    cells[at | 4] = price
    cells[at | 5] = orders.leaves(sell) + orders.hidden(sell)
    cells[at | 6] = tradeConditions.indexOf(condition)
    cells[at | 9] = quantity
    cells[at | 10] = direction
    cells[at | 11] = tradeNumber
    cells[at | 12] = buy
    cells[at | 13] = orders.tag(buy)
    cells[at | 14] = orders.leaves(buy) + orders.hidden(buy)
  }

  /** What `matched` left of an order in the book. */
  filled(order: number): void {
    this.bookRow(Fact.filled, order)
  }

  /** What is left of the order is in the book. */
  rested(order: number): void {
    this.bookRow(Fact.rested, order)
  }

  /** The next part of an iceberg is in the book. */
  refilled(order: number): void {
    this.bookRow(Fact.refilled, order)
  }

  /** The order is for as much and at the price that it has now; the book does not show the difference. */
  changed(order: number, keptPlace: boolean): void {
    const orders = this.orders
    const at = this.row(Fact.changed, order)
    const cells = this.cells
    cells[at | 2] = orders.tag(order)
    cells[at | 4] = orders.key(order)
    cells[at | 5] = orders.leaves(order)
    cells[at | 6] = orders.entryNumber(order)
    cells[at | 12] = keptPlace ? 1 : 0
    cells[at | 15] = orders.hidden(order)
  }

  /** What is left of an incoming order goes: the book does not change. `reason` is one of `cancelCodes`. */
  dropped(order: number, reason: number): void {
    const at = this.row(Fact.dropped, order)
    this.cells[at | 2] = this.orders.tag(order)
    this.cells[at | 9] = this.orders.leaves(order)
    this.cells[at | 10] = reason
  }

  /** A resting order goes. */
  canceled(order: number, reason: number): void {
    const at = this.bookRow(Fact.canceled, order)
    this.cells[at | 9] = this.orders.leaves(order) + this.orders.hidden(order)
    this.cells[at | 10] = reason
  }

  /** Less of a resting order, at the same place. */
  reduced(order: number): void {
    const at = this.bookRow(Fact.reduced, order)
    this.cells[at | 15] = this.orders.hidden(order)
  }

  /** A resting order goes out of the book as it was, to come in again as it will be. */
  moved(order: number, entryNumber: number, key: number, leaves: number): void {
    const at = this.bookRow(Fact.moved, order)
    const cells = this.cells
    cells[at | 11] = entryNumber
    cells[at | 12] = key
    cells[at | 13] = leaves
  }

  /** Starts a row. Returns where its cells begin. */
  private row(fact: Fact, order: number): number {
    const at = this.length
    if (at === this.cells.length) this.grow()
    this.length = at + 16
    this.cells[at] = fact
    this.cells[at | 1] = order
    return at
  }

  /** Starts a row that changes the public book. */
  private bookRow(fact: Fact, order: number): number {
    const at = this.row(fact, order)
    const orders = this.orders
    orders.describe(order, this.cells, at)
    this.cells[at | 8] = this.statistics.nextRptSeq(orders.book(order) >> 1)
    return at
  }

  private grow(): void {
    const larger = new Float64Array(this.cells.length * 2)
    larger.set(this.cells)
    this.cells = larger
  }
}

/** Which fact a row is: the number in its first cell. */
export const Fact = {
  accepted: 0,
  refused: 1,
  traded: 2,
  rested: 3,
  dropped: 4,
  canceled: 5,
  reduced: 6,
  moved: 7,
  matched: 8,
  filled: 9,
  refilled: 10,
  changed: 11,
} as const
export type Fact = (typeof Fact)[keyof typeof Fact]

/** Cells of a row. The first is the kind of fact. */
export const ROW = 16
/** The order the fact is about; in a trade, the resting one. */
export const HANDLE = 1
export const TAG = 2
export const BOOK = 3
export const KEY = 4
/** What is left of it: of an order in a book, what the book shows. */
export const LEAVES = 5
export const ENTRY_NUMBER = 6
/** Of a match: a position in `tradeConditions`. */
export const CONDITION = 6
export const TIME = 7
export const RPT_SEQ = 8
/** What was traded, or went out of the market. */
export const QUANTITY = 9
/** One of `cancelCodes` or `refusalCodes`. */
export const REASON = 10
/** Of a trade. */
export const TICK_DIRECTION = 10
export const TRADE_NUMBER = 11
export const INCOMING_HANDLE = 12
export const INCOMING_TAG = 13
export const INCOMING_LEAVES = 14
/** Of a trade and a change: what the book does not show. */
export const HIDDEN = 15
/** Of a change: 1 when it kept its place. */
export const KEPT_PLACE = 12
/** Of a move. */
export const NEW_ENTRY_NUMBER = 11
export const NEW_KEY = 12
export const NEW_LEAVES = 13

const INITIAL_ROWS = 1024
