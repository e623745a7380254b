import { type PriceKobo, type Quantity, Side, type TickDirection } from '@tradebook/contract'
import {
  type BookChange,
  type CancelReason,
  cancelReasons,
  type ExchangeEvent,
  type RefusalReason,
  refusalReasons,
} from './events.ts'
import { tickDirections } from './statistics.ts'

/**
 * What the matching has to tell, as rows of numbers in one growing array that is used again and
 * again, so that telling allocates nothing. A row is a fact about one order; whoever wants events
 * reads the rows with `readEvents`, whoever does not clears the tape.
 */
export class Tape {
  /** Rows of ROW columns. */
  cells = new Float64Array(INITIAL_ROWS * ROW)
  /** Cells written. */
  length = 0

  /** Start a row. Returns where its cells begin. */
  row(fact: Fact): number {
    const at = this.length
    if (at === this.cells.length) this.#grow()
    this.length = at + ROW
    this.cells[at] = fact
    return at
  }

  clear(): void {
    this.length = 0
  }

  #grow(): void {
    const larger = new Float64Array(this.cells.length * 2)
    larger.set(this.cells)
    this.cells = larger
  }
}

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
      events.push({ kind: 'refused', tag, reason: refusalReasons[number(DETAIL)] as RefusalReason })
      break
    case Fact.traded:
      events.push({
        kind: 'traded',
        security,
        price,
        quantity: number(QUANTITY) as Quantity,
        tradeNumber: number(TRADE_NUMBER),
        tickDirection: tickDirections[number(DETAIL)] as TickDirection,
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
    const reason = cancelReasons[number(DETAIL)] as CancelReason
    return { kind: 'canceled', tag, handle, quantity: number(QUANTITY) as Quantity, reason }
  }
}

const INITIAL_ROWS = 1024
const ROW = 16

/** Which fact a row is: the number in its first cell. */
export const Fact = {
  accepted: 0,
  refused: 1,
  traded: 2,
  rested: 3,
  /** What was left of an incoming order went: the book does not change. */
  dropped: 4,
  /** A resting order went. */
  canceled: 5,
  /** Another quantity at the same place. */
  reduced: 6,
  /** Out of the book, to come in again at another price or with more. */
  moved: 7,
} as const
export type Fact = (typeof Fact)[keyof typeof Fact]

/** The cells of a row. Those of the order the fact is about; in a trade, the resting one. */
export const FACT = 0
export const BOOK = 1
export const KEY = 2
export const LEAVES = 3
export const HANDLE = 4
export const TAG = 5
export const ENTRY_NUMBER = 6
export const TIME = 7
export const RPT_SEQ = 8
/** What went out of the market, or was traded. */
export const QUANTITY = 9
/** A position in `cancelReasons` or `refusalReasons`, or in `tickDirections`. */
export const DETAIL = 10
/** Of a trade. */
export const TRADE_NUMBER = 11
export const INCOMING_HANDLE = 12
export const INCOMING_TAG = 13
export const INCOMING_LEAVES = 14
/** Of a move: the number, price key and quantity it comes in again with. */
export const NEW_ENTRY_NUMBER = 11
export const NEW_KEY = 12
export const NEW_LEAVES = 13
