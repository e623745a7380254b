import {
  AllShareIndex,
  type IndexDay,
  indexValue,
  type Kobo,
  kobo,
  type MarketSummary,
  type Phase,
  percentOf,
  toNaira,
  toPoints,
} from '@tradebook/contract'
import type { Listing, RecordedDay } from '../../venue/listing.ts'

/** The index of a market day as the record keeps it. */
export type IndexLine = IndexDay & { readonly marketDate: string }

/** What the record knows of the index: the close before the market day, and the day itself if it has begun. */
export type RecordedIndex = Pick<IndexDay, 'previous'> & Partial<Pick<IndexDay, 'high' | 'low'>>

/** Summaries are published at most so often, in milliseconds of the market's time. */
const SUMMARY_EVERY_MS = 1_000

/** The market of one day in a few figures: the index by every published price, the rest by the day's figures of all securities. */
export class MarketSummaries {
  readonly #listings: readonly Listing[]
  readonly #figures: (securityID: string) => RecordedDay
  readonly #marketDate: string
  readonly index: AllShareIndex
  #isIndexChanged: boolean
  #isStale = true
  #phase: Phase | undefined
  #takenAt = Number.NEGATIVE_INFINITY

  constructor(
    listings: readonly Listing[],
    figures: (securityID: string) => RecordedDay,
    recorded: RecordedIndex,
    marketDate: string,
  ) {
    this.#listings = listings
    this.#figures = figures
    this.#marketDate = marketDate
    this.index = new AllShareIndex(
      listings
        .filter(({ securityType }) => securityType === 'CS')
        .map((listed) => ({ ...listed, publishedPx: figures(listed.securityID).publishedPx })),
      recorded,
    )
    // Every market day is kept, also one on which the index does not move.
    this.#isIndexChanged = recorded.high === undefined
  }

  /** These securities have traded: their published prices move the index. */
  traded(securityIDs: Iterable<string>): void {
    for (const securityID of securityIDs) {
      this.#isStale = true
      if (this.index.publish(securityID, this.#figures(securityID).publishedPx)) this.#isIndexChanged = true
    }
  }

  /** The index, if it moved since the last call: only then it has to be persisted. */
  takeIndex(): IndexLine | null {
    const line = this.#isIndexChanged ? { ...this.index.day, marketDate: this.#marketDate } : null
    this.#isIndexChanged = false
    return line
  }

  /** The summary, if it changed and the last one is old enough; the first one at once. */
  take(phase: Phase, now: number): MarketSummary | undefined {
    if (phase !== this.#phase) this.#isStale = true
    if (!this.#isStale || now < this.#takenAt + SUMMARY_EVERY_MS) return undefined
    this.#isStale = false
    this.#phase = phase
    this.#takenAt = now
    return this.#summary(phase)
  }

  #summary(session: Phase): MarketSummary {
    const { previous, value, high, low } = this.index.day
    const breadth = { advancers: 0, decliners: 0, unchanged: 0 }
    let [tradeVolume, tradeValue, numberOfTrades, marketCap] = [0n, 0n, 0, 0n]
    for (const { securityID, referencePx, sharesOutstanding } of this.#listings) {
      const day = this.#figures(securityID)
      const change = (day.lastPx ?? referencePx) - referencePx
      breadth[change > 0 ? 'advancers' : change < 0 ? 'decliners' : 'unchanged'] += 1
      tradeVolume += day.volume
      tradeValue += day.value
      numberOfTrades += day.trades
      marketCap += sharesOutstanding * BigInt(day.publishedPx)
    }
    const change = value - previous
    return {
      index: {
        value: toPoints(value),
        change: toPoints(indexValue(change)),
        changePercent: percentOf(change, previous),
        high: toPoints(high),
        low: toPoints(low),
      },
      ...breadth,
      tradeVolume: Number(tradeVolume),
      tradeValue: toNaira(kobo(tradeValue)),
      numberOfTrades,
      marketCap: toNaira(marketCap as Kobo),
      session,
      marketDate: this.#marketDate,
    }
  }
}
