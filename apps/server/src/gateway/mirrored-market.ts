import {
  acceptance,
  isoTime,
  kobo,
  type MarketEvent,
  MDEntryType,
  type Phase,
  shares,
  TickDirection,
  toNaira,
} from '@tradebook/contract'
import { type Quotes, toMarketTrade } from '@tradebook/orders'
import { overLine } from '../venue/line-venue.ts'
import type { Listing, RecordedDay } from '../venue/listing.ts'
import type { Auction, MarketData } from '../venue/market-data.ts'
import type { MarketWork } from '../venue/market-operation.ts'
import { emptyOutput } from '../venue/pending-output.ts'
import { type DayFigures, StatisticsFormatter } from '../venue/statistics-formatter.ts'
import type { OpenedVenue, OpenVenue, VenueOptions, VenueOutput, VenueTrade } from '../venue/venue.ts'
import { NO_AUCTION, type ShownByExchange, type ShownTrade } from './market-work.ts'
import { MirroredBook, type MirroredEntry } from './mirrored-book.ts'
import type { OfferedTrades } from './offered-trades.ts'

/** A security as the exchange shows it. */
interface Mirrored {
  readonly listing: Listing
  readonly book: MirroredBook
  day: RecordedDay
  auction: Auction
  tickDirection: TickDirection
  rptSeq: number
  isHalted: boolean
}

/**
 * A market that others operate, as its market data shows it: books, trades and the figures of the day. Nothing is
 * matched here. What the exchange shows arrives as work of the market, so it is persisted and published in turn with
 * what the desk does.
 */
export class MirroredMarket implements MarketData {
  readonly #securities: ReadonlyMap<string, Mirrored>
  readonly #indexOf: ReadonlyMap<string, number>
  readonly #options: Pick<VenueOptions, 'epoch' | 'nextTradeNumber'>
  readonly #statistics: StatisticsFormatter
  readonly #changed = new Set<string>()
  readonly #trades: OfferedTrades
  #phase: Phase
  #isDayOver: boolean
  #output = emptyOutput()

  /** @param trades learns which trades are in the record. */
  constructor(listings: readonly Listing[], options: VenueOptions, trades: OfferedTrades) {
    const { phase, isDayOver = false, epoch, now } = options
    this.#options = options
    this.#trades = trades
    trades.opened(options.nextTradeNumber())
    this.#phase = phase
    this.#isDayOver = isDayOver
    this.#securities = new Map(listings.map((listing) => [listing.securityID, mirrored(listing)]))
    this.#indexOf = new Map(listings.map(({ securityID }, index) => [securityID, index]))
    const all = [...this.#securities.values()]
    const market = this
    this.#statistics = new StatisticsFormatter(listings, {
      exchange: {
        statistics: (index) => figuresOf(all[index]!),
        isHalted: (index) => acceptance[this.#phase].interrupts || all[index]!.isHalted,
      },
      phases: {
        get isDayOver() {
          return market.#isDayOver
        },
        of: () => this.#phase,
      },
      indicative: { read: (index) => this.#shownAuction(all[index]!) },
    })
    listings.forEach(({ securityID }, index) => {
      this.#publish({ target: 'addMarketStatistics', argument: this.#statistics.whole(index, now) })
      this.#publish({ target: 'clearAllOrderBook', argument: { securityID, rptSeq: 0, epoch } })
    })
  }

  // — What the market shows —

  quotes(securityID: string): Quotes {
    const { book } = this.#of(securityID)
    return {
      bidPx: book.best(MDEntryType.bid)?.price ?? null,
      offerPx: book.best(MDEntryType.offer)?.price ?? null,
    }
  }

  /** What the exchange says that its auction would do. */
  auction(securityID: string): Auction {
    return this.#of(securityID).auction
  }

  figures(securityID: string): RecordedDay {
    return this.#of(securityID).day
  }

  takeOutput(now: number): VenueOutput {
    for (const securityID of this.#changed) {
      const change = this.#statistics.change(this.#indexOf.get(securityID)!, now)
      if (change) this.#publish({ target: 'updateMarketStatsSession', argument: change })
    }
    this.#changed.clear()
    return this.takeReports()
  }

  takeReports(): VenueOutput {
    const output = this.#output
    this.#output = emptyOutput()
    return output
  }

  work(work: MarketWork, now: number): void {
    for (const shown of work as readonly ShownByExchange[]) {
      // Nobody can trade a security that is not listed here.
      const security = this.#securities.get(shown.securityID)
      if (shown.kind === 'trade') this.#output.workReports.push(shown)
      if (!security) continue
      this.#changed.add(shown.securityID)
      switch (shown.kind) {
        case 'book':
          this.#book(security, shown, now)
          break
        case 'auction':
          security.auction = shown.auction
          break
        case 'set':
          this.#set(security, shown.entry, now)
          break
        case 'delete':
          this.#delete(security, shown.id)
          break
        case 'trade':
          this.#trade(security, shown, now)
          break
      }
    }
  }

  // — Its phases and halts, as the desk keeps them —

  enterPhase(phase: Phase): void {
    this.#phase = phase
    if (acceptance[phase].endsDay) this.#isDayOver = true
    for (const securityID of this.#securities.keys()) this.#changed.add(securityID)
  }

  setHalted(securityID: string, halted: boolean): void {
    const security = this.#of(securityID)
    if (security.isHalted === halted) return
    security.isHalted = halted
    this.#changed.add(securityID)
  }

  reopen(securityID: string): void {
    this.setHalted(securityID, false)
  }

  /** The exchange ends its own auctions. */
  uncross(): void {}

  // — What the exchange shows —

  #book(
    security: Mirrored,
    { entries, figures, auction }: Extract<ShownByExchange, { kind: 'book' }>,
    now: number,
  ): void {
    const { securityID } = security.listing
    security.book.clear()
    security.rptSeq += 1
    const { rptSeq } = security
    this.#publish({
      target: 'clearAllOrderBook',
      argument: { securityID, rptSeq, epoch: this.#options.epoch },
    })
    for (const entry of entries) this.#set(security, entry, now)
    security.auction = auction
    // Trades that could not be seen here are only in the figures.
    security.day = { ...security.day, ...figures, publishedPx: figures.lastPx ?? security.day.publishedPx }
    if (Object.keys(figures).length > 0) this.#output.traded.add(securityID)
  }

  #set(security: Mirrored, entry: MirroredEntry, now: number): void {
    const isNew = security.book.get(entry.id) === undefined
    security.book.set(entry)
    security.rptSeq += 1
    this.#publish({
      target: isNew ? 'addOrderBook' : 'updateOrderBook',
      argument: {
        mdEntryID: entry.id,
        securityID: security.listing.securityID,
        mdEntryType: entry.side as MDEntryType,
        mdEntryPx: toNaira(entry.price),
        mdEntrySize: entry.size,
        mdEntryTime: isoTime(now),
        rptSeq: security.rptSeq,
        epoch: this.#options.epoch,
      },
    })
  }

  #delete(security: Mirrored, id: string): void {
    if (!security.book.delete(id)) return
    security.rptSeq += 1
    const { securityID } = security.listing
    const argument = { mdEntryID: id, securityID, rptSeq: security.rptSeq, epoch: this.#options.epoch }
    this.#publish({ target: 'deleteOrderBook', argument })
  }

  #trade(security: Mirrored, shown: ShownTrade, now: number): void {
    const { price, quantity, tradeCondition } = shown
    const { day, listing } = security
    const direction = shown.tickDirection ?? directionOf(price, security)
    security.tickDirection = direction
    security.day = {
      openPx: day.openPx ?? price,
      highPx: day.highPx === null || price > day.highPx ? price : day.highPx,
      lowPx: day.lowPx === null || price < day.lowPx ? price : day.lowPx,
      lastPx: price,
      lastQty: quantity,
      publishedPx: quantity >= listing.minMoveQty ? price : day.publishedPx,
      volume: shares(day.volume + BigInt(quantity)),
      value: kobo(day.value + BigInt(quantity) * BigInt(price)),
      trades: day.trades + 1,
    }
    const trade: VenueTrade = {
      // The tape is numbered here: an exchange that begins again would use its own numbers twice.
      tradeNumber: this.#options.nextTradeNumber(),
      securityID: listing.securityID,
      ...{ price, quantity, tradeCondition, time: now, tickDirection: direction, rptSeq: security.rptSeq },
    }
    this.#trades.numbered(shown, trade.tradeNumber)
    this.#output.trades.push(trade)
    this.#output.traded.add(listing.securityID)
    this.#publish({ target: 'onMarketTrade', argument: toMarketTrade(trade) })
  }

  /** The auction as it is published: in a call here, and whenever the exchange says something of one. */
  #shownAuction({ auction }: Mirrored): Auction | undefined {
    const isSaid = auction.price !== null || auction.imbalanceQty > 0
    return isSaid || acceptance[this.#phase].indicative !== null ? auction : undefined
  }

  #publish(event: MarketEvent): void {
    this.#output.market.push(event)
  }

  #of(securityID: string): Mirrored {
    const security = this.#securities.get(securityID)
    if (!security) throw new Error(`no security ${securityID} at this venue`)
    return security
  }
}

const mirrored = (listing: Listing): Mirrored => ({
  listing,
  book: new MirroredBook(),
  day: listing.today ?? {
    ...{ openPx: null, highPx: null, lowPx: null, lastPx: null, lastQty: null },
    publishedPx: listing.referencePx,
    ...{ volume: shares(0), value: kobo(0), trades: 0 },
  },
  auction: NO_AUCTION,
  tickDirection: TickDirection.zeroPlus,
  rptSeq: 0,
  isHalted: false,
})

function figuresOf({ day, book, rptSeq }: Mirrored): DayFigures {
  const bid = book.best(MDEntryType.bid)
  const offer = book.best(MDEntryType.offer)
  return {
    ...day,
    ...{ bidPx: bid?.price ?? null, bidSize: bid?.size ?? 0 },
    ...{ offerPx: offer?.price ?? null, offerSize: offer?.size ?? 0 },
    rptSeq,
  }
}

/** Compared with the last price, or the previous close: an unchanged price keeps the direction it had. */
function directionOf(price: number, { day, listing, tickDirection }: Mirrored): TickDirection {
  const last = day.lastPx ?? listing.referencePx
  if (price > last) return TickDirection.plus
  if (price < last) return TickDirection.minus
  const wasUp = tickDirection === TickDirection.plus || tickDirection === TickDirection.zeroPlus
  return wasUp ? TickDirection.zeroPlus : TickDirection.zeroMinus
}

/** The venue of a gateway: orders go over its line, and the market is as its market data shows it. */
export const openMirrored =
  (exchange: Pick<OpenedVenue, 'name' | 'capabilities'>, trades: OfferedTrades): OpenVenue =>
  (listings, options) => {
    const market = new MirroredMarket(listings, options, trades)
    return overLine({ ...exchange, venue: market, marketData: market, operation: market })
  }
