import { NONE, type OrderPool } from './orders.ts'

/** Lists of orders that are in no book, each in the order of arrival, linked like the queues of a level. */
export class OrderLists {
  readonly #orders: OrderPool
  readonly #heads: Int32Array
  readonly #tails: Int32Array
  readonly #sizes: Float64Array

  constructor(orders: OrderPool, lists: number) {
    this.#orders = orders
    this.#heads = new Int32Array(lists).fill(NONE)
    this.#tails = new Int32Array(lists).fill(NONE)
    this.#sizes = new Float64Array(lists)
  }

  head(list: number): number {
    return this.#heads[list] as number
  }

  /** Shares that the orders of a list have together. */
  size(list: number): number {
    return this.#sizes[list] as number
  }

  /** The shares of an order in the list become more or less. */
  addSize(list: number, change: number): void {
    this.#sizes[list] = this.size(list) + change
  }

  /** Adds an order at the end. `place` says, instead of a level, where it waits. */
  add(list: number, order: number, place: number): void {
    const orders = this.#orders
    const last = this.#tails[list] as number
    if (last < 0) this.#heads[list] = order
    this.#tails[list] = order
    orders.link(order, last, place)
    this.addSize(list, orders.leaves(order))
  }

  remove(list: number, order: number): void {
    const orders = this.#orders
    const previous = orders.previous(order)
    const next = orders.next(order)
    orders.unlink(order)
    if (previous < 0) this.#heads[list] = next
    if (next < 0) this.#tails[list] = previous
    this.addSize(list, -orders.leaves(order))
  }

  *orders(list: number): Generator<number> {
    for (let order = this.head(list); order !== NONE; order = this.#orders.next(order)) yield order
  }
}
