import {
  averageNaira,
  isoTime,
  type Kobo,
  kobo,
  type Phase,
  type PriceKobo,
  percentOf,
  SecurityTradingStatus,
  type Statistics,
  type StatisticsChange,
  shares,
  toNaira,
  tradingSessionSubIDOf,
} from '@tradebook/contract'
import type { Listing, RecordedDay } from './listing.ts'
import type { Auction } from './market-data.ts'

/** The figures of a security's day, the best prices of its book, and how many events that had. */
export interface DayFigures extends RecordedDay {
  readonly bidPx: PriceKobo | null
  readonly bidSize: number
  readonly offerPx: PriceKobo | null
  readonly offerSize: number
  readonly rptSeq: number
}

/** Where the figures come from; a security is named by its place among the listings. */
export interface FigureSources {
  readonly exchange: {
    statistics(index: number): DayFigures
    isHalted(index: number): boolean
  }
  readonly phases: {
    readonly isDayOver: boolean
    of(index: number): Phase
  }
  /** What an auction would do now; `undefined` where that is not published. */
  readonly indicative: { read(index: number): Auction | undefined }
}

/** Formats a market's figures for hub clients: all of them once, then only what changed. */
export class StatisticsFormatter {
  readonly #listings: readonly Listing[]
  readonly #exchange: FigureSources['exchange']
  readonly #phases: FigureSources['phases']
  readonly #indicative: FigureSources['indicative']
  readonly #sent: Statistics[] = []

  constructor(listings: readonly Listing[], { exchange, phases, indicative }: FigureSources) {
    this.#listings = listings
    this.#exchange = exchange
    this.#phases = phases
    this.#indicative = indicative
  }

  /** A security's figures, all of them. */
  whole(index: number, now: number): Statistics {
    const listing = this.#listings[index]
    if (!listing) throw new Error(`no security ${index}`)
    const statistics = { ...identityOf(listing), ...this.#moving(listing, index, now) }
    this.#sent[index] = statistics
    return statistics
  }

  /** What changed since the last call; `undefined` when nothing did. */
  change(index: number, now: number): StatisticsChange | undefined {
    const before = this.#sent[index]
    if (!before) return this.whole(index, now)
    const listing = this.#listings[index] as Listing
    const after = this.#moving(listing, index, now)
    const change: Record<string, unknown> = {}
    for (const [field, value] of Object.entries(after)) {
      if (value !== before[field as keyof Statistics]) change[field] = value
    }
    delete change.lastUpdateTime
    if (Object.keys(change).length === 0) return undefined
    this.#sent[index] = { ...before, ...after }
    return { ...change, securityID: listing.securityID, lastUpdateTime: after.lastUpdateTime }
  }

  #moving(listing: Listing, index: number, now: number) {
    const day = this.#exchange.statistics(index)
    const auction = this.#indicative.read(index)
    const change = day.lastPx === null ? 0 : day.lastPx - listing.referencePx
    return {
      openPx: nairaOrNull(day.openPx),
      highPx: nairaOrNull(day.highPx),
      lowPx: nairaOrNull(day.lowPx),
      lastPx: nairaOrNull(day.lastPx),
      lastQty: day.lastQty,
      closePx: this.#phases.isDayOver ? toNaira(day.publishedPx) : null,
      change: toNaira(kobo(change)),
      changePercent: percentOf(BigInt(change), BigInt(listing.referencePx)),
      vwapPx: day.volume === 0n ? null : averageNaira(kobo(day.value), shares(day.volume)),
      tradeVolume: Number(day.volume),
      tradeValue: toNaira(kobo(day.value)),
      numberOfTrades: day.trades,
      bidPx: nairaOrNull(day.bidPx),
      bidSize: day.bidPx === null ? null : day.bidSize,
      offerPx: nairaOrNull(day.offerPx),
      offerSize: day.offerPx === null ? null : day.offerSize,
      publishedPx: toNaira(day.publishedPx),
      high52Px: nairaOrNull(higher(listing.high52Px, day.highPx)),
      low52Px: nairaOrNull(lower(listing.low52Px, day.lowPx)),
      marketCap: toNaira((listing.sharesOutstanding * BigInt(day.publishedPx)) as unknown as Kobo),
      indicativePx: nairaOrNull(auction?.price ?? null),
      indicativeQty: auction?.quantity ?? null,
      imbalanceSide: auction?.imbalanceSide ?? null,
      imbalanceQty: auction?.imbalanceQty ?? null,
      tradingSessionSubID: tradingSessionSubIDOf(this.#phases.of(index)),
      securityTradingStatus: this.#exchange.isHalted(index)
        ? SecurityTradingStatus.halt
        : SecurityTradingStatus.readyToTrade,
      lastUpdateTime: isoTime(now),
      rptSeq: day.rptSeq,
    }
  }
}

/** What does not move within a day. */
const identityOf = (listing: Listing) => ({
  securityID: listing.securityID,
  symbol: listing.securityID,
  securityDesc: listing.name,
  sector: listing.sector,
  board: listing.board,
  prevClosePx: toNaira(listing.referencePx),
  averageVolume: listing.averageVolume === null ? null : Number(listing.averageVolume),
  highLimitPx: toNaira(listing.highLimitPx),
  lowLimitPx: toNaira(listing.lowLimitPx),
})

const nairaOrNull = (price: PriceKobo | null): number | null => (price === null ? null : toNaira(price))

const higher = (a: PriceKobo | null, b: PriceKobo | null): PriceKobo | null =>
  a === null || b === null ? (a ?? b) : a > b ? a : b

const lower = (a: PriceKobo | null, b: PriceKobo | null): PriceKobo | null =>
  a === null || b === null ? (a ?? b) : a < b ? a : b
