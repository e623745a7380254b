import { NONE } from './orders.ts'

/** The integers of a level's record, and its float, by their places. */
const HEAD = 0
const TAIL = 1
const SIZE = 1
/** A word of a page's entry. */
const PLACE = 9
const none = NONE
/** What a book side remembers in the page table. */
const PLACES = 64
/** Of 64 securities. */
const INITIAL_TABLE = 128 * PLACES

/**
 * The price levels of all books, in pages of 256 neighbouring prices. A level is a number: its
 * page times 256, plus its place in the page, the better price the higher. Its record is 16 bytes:
 * the first and the last order of its queue (two integers) and the shares of them that the book shows
 * (a float). So a page is 4 KB, one page of the processor's memory, and neighbouring levels share a
 * line of its cache. What icebergs hide is kept apart, because few levels have any.
 *
 * Each page has an entry of 16 words, one line of the cache. Which levels have orders is a bit each in
 * words 1 to 8, and word 0 marks which of those are not zero: the best level below any other is found
 * by counting zeros, however many prices lie between. Word 9 is the page's place on its ladder. Freed
 * pages form a list, linked by word 0, and are given out again.
 */
export class LevelPool {
  declare private ints: Int32Array
  declare private floats: Float64Array
  /** Zero again when the level's last order goes. */
  declare private hidden: Float64Array
  declare private pages: Int32Array
  private firstFree = NONE
  private used = 0
  /** Of each book side, its pages with orders by the last bits of their place: nearly every page is found here. */
  private table = new Int32Array(INITIAL_TABLE).fill(none)
  private tables = 0

  /** @param pages how many to reserve; with more in use the pool grows. */
  constructor(pages: number) {
    const buffer = new ArrayBuffer(pages * 4096)
    this.ints = new Int32Array(buffer)
    this.floats = new Float64Array(buffer)
    this.hidden = new Float64Array(pages * 256)
    this.pages = new Int32Array(pages * 16)
  }

  /** A part of the page table for a book side. @returns where it begins. */
  takeTable(): number {
    const begin = this.tables
    this.tables += PLACES
    if (this.tables > this.table.length) {
      const larger = new Int32Array(this.table.length * 2).fill(none)
      larger.set(this.table)
      this.table = larger
    }
    return begin
  }

  /** The page that a book side remembers for a place of its ladder, and others with the same last bits, or NONE. */
  known(table: number, place: number): number {
    return this.table[table | (place & (PLACES - 1))] as number
  }
  know(table: number, place: number, page: number): void {
    this.table[table | (place & (PLACES - 1))] = page
  }

  /** A page without orders, at a place of its ladder. */
  takePage(place: number): number {
    let page = this.firstFree
    if (page < 0) {
      page = this.used++
      if (page << 4 === this.pages.length) this.grow()
    } else {
      this.firstFree = this.pages[page << 4] as number
    }
    this.pages[page << 4] = 0
    this.pages[(page << 4) | PLACE] = place
    return page
  }

  /** Gives back a page without orders. */
  freePage(page: number): void {
    this.pages[page << 4] = this.firstFree
    this.firstFree = page
  }

  /** Where a page lies on its ladder. */
  place(page: number): number {
    return this.pages[(page << 4) | PLACE] as number
  }

  /** Whether a level has orders. */
  isOpen(level: number): boolean {
    return ((this.pages[wordOf(level)] as number) & (1 << level)) !== 0
  }

  /** A level's first order comes. */
  open(level: number): void {
    const pages = this.pages
    const summary = (level >> 8) << 4
    const word = (level >> 5) & 7
    pages[summary] = (pages[summary] as number) | (1 << word)
    pages[summary + 1 + word] = (pages[summary + 1 + word] as number) | (1 << level)
    this.ints[(level << 2) | HEAD] = none
    this.ints[(level << 2) | TAIL] = none
    this.floats[(level << 1) | SIZE] = 0
  }

  /** A level's last order went. False when none is left in its page. */
  close(level: number): boolean {
    const pages = this.pages
    const summary = (level >> 8) << 4
    const word = (level >> 5) & 7
    const left = (pages[summary + 1 + word] as number) & ~(1 << level)
    pages[summary + 1 + word] = left
    if (left !== 0) return true
    const words = (pages[summary] as number) & ~(1 << word)
    pages[summary] = words
    return words !== 0
  }

  /** The worst level of a page with orders; the page must have one. */
  worst(page: number): number {
    const words = this.pages[page << 4] as number
    const word = 31 - Math.clz32(words & -words)
    const levels = this.pages[(page << 4) + 1 + word] as number
    return (page << 8) | (word << 5) | (31 - Math.clz32(levels & -levels))
  }

  /** The best level of a page with orders, NONE when it has none. */
  best(page: number): number {
    return this.highest(page, this.pages[page << 4] as number)
  }

  /** The best level of the same page with orders that is worse than a level, or NONE. */
  below(level: number): number {
    const beside = (this.pages[wordOf(level)] as number) & ((1 << level) - 1)
    if (beside !== 0) return (level & ~31) | (31 - Math.clz32(beside))
    const words = this.pages[(level >> 8) << 4] as number
    return this.highest(level >> 8, words & ((1 << ((level >> 5) & 7)) - 1))
  }

  /** The order that trades first. */
  head(level: number): number {
    return this.ints[(level << 2) | HEAD] as number
  }
  /** An order with so many shares comes behind all others. @returns the one that was last before it, or NONE. */
  append(level: number, order: number, size: number): number {
    const ints = this.ints
    const last = ints[(level << 2) | TAIL] as number
    if (last < 0) ints[(level << 2) | HEAD] = order
    ints[(level << 2) | TAIL] = order
    this.addSize(level, size)
    return last
  }
  /** An order with so many shares goes from between its neighbours, one of which is an order. */
  detach(level: number, previous: number, next: number, size: number): void {
    if (previous < 0) this.ints[(level << 2) | HEAD] = next
    if (next < 0) this.ints[(level << 2) | TAIL] = previous
    this.addSize(level, -size)
  }
  /** Shares that the book shows at the level: a sum of 32-bit quantities, exact in a double for 2²² orders of any size. */
  size(level: number): number {
    return this.floats[(level << 1) | SIZE] as number
  }
  addSize(level: number, change: number): void {
    const floats = this.floats
    floats[(level << 1) | SIZE] = (floats[(level << 1) | SIZE] as number) + change
  }
  /** Shares at the level with those that the book does not show. */
  whole(level: number): number {
    return this.size(level) + (this.hidden[level] as number)
  }
  addHidden(level: number, change: number): void {
    this.hidden[level] = (this.hidden[level] as number) + change
  }

  /** The best level in the words that a summary names. */
  private highest(page: number, words: number): number {
    if (words === 0) return none
    const word = 31 - Math.clz32(words)
    return (page << 8) | (word << 5) | (31 - Math.clz32(this.pages[(page << 4) + 1 + word] as number))
  }

  private grow(): void {
    const buffer = new ArrayBuffer(this.ints.buffer.byteLength * 2)
    const ints = new Int32Array(buffer)
    const hidden = new Float64Array(this.hidden.length * 2)
    const pages = new Int32Array(this.pages.length * 2)
    ints.set(this.ints)
    hidden.set(this.hidden)
    pages.set(this.pages)
    this.ints = ints
    this.floats = new Float64Array(buffer)
    this.hidden = hidden
    this.pages = pages
  }
}

/** Where the bit of a level is. */
const wordOf = (level: number): number => ((level >> 8) << 4) + 1 + ((level >> 5) & 7)
