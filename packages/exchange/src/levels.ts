import { NONE } from './orders.ts'

/**
 * The price levels of all books, in pages of 256 neighbouring prices. A level is a number: its
 * page times 256, plus its place in the page, the better price the higher. It has the first and
 * the last order of its queue (two integers), the shares of them that the book shows, and those of
 * icebergs that it does not.
 *
 * Which levels of a page have orders is a bit each, in eight words, and a ninth word in front of
 * them marks which of those are not zero: the best level below any other is found by counting zeros,
 * however many prices lie between. Freed pages form a list and are given out again.
 */
export class LevelPool {
  #queues: Int32Array
  #sizes: Float64Array
  /** Zero again when the level's last order goes. */
  #hidden: Float64Array
  /** Nine words a page; of a free page the first is the next free one. */
  #bits: Int32Array
  #free = NONE
  #used = 0

  /** @param pages how many to reserve; with more in use the pool grows. */
  constructor(pages: number) {
    this.#queues = new Int32Array(pages * 512)
    this.#sizes = new Float64Array(pages * 256)
    this.#hidden = new Float64Array(pages * 256)
    this.#bits = new Int32Array(pages * 9)
  }

  /** A page without orders. */
  takePage(): number {
    let page = this.#free
    if (page === NONE) {
      page = this.#used++
      if (page * 9 === this.#bits.length) this.#grow()
    } else {
      this.#free = this.#bits[page * 9] as number
    }
    this.#bits[page * 9] = 0
    return page
  }

  /** Give back a page without orders. */
  freePage(page: number): void {
    this.#bits[page * 9] = this.#free
    this.#free = page
  }

  /** Whether a level has orders. */
  isOpen(level: number): boolean {
    return ((this.#bits[(level >> 8) * 9 + 1 + ((level >> 5) & 7)] as number) & (1 << (level & 31))) !== 0
  }

  /** A level's first order comes. */
  open(level: number): void {
    const bits = this.#bits
    const summary = (level >> 8) * 9
    const word = (level >> 5) & 7
    bits[summary] = (bits[summary] as number) | (1 << word)
    bits[summary + 1 + word] = (bits[summary + 1 + word] as number) | (1 << (level & 31))
    this.#queues[level * 2] = NONE
    this.#queues[level * 2 + 1] = NONE
    this.#sizes[level] = 0
  }

  /** A level's last order went. False when none is left in its page. */
  close(level: number): boolean {
    const bits = this.#bits
    const summary = (level >> 8) * 9
    const word = (level >> 5) & 7
    const left = (bits[summary + 1 + word] as number) & ~(1 << (level & 31))
    bits[summary + 1 + word] = left
    if (left !== 0) return true
    const words = (bits[summary] as number) & ~(1 << word)
    bits[summary] = words
    return words !== 0
  }

  /** The worst level of a page with orders; the page must have one. */
  worst(page: number): number {
    const words = this.#bits[page * 9] as number
    const word = 31 - Math.clz32(words & -words)
    const levels = this.#bits[page * 9 + 1 + word] as number
    return (page << 8) | (word << 5) | (31 - Math.clz32(levels & -levels))
  }

  /** The best level of a page with orders, NONE when it has none. */
  best(page: number): number {
    return this.#highest(page, this.#bits[page * 9] as number)
  }

  /** The best level of the same page with orders that is worse than a level, or NONE. */
  below(level: number): number {
    const page = level >> 8
    const word = (level >> 5) & 7
    const beside = (this.#bits[page * 9 + 1 + word] as number) & ((1 << (level & 31)) - 1)
    if (beside !== 0) return (level & ~31) | (31 - Math.clz32(beside))
    return this.#highest(page, (this.#bits[page * 9] as number) & ((1 << word) - 1))
  }

  /** The order that trades first. */
  head(level: number): number {
    return this.#queues[level * 2] as number
  }
  setHead(level: number, order: number): void {
    this.#queues[level * 2] = order
  }
  /** The order that trades last. */
  tail(level: number): number {
    return this.#queues[level * 2 + 1] as number
  }
  setTail(level: number, order: number): void {
    this.#queues[level * 2 + 1] = order
  }
  /** Shares that the book shows at the level: a sum of 32-bit quantities, exact in a double for 2²² orders of any size. */
  size(level: number): number {
    return this.#sizes[level] as number
  }
  addSize(level: number, change: number): void {
    this.#sizes[level] = this.size(level) + change
  }
  /** Shares at the level with those that the book does not show. */
  whole(level: number): number {
    return this.size(level) + (this.#hidden[level] as number)
  }
  addHidden(level: number, change: number): void {
    this.#hidden[level] = (this.#hidden[level] as number) + change
  }

  /** The best level in the words that a summary names. */
  #highest(page: number, words: number): number {
    if (words === 0) return NONE
    const word = 31 - Math.clz32(words)
    return (page << 8) | (word << 5) | (31 - Math.clz32(this.#bits[page * 9 + 1 + word] as number))
  }

  #grow(): void {
    const queues = new Int32Array(this.#queues.length * 2)
    const sizes = new Float64Array(this.#sizes.length * 2)
    const hidden = new Float64Array(this.#hidden.length * 2)
    const bits = new Int32Array(this.#bits.length * 2)
    queues.set(this.#queues)
    sizes.set(this.#sizes)
    hidden.set(this.#hidden)
    bits.set(this.#bits)
    this.#queues = queues
    this.#sizes = sizes
    this.#hidden = hidden
    this.#bits = bits
  }
}
