import { type PriceKobo, type Quantity, Side, type TickDirection } from '@tradebook/contract'
import {
  type BookChange,
  type CancelReason,
  cancelReasons,
  type ExchangeEvent,
  type RefusalReason,
  refusalReasons,
} from './events.ts'
import { NONE, type OrderPool } from './orders.ts'
import { type StatisticsTable, tickDirections } from './statistics.ts'

/**
 * What the matching has to tell, as rows of numbers in one growing array that is used again and
 * again, so that telling allocates nothing. A row is a fact about one order; whoever wants events
 * reads the rows with `readEvents`, whoever does not clears the tape.
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
    this.#row(Fact.accepted, order)
  }

  /** `reason` is a position in `refusalReasons`. */
  refused(tag: number, reason: number): void {
    const at = this.#row(Fact.refused, NONE)
    this.cells[at + TAG] = tag
    this.cells[at + REASON] = reason
  }

  /** Two orders traded; both already have what is left of them. */
  traded(resting: number, incoming: number, quantity: number, direction: number, tradeNumber: number): void {
    const at = this.#bookRow(Fact.traded, resting)
    const cells = this.cells
    cells[at + QUANTITY] = quantity
    cells[at + TICK_DIRECTION] = direction
    cells[at + TRADE_NUMBER] = tradeNumber
    cells[at + INCOMING_HANDLE] = incoming
    cells[at + INCOMING_TAG] = this.#orders.tag(incoming)
    cells[at + INCOMING_LEAVES] = this.#orders.leaves(incoming)
  }

  /** What is left of the order is in the book. */
  rested(order: number): void {
    this.#bookRow(Fact.rested, order)
  }

  /** What is left of an incoming order goes: the book does not change. `reason` as in `cancelReasons`. */
  dropped(order: number, reason: number): void {
    const at = this.#row(Fact.dropped, order)
    this.cells[at + QUANTITY] = this.#orders.leaves(order)
    this.cells[at + REASON] = reason
  }

  /** A resting order goes. */
  canceled(order: number, reason: number): void {
    const at = this.#bookRow(Fact.canceled, order)
    this.cells[at + QUANTITY] = this.#orders.leaves(order)
    this.cells[at + REASON] = reason
  }

  /** Less of a resting order, at the same place. */
  reduced(order: number): void {
    this.#bookRow(Fact.reduced, order)
  }

  /** A resting order goes out of the book as it was, to come in again as it will be. */
  moved(order: number, entryNumber: number, key: number, leaves: number): void {
    const at = this.#bookRow(Fact.moved, order)
    const cells = this.cells
    cells[at + NEW_ENTRY_NUMBER] = entryNumber
    cells[at + NEW_KEY] = key
    cells[at + NEW_LEAVES] = leaves
  }

  /** Start a row. Returns where its cells begin. */
  #row(fact: Fact, order: number): number {
    const at = this.length
    if (at === this.cells.length) this.#grow()
    const cells = this.cells
    this.length = at + ROW
    cells[at + FACT] = fact
    cells[at + HANDLE] = order
    if (order !== NONE) cells[at + TAG] = this.#orders.tag(order)
    return at
  }

  /** Start a row that changes the public book. */
  #bookRow(fact: Fact, order: number): number {
    const at = this.#row(fact, order)
    const orders = this.#orders
    const cells = this.cells
    const book = orders.book(order)
    cells[at + BOOK] = book
    cells[at + KEY] = orders.key(order)
    cells[at + LEAVES] = orders.leaves(order)
    cells[at + ENTRY_NUMBER] = orders.entryNumber(order)
    cells[at + TIME] = orders.time(order)
    cells[at + RPT_SEQ] = this.#statistics.nextRptSeq(book >> 1)
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

/** Cells of a row. */
export const ROW = 16
export const FACT = 0
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
export function readEvents(tape: Tape): ExchangeEvent[] {
  const events: ExchangeEvent[] = []
  const { cells, length } = tape
  for (let at = 0; at < length; at += ROW) readRow(cells.subarray(at, at + ROW), events)
  return events
}

function readRow(row: Float64Array, events: ExchangeEvent[]): void {
  const number = (cell: number) => row[cell] as number
  const tag = number(TAG)
  const handle = number(HANDLE)
  const entryNumber = number(ENTRY_NUMBER)
  const leaves = number(LEAVES) as Quantity
  const price = Math.abs(number(KEY)) as PriceKobo
  const security = number(BOOK) >> 1
  const selling = (number(BOOK) & 1) === 1

  const bookEvent = (kind: BookChange['kind'], size: Quantity) =>
    events.push({
      kind,
      security,
      side: selling ? Side.sell : Side.buy,
      entryNumber,
      price,
      size,
      time: number(TIME),
      rptSeq: number(RPT_SEQ),
    })

  switch (number(FACT) as Fact) {
    case Fact.accepted:
      events.push({ kind: 'accepted', tag, handle })
      break
    case Fact.refused:
      events.push({ kind: 'refused', tag, reason: refusalReasons[number(REASON)] as RefusalReason })
      break
    case Fact.traded:
      events.push({
        kind: 'traded',
        security,
        price,
        quantity: number(QUANTITY) as Quantity,
        tradeNumber: number(TRADE_NUMBER),
        tickDirection: tickDirections[number(TICK_DIRECTION)] as TickDirection,
        incomingSide: selling ? Side.buy : Side.sell,
        incomingTag: number(INCOMING_TAG),
        incomingHandle: number(INCOMING_HANDLE),
        incomingLeaves: number(INCOMING_LEAVES) as Quantity,
        restingTag: tag,
        restingHandle: handle,
        restingLeaves: leaves,
      })
      bookEvent(leaves === 0 ? 'bookRemoved' : 'bookChanged', leaves)
      break
    case Fact.rested:
      events.push({ kind: 'rested', tag, handle, entryNumber })
      bookEvent('bookAdded', leaves)
      break
    case Fact.dropped:
      events.push(canceled())
      break
    case Fact.canceled:
      events.push(canceled())
      bookEvent('bookRemoved', 0 as Quantity)
      break
    case Fact.reduced:
      events.push({ kind: 'replaced', tag, handle, price, leaves, keptPriority: true, entryNumber })
      bookEvent('bookChanged', leaves)
      break
    case Fact.moved:
      events.push({
        kind: 'replaced',
        tag,
        handle,
        price: Math.abs(number(NEW_KEY)) as PriceKobo,
        leaves: number(NEW_LEAVES) as Quantity,
        keptPriority: false,
        entryNumber: number(NEW_ENTRY_NUMBER),
      })
      bookEvent('bookRemoved', 0 as Quantity)
      break
  }

  function canceled(): ExchangeEvent {
    const reason = cancelReasons[number(REASON)] as CancelReason
    return { kind: 'canceled', tag, handle, quantity: number(QUANTITY) as Quantity, reason }
  }
}
