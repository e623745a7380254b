import { MDEntryType, type PriceKobo } from '@tradebook/contract'

/** An entry of a book, as the exchange shows it. */
export interface MirroredEntry {
  readonly id: string
  /** MDEntryType (269): a bid or an offer. */
  readonly side: string
  readonly price: PriceKobo
  readonly size: number
}

/** The book of a security as the exchange last showed it. */
export class MirroredBook {
  readonly #entries = new Map<string, MirroredEntry>()

  get entries(): Iterable<MirroredEntry> {
    return this.#entries.values()
  }

  clear(): void {
    this.#entries.clear()
  }

  get(id: string): MirroredEntry | undefined {
    return this.#entries.get(id)
  }

  set(entry: MirroredEntry): void {
    this.#entries.set(entry.id, entry)
  }

  delete(id: string): boolean {
    return this.#entries.delete(id)
  }

  /** The best price of a side and what waits at it. */
  best(side: string): { readonly price: PriceKobo; readonly size: number } | undefined {
    let best: { price: PriceKobo; size: number } | undefined
    for (const entry of this.#entries.values()) {
      if (entry.side !== side) continue
      const isBetter =
        !best || (side === MDEntryType.bid ? entry.price > best.price : entry.price < best.price)
      if (isBetter) best = { price: entry.price, size: entry.size }
      else if (best && entry.price === best.price) best.size += entry.size
    }
    return best
  }
}
