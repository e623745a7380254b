import {
  type BookEvent,
  type BookSnapshot,
  type MarketTrade,
  OrderBook,
  type Statistics,
  type VenueConnection,
} from '@tradebook/contract'
import type { Published, PublishedBatch } from '../desk/published.ts'

/** The last trades kept in memory: of the whole market, and of each security. */
export const TRADES_KEPT = { market: 500, security: 100 }

/**
 * The market as it has been published: the fold of every committed batch, for everybody outside
 * the desk. Hub snapshots and market-data calls read it; nobody reads the exchange's own memory.
 */
export class MarketPicture {
  readonly #statistics = new Map<string, Statistics>()
  readonly #books = new Map<string, OrderBook>()
  readonly #trades = new Recent<MarketTrade>(TRADES_KEPT.market)
  readonly #tradesOf = new Map<string, Recent<MarketTrade>>()
  #venue: VenueConnection | undefined
  #sequence = 0

  /** Fold one batch in. @throws Error when a book event or a security is missing before it. */
  apply(batch: PublishedBatch): void {
    for (const event of batch.events) this.#apply(event)
    this.#sequence = batch.sequence
  }

  /** The journal sequence the picture is as of; 0 before the first batch. */
  get sequence(): number {
    return this.#sequence
  }

  /** Both sides of one book, or `undefined` for a security that is not listed. */
  book(securityID: string): BookSnapshot | undefined {
    return this.#books.get(securityID)?.snapshot()
  }

  /** How many securities there are. */
  get listed(): number {
    return this.#statistics.size
  }

  /** The statistics of every security in listing order. */
  statistics(): readonly Statistics[] {
    return [...this.#statistics.values()]
  }

  statisticsOf(securityID: string): Statistics | undefined {
    return this.#statistics.get(securityID)
  }

  /** The last trades of one security, or of the market; newest first. */
  trades(securityID?: string): readonly MarketTrade[] {
    const recent = securityID === undefined ? this.#trades : this.#tradesOf.get(securityID)
    return recent?.newestFirst() ?? []
  }

  /** The last word on the venue's connection, `undefined` before the first. */
  venue(): VenueConnection | undefined {
    return this.#venue
  }

  #apply(event: Published): void {
    switch (event.target) {
      case 'addMarketStatistics':
        this.#statistics.set(event.argument.securityID, event.argument)
        break
      case 'updateMarketStatsSession': {
        const { securityID } = event.argument
        const known = this.#statistics.get(securityID)
        if (!known) throw new Error(`statistics changed of ${securityID}, which was never listed`)
        this.#statistics.set(securityID, { ...known, ...event.argument })
        break
      }
      case 'addOrderBook':
      case 'updateOrderBook':
      case 'deleteOrderBook':
      case 'clearAllOrderBook':
        this.#applyToBook(event)
        break
      case 'onMarketTrade':
        this.#trades.add(event.argument)
        keep(this.#tradesOf, event.argument.securityID, () => new Recent(TRADES_KEPT.security)).add(
          event.argument,
        )
        break
      case 'onNseConnection':
        this.#venue = event.argument
        break
    }
  }

  #applyToBook(event: BookEvent): void {
    const { securityID, rptSeq, epoch } = event.argument
    const book = keep(this.#books, securityID, () => new OrderBook(securityID))
    // The desk is the only source and loses nothing, so a hole is a defect, not a reason to ask again.
    if (book.apply(event) === 'gap') {
      throw new Error(
        `${event.target} of ${securityID} has rptSeq ${rptSeq} in epoch ${epoch} after ${book.rptSeq} in ${book.epoch}`,
      )
    }
  }
}

/** The last so many of a sequence. */
class Recent<T> {
  readonly #kept: T[] = []
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  add(item: T): void {
    // Old ones go a whole limit at a time, so that one more costs nothing on average.
    if (this.#kept.push(item) >= 2 * this.#limit) this.#kept.splice(0, this.#limit)
  }

  newestFirst(): T[] {
    return this.#kept.slice(-this.#limit).reverse()
  }
}

function keep<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}
