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

/** The integers of a record, by their places. Those from 4 to 9 are its floats. */
const LEVEL = 0
const BOOK = 1
const KEY = 2
const LEAVES = 3
const PARTICIPANT = 10
const HIDDEN = 11
const DISPLAY = 12
const MARKS = 13
/** The floats of a record, by their places: values that need more than 32 bits. */
const TAG = 2
const ENTRY_NUMBER = 3
const TIME = 4
const none = NONE

/**
 * The orders of the market as fixed records in one block of memory: nothing is allocated when an
 * order comes or goes. Freed records form a list and are given out again, last freed first.
 *
 * A record is 64 bytes, one line of the processor's cache, seen as 16 integers and as 8 floats. The links of the
 * queues (next, previous) are apart: when an order comes or goes, those of its neighbours change, and of a neighbour
 * nothing else, and eight orders' links share a line.
 *
 * How this is written is part of the speed, here and in the other classes that every order passes:
 * - V8 folds the constants of a module that the module does not export; any other it reads again at each use. So each
 *   module has its own, and no order is below zero.
 * - Indexes are built with shifts and ORs, which need no check for an overflow.
 * - Fields are declared and not private names: a private name is undefined first, and V8 forgets the type of a field
 *   that held two of them, and checks it at each use.
 */
export class OrderPool {
  declare private ints: Int32Array
  declare private floats: Float64Array
  declare private links: Int32Array
  private firstFree = none
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
    this.ints.fill(none)
    this.links.fill(none)
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
    ints[at | LEVEL] = none
    ints[at | BOOK] = book
    ints[at | KEY] = key
    ints[at | LEAVES] = leaves
    floats[float | TAG] = tag
    floats[float | ENTRY_NUMBER] = entryNumber
    floats[float | TIME] = time
    ints[at | PARTICIPANT] = participant
    ints[at | HIDDEN] = 0
    ints[at | DISPLAY] = 0
    ints[at | MARKS] = 0
    return order
  }

  /** Gives back the record of an order that is at no level. */
  free(order: number): void {
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
    const isThere = order === handle && order >= 0 && order < this.used && this.level(order) !== none
    return isThere ? order : none
  }

  /** Whether an order that is in the market rests in a book; any other waits next to its book or outside the market. */
  rests(order: number): boolean {
    return this.level(order) >= 0
  }

  /** Puts an order behind the last one of a level, NONE when it is the first; or of a list, for which UNPRICED or WAITING stands. */
  link(order: number, last: number, level: number): void {
    const links = this.links
    links[order << 1] = none
    links[(order << 1) | 1] = last
    if (last >= 0) links[last << 1] = order
    this.ints[(order << 4) | LEVEL] = level
  }

  /** Takes an order out from between its neighbours, which it still names. */
  unlink(order: number): void {
    const links = this.links
    const next = links[order << 1] as number
    const previous = links[(order << 1) | 1] as number
    if (next >= 0) links[(next << 1) | 1] = previous
    if (previous >= 0) links[previous << 1] = next
    this.ints[(order << 4) | LEVEL] = none
  }

  /** Writes what a book entry is into the cells TAG to TIME of a tape's row. */
  describe(order: number, cells: Float64Array, row: number): void {
    const ints = this.ints
    const floats = this.floats
    const int = order << 4
    const float = order << 3
    cells[row | 2] = floats[float | TAG] as number
    cells[row | 3] = ints[int | BOOK] as number
    cells[row | 4] = ints[int | KEY] as number
    cells[row | 5] = ints[int | LEAVES] as number
    cells[row | 6] = floats[float | ENTRY_NUMBER] as number
    cells[row | 7] = floats[float | TIME] as number
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
    return this.ints[(order << 4) | LEVEL] as number
  }
  /** Its side of its security's book: twice the security, plus one for a sell. */
  book(order: number): number {
    return this.ints[(order << 4) | BOOK] as number
  }
  /** Its price as a key: the higher, the better; the price of a buy, less the price of a sell. */
  key(order: number): number {
    return this.ints[(order << 4) | KEY] as number
  }
  setKey(order: number, key: number): void {
    this.ints[(order << 4) | KEY] = key
  }
  /** What is left of it; of an iceberg in its book, the part that the book shows. */
  leaves(order: number): number {
    return this.ints[(order << 4) | LEAVES] as number
  }
  setLeaves(order: number, leaves: number): void {
    this.ints[(order << 4) | LEAVES] = leaves
  }
  participant(order: number): number {
    return this.ints[(order << 4) | PARTICIPANT] as number
  }
  setParticipant(order: number, participant: number): void {
    this.ints[(order << 4) | PARTICIPANT] = participant
  }
  /** What is left of an iceberg in its book beyond the part that the book shows. */
  hidden(order: number): number {
    return this.ints[(order << 4) | HIDDEN] as number
  }
  setHidden(order: number, hidden: number): void {
    this.ints[(order << 4) | HIDDEN] = hidden
  }
  /** The most of an iceberg that the book shows at a time; 0 for any other order. */
  display(order: number): number {
    return this.ints[(order << 4) | DISPLAY] as number
  }
  /** Says what a new order asks for. */
  instruct(order: number, marks: number, display: number): void {
    this.ints[(order << 4) | DISPLAY] = display
    this.ints[(order << 4) | MARKS] = marks
  }
  marks(order: number): number {
    return this.ints[(order << 4) | MARKS] as number
  }
  setMarks(order: number, marks: number): void {
    this.ints[(order << 4) | MARKS] = marks
  }
  tag(order: number): number {
    return this.floats[(order << 3) | TAG] as number
  }
  /** The public number of its entry in the book. */
  entryNumber(order: number): number {
    return this.floats[(order << 3) | ENTRY_NUMBER] as number
  }
  /** When it took its place, epoch milliseconds. */
  time(order: number): number {
    return this.floats[(order << 3) | TIME] as number
  }
  /** Sets the order's place in time. */
  stamp(order: number, entryNumber: number, time: number): void {
    this.floats[(order << 3) | ENTRY_NUMBER] = entryNumber
    this.floats[(order << 3) | TIME] = time
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
