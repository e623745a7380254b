/** No order, no level: the end of a list. */
export const NONE = -1
/** In place of a level: the order has no price, and waits beside its book for the uncross. */
export const UNPRICED = -2
/** In place of a level: the order waits outside the market for the call before the close. */
export const WAITING = -3

/** Marks of an order, bits of one integer. */
export const IMBALANCE_ONLY = 1
export const ENDS_AT_OPENING = 2
export const ENDS_AT_CLOSING = 4
export const AT_CLOSE = 8

/**
 * The orders of the market as fixed records in one block of memory: nothing is allocated when an
 * order comes or goes. Freed records form a list and are given out again, last freed first.
 *
 * A record is 64 bytes, one line of the processor's cache, seen as 16 integers and as 8 floats:
 * integers in front (0 next, 1 previous, 2 level, 3 book, 4 key, 5 leaves, 6 owner, 7 hidden,
 * 8 display, 9 marks) and the values that need more than 32 bits behind (floats 5 tag, 6 entry
 * number, 7 time). The offsets are written out below because V8 does not fold named constants of a
 * module in functions as hot as these: names would cost a seventh of the throughput.
 */
export class OrderPool {
  #ints: Int32Array
  #floats: Float64Array
  #free = NONE
  /** Records ever given out; those at and above have never been used. */
  #used = 0

  constructor(capacity: number) {
    const buffer = new ArrayBuffer(capacity * 64)
    this.#ints = new Int32Array(buffer)
    this.#floats = new Float64Array(buffer)
  }

  /** A record for a new order, not yet at any level. */
  take(book: number, key: number, leaves: number, owner: number, tag: number): number {
    let order = this.#free
    if (order === NONE) {
      order = this.#used++
      if (order * 16 === this.#ints.length) this.#grow()
    } else {
      this.#free = this.next(order)
    }
    const ints = this.#ints
    const at = order * 16
    ints[at + 2] = NONE
    ints[at + 3] = book
    ints[at + 4] = key
    ints[at + 5] = leaves
    ints[at + 6] = owner
    ints[at + 7] = 0
    ints[at + 8] = 0
    ints[at + 9] = 0
    this.#floats[order * 8 + 5] = tag
    return order
  }

  /** Gives the record back. */
  free(order: number): void {
    this.#ints[order * 16 + 2] = NONE
    this.#ints[order * 16] = this.#free
    this.#free = order
  }

  /**
   * The order that is in the market under this handle, whatever number that is, or NONE.
   *
   * The result is a 32-bit integer also where V8 keeps the handle as a double, as one that was read from a
   * tape or an event: one double that reaches the list of free records makes every index that is
   * computed from it a double, which halves the throughput.
   */
  find(handle: number): number {
    const order = handle | 0
    const isThere = order === handle && order >= 0 && order < this.#used && this.level(order) !== NONE
    return isThere ? order : NONE
  }

  /** Whether an order that is in the market rests in a book; any other waits beside its book or outside the market. */
  rests(order: number): boolean {
    return this.level(order) >= 0
  }

  /** The order behind it at its level. */
  next(order: number): number {
    return this.#ints[order * 16] as number
  }
  setNext(order: number, next: number): void {
    this.#ints[order * 16] = next
  }
  /** The order before it at its level. */
  previous(order: number): number {
    return this.#ints[order * 16 + 1] as number
  }
  setPrevious(order: number, previous: number): void {
    this.#ints[order * 16 + 1] = previous
  }
  /** The level it rests at, or NONE, or where it waits instead: UNPRICED or WAITING. */
  level(order: number): number {
    return this.#ints[order * 16 + 2] as number
  }
  setLevel(order: number, level: number): void {
    this.#ints[order * 16 + 2] = level
  }
  /** Its side of its security's book: twice the security, plus one for a sell. */
  book(order: number): number {
    return this.#ints[order * 16 + 3] as number
  }
  /** Its price as a key: the higher, the better; the price of a buy, less the price of a sell. */
  key(order: number): number {
    return this.#ints[order * 16 + 4] as number
  }
  setKey(order: number, key: number): void {
    this.#ints[order * 16 + 4] = key
  }
  /** What is left of it; of an iceberg in its book, the part that the book shows. */
  leaves(order: number): number {
    return this.#ints[order * 16 + 5] as number
  }
  setLeaves(order: number, leaves: number): void {
    this.#ints[order * 16 + 5] = leaves
  }
  owner(order: number): number {
    return this.#ints[order * 16 + 6] as number
  }
  setOwner(order: number, owner: number): void {
    this.#ints[order * 16 + 6] = owner
  }
  /** What is left of an iceberg in its book beyond the part that the book shows. */
  hidden(order: number): number {
    return this.#ints[order * 16 + 7] as number
  }
  setHidden(order: number, hidden: number): void {
    this.#ints[order * 16 + 7] = hidden
  }
  /** The most of an iceberg that the book shows at a time; 0 for any other order. */
  display(order: number): number {
    return this.#ints[order * 16 + 8] as number
  }
  /** Says what a new order asks for. */
  instruct(order: number, marks: number, display: number): void {
    this.#ints[order * 16 + 8] = display
    this.#ints[order * 16 + 9] = marks
  }
  marks(order: number): number {
    return this.#ints[order * 16 + 9] as number
  }
  setMarks(order: number, marks: number): void {
    this.#ints[order * 16 + 9] = marks
  }
  tag(order: number): number {
    return this.#floats[order * 8 + 5] as number
  }
  /** The public number of its entry in the book. */
  entryNumber(order: number): number {
    return this.#floats[order * 8 + 6] as number
  }
  /** When it took its place, epoch milliseconds. */
  time(order: number): number {
    return this.#floats[order * 8 + 7] as number
  }
  /** Sets the order's place in time. */
  stamp(order: number, entryNumber: number, time: number): void {
    this.#floats[order * 8 + 6] = entryNumber
    this.#floats[order * 8 + 7] = time
  }

  /** The buffer is not transferred: V8 checks every access to any typed array once one buffer was detached. */
  #grow(): void {
    const larger = new ArrayBuffer(this.#ints.buffer.byteLength * 2)
    const ints = new Int32Array(larger)
    ints.set(this.#ints)
    this.#ints = ints
    this.#floats = new Float64Array(larger)
  }
}
