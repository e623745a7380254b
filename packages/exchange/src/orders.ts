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
 * A record is 64 bytes, one line of the processor's cache, seen as 16 integers and as 8 floats: integers
 * 0 level, 1 book, 2 key, 3 leaves; the values that need more than 32 bits, floats 2 tag, 3 entry number,
 * 4 time; integers 10 participant, 11 hidden, 12 display, 13 marks. The links of the queues (next, previous)
 * are apart: who comes or goes changes those of its neighbours, and of a neighbour nothing else, and eight
 * orders' links share a line.
 *
 * How this is written is part of the speed, here and in the classes that every order passes:
 * - The offsets are numbers, and no order is below zero: V8 reads an imported constant again at each use.
 * - Indexes are built by shifts, which need no check for an overflow.
 * - Fields are declared and not private names: a private name is undefined first, and V8 forgets the type
 *   of a field that held two of them, and checks it at each use.
 */
export class OrderPool {
  declare private ints: Int32Array
  declare private floats: Float64Array
  declare private links: Int32Array
  private firstFree = NONE
  /** Records ever given out; those at and above have never been used. */
  private used = 0

  /**
   * @param reserved records whose memory is taken from the system at once, so that no order waits for that. Not
   * given, there is room for MOST_ORDERS, and the system gives their memory a page at a time, when it is first
   * written. One order more than there is room for copies the pool to twice the room.
   */
  constructor(reserved?: number) {
    const room = reserved ?? MOST_ORDERS
    const buffer = new ArrayBuffer(FIRST_BYTE + room * 64)
    this.ints = new Int32Array(buffer, FIRST_BYTE)
    this.floats = new Float64Array(buffer, FIRST_BYTE)
    this.links = new Int32Array(room * 2)
    if (reserved === undefined) return
    this.ints.fill(NONE)
    this.links.fill(NONE)
  }

  /** Orders that there is room for without copying any. */
  get room(): number {
    return this.links.length / 2
  }

  /** A record for a new order, not yet at any level. */
  take(
    book: number,
    key: number,
    leaves: number,
    participant: number,
    tag: number,
    entryNumber: number,
    time: number,
  ): number {
    let order = this.firstFree
    if (order < 0) {
      order = this.used++
      if (order << 4 === this.ints.length) this.grow()
    } else {
      this.firstFree = this.next(order)
    }
    const ints = this.ints
    const floats = this.floats
    const at = order << 4
    const float = order << 3
    ints[at] = -1
    ints[at | 1] = book
    ints[at | 2] = key
    ints[at | 3] = leaves
    floats[float | 2] = tag
    floats[float | 3] = entryNumber
    floats[float | 4] = time
    ints[at | 10] = participant
    ints[at | 11] = 0
    ints[at | 12] = 0
    ints[at | 13] = 0
    return order
  }

  /** Gives the record back. */
  free(order: number): void {
    this.ints[order << 4] = -1
    this.links[order << 1] = this.firstFree
    this.firstFree = order
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
    const isThere = order === handle && order >= 0 && order < this.used && this.level(order) !== -1
    return isThere ? order : -1
  }

  /** Whether an order that is in the market rests in a book; any other waits next to its book or outside the market. */
  rests(order: number): boolean {
    return this.level(order) >= 0
  }

  /** Puts an order behind the last one of a level, NONE when it is the first; or of a list, for which UNPRICED or WAITING stands. */
  link(order: number, last: number, level: number): void {
    const links = this.links
    links[order << 1] = -1
    links[(order << 1) | 1] = last
    if (last >= 0) links[last << 1] = order
    this.ints[order << 4] = level
  }

  /** Takes an order out from between its neighbours, which it still names. */
  unlink(order: number): void {
    const links = this.links
    const next = links[order << 1] as number
    const previous = links[(order << 1) | 1] as number
    if (next >= 0) links[(next << 1) | 1] = previous
    if (previous >= 0) links[previous << 1] = next
    this.ints[order << 4] = -1
  }

  /** Writes what a book entry is into the cells TAG to TIME of a tape's row. */
  describe(order: number, cells: Float64Array, row: number): void {
    const ints = this.ints
    const floats = this.floats
    const int = order << 4
    const float = order << 3
    cells[row | 2] = floats[float | 2] as number
    cells[row | 3] = ints[int | 1] as number
    cells[row | 4] = ints[int | 2] as number
    cells[row | 5] = ints[int | 3] as number
    cells[row | 6] = floats[float | 3] as number
    cells[row | 7] = floats[float | 4] as number
  }

  /** The order behind it at its level. */
  next(order: number): number {
    return this.links[order << 1] as number
  }
  /** The order before it at its level. */
  previous(order: number): number {
    return this.links[(order << 1) | 1] as number
  }
  /** The level it rests at, or NONE, or where it waits instead: UNPRICED or WAITING. */
  level(order: number): number {
    return this.ints[order << 4] as number
  }
  /** Its side of its security's book: twice the security, plus one for a sell. */
  book(order: number): number {
    return this.ints[(order << 4) | 1] as number
  }
  /** Its price as a key: the higher, the better; the price of a buy, less the price of a sell. */
  key(order: number): number {
    return this.ints[(order << 4) | 2] as number
  }
  setKey(order: number, key: number): void {
    this.ints[(order << 4) | 2] = key
  }
  /** What is left of it; of an iceberg in its book, the part that the book shows. */
  leaves(order: number): number {
    return this.ints[(order << 4) | 3] as number
  }
  setLeaves(order: number, leaves: number): void {
    this.ints[(order << 4) | 3] = leaves
  }
  participant(order: number): number {
    return this.ints[(order << 4) | 10] as number
  }
  setParticipant(order: number, participant: number): void {
    this.ints[(order << 4) | 10] = participant
  }
  /** What is left of an iceberg in its book beyond the part that the book shows. */
  hidden(order: number): number {
    return this.ints[(order << 4) | 11] as number
  }
  setHidden(order: number, hidden: number): void {
    this.ints[(order << 4) | 11] = hidden
  }
  /** The most of an iceberg that the book shows at a time; 0 for any other order. */
  display(order: number): number {
    return this.ints[(order << 4) | 12] as number
  }
  /** Says what a new order asks for. */
  instruct(order: number, marks: number, display: number): void {
    this.ints[(order << 4) | 12] = display
    this.ints[(order << 4) | 13] = marks
  }
  marks(order: number): number {
    return this.ints[(order << 4) | 13] as number
  }
  setMarks(order: number, marks: number): void {
    this.ints[(order << 4) | 13] = marks
  }
  tag(order: number): number {
    return this.floats[(order << 3) | 2] as number
  }
  /** The public number of its entry in the book. */
  entryNumber(order: number): number {
    return this.floats[(order << 3) | 3] as number
  }
  /** When it took its place, epoch milliseconds. */
  time(order: number): number {
    return this.floats[(order << 3) | 4] as number
  }
  /** Sets the order's place in time. */
  stamp(order: number, entryNumber: number, time: number): void {
    this.floats[(order << 3) | 3] = entryNumber
    this.floats[(order << 3) | 4] = time
  }

  /** The buffer is not transferred: V8 checks every access to any typed array once one buffer was detached. */
  private grow(): void {
    const larger = new ArrayBuffer(FIRST_BYTE + this.ints.byteLength * 2)
    const ints = new Int32Array(larger, FIRST_BYTE)
    ints.set(this.ints)
    this.ints = ints
    this.floats = new Float64Array(larger, FIRST_BYTE)
    const links = new Int32Array(this.links.length * 2)
    links.set(this.links)
    this.links = links
  }
}

/** 72 MiB of addresses, of which those in use become memory. */
const MOST_ORDERS = 2 ** 20

/** Large blocks begin 16 bytes into a line of the cache, where glibc keeps their size: the records begin with the next line. */
const FIRST_BYTE = 48
