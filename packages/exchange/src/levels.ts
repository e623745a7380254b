import { NONE } from './orders.ts'

/**
 * The price levels of all books as fixed records: the first and the last order of the queue (two
 * integers), and the shares they have together. Freed records form a list and are given out again.
 */
export class LevelPool {
  #ints: Int32Array
  #sizes: Float64Array
  #free = NONE
  #used = 0

  constructor(capacity: number) {
    this.#ints = new Int32Array(capacity * 2)
    this.#sizes = new Float64Array(capacity)
  }

  /** A record for an empty level. */
  take(): number {
    let level = this.#free
    if (level === NONE) {
      level = this.#used++
      if (level === this.#sizes.length) this.#grow()
    } else {
      this.#free = this.head(level)
    }
    this.#ints[level * 2] = NONE
    this.#ints[level * 2 + 1] = NONE
    this.#sizes[level] = 0
    return level
  }

  free(level: number): void {
    this.#ints[level * 2] = this.#free
    this.#free = level
  }

  /** The order that trades first. */
  head(level: number): number {
    return this.#ints[level * 2] as number
  }
  setHead(level: number, order: number): void {
    this.#ints[level * 2] = order
  }
  /** The order that trades last. */
  tail(level: number): number {
    return this.#ints[level * 2 + 1] as number
  }
  setTail(level: number, order: number): void {
    this.#ints[level * 2 + 1] = order
  }
  /** Shares at the level: a sum of 32-bit quantities, exact in a double for 2²² orders of any size. */
  size(level: number): number {
    return this.#sizes[level] as number
  }
  addSize(level: number, change: number): void {
    this.#sizes[level] = this.size(level) + change
  }

  #grow(): void {
    const ints = new Int32Array(this.#ints.length * 2)
    const sizes = new Float64Array(this.#sizes.length * 2)
    ints.set(this.#ints)
    sizes.set(this.#sizes)
    this.#ints = ints
    this.#sizes = sizes
  }
}

/**
 * One side of one book: the keys of its price levels in ascending order, so that the best is last
 * and what happens near the touch moves little. A key is the price of a buy and less the price of
 * a sell: on both sides the higher key is the better price.
 */
export class BookSide {
  #keys = new Int32Array(INITIAL_DEPTH)
  #levels = new Int32Array(INITIAL_DEPTH)
  /** Number of price levels. */
  depth = 0

  /** The key of the level at a position: 0 is the worst, `depth` − 1 the best. */
  keyAt(position: number): number {
    return this.#keys[position] as number
  }

  levelAt(position: number): number {
    return this.#levels[position] as number
  }

  /** The position of a key, or where it would be inserted: strides from the best, then halves. */
  find(key: number): number {
    const keys = this.#keys
    let high = this.depth
    let probe = high - 1
    for (let stride = 1; probe >= 0 && (keys[probe] as number) >= key; stride *= 2) {
      high = probe
      probe -= stride
    }
    let low = probe < 0 ? 0 : probe + 1
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((keys[middle] as number) < key) low = middle + 1
      else high = middle
    }
    return low
  }

  insert(position: number, key: number, level: number): void {
    if (this.depth === this.#keys.length) this.#grow()
    const keys = this.#keys
    const levels = this.#levels
    for (let i = this.depth; i > position; i--) {
      keys[i] = keys[i - 1] as number
      levels[i] = levels[i - 1] as number
    }
    keys[position] = key
    levels[position] = level
    this.depth++
  }

  remove(position: number): void {
    const keys = this.#keys
    const levels = this.#levels
    const last = --this.depth
    for (let i = position; i < last; i++) {
      keys[i] = keys[i + 1] as number
      levels[i] = levels[i + 1] as number
    }
  }

  #grow(): void {
    const keys = new Int32Array(this.#keys.length * 2)
    const levels = new Int32Array(this.#levels.length * 2)
    keys.set(this.#keys)
    levels.set(this.#levels)
    this.#keys = keys
    this.#levels = levels
  }
}

const INITIAL_DEPTH = 16
