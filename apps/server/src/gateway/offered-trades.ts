import type { ShownTrade } from './market-work.ts'

/**
 * The trades that the desk has taken and has not yet recorded. When it opens its market again, those that are not in its
 * record are offered again, and no others: the commit of their batch may have been in doubt.
 */
export class OfferedTrades {
  /** Each with the number that it has got in the list of trades; none before it is decided. */
  readonly #numbers = new Map<ShownTrade, number | undefined>()
  readonly #decidedBefore = new WeakSet<ShownTrade>()

  offered(trade: ShownTrade): void {
    this.#numbers.set(trade, undefined)
  }

  /** It is decided, and recorded under this number unless the batch fails. */
  numbered(trade: ShownTrade, number: number): void {
    if (this.#numbers.has(trade)) this.#numbers.set(trade, number)
  }

  /** Nothing is to be done about it: the desk did not take it, or has recorded it. */
  done(trade: ShownTrade): void {
    this.#numbers.delete(trade)
  }

  /**
   * The market is opened from the record. A trade that was decided twice and is not in it cannot be recorded.
   *
   * @param firstFree the first number that nothing in the record has.
   */
  opened(firstFree: number): void {
    for (const [trade, number] of this.#numbers) {
      if (number === undefined) continue
      const isDone = number < firstFree || this.#decidedBefore.has(trade)
      if (isDone) this.#numbers.delete(trade)
      else this.#numbers.set(trade, undefined)
      this.#decidedBefore.add(trade)
    }
  }

  /** Takes what was not recorded when the market was opened last, in order. */
  takeLost(): ShownTrade[] {
    const lost = [...this.#numbers.keys()]
    this.#numbers.clear()
    return lost
  }
}
