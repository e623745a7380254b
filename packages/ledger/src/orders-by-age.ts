/** Ids that are open no more are taken out once they are more than the open ones and so many. */
const MOST_ENDED = 16

/** Whether an order was numbered before another: orders are numbered in the order of their entry. */
export const isBefore = (orderID: string, other: string): boolean =>
  orderID.length === other.length ? orderID < other : orderID.length < other.length

/**
 * Which of many open orders was numbered first, whichever of them end: what one order costs does not grow
 * with how many are open.
 */
export class OrdersByAge {
  readonly #open: Pick<ReadonlyMap<string, unknown>, 'has' | 'size'>
  /** In the order of their numbers; some of them have ended, and so have all before `#first`. */
  #orderIDs: string[] = []
  #first = 0

  /** @param open the open orders by their ids, as they are when they are asked for. */
  constructor(open: Pick<ReadonlyMap<string, unknown>, 'has' | 'size'>) {
    this.#open = open
  }

  /** Adds an order that is open now; one that is here already stays where it is. */
  add(orderID: string): void {
    const place = this.#placeOf(orderID)
    if (this.#orderIDs[place] !== orderID) this.#orderIDs.splice(place, 0, orderID)
    this.#first = Math.min(this.#first, place)
    if (this.#orderIDs.length > 2 * this.#open.size + MOST_ENDED) {
      this.#orderIDs = this.#orderIDs.filter((known) => this.#open.has(known))
      this.#first = 0
    }
  }

  /** `undefined` when none is open. */
  get oldest(): string | undefined {
    for (;;) {
      const orderID = this.#orderIDs[this.#first]
      if (orderID === undefined || this.#open.has(orderID)) return orderID
      this.#first += 1
    }
  }

  /** Where an order is, or belongs: a new one mostly behind all others. */
  #placeOf(orderID: string): number {
    let [from, to] = [0, this.#orderIDs.length]
    const last = this.#orderIDs[to - 1]
    if (last === undefined || isBefore(last, orderID)) return to
    while (from < to) {
      const middle = (from + to) >>> 1
      if (isBefore(this.#orderIDs[middle] as string, orderID)) from = middle + 1
      else to = middle
    }
    return from
  }
}
