import { type TradeCondition, tradeConditions } from './events.ts'
import { NONE, type OrderPool } from './orders.ts'
import type { StatisticsTable } from './statistics.ts'

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

/** The cells of a row. The first is the kind of fact. */
export const cell = {
  Fact,
  /** Cells of a row. */
  ROW: 16,
  /** The order the fact is about; in a trade, the resting one. */
  HANDLE: 1,
  TAG: 2,
  BOOK: 3,
  KEY: 4,
  /** What is left of it: of an order in a book, what the book shows. */
  LEAVES: 5,
  ENTRY_NUMBER: 6,
  /** Of a match: a position in `tradeConditions`. */
  CONDITION: 6,
  TIME: 7,
  RPT_SEQ: 8,
  /** What was traded, or went out of the market. */
  QUANTITY: 9,
  /** One of `cancelCodes` or `refusalCodes`. */
  REASON: 10,
  /** Of a trade. */
  TICK_DIRECTION: 10,
  TRADE_NUMBER: 11,
  INCOMING_HANDLE: 12,
  INCOMING_TAG: 13,
  INCOMING_LEAVES: 14,
  /** Of a trade and a change: what the book does not show. */
  HIDDEN: 15,
  /** Of a change: 1 when it kept its place. */
  KEPT_PLACE: 12,
  /** Of a move. */
  NEW_ENTRY_NUMBER: 11,
  NEW_KEY: 12,
  NEW_LEAVES: 13,
} as const

// As constants of this module, for the reason given in `OrderPool`.
const { accepted, refused, traded, rested, dropped, canceled, reduced, moved } = Fact
const { matched, filled, refilled, changed } = Fact
const { ROW, HANDLE, TAG, BOOK, KEY, LEAVES, ENTRY_NUMBER, CONDITION, RPT_SEQ, QUANTITY, REASON } = cell
const { TICK_DIRECTION, TRADE_NUMBER, INCOMING_HANDLE, INCOMING_TAG, INCOMING_LEAVES, HIDDEN } = cell
const { KEPT_PLACE, NEW_ENTRY_NUMBER, NEW_KEY, NEW_LEAVES } = cell

const INITIAL_ROWS = 1024

/**
 * What the matching did, as rows of numbers in one growing array that is used again and again, so
 * that writing allocates nothing. A row is a fact about one order. `TapeEvents` reads the rows as
 * events; a caller that needs no events clears the tape.
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
    const at = this.row(accepted, order)
    this.cells[at | TAG] = tag
  }

  /** `reason` is one of `refusalCodes`. */
  refused(tag: number, reason: number): void {
    const at = this.row(refused, NONE)
    this.cells[at | TAG] = tag
    this.cells[at | REASON] = reason
  }

  /** Two orders traded; both already have what is left of them. */
  traded(resting: number, incoming: number, quantity: number, direction: number, tradeNumber: number): void {
    const at = this.bookRow(traded, resting)
    const cells = this.cells
    cells[at | QUANTITY] = quantity
    cells[at | TICK_DIRECTION] = direction
    cells[at | TRADE_NUMBER] = tradeNumber
    cells[at | INCOMING_HANDLE] = incoming
    cells[at | INCOMING_TAG] = this.orders.tag(incoming)
    cells[at | INCOMING_LEAVES] = this.orders.leaves(incoming)
    cells[at | HIDDEN] = this.orders.hidden(resting)
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
    const at = this.row(matched, sell)
    const cells = this.cells
    cells[at | TAG] = orders.tag(sell)
    cells[at | BOOK] = orders.book(sell)
    cells[at | KEY] = price
    cells[at | LEAVES] = orders.leaves(sell) + orders.hidden(sell)
    cells[at | CONDITION] = tradeConditions.indexOf(condition)
    cells[at | QUANTITY] = quantity
    cells[at | TICK_DIRECTION] = direction
    cells[at | TRADE_NUMBER] = tradeNumber
    cells[at | INCOMING_HANDLE] = buy
    cells[at | INCOMING_TAG] = orders.tag(buy)
    cells[at | INCOMING_LEAVES] = orders.leaves(buy) + orders.hidden(buy)
  }

  /** What `matched` left of an order in the book. */
  filled(order: number): void {
    this.bookRow(filled, order)
  }

  /** What is left of the order is in the book. */
  rested(order: number): void {
    this.bookRow(rested, order)
  }

  /** The next part of an iceberg is in the book. */
  refilled(order: number): void {
    this.bookRow(refilled, order)
  }

  /** The order is for as much and at the price that it has now; the book does not show the difference. */
  changed(order: number, keptPlace: boolean): void {
    const orders = this.orders
    const at = this.row(changed, order)
    const cells = this.cells
    cells[at | TAG] = orders.tag(order)
    cells[at | KEY] = orders.key(order)
    cells[at | LEAVES] = orders.leaves(order)
    cells[at | ENTRY_NUMBER] = orders.entryNumber(order)
    cells[at | KEPT_PLACE] = keptPlace ? 1 : 0
    cells[at | HIDDEN] = orders.hidden(order)
  }

  /** What is left of an incoming order goes: the book does not change. `reason` is one of `cancelCodes`. */
  dropped(order: number, reason: number): void {
    const at = this.row(dropped, order)
    this.cells[at | TAG] = this.orders.tag(order)
    this.cells[at | QUANTITY] = this.orders.leaves(order)
    this.cells[at | REASON] = reason
  }

  /** A resting order goes. */
  canceled(order: number, reason: number): void {
    const at = this.bookRow(canceled, order)
    this.cells[at | QUANTITY] = this.orders.leaves(order) + this.orders.hidden(order)
    this.cells[at | REASON] = reason
  }

  /** Less of a resting order, at the same place. */
  reduced(order: number): void {
    const at = this.bookRow(reduced, order)
    this.cells[at | HIDDEN] = this.orders.hidden(order)
  }

  /** A resting order goes out of the book as it was, to come in again as it will be. */
  moved(order: number, entryNumber: number, key: number, leaves: number): void {
    const at = this.bookRow(moved, order)
    const cells = this.cells
    cells[at | NEW_ENTRY_NUMBER] = entryNumber
    cells[at | NEW_KEY] = key
    cells[at | NEW_LEAVES] = leaves
  }

  /** Starts a row. Returns where its cells begin. */
  private row(fact: Fact, order: number): number {
    const at = this.length
    if (at === this.cells.length) this.grow()
    this.length = at + ROW
    this.cells[at] = fact
    this.cells[at | HANDLE] = order
    return at
  }

  /** Starts a row that changes the public book. */
  private bookRow(fact: Fact, order: number): number {
    const at = this.row(fact, order)
    const orders = this.orders
    orders.describe(order, this.cells, at)
    this.cells[at | RPT_SEQ] = this.statistics.nextRptSeq(orders.book(order) >> 1)
    return at
  }

  private grow(): void {
    const larger = new Float64Array(this.cells.length * 2)
    larger.set(this.cells)
    this.cells = larger
  }
}
