import type { PriceKobo } from '@tradebook/contract'
import { BookSide, pagesFor } from './book-side.ts'
import { LevelPool } from './levels.ts'
import { NONE, type OrderPool } from './orders.ts'
import { limitsOf, type SecurityTerms } from './rules.ts'

/** What waits at one price. */
export interface PriceLevel {
  readonly price: PriceKobo
  readonly size: number
}

/**
 * The books of all securities: who rests at which price, in the order of arrival. A book side has a
 * number: twice its security, plus 0 for the buys or 1 for the sells.
 */
export class Books {
  declare readonly levels: LevelPool
  declare private readonly orders: OrderPool
  /** By their number. */
  declare readonly sides: BookSide[]

  constructor(terms: readonly SecurityTerms[], orders: OrderPool) {
    this.orders = orders
    this.levels = new LevelPool(pagesOf(terms, orders.room))
    this.sides = terms.flatMap(({ tickKobo }) => [
      new BookSide(this.levels, tickKobo),
      new BookSide(this.levels, tickKobo),
    ])
  }

  /** Gives an empty book side another distance between its prices, in kobo, instead of the tick. */
  setStep(book: number, stepKobo: number): void {
    this.sides[book] = new BookSide(this.levels, stepKobo)
  }

  /** Adds an order at the end of the queue at its price. */
  add(order: number): void {
    const orders = this.orders
    const levels = this.levels
    const level = (this.sides[orders.book(order)] as BookSide).open(orders.key(order))
    orders.link(order, levels.append(level, order, orders.leaves(order)), level)
    if (orders.hidden(order) !== 0) levels.addHidden(level, orders.hidden(order))
  }

  /** Removes an order from its queue; an empty level goes with its last order. */
  remove(order: number): void {
    const orders = this.orders
    const levels = this.levels
    const level = orders.level(order)
    const previous = orders.previous(order)
    const next = orders.next(order)
    orders.unlink(order)
    if (orders.hidden(order) !== 0) levels.addHidden(level, -orders.hidden(order))
    if (previous < 0 && next < 0) (this.sides[orders.book(order)] as BookSide).close(level)
    else levels.detach(level, previous, next, orders.leaves(order))
  }

  /** The orders of a book side in priority order. */
  *queue(book: number): Generator<number> {
    const side = this.sides[book] as BookSide
    for (let level = side.best; level !== NONE; level = side.below(level)) {
      for (let order = this.levels.head(level); order !== NONE; order = this.orders.next(order)) yield order
    }
  }

  /** The price levels of a book side, best first: at most so many. */
  priceLevels(book: number, most: number): PriceLevel[] {
    const side = this.sides[book] as BookSide
    const levels: PriceLevel[] = []
    for (let level = side.best; level !== NONE && levels.length < most; level = side.below(level)) {
      levels.push({ price: this.priceOf(level) as PriceKobo, size: this.levels.size(level) })
    }
    return levels
  }

  /** The best price of a book side, 0 when it is empty. */
  bestPrice(book: number): number {
    const { best } = this.sides[book] as BookSide
    return best < 0 ? 0 : this.priceOf(best)
  }

  /** Shares at the best price of a book side. */
  bestSize(book: number): number {
    const { best } = this.sides[book] as BookSide
    return best < 0 ? 0 : this.levels.size(best)
  }

  /** The price of a level with orders. */
  private priceOf(level: number): number {
    return Math.abs(this.orders.key(this.levels.head(level)))
  }
}

/**
 * Pages that the books can need. Without daily limits they can lie anywhere, but have an order each; those that
 * nobody uses take addresses, not memory.
 */
const pagesOf = (terms: readonly SecurityTerms[], orders: number): number => {
  const limited = terms.filter(({ limitBps }) => limitBps !== null)
  const unlimited = terms.length - limited.length
  const pages = limited.map((security) => {
    const { lowLimitPx, highLimitPx } = limitsOf(security)
    return 2 * pagesFor((highLimitPx - lowLimitPx) / security.tickKobo)
  })
  const anywhere = unlimited === 0 ? 0 : Math.min(orders, Math.max(MOST_PAGES, unlimited * LIKELY_PAGES))
  return pages.reduce((sum, count) => sum + count, anywhere)
}

/** Of books without daily limits: a million prices, 25 MB of addresses. */
const MOST_PAGES = 4096
/** Of a security without daily limits, where there are many. */
const LIKELY_PAGES = 128
