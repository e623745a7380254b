/**
 * The all-share index: value-weighted over all listed equities. Pure: prices are arguments.
 *
 * Source: the published method of the NGX All-Share Index. A day's value is the previous day's,
 * multiplied by Σ shares × published price and divided by Σ shares × previous official close.
 */

import { marketRules } from './market-rules.ts'
import { divideHalfAway, type PriceKobo, type Shares } from './money.ts'

declare const unit: unique symbol

/** A value of the index in hundredths of a point, an integer above zero. */
export type IndexValue = bigint & { readonly [unit]: 'hundredths of a point' }

const HUNDREDTHS = 100

export const indexValue = (hundredths: bigint | number): IndexValue => BigInt(hundredths) as IndexValue

/** @param points whole points. */
export const indexOfPoints = (points: number): IndexValue => indexValue(points * HUNDREDTHS)

/** The value at the reference prices of the first day on record, unless it is configured otherwise. */
export const INDEX_BASE = indexOfPoints(marketRules.indexBasePoints)

/** A value of the index in points, as the wire has it. */
export const toPoints = (value: IndexValue): number => Number(value) / HUNDREDTHS

/** A listed equity on one market day. */
export interface Constituent {
  readonly securityID: string
  readonly sharesOutstanding: Shares
  /** The previous official close. */
  readonly referencePx: PriceKobo
  readonly publishedPx: PriceKobo
}

/** The index on one market day. */
export interface IndexDay {
  /** At the previous close. */
  readonly previous: IndexValue
  readonly value: IndexValue
  readonly high: IndexValue
  readonly low: IndexValue
}

/** The index at these published prices, half away from zero to a hundredth of a point. */
export function indexAt(previous: IndexValue, constituents: Iterable<Constituent>): IndexValue {
  let before = 0n
  let now = 0n
  for (const { sharesOutstanding, referencePx, publishedPx } of constituents) {
    before += sharesOutstanding * BigInt(referencePx)
    now += sharesOutstanding * BigInt(publishedPx)
  }
  return scaled(previous, now, before)
}

/** An index without constituents stands still. */
const scaled = (previous: IndexValue, now: bigint, before: bigint): IndexValue =>
  before === 0n ? previous : (divideHalfAway(previous * now, before) as IndexValue)

const BPS = 10_000n

/** The index as the published prices of one market day move it: each price costs the same, however many there are. */
export class AllShareIndex {
  readonly #prices = new Map<string, { readonly sharesOutstanding: Shares; publishedPx: PriceKobo }>()
  readonly #before: bigint
  #now: bigint
  #day: IndexDay

  /** @param day what is known of the day: the previous close, and the high and low so far if there are any. */
  constructor(
    constituents: readonly Constituent[],
    day: Pick<IndexDay, 'previous'> & Partial<Pick<IndexDay, 'high' | 'low'>>,
  ) {
    let before = 0n
    let now = 0n
    for (const { securityID, sharesOutstanding, referencePx, publishedPx } of constituents) {
      this.#prices.set(securityID, { sharesOutstanding, publishedPx })
      before += sharesOutstanding * BigInt(referencePx)
      now += sharesOutstanding * BigInt(publishedPx)
    }
    this.#before = before
    this.#now = now
    const { previous, high = previous, low = previous } = day
    this.#day = extended({ previous, value: previous, high, low }, scaled(previous, now, before))
  }

  get day(): IndexDay {
    return this.#day
  }

  /** A price was published; one of a security that is not a constituent changes nothing. @returns whether the index moved. */
  publish(securityID: string, publishedPx: PriceKobo): boolean {
    const known = this.#prices.get(securityID)
    if (!known || known.publishedPx === publishedPx) return false
    this.#now += known.sharesOutstanding * BigInt(publishedPx - known.publishedPx)
    known.publishedPx = publishedPx
    const before = this.#day
    this.#day = extended(before, scaled(before.previous, this.#now, this.#before))
    return this.#day.value !== before.value
  }

  /** Whether the index is at least so many basis points above or below the previous close; exact, nothing is rounded. */
  hasMovedBy(bps: number): boolean {
    const move = this.#now > this.#before ? this.#now - this.#before : this.#before - this.#now
    return this.#before > 0n && move * BPS >= this.#before * BigInt(bps)
  }
}

const extended = ({ previous, high, low }: IndexDay, value: IndexValue): IndexDay => ({
  previous,
  value,
  high: value > high ? value : high,
  low: value < low ? value : low,
})
