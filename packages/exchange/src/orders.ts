/** No order, no level: the end of a list. */
export const NONE = -1

/**
 * The orders of the market as fixed records in one block of memory: nothing is allocated when an
 * order comes or goes. Freed records form a list and are given out again, last freed first.
 *
 * A record is 64 bytes, one line of the processor's cache: integers in front, and the three
 * values that need more than 32 bits behind.
 */
export class OrderPool {
  #ints: Int32Array
  #floats: Float64Array
  #free = NONE
  /** Records ever given out; those at and above have never been used. */
  #used = 0

  constructor(capacity: number) {
    const buffer = new ArrayBuffer(capacity * RECORD_BYTES)
    this.#ints = new Int32Array(buffer)
    this.#floats = new Float64Array(buffer)
  }

  /** A record for a new order, not yet at any level. */
  take(book: number, key: number, leaves: number, owner: number, tag: number): number {
    let order = this.#free
    if (order === NONE) {
      order = this.#used++
      if (order * INTS === this.#ints.length) this.#grow()
    } else {
      this.#free = this.next(order)
    }
    const ints = this.#ints
    const at = order * INTS
    ints[at + LEVEL] = NONE
    ints[at + BOOK] = book
    ints[at + KEY] = key
    ints[at + LEAVES] = leaves
    ints[at + OWNER] = owner
    this.#floats[order * FLOATS + TAG] = tag
    return order
  }

  /** Give the record back. */
  free(order: number): void {
    this.#ints[order * INTS + LEVEL] = NONE
    this.#ints[order * INTS + NEXT] = this.#free
    this.#free = order
  }

  /** Whether an order rests under this handle, whatever number that is. */
  rests(handle: number): boolean {
    return Number.isInteger(handle) && handle >= 0 && handle < this.#used && this.level(handle) !== NONE
  }

  /** The order behind it at its level. */
  next(order: number): number {
    return this.#ints[order * INTS + NEXT] as number
  }
  setNext(order: number, next: number): void {
    this.#ints[order * INTS + NEXT] = next
  }
  /** The order before it at its level. */
  previous(order: number): number {
    return this.#ints[order * INTS + PREVIOUS] as number
  }
  setPrevious(order: number, previous: number): void {
    this.#ints[order * INTS + PREVIOUS] = previous
  }
  /** The level it rests at, or NONE. */
  level(order: number): number {
    return this.#ints[order * INTS + LEVEL] as number
  }
  setLevel(order: number, level: number): void {
    this.#ints[order * INTS + LEVEL] = level
  }
  /** Its side of its security's book: twice the security, plus one for a sell. */
  book(order: number): number {
    return this.#ints[order * INTS + BOOK] as number
  }
  /** Its price as a key: the higher, the better; the price of a buy, less the price of a sell. */
  key(order: number): number {
    return this.#ints[order * INTS + KEY] as number
  }
  setKey(order: number, key: number): void {
    this.#ints[order * INTS + KEY] = key
  }
  leaves(order: number): number {
    return this.#ints[order * INTS + LEAVES] as number
  }
  setLeaves(order: number, leaves: number): void {
    this.#ints[order * INTS + LEAVES] = leaves
  }
  owner(order: number): number {
    return this.#ints[order * INTS + OWNER] as number
  }
  tag(order: number): number {
    return this.#floats[order * FLOATS + TAG] as number
  }
  /** The public number of its entry in the book. */
  entryNumber(order: number): number {
    return this.#floats[order * FLOATS + ENTRY_NUMBER] as number
  }
  /** When it took its place, epoch milliseconds. */
  time(order: number): number {
    return this.#floats[order * FLOATS + TIME] as number
  }
  /** Give the order its place in time. */
  stamp(order: number, entryNumber: number, time: number): void {
    this.#floats[order * FLOATS + ENTRY_NUMBER] = entryNumber
    this.#floats[order * FLOATS + TIME] = time
  }

  #grow(): void {
    const buffer = this.#ints.buffer as ArrayBuffer
    const larger = buffer.transfer(buffer.byteLength * 2)
    this.#ints = new Int32Array(larger)
    this.#floats = new Float64Array(larger)
  }
}

const RECORD_BYTES = 64
const INTS = 16
const FLOATS = 8

const NEXT = 0
const PREVIOUS = 1
const LEVEL = 2
const BOOK = 3
const KEY = 4
const LEAVES = 5
const OWNER = 6
// Integers end at byte 40: float 5.
const TAG = 5
const ENTRY_NUMBER = 6
const TIME = 7
