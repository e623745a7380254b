import type { Auction } from '../venue/market-data.ts'
import type { MarketWork } from '../venue/market-operation.ts'
import { NO_AUCTION, type SaidFigures, type ShownByExchange, type ShownTrade } from './market-work.ts'
import { MirroredBook, type MirroredEntry } from './mirrored-book.ts'
import type { OfferedTrades } from './offered-trades.ts'

/** How long until the desk is offered again what it did not accept. */
const RETRY_MS = 50

/**
 * What the exchange shows, on its way to the desk. Books can be passed on again at any time; a trade is passed on until
 * the desk has recorded it.
 */
export class ShownMarket {
  readonly #offer: (work: MarketWork) => boolean
  readonly #trades: OfferedTrades
  readonly #books = new Map<string, MirroredBook>()
  readonly #auctions = new Map<string, Auction>()
  /** What the desk has not taken yet, in order. */
  #waiting: ShownByExchange[] = []
  #timer: NodeJS.Timeout | undefined

  /** @param offer queues work of the market; false if the desk accepts none now. */
  constructor(offer: (work: MarketWork) => boolean, trades: OfferedTrades) {
    this.#offer = offer
    this.#trades = trades
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  /** A whole book with the figures of its day and its auction: it contains what was shown of the book before. */
  book(
    securityID: string,
    entries: readonly MirroredEntry[],
    figures: SaidFigures,
    auction: Partial<Auction>,
  ): void {
    this.#auctions.set(securityID, { ...NO_AUCTION, ...auction })
    const book = this.#bookOf(securityID)
    book.clear()
    for (const entry of entries) book.set(entry)
    this.#waiting = this.#waiting.filter((shown) => shown.kind === 'trade' || shown.securityID !== securityID)
    this.#waiting.push(this.#bookNow(securityID, figures))
  }

  set(securityID: string, entry: MirroredEntry): void {
    this.#bookOf(securityID).set(entry)
    this.#waiting.push({ kind: 'set', securityID, entry })
  }

  delete(securityID: string, id: string): void {
    this.#bookOf(securityID).delete(id)
    this.#waiting.push({ kind: 'delete', securityID, id })
  }

  /** What has changed of what an auction would do. */
  auction(securityID: string, part: Partial<Auction>): void {
    const auction = { ...this.#auctionOf(securityID), ...part }
    this.#auctions.set(securityID, auction)
    this.#waiting.push({ kind: 'auction', securityID, auction })
  }

  trade(trade: ShownTrade): void {
    this.#waiting.push(trade)
  }

  /** Nothing is known of the books any more. */
  empty(): void {
    for (const book of this.#books.values()) book.clear()
    this.#auctions.clear()
    this.#showBooks([])
  }

  /** The desk has opened its market again, with empty books. */
  begin(): void {
    this.#showBooks(this.#trades.takeLost())
    this.pass()
  }

  /** Passes on what is waiting. */
  pass(): void {
    if (this.#timer !== undefined || this.#waiting.length === 0) return
    const trades = this.#waiting.filter((shown) => shown.kind === 'trade')
    for (const trade of trades) this.#trades.offered(trade)
    if (this.#offer(this.#waiting)) {
      this.#waiting = []
      return
    }
    for (const trade of trades) this.#trades.done(trade)
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.pass()
    }, RETRY_MS)
    this.#timer.unref()
  }

  /** The books follow as they are now, without figures, behind the trades that wait. @param lost trades that come first. */
  #showBooks(lost: readonly ShownTrade[]): void {
    this.#waiting = [
      ...lost,
      ...this.#waiting.filter(({ kind }) => kind === 'trade'),
      ...Array.from(this.#books.keys(), (securityID) => this.#bookNow(securityID, {})),
    ]
  }

  #bookNow(securityID: string, figures: SaidFigures): ShownByExchange {
    const entries = [...this.#bookOf(securityID).entries]
    return { kind: 'book', securityID, entries, figures, auction: this.#auctionOf(securityID) }
  }

  #auctionOf(securityID: string): Auction {
    return this.#auctions.get(securityID) ?? NO_AUCTION
  }

  #bookOf(securityID: string): MirroredBook {
    const book = this.#books.get(securityID) ?? new MirroredBook()
    this.#books.set(securityID, book)
    return book
  }
}
