import { MDEntryType, type PriceKobo } from '@tradebook/contract'

/** An entry of a book, as the exchange shows it. */
export interface MirroredEntry {
  readonly id: string
  /** MDEntryType (269): a bid or an offer. */
  readonly side: string
  readonly price: PriceKobo
  readonly size: number
}

/** A price of one side, and what waits there. */
interface Level {
  readonly price: PriceKobo
  readonly size: number
}

/** The book of a security as the exchange last showed it. */
export class MirroredBook {
  readonly #entries = new Map<string, MirroredEntry>()
  readonly #bids = new Levels((a, b) => a > b)
  readonly #offers = new Levels((a, b) => a < b)

  get entries(): Iterable<MirroredEntry> {
    return this.#entries.values()
  }

  clear(): void {
    this.#entries.clear()
    this.#bids.clear()
    this.#offers.clear()
  }

  get(id: string): MirroredEntry | undefined {
    return this.#entries.get(id)
  }

  set(entry: MirroredEntry): void {
    this.#forget(entry.id)
    this.#entries.set(entry.id, entry)
    this.#levelsOf(entry.side).add(entry.price, entry.size)
  }

  delete(id: string): boolean {
    this.#forget(id)
    return this.#entries.delete(id)
  }

  /** The best price of a side and what waits at it. */
  best(side: string): Level | undefined {
    return this.#levelsOf(side).best
  }

  #forget(id: string): void {
    const entry = this.#entries.get(id)
    if (entry) this.#levelsOf(entry.side).add(entry.price, -entry.size)
  }

  #levelsOf(side: string): Levels {
    return side === MDEntryType.bid ? this.#bids : this.#offers
  }
}

/** The prices of one side, each with what waits there. */
class Levels {
  /** From worst to best: most changes are near the best price, where a change moves few others. */
  readonly #levels: { readonly price: PriceKobo; size: number }[] = []
  readonly #isBetter: (one: PriceKobo, other: PriceKobo) => boolean

  constructor(isBetter: (one: PriceKobo, other: PriceKobo) => boolean) {
    this.#isBetter = isBetter
  }

  get best(): Level | undefined {
    return this.#levels.at(-1)
  }

  clear(): void {
    this.#levels.length = 0
  }

  /** So much more waits at a price, or less; a price where nothing waits is gone. */
  add(price: PriceKobo, size: number): void {
    const at = this.#placeOf(price)
    const level = this.#levels[at]
    if (level?.price !== price) this.#levels.splice(at, 0, { price, size })
    else if (level.size + size === 0) this.#levels.splice(at, 1)
    else level.size += size
  }

  /** The place of the worst price that is not worse than `price`. */
  #placeOf(price: PriceKobo): number {
    let [from, to] = [0, this.#levels.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if (this.#isBetter(price, this.#levels[middle]!.price)) from = middle + 1
      else to = middle
    }
    return from
  }
}
