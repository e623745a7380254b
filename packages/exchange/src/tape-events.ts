import { type PriceKobo, type Quantity, Side } from '@tradebook/contract'
import {
  type BookChange,
  type Canceled,
  cancelReasons,
  type ExchangeEvent,
  type Refilled,
  type Replaced,
  type Rested,
  refusalReasons,
  tradeConditions,
} from './events.ts'
import { ANY_PRICE } from './market.ts'
import { tickDirections } from './statistics.ts'
import {
  BOOK,
  CONDITION,
  ENTRY_NUMBER,
  Fact,
  HANDLE,
  HIDDEN,
  INCOMING_HANDLE,
  INCOMING_LEAVES,
  INCOMING_TAG,
  KEPT_PLACE,
  KEY,
  LEAVES,
  NEW_ENTRY_NUMBER,
  NEW_KEY,
  NEW_LEAVES,
  QUANTITY,
  REASON,
  ROW,
  RPT_SEQ,
  TAG,
  type Tape,
  TICK_DIRECTION,
  TIME,
  TRADE_NUMBER,
} from './tape.ts'

/** The rows of a tape as events. */
export function readEvents({ cells, length }: Tape): ExchangeEvent[] {
  const events: ExchangeEvent[] = []
  for (let at = 0; at < length; at += ROW) readers[cells[at] as Fact](cells, at, events)
  return events
}

/**
 * A cell that holds a 32-bit integer. Read as a double it would be allocated next to its event, and every
 * number that is computed from it would be a double, too.
 */
const int = (cells: Float64Array, at: number): number => cells[at]! | 0

type Reader = (cells: Float64Array, at: number, events: ExchangeEvent[]) => void

/** How each fact reads, by its number. */
const readers: Readonly<Record<Fact, Reader>> = {
  [Fact.accepted](cells, at, events) {
    events.push({ kind: 'accepted', tag: cells[at + TAG]!, handle: int(cells, at + HANDLE) })
  },

  [Fact.refused](cells, at, events) {
    events.push({ kind: 'refused', tag: cells[at + TAG]!, reason: refusalReasons[cells[at + REASON]!]! })
  },

  [Fact.traded](cells, at, events) {
    const shown = int(cells, at + LEAVES) as Quantity
    events.push({
      kind: 'traded',
      security: cells[at + BOOK]! >> 1,
      price: Math.abs(int(cells, at + KEY)) as PriceKobo,
      quantity: int(cells, at + QUANTITY) as Quantity,
      tradeNumber: cells[at + TRADE_NUMBER]!,
      tickDirection: tickDirections[cells[at + TICK_DIRECTION]!]!,
      tradeCondition: null,
      incomingSide: sides[(cells[at + BOOK]! & 1) ^ 1]!,
      incomingTag: cells[at + INCOMING_TAG]!,
      incomingHandle: int(cells, at + INCOMING_HANDLE),
      incomingLeaves: int(cells, at + INCOMING_LEAVES) as Quantity,
      restingTag: cells[at + TAG]!,
      restingHandle: int(cells, at + HANDLE),
      restingLeaves: (shown + int(cells, at + HIDDEN)) as Quantity,
    })
    events.push(bookFill(cells, at))
  },

  [Fact.matched](cells, at, events) {
    events.push({
      kind: 'traded',
      security: cells[at + BOOK]! >> 1,
      price: int(cells, at + KEY) as PriceKobo,
      quantity: int(cells, at + QUANTITY) as Quantity,
      tradeNumber: cells[at + TRADE_NUMBER]!,
      tickDirection: tickDirections[cells[at + TICK_DIRECTION]!]!,
      tradeCondition: tradeConditions[cells[at + CONDITION]!]!,
      incomingSide: Side.buy,
      incomingTag: cells[at + INCOMING_TAG]!,
      incomingHandle: int(cells, at + INCOMING_HANDLE),
      incomingLeaves: int(cells, at + INCOMING_LEAVES) as Quantity,
      restingTag: cells[at + TAG]!,
      restingHandle: int(cells, at + HANDLE),
      restingLeaves: int(cells, at + LEAVES) as Quantity,
    })
  },

  [Fact.filled](cells, at, events) {
    events.push(bookFill(cells, at))
  },

  [Fact.rested](cells, at, events) {
    events.push(placed('rested', cells, at))
    events.push(bookChange('bookAdded', cells, at, int(cells, at + LEAVES) as Quantity))
  },

  [Fact.refilled](cells, at, events) {
    events.push(placed('refilled', cells, at))
    events.push(bookChange('bookAdded', cells, at, int(cells, at + LEAVES) as Quantity))
  },

  [Fact.dropped](cells, at, events) {
    events.push(canceled(cells, at))
  },

  [Fact.canceled](cells, at, events) {
    events.push(canceled(cells, at))
    events.push(bookChange('bookRemoved', cells, at, GONE))
  },

  [Fact.reduced](cells, at, events) {
    events.push(replaced(cells, at, true))
    events.push(bookChange('bookChanged', cells, at, int(cells, at + LEAVES) as Quantity))
  },

  [Fact.changed](cells, at, events) {
    events.push(replaced(cells, at, cells[at + KEPT_PLACE] === 1))
  },

  [Fact.moved](cells, at, events) {
    events.push({
      kind: 'replaced',
      tag: cells[at + TAG]!,
      handle: int(cells, at + HANDLE),
      price: Math.abs(int(cells, at + NEW_KEY)) as PriceKobo,
      leaves: int(cells, at + NEW_LEAVES) as Quantity,
      keptPriority: false,
      entryNumber: cells[at + NEW_ENTRY_NUMBER]!,
    })
    events.push(bookChange('bookRemoved', cells, at, GONE))
  },
}

const placed = (kind: 'rested' | 'refilled', cells: Float64Array, at: number): Rested | Refilled => ({
  kind,
  tag: cells[at + TAG]!,
  handle: int(cells, at + HANDLE),
  entryNumber: cells[at + ENTRY_NUMBER]!,
})

const replaced = (cells: Float64Array, at: number, keptPriority: boolean): Replaced => ({
  kind: 'replaced',
  tag: cells[at + TAG]!,
  handle: int(cells, at + HANDLE),
  price: cells[at + KEY] === ANY_PRICE ? null : (Math.abs(int(cells, at + KEY)) as PriceKobo),
  leaves: (int(cells, at + LEAVES) + int(cells, at + HIDDEN)) as Quantity,
  keptPriority,
  entryNumber: cells[at + ENTRY_NUMBER]!,
})

/** What a trade left of a book entry. */
const bookFill = (cells: Float64Array, at: number): BookChange => {
  const shown = int(cells, at + LEAVES) as Quantity
  return bookChange(shown === 0 ? 'bookRemoved' : 'bookChanged', cells, at, shown)
}

const canceled = (cells: Float64Array, at: number): Canceled => ({
  kind: 'canceled',
  tag: cells[at + TAG]!,
  handle: int(cells, at + HANDLE),
  quantity: int(cells, at + QUANTITY) as Quantity,
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
  price: Math.abs(int(cells, at + KEY)) as PriceKobo,
  size,
  time: cells[at + TIME]!,
  rptSeq: cells[at + RPT_SEQ]!,
})

/** The side of a book by its last bit. */
const sides = [Side.buy, Side.sell] as const

const GONE = 0 as Quantity
