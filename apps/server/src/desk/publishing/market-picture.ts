import {
  type BookEvent,
  type BookSnapshot,
  type MarketSummary,
  type MarketTrade,
  OrderBook,
  type Statistics,
  type VenueConnection,
} from '@tradebook/contract'
import { BookOwners } from './book-owners.ts'
import type { Baseline, BookOwner, DeskEvent, EventBatch } from './desk-events.ts'

/** The last trades kept in memory: of the whole market, and of each security. */
export const TRADES_KEPT = { market: 500, security: 100 }

/**
 * The market as it has been published: the fold of every batch. Hub snapshots and market-data calls
 * read it; nothing outside the desk reads the exchange's own memory.
 */
export class MarketPicture {
  readonly #statistics = new Map<string, Statistics>()
  readonly #books = new Map<string, OrderBook>()
  /** Whose orders the entries of the books are: for each firm its own alone. */
  readonly owners = new BookOwners()
  #trades = new Recent<CountedTrade>(TRADES_KEPT.market)
  readonly #tradesOf = new Map<string, Recent<CountedTrade>>()
  #tradesCounted = 0
  #venue: VenueConnection | undefined
  #summary: MarketSummary | undefined
  #epoch = 0
  #batch = 0
  #statisticsChanged = 0

  /** A picture that starts from a baseline, or knows nothing. */
  constructor(baseline?: Baseline) {
    if (baseline) this.load(baseline)
  }

  /** Replaces all of this picture by a baseline. */
  load(baseline: Baseline): void {
    this.#statisticsChanged += 1
    for (const kept of [this.#statistics, this.#books, this.#tradesOf]) kept.clear()
    this.#trades = new Recent(TRADES_KEPT.market)
    this.#epoch = baseline.epoch
    this.#batch = baseline.batch
    for (const statistics of baseline.statistics) this.#statistics.set(statistics.securityID, statistics)
    for (const [securityID, snapshot] of baseline.books) this.#bookOf(securityID).load(snapshot)
    this.owners.load(baseline.owners)
    for (const trade of baseline.trades) this.#addTrade(trade)
    this.#venue = baseline.venue
    this.#summary = baseline.summary
  }

  /** The epoch and number of the last batch; 0 before the first. */
  get epoch(): number {
    return this.#epoch
  }
  get batch(): number {
    return this.#batch
  }

  /**
   * Folds one batch in.
   *
   * @returns the owners of the clients' entries that are new in the books.
   * @throws Error when it does not follow the last one, or has a book event or a security that does
   * not follow from those before: something is missing, and only a baseline helps.
   */
  apply({ epoch, batch, events }: Pick<EventBatch, 'epoch' | 'batch' | 'events'>): readonly BookOwner[] {
    const follows = epoch === this.#epoch ? batch === this.#batch + 1 : epoch > this.#epoch && batch === 1
    if (!follows) {
      throw new Error(
        `batch ${batch} of epoch ${epoch} was received after batch ${this.#batch} of epoch ${this.#epoch}`,
      )
    }
    // The first batch of an epoch has the entry of every order that is open.
    if (epoch > this.#epoch) this.owners.load([])
    for (const event of events) this.#apply(event)
    const newOwners = this.owners.apply(events)
    this.#epoch = epoch
    this.#batch = batch
    return newOwners
  }

  /** All of this picture, for one that starts from it. */
  baseline(): Baseline {
    const trades = new Set(
      [this.#trades, ...this.#tradesOf.values()].flatMap((recent) => recent.newestFirst()),
    )
    return {
      epoch: this.#epoch,
      batch: this.#batch,
      statistics: this.statistics(),
      books: new Map([...this.#books].map(([securityID, book]) => [securityID, book.snapshot()])),
      owners: this.owners.all(),
      trades: [...trades].sort((a, b) => a.count - b.count).map(({ trade }) => trade),
      venue: this.#venue,
      summary: this.#summary,
    }
  }

  /** Both sides of one book, or `undefined` for a security that is not listed. */
  book(securityID: string): BookSnapshot | undefined {
    return this.#books.get(securityID)?.snapshot()
  }

  /** How many securities there are. */
  get listed(): number {
    return this.#statistics.size
  }

  /** Says which statistics these are: another text than before once any of them has changed. */
  get statisticsRevision(): string {
    return `${this.#epoch} ${this.#statisticsChanged}`
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
    return recent?.newestFirst().map(({ trade }) => trade) ?? []
  }

  /** The venue's connection as it was last published, `undefined` before that. */
  venue(): VenueConnection | undefined {
    return this.#venue
  }

  /** The market's summary as it was last published, `undefined` before that. */
  summary(): MarketSummary | undefined {
    return this.#summary
  }

  #apply(event: DeskEvent): void {
    switch (event.target) {
      case 'addMarketStatistics':
        this.#statisticsChanged += 1
        this.#statistics.set(event.argument.securityID, event.argument)
        break
      case 'updateMarketStatsSession': {
        const { securityID } = event.argument
        const known = this.#statistics.get(securityID)
        if (!known) throw new Error(`statistics changed of ${securityID}, which was never listed`)
        this.#statisticsChanged += 1
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
        this.#addTrade(event.argument)
        break
      case 'onNseConnection':
        this.#venue = event.argument
        break
      case 'marketSummary':
        this.#summary = event.argument
        break
      // No state of the market that a late subscriber needs: `owners` folds the orders.
      case 'onNews':
      case 'onExecutionReport':
      case 'addStockOrder':
      case 'updateStockOrder':
      case 'replaceStockOrder':
      case 'killSwitchChanged':
        break
      default:
        event satisfies never
    }
  }

  #addTrade(trade: MarketTrade): void {
    const counted = { trade, count: ++this.#tradesCounted }
    this.#trades.add(counted)
    keep(this.#tradesOf, trade.securityID, () => new Recent(TRADES_KEPT.security)).add(counted)
  }

  #bookOf(securityID: string): OrderBook {
    return keep(this.#books, securityID, () => new OrderBook(securityID))
  }

  #applyToBook(event: BookEvent): void {
    const { securityID, rptSeq, epoch } = event.argument
    const book = this.#bookOf(securityID)
    // The desk is the only source and loses nothing, so a hole is a defect, not a reason to ask again.
    if (book.apply(event) === 'gap') {
      throw new Error(
        `${event.target} of ${securityID} has rptSeq ${rptSeq} in epoch ${epoch} after ${book.rptSeq} in ${book.epoch}`,
      )
    }
  }
}

/** A trade, and how many came up to and including it. */
interface CountedTrade {
  readonly trade: MarketTrade
  readonly count: number
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
