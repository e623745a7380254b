import { INT32_LIMIT, type PriceKobo, type Quantity, Side } from '@tradebook/contract'

/**
 * Order-level recordings of a real exchange in the format of LOBSTER: a message file that lists
 * what happened to which order, and an orderbook file whose n-th row is the book after the n-th
 * message. Prices are whole numbers of the recorded market's smallest unit.
 */

/** The kind of a message row, by its code. */
const kinds = {
  1: 'entered',
  2: 'reduced',
  3: 'deleted',
  4: 'executed',
  /** A trade of an order nobody saw: the book does not change. */
  5: 'executedHidden',
  /** Trading was halted or resumed; the price encodes which, and is not a price. */
  7: 'halt',
} as const satisfies Record<number, string>

export type RecordedKind = (typeof kinds)[keyof typeof kinds]

export interface RecordedMessage {
  /** Milliseconds after midnight, with fractions. */
  readonly time: number
  readonly kind: RecordedKind
  readonly orderID: number
  /** Shares entered, taken out or executed. */
  readonly size: Quantity
  readonly price: PriceKobo
  /** The side of the resting order. */
  readonly side: Side
}

export interface RecordedLevel {
  readonly price: PriceKobo
  readonly size: Quantity
}

/** The levels that the recording shows, best first. */
export interface RecordedBook {
  readonly bids: readonly RecordedLevel[]
  readonly offers: readonly RecordedLevel[]
}

/** A row that violates the format. The message contains what is wrong with it. */
export class MalformedRow extends Error {
  override readonly name = 'MalformedRow'
}

/** The lines of a text that comes in pieces, without their ends. */
export async function* linesOf(pieces: AsyncIterable<string>): AsyncGenerator<string, undefined> {
  let unfinished = ''
  for await (const piece of pieces) {
    const lines = (unfinished + piece).split(/\r?\n/)
    unfinished = lines.pop() ?? ''
    yield* lines
  }
  if (unfinished !== '') yield unfinished
}

/**
 * A row of the message file: time in seconds, kind, order id, size, price, direction.
 * @throws MalformedRow
 */
export function parseMessage(line: string): RecordedMessage {
  const cells = line.split(',')
  if (cells.length !== 6) throw new MalformedRow(`6 columns expected, ${cells.length} found`)
  const [time, code, orderID, size, price, direction] = cells as [
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  const kind = kinds[integer('a kind', code) as keyof typeof kinds] as RecordedKind | undefined
  if (!kind) throw new MalformedRow(`no such kind of message: ${code}`)
  // A halt has no order, and its price is a code.
  const least = kind === 'halt' ? -1 : 1
  return {
    time: seconds(time) * 1_000,
    kind,
    orderID: integer('an order id', orderID),
    size: integer('a size', size, least, INT32_LIMIT - 1) as Quantity,
    price: integer('a price', price, least, INT32_LIMIT - 1) as PriceKobo,
    side: sideOf(direction),
  }
}

/**
 * A row of the orderbook file: price and size of the best offer, of the best bid, of the second
 * best offer, and so on for so many levels. Levels that are not there have size 0.
 * @throws MalformedRow
 */
export function parseBook(line: string, levels: number): RecordedBook {
  const cells = line.split(',')
  if (cells.length !== levels * 4) {
    throw new MalformedRow(`${levels * 4} columns expected for ${levels} levels, ${cells.length} found`)
  }
  const numbers = cells.map((cell) => integer('a price or size', cell))
  const side = (first: number): RecordedLevel[] =>
    Array.from({ length: levels }, (_, level) => first + level * 4)
      .filter((at) => numbers[at + 1] !== 0)
      .map((at) => ({ price: numbers[at] as PriceKobo, size: numbers[at + 1] as Quantity }))
  return { offers: side(0), bids: side(2) }
}

function sideOf(direction: string): Side {
  if (direction === '1') return Side.buy
  if (direction === '-1') return Side.sell
  throw new MalformedRow(`not a direction: ${direction}`)
}

function integer(
  what: string,
  text: string,
  least = Number.MIN_SAFE_INTEGER,
  most = Number.MAX_SAFE_INTEGER,
): number {
  const value = Number(text)
  if (!/^-?\d+$/.test(text) || value < least || value > most) throw new MalformedRow(`not ${what}: ${text}`)
  return value
}

function seconds(text: string): number {
  if (!/^\d+(\.\d+)?$/.test(text)) throw new MalformedRow(`not a time in seconds: ${text}`)
  return Number(text)
}
