import type { BookEvent } from './events.ts'
import { MDEntryType } from './fix.ts'
import type { BookEntry, BookSnapshot } from './shapes.ts'

/**
 * The fold from hub events to one security's order book, for every reader of the market: the
 * browser, the server's own snapshots and the tests that compare them.
 *
 * `rptSeq` counts the book events of a security without holes. An event already contained in the
 * snapshot is dropped; a hole or another epoch means something was missed, and the reader asks
 * for a snapshot again. Entries keep priority order: bids by price descending, offers ascending,
 * then by time, then by arrival.
 */
export class OrderBook {
  readonly securityID: string
  readonly bids: BookEntry[] = []
  readonly offers: BookEntry[] = []
  /** Book events seen, and the market-data epoch they belong to; −1 before the first snapshot. */
  rptSeq = -1
  epoch = -1

  constructor(securityID: string) {
    this.securityID = securityID
  }

  /** Replaces everything with a snapshot. */
  load(snapshot: BookSnapshot): void {
    this.#empty()
    for (const entry of snapshot.items) this.#side(entry.mdEntryType).push(entry)
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
      case 'addOrderBook':
        if (!this.#has(event.argument.mdEntryID)) this.#insert(event.argument)
        break
      case 'updateOrderBook':
        this.#replace(event.argument)
        break
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

  #side(type: MDEntryType): BookEntry[] {
    return type === MDEntryType.bid ? this.bids : this.offers
  }

  #has(mdEntryID: string): boolean {
    const same = (entry: BookEntry) => entry.mdEntryID === mdEntryID
    return this.bids.some(same) || this.offers.some(same)
  }

  /** Behind every entry of better or equal priority: near the touch, so search from the front. */
  #insert(entry: BookEntry): void {
    const side = this.#side(entry.mdEntryType)
    const place = side.findIndex((other) => goesBefore(entry, other))
    side.splice(place === -1 ? side.length : place, 0, entry)
  }

  #replace(entry: BookEntry): void {
    const side = this.#side(entry.mdEntryType)
    const at = side.findIndex((other) => other.mdEntryID === entry.mdEntryID)
    const old = side[at]
    if (old && old.mdEntryPx === entry.mdEntryPx && old.mdEntryTime === entry.mdEntryTime) {
      side[at] = entry
      return
    }
    this.#remove(entry.mdEntryID)
    this.#insert(entry)
  }

  #remove(mdEntryID: string): void {
    for (const side of [this.bids, this.offers]) {
      const at = side.findIndex((entry) => entry.mdEntryID === mdEntryID)
      if (at !== -1) side.splice(at, 1)
    }
  }

  #empty(): void {
    this.bids.length = 0
    this.offers.length = 0
  }
}

function goesBefore(a: BookEntry, b: BookEntry): boolean {
  if (a.mdEntryPx !== b.mdEntryPx) {
    return a.mdEntryType === MDEntryType.bid ? a.mdEntryPx > b.mdEntryPx : a.mdEntryPx < b.mdEntryPx
  }
  return a.mdEntryTime < b.mdEntryTime
}
