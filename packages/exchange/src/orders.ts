/** No order, no level: the end of a list. */
export const NONE = -1
/** Instead of a level: the order has no price, and waits next to its book for the uncross. */
export const UNPRICED = -2
/** Instead of a level: the order waits outside the market for the call before the close. */
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
 * A record is 64 bytes, seen as 16 integers and as 8 floats: integers 0 level, 1 book, 2 key, 3 leaves; the
 * values that need more than 32 bits, floats 2 tag, 3 entry number, 4 time; integers 10 participant, 11 hidden, 12
 * display, 13 marks. What every cancel and trade reads is in the first 48 bytes: large blocks of memory begin
 * 16 bytes into a line of the processor's cache (glibc keeps their size there), so the last 16 bytes of a
 * record lie in the next line. The links of the queues (next, previous) are apart: who comes or goes changes
 * those of its neighbours, and of a neighbour nothing else, and eight orders' links share a line. The offsets
 * are written out below because V8 does not fold named constants of a module in functions as hot as these:
 * names would cost a seventh of the throughput.
 */
export class OrderPool {
  #ints: Int32Array
  #floats: Float64Array
  #links: Int32Array
  #free = NONE
  /** Records ever given out; those at and above have never been used. */
  #used = 0

  /** @param capacity records whose memory is taken from the system at once, so that no order waits for that either. */
  constructor(capacity: number) {
    const buffer = new ArrayBuffer(capacity * 64)
    this.#ints = new Int32Array(buffer)
    this.#floats = new Float64Array(buffer)
    // The system gives memory when it is first written.
    this.#ints.fill(NONE)
    this.#links = new Int32Array(capacity * 2).fill(NONE)
  }

  /** A record for a new order, not yet at any level. */
  take(book: number, key: number, leaves: number, participant: number, tag: number): number {
    let order = this.#free
    if (order === NONE) {
      order = this.#used++
      if (order * 16 === this.#ints.length) this.#grow()
    } else {
      this.#free = this.next(order)
    }
    const ints = this.#ints
    const at = order * 16
    ints[at] = NONE
    ints[at + 1] = book
    ints[at + 2] = key
    ints[at + 3] = leaves
    this.#floats[order * 8 + 2] = tag
    ints[at + 10] = participant
    ints[at + 11] = 0
    ints[at + 12] = 0
    ints[at + 13] = 0
    return order
  }

  /** Gives the record back. */
  free(order: number): void {
    this.#ints[order * 16] = NONE
    this.#links[order * 2] = this.#free
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

  /** Whether an order that is in the market rests in a book; any other waits next to its book or outside the market. */
  rests(order: number): boolean {
    return this.level(order) >= 0
  }

  /** Puts an order behind the last one of a level, NONE when it is the first; or of a list, for which UNPRICED or WAITING stands. */
  link(order: number, last: number, level: number): void {
    const links = this.#links
    links[order * 2] = NONE
    links[order * 2 + 1] = last
    if (last !== NONE) links[last * 2] = order
    this.#ints[order * 16] = level
  }

  /** Takes an order out from between its neighbours, which it still names. */
  unlink(order: number): void {
    const links = this.#links
    const next = links[order * 2] as number
    const previous = links[order * 2 + 1] as number
    if (next !== NONE) links[next * 2 + 1] = previous
    if (previous !== NONE) links[previous * 2] = next
    this.#ints[order * 16] = NONE
  }

  /** Writes what a book entry is into the cells TAG to TIME of a tape's row. */
  describe(order: number, cells: Float64Array, row: number): void {
    const ints = this.#ints
    const floats = this.#floats
    const int = order * 16
    const float = order * 8
    cells[row + 2] = floats[float + 2] as number
    cells[row + 3] = ints[int + 1] as number
    cells[row + 4] = ints[int + 2] as number
    cells[row + 5] = ints[int + 3] as number
    cells[row + 6] = floats[float + 3] as number
    cells[row + 7] = floats[float + 4] as number
  }

  /** The order behind it at its level. */
  next(order: number): number {
    return this.#links[order * 2] as number
  }
  /** The order before it at its level. */
  previous(order: number): number {
    return this.#links[order * 2 + 1] as number
  }
  /** The level it rests at, or NONE, or where it waits instead: UNPRICED or WAITING. */
  level(order: number): number {
    return this.#ints[order * 16] as number
  }
  /** Its side of its security's book: twice the security, plus one for a sell. */
  book(order: number): number {
    return this.#ints[order * 16 + 1] as number
  }
  /** Its price as a key: the higher, the better; the price of a buy, less the price of a sell. */
  key(order: number): number {
    return this.#ints[order * 16 + 2] as number
  }
  setKey(order: number, key: number): void {
    this.#ints[order * 16 + 2] = key
  }
  /** What is left of it; of an iceberg in its book, the part that the book shows. */
  leaves(order: number): number {
    return this.#ints[order * 16 + 3] as number
  }
  setLeaves(order: number, leaves: number): void {
    this.#ints[order * 16 + 3] = leaves
  }
  participant(order: number): number {
    return this.#ints[order * 16 + 10] as number
  }
  setParticipant(order: number, participant: number): void {
    this.#ints[order * 16 + 10] = participant
  }
  /** What is left of an iceberg in its book beyond the part that the book shows. */
  hidden(order: number): number {
    return this.#ints[order * 16 + 11] as number
  }
  setHidden(order: number, hidden: number): void {
    this.#ints[order * 16 + 11] = hidden
  }
  /** The most of an iceberg that the book shows at a time; 0 for any other order. */
  display(order: number): number {
    return this.#ints[order * 16 + 12] as number
  }
  /** Says what a new order asks for. */
  instruct(order: number, marks: number, display: number): void {
    this.#ints[order * 16 + 12] = display
    this.#ints[order * 16 + 13] = marks
  }
  marks(order: number): number {
    return this.#ints[order * 16 + 13] as number
  }
  setMarks(order: number, marks: number): void {
    this.#ints[order * 16 + 13] = marks
  }
  tag(order: number): number {
    return this.#floats[order * 8 + 2] as number
  }
  /** The public number of its entry in the book. */
  entryNumber(order: number): number {
    return this.#floats[order * 8 + 3] as number
  }
  /** When it took its place, epoch milliseconds. */
  time(order: number): number {
    return this.#floats[order * 8 + 4] as number
  }
  /** Sets the order's place in time. */
  stamp(order: number, entryNumber: number, time: number): void {
    this.#floats[order * 8 + 3] = entryNumber
    this.#floats[order * 8 + 4] = time
  }

  /** The buffer is not transferred: V8 checks every access to any typed array once one buffer was detached. */
  #grow(): void {
    const larger = new ArrayBuffer(this.#ints.buffer.byteLength * 2)
    const ints = new Int32Array(larger)
    ints.set(this.#ints)
    this.#ints = ints
    this.#floats = new Float64Array(larger)
    const links = new Int32Array(this.#links.length * 2)
    links.set(this.#links)
    this.#links = links
  }
}
