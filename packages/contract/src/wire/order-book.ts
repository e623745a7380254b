import { MDEntryType } from '../rules/fix.ts'
import type { BookEvent } from './events.ts'
import type { BookEntry, BookSnapshot } from './market-shapes.ts'

/**
 * The fold from hub events to one security's order book, for every reader of the market: the
 * browser, the server's own snapshots and the tests that compare them.
 *
 * `rptSeq` counts the book events of a security without holes. An event already contained in the
 * snapshot is dropped; a hole or another epoch means something was missed, and the reader asks
 * for a snapshot again. Entries keep priority order: bids by price descending, offers ascending,
 * then by time, then by arrival. An event costs the same at any depth of the book; only a new price
 * costs the number of prices.
 */
export class OrderBook {
  readonly securityID: string
  readonly #bids = new BookSide((price, other) => price > other)
  readonly #offers = new BookSide((price, other) => price < other)
  /** Book events seen, and the market-data epoch they belong to; −1 before the first snapshot. */
  rptSeq = -1
  epoch = -1

  constructor(securityID: string) {
    this.securityID = securityID
  }

  /** In priority order, as of the last event: a list that was read does not change. */
  get bids(): readonly BookEntry[] {
    return this.#bids.entries
  }
  get offers(): readonly BookEntry[] {
    return this.#offers.entries
  }

  /** Replaces everything with a snapshot. */
  load(snapshot: BookSnapshot): void {
    this.#empty()
    for (const entry of snapshot.items) this.#side(entry.mdEntryType).add(entry)
    this.rptSeq = snapshot.rptSeq
    this.epoch = snapshot.epoch
  }

  /**
   * Applies one event. `'applied'`: the book changed. `'known'`: the snapshot already held it, or it
   * is another security's. `'gap'`: something was missed; the book is unchanged and no longer right.
   */
  apply(event: BookEvent): 'applied' | 'known' | 'gap' {
    const { securityID, rptSeq, epoch } = event.argument
    if (securityID !== this.securityID || epoch < this.epoch) return 'known'
    // A clear restarts the count even below where it stood: for a reader that fell behind, the
    // events that follow build the book again and end at the number it has now.
    if (event.target === 'clearAllOrderBook') {
      this.#empty()
      this.rptSeq = rptSeq
      this.epoch = epoch
      return 'applied'
    }
    if (epoch === this.epoch && rptSeq <= this.rptSeq) return 'known'
    if (epoch !== this.epoch || rptSeq !== this.rptSeq + 1) return 'gap'

    switch (event.target) {
      case 'addOrderBook': {
        const { mdEntryID } = event.argument
        if (!this.#bids.has(mdEntryID) && !this.#offers.has(mdEntryID))
          this.#side(event.argument.mdEntryType).add(event.argument)
        break
      }
      case 'updateOrderBook': {
        const side = this.#side(event.argument.mdEntryType)
        if (side.update(event.argument)) break
        this.#remove(event.argument.mdEntryID)
        side.add(event.argument)
        break
      }
      case 'deleteOrderBook':
        this.#remove(event.argument.mdEntryID)
        break
    }
    this.rptSeq = rptSeq
    return 'applied'
  }

  snapshot(): BookSnapshot {
    return { items: [...this.bids, ...this.offers], rptSeq: this.rptSeq, epoch: this.epoch }
  }

  #side(type: MDEntryType): BookSide {
    return type === MDEntryType.bid ? this.#bids : this.#offers
  }

  #remove(mdEntryID: string): void {
    this.#bids.remove(mdEntryID)
    this.#offers.remove(mdEntryID)
  }

  #empty(): void {
    this.#bids.clear()
    this.#offers.clear()
  }
}

/** All entries at one price, by id, the first to trade first. */
interface Level {
  readonly price: number
  entries: Map<string, BookEntry>
  /** No entry of the level is newer. */
  newest: string
}

/** One side of a book. */
class BookSide {
  readonly #isBetter: (price: number, other: number) => boolean
  readonly #byID = new Map<string, BookEntry>()
  readonly #byPrice = new Map<number, Level>()
  /** The best price first. */
  readonly #levels: Level[] = []
  /** Made when it is read. */
  #entries: readonly BookEntry[] | undefined = []

  constructor(isBetter: (price: number, other: number) => boolean) {
    this.#isBetter = isBetter
  }

  get entries(): readonly BookEntry[] {
    this.#entries ??= this.#levels.flatMap(({ entries }) => [...entries.values()])
    return this.#entries
  }

  has(mdEntryID: string): boolean {
    return this.#byID.has(mdEntryID)
  }

  /** Adds an entry behind those of better or equal priority. */
  add(entry: BookEntry): void {
    const { mdEntryID, mdEntryPx, mdEntryTime } = entry
    const level = this.#levelAt(mdEntryPx)
    this.#byID.set(mdEntryID, entry)
    this.#entries = undefined
    if (mdEntryTime >= level.newest) {
      level.newest = mdEntryTime
      level.entries.set(mdEntryID, entry)
      return
    }
    // Older than one that is there, which the exchange never publishes.
    const others = [...level.entries.values()]
    const place = others.findIndex((other) => mdEntryTime < other.mdEntryTime)
    others.splice(place === -1 ? others.length : place, 0, entry)
    level.entries = new Map(others.map((other) => [other.mdEntryID, other]))
  }

  /** Replaces an entry that stays in its place. False when it is not there, or its price or time is another. */
  update(entry: BookEntry): boolean {
    const { mdEntryID, mdEntryPx, mdEntryTime } = entry
    const before = this.#byID.get(mdEntryID)
    if (before?.mdEntryPx !== mdEntryPx || before.mdEntryTime !== mdEntryTime) return false
    this.#byID.set(mdEntryID, entry)
    this.#byPrice.get(mdEntryPx)?.entries.set(mdEntryID, entry)
    this.#entries = undefined
    return true
  }

  remove(mdEntryID: string): void {
    const entry = this.#byID.get(mdEntryID)
    const level = entry && this.#byPrice.get(entry.mdEntryPx)
    if (!level) return
    this.#byID.delete(mdEntryID)
    level.entries.delete(mdEntryID)
    this.#entries = undefined
    if (level.entries.size > 0) return
    this.#byPrice.delete(level.price)
    this.#levels.splice(this.#placeOf(level.price), 1)
  }

  clear(): void {
    this.#byID.clear()
    this.#byPrice.clear()
    this.#levels.length = 0
    this.#entries = []
  }

  #levelAt(price: number): Level {
    const known = this.#byPrice.get(price)
    if (known) return known
    const level = { price, entries: new Map<string, BookEntry>(), newest: '' }
    this.#byPrice.set(price, level)
    this.#levels.splice(this.#placeOf(price), 0, level)
    return level
  }

  /** How many levels are better than a price. */
  #placeOf(price: number): number {
    let [from, to] = [0, this.#levels.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if (this.#isBetter((this.#levels[middle] as Level).price, price)) from = middle + 1
      else to = middle
    }
    return from
  }
}
