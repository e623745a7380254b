import { type PriceKobo, type Quantity, Side } from '@tradebook/contract'
import {
  type BookChange,
  type Canceled,
  cancelReasons,
  type ExchangeEvent,
  refusalReasons,
} from './events.ts'
import { NONE, type OrderPool } from './orders.ts'
import { type StatisticsTable, tickDirections } from './statistics.ts'

/**
 * What the matching did, as rows of numbers in one growing array that is used again and again, so
 * that writing allocates nothing. A row is a fact about one order. `readEvents` reads the rows as
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
  readonly #orders: OrderPool
  readonly #statistics: StatisticsTable

  constructor(orders: OrderPool, statistics: StatisticsTable) {
    this.#orders = orders
    this.#statistics = statistics
  }

  clear(): void {
    this.length = 0
  }

  /** The order is in the market. */
  accepted(order: number): void {
    const at = this.#row(Fact.accepted, order)
    this.cells[at + 2] = this.#orders.tag(order)
  }

  /** `reason` is a position in `refusalReasons`. */
  refused(tag: number, reason: number): void {
    const at = this.#row(Fact.refused, NONE)
    this.cells[at + 2] = tag
    this.cells[at + 10] = reason
  }

  /** Two orders traded; both already have what is left of them. */
  traded(resting: number, incoming: number, quantity: number, direction: number, tradeNumber: number): void {
    const at = this.#bookRow(Fact.traded, resting)
    const cells = this.cells
    cells[at + 9] = quantity
    cells[at + 10] = direction
    cells[at + 11] = tradeNumber
    cells[at + 12] = incoming
    cells[at + 13] = this.#orders.tag(incoming)
    cells[at + 14] = this.#orders.leaves(incoming)
  }

  /** What is left of the order is in the book. */
  rested(order: number): void {
    this.#bookRow(Fact.rested, order)
  }

  /** What is left of an incoming order goes: the book does not change. `reason` as in `cancelReasons`. */
  dropped(order: number, reason: number): void {
    const at = this.#row(Fact.dropped, order)
    this.cells[at + 2] = this.#orders.tag(order)
    this.cells[at + 9] = this.#orders.leaves(order)
    this.cells[at + 10] = reason
  }

  /** A resting order goes. */
  canceled(order: number, reason: number): void {
    const at = this.#bookRow(Fact.canceled, order)
    this.cells[at + 9] = this.#orders.leaves(order)
    this.cells[at + 10] = reason
  }

  /** Less of a resting order, at the same place. */
  reduced(order: number): void {
    this.#bookRow(Fact.reduced, order)
  }

  /** A resting order goes out of the book as it was, to come in again as it will be. */
  moved(order: number, entryNumber: number, key: number, leaves: number): void {
    const at = this.#bookRow(Fact.moved, order)
    const cells = this.cells
    cells[at + 11] = entryNumber
    cells[at + 12] = key
    cells[at + 13] = leaves
  }

  /** Starts a row. Returns where its cells begin. */
  #row(fact: Fact, order: number): number {
    const at = this.length
    if (at === this.cells.length) this.#grow()
    this.length = at + 16
    this.cells[at] = fact
    this.cells[at + 1] = order
    return at
  }

  /** Starts a row that changes the public book. */
  #bookRow(fact: Fact, order: number): number {
    const at = this.#row(fact, order)
    const orders = this.#orders
    const cells = this.cells
    const book = orders.book(order)
    cells[at + 2] = orders.tag(order)
    cells[at + 3] = book
    cells[at + 4] = orders.key(order)
    cells[at + 5] = orders.leaves(order)
    cells[at + 6] = orders.entryNumber(order)
    cells[at + 7] = orders.time(order)
    cells[at + 8] = this.#statistics.nextRptSeq(book >> 1)
    return at
  }

  #grow(): void {
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
} as const
export type Fact = (typeof Fact)[keyof typeof Fact]

/** Cells of a row. The first is the kind of fact. */
export const ROW = 16
/** The order the fact is about; in a trade, the resting one. */
export const HANDLE = 1
export const TAG = 2
export const BOOK = 3
export const KEY = 4
export const LEAVES = 5
export const ENTRY_NUMBER = 6
export const TIME = 7
export const RPT_SEQ = 8
/** What was traded, or went out of the market. */
export const QUANTITY = 9
/** A position in `cancelReasons` or `refusalReasons`. */
export const REASON = 10
/** Of a trade. */
export const TICK_DIRECTION = 10
export const TRADE_NUMBER = 11
export const INCOMING_HANDLE = 12
export const INCOMING_TAG = 13
export const INCOMING_LEAVES = 14
/** Of a move. */
export const NEW_ENTRY_NUMBER = 11
export const NEW_KEY = 12
export const NEW_LEAVES = 13

const INITIAL_ROWS = 1024

/** The rows of a tape as events. */
export function readEvents({ cells, length }: Tape): ExchangeEvent[] {
  const events: ExchangeEvent[] = []
  for (let at = 0; at < length; at += ROW) readers[cells[at] as Fact](cells, at, events)
  return events
}

type Reader = (cells: Float64Array, at: number, events: ExchangeEvent[]) => void

/** How each fact reads, by its number. */
const readers: Readonly<Record<Fact, Reader>> = {
  [Fact.accepted](cells, at, events) {
    events.push({ kind: 'accepted', tag: cells[at + TAG]!, handle: cells[at + HANDLE]! })
  },

  [Fact.refused](cells, at, events) {
    events.push({ kind: 'refused', tag: cells[at + TAG]!, reason: refusalReasons[cells[at + REASON]!]! })
  },

  [Fact.traded](cells, at, events) {
    const restingLeaves = cells[at + LEAVES] as Quantity
    events.push({
      kind: 'traded',
      security: cells[at + BOOK]! >> 1,
      price: Math.abs(cells[at + KEY]!) as PriceKobo,
      quantity: cells[at + QUANTITY] as Quantity,
      tradeNumber: cells[at + TRADE_NUMBER]!,
      tickDirection: tickDirections[cells[at + TICK_DIRECTION]!]!,
      incomingSide: sides[(cells[at + BOOK]! & 1) ^ 1]!,
      incomingTag: cells[at + INCOMING_TAG]!,
      incomingHandle: cells[at + INCOMING_HANDLE]!,
      incomingLeaves: cells[at + INCOMING_LEAVES] as Quantity,
      restingTag: cells[at + TAG]!,
      restingHandle: cells[at + HANDLE]!,
      restingLeaves,
    })
    events.push(bookChange(restingLeaves === 0 ? 'bookRemoved' : 'bookChanged', cells, at, restingLeaves))
  },

  [Fact.rested](cells, at, events) {
    events.push({
      kind: 'rested',
      tag: cells[at + TAG]!,
      handle: cells[at + HANDLE]!,
      entryNumber: cells[at + ENTRY_NUMBER]!,
    })
    events.push(bookChange('bookAdded', cells, at, cells[at + LEAVES] as Quantity))
  },

  [Fact.dropped](cells, at, events) {
    events.push(canceled(cells, at))
  },

  [Fact.canceled](cells, at, events) {
    events.push(canceled(cells, at))
    events.push(bookChange('bookRemoved', cells, at, GONE))
  },

  [Fact.reduced](cells, at, events) {
    const leaves = cells[at + LEAVES] as Quantity
    events.push({
      kind: 'replaced',
      tag: cells[at + TAG]!,
      handle: cells[at + HANDLE]!,
      price: Math.abs(cells[at + KEY]!) as PriceKobo,
      leaves,
      keptPriority: true,
      entryNumber: cells[at + ENTRY_NUMBER]!,
    })
    events.push(bookChange('bookChanged', cells, at, leaves))
  },

  [Fact.moved](cells, at, events) {
    events.push({
      kind: 'replaced',
      tag: cells[at + TAG]!,
      handle: cells[at + HANDLE]!,
      price: Math.abs(cells[at + NEW_KEY]!) as PriceKobo,
      leaves: cells[at + NEW_LEAVES] as Quantity,
      keptPriority: false,
      entryNumber: cells[at + NEW_ENTRY_NUMBER]!,
    })
    events.push(bookChange('bookRemoved', cells, at, GONE))
  },
}

const canceled = (cells: Float64Array, at: number): Canceled => ({
  kind: 'canceled',
  tag: cells[at + TAG]!,
  handle: cells[at + HANDLE]!,
  quantity: cells[at + QUANTITY] as Quantity,
  reason: cancelReasons[cells[at + REASON]!]!,
})

const bookChange = (
  kind: BookChange['kind'],
  cells: Float64Array,
  at: number,
  size: Quantity,
): BookChange => ({
  kind,
  security: cells[at + BOOK]! >> 1,
  side: sides[cells[at + BOOK]! & 1]!,
  entryNumber: cells[at + ENTRY_NUMBER]!,
  price: Math.abs(cells[at + KEY]!) as PriceKobo,
  size,
  time: cells[at + TIME]!,
  rptSeq: cells[at + RPT_SEQ]!,
})

/** The side of a book by its last bit. */
const sides = [Side.buy, Side.sell] as const

const GONE = 0 as Quantity
