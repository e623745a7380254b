import type { LevelPool } from './levels.ts'
import { NONE } from './orders.ts'

/**
 * One side of one book: a ladder of prices a tick apart, of which only the pages that have orders
 * are kept. The daily limits put a usual security's whole ladder into a few pages, so reaching any
 * price costs the same; one without limits has a page for each neighbourhood that is in use.
 *
 * A key is the price of a buy and less the price of a sell: on both sides the higher key is the
 * better price.
 */
export class BookSide {
  /** The best level with orders, or NONE. */
  best = NONE
  /** Its key, so that nobody has to read an order to see whether it trades: less than any when there is none. */
  bestKey = NO_KEY
  declare private readonly tick: number
  declare private readonly levels: LevelPool
  /** Where its part of the pool's page table begins. */
  declare private readonly table: number
  /** The pages with orders, the best last: where each lies on the ladder, and which it is. */
  declare private places: Int32Array
  declare private pages: Int32Array
  declare private count: number

  // What every order reads is assigned first: it lies together.
  constructor(levels: LevelPool, tickKobo: number) {
    this.tick = tickKobo
    this.levels = levels
    this.table = levels.takeTable()
    this.places = new Int32Array(INITIAL_PAGES)
    this.pages = new Int32Array(INITIAL_PAGES)
    this.count = 0
  }

  /** The level of a key, opened when it has no orders. */
  open(key: number): number {
    // Keys are whole ticks: nothing is rounded.
    const rung = (key / this.tick) | 0
    const levels = this.levels
    const level = (this.pageAt(rung >> 8) << 8) | (rung & 255)
    if (!levels.isOpen(level)) {
      levels.open(level)
      if (key > this.bestKey) {
        this.best = level
        this.bestKey = key
      }
    }
    return level
  }

  /** The last order of a level is gone. */
  close(level: number): void {
    const levels = this.levels
    const page = level >> 8
    const isPageInUse = levels.close(level)
    if (!isPageInUse) this.dropPage(page)
    if (level !== this.best) return
    if (isPageInUse) this.best = levels.best(page)
    else this.best = this.count === 0 ? -1 : levels.best(this.pages[this.count - 1] as number)
    this.bestKey = this.best < 0 ? NO_KEY : this.keyOf(this.best)
  }

  /** The key of a level with orders. */
  keyOf(level: number): number {
    return ((this.levels.place(level >> 8) << 8) | (level & 255)) * this.tick
  }

  /** The best level with orders that is worse than a level with orders, or NONE. */
  below(level: number): number {
    const beside = this.levels.below(level)
    if (beside >= 0) return beside
    const at = this.pages.lastIndexOf(level >> 8, this.count - 1)
    return at > 0 ? this.levels.best(this.pages[at - 1] as number) : -1
  }

  /** The worst level with orders, or NONE. */
  worst(): number {
    return this.count === 0 ? NONE : this.levels.worst(this.pages[0] as number)
  }

  /** The page at a place of the ladder, taken when there is none. */
  private pageAt(place: number): number {
    const { levels, table } = this
    const known = levels.known(table, place)
    if (known >= 0 && levels.place(known) === place) return known
    const page = this.findPage(place)
    levels.know(table, place, page)
    return page
  }

  private findPage(place: number): number {
    const at = this.find(place)
    if (at < this.count && (this.places[at] as number) === place) return this.pages[at] as number
    const page = this.levels.takePage(place)
    this.insert(at, place, page)
    return page
  }

  private dropPage(page: number): void {
    const place = this.levels.place(page)
    const at = this.find(place)
    if (this.levels.known(this.table, place) === page) this.levels.know(this.table, place, NONE)
    this.levels.freePage(page)
    this.places.copyWithin(at, at + 1, this.count)
    this.pages.copyWithin(at, at + 1, this.count)
    this.count--
  }

  private insert(at: number, place: number, page: number): void {
    if (this.count === this.places.length) {
      this.places = doubled(this.places)
      this.pages = doubled(this.pages)
    }
    this.places.copyWithin(at + 1, at, this.count)
    this.pages.copyWithin(at + 1, at, this.count)
    this.places[at] = place
    this.pages[at] = page
    this.count++
  }

  /** Where a place stands among those in use, or would be inserted. */
  private find(place: number): number {
    let low = 0
    let high = this.count
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.places[middle] as number) < place) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** The most pages that so many neighbouring prices can lie in, wherever they begin. */
export const pagesFor = (prices: number): number => (prices >> 8) + 2

/** Less than the key of any price. */
const NO_KEY = -(2 ** 31)
const INITIAL_PAGES = 4

function doubled(values: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(values.length * 2)
  larger.set(values)
  return larger
}
