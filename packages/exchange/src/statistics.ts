import {
  type Kobo,
  kobo,
  type PriceKobo,
  type Quantity,
  type Shares,
  shares,
  TickDirection,
} from '@tradebook/contract'
import type { SecurityTerms } from './rules.ts'

/** What a day of trading made of a security. */
export interface TradeStatistics {
  /** Price of the first trade. */
  readonly openPx: PriceKobo | null
  readonly highPx: PriceKobo | null
  readonly lowPx: PriceKobo | null
  /** Price of the last trade, of any size. */
  readonly lastPx: PriceKobo | null
  readonly lastQty: Quantity | null
  /** Price of the last trade large enough to move it; the reference price before that. */
  readonly publishedPx: PriceKobo
  readonly tickDirection: TickDirection | null
  readonly volume: Shares
  readonly value: Kobo
  readonly trades: number
  /** Book events of the security so far. */
  readonly rptSeq: number
}

/** The best price of each side and the shares waiting at it. */
export interface Touch {
  readonly bidPx: PriceKobo | null
  readonly bidSize: number
  readonly offerPx: PriceKobo | null
  readonly offerSize: number
}

export type SecurityStatistics = TradeStatistics & Touch

/** `TickDirection` by number. An unchanged price is odd: the direction it had, with the low bit set. */
export const tickDirections = [
  TickDirection.plus,
  TickDirection.zeroPlus,
  TickDirection.minus,
  TickDirection.zeroMinus,
] as const
const PLUS = 0
const ZERO_PLUS = 1
const MINUS = 2

/** The integers of a security's record, by their places. A price of 0 stands for none. */
const FIRST = 0
const HIGH = 1
const LOW = 2
const LAST = 3
const LAST_QTY = 4
const PUBLISHED = 5
const DIRECTION = 6
const REFERENCE = 7
/** The shares that move the published price. */
const MIN_MOVE = 8
/** The floats of a record, by their places. */
const TRADES = 0
const RPT_SEQ = 1
const VOLUME = 2

/**
 * The trade statistics of all securities, as a record of numbers for each: keeping them allocates nothing,
 * and a trade touches few arrays.
 *
 * A record has 16 integers and 4 floats. A volume is exact up to 2⁵³ shares.
 */
export class StatisticsTable {
  /** The securities that have traded or had a book event, each once, until they are taken. */
  declare private readonly touched: Int32Array
  declare private readonly isTouched: Uint8Array
  private touchedCount = 0
  declare private readonly ints: Int32Array
  declare private readonly floats: Float64Array
  declare private readonly value: WideSums

  constructor(terms: readonly SecurityTerms[], restored: readonly TradeStatistics[] = []) {
    this.touched = new Int32Array(terms.length)
    this.isTouched = new Uint8Array(terms.length)
    this.ints = new Int32Array(terms.length * 16)
    this.floats = new Float64Array(terms.length * 4)
    this.value = new WideSums(terms.map((_, security) => restored[security]?.value ?? 0n))
    for (const [security, { referencePx, minMoveQty }] of terms.entries()) {
      const row = restored[security]
      const prices = [row?.openPx, row?.highPx, row?.lowPx, row?.lastPx, row?.lastQty].map((px) => px ?? 0)
      const publishedPx = row?.publishedPx ?? referencePx
      this.ints.set(
        [...prices, publishedPx, directionCode(row?.tickDirection), referencePx, minMoveQty],
        security << 4,
      )
      this.floats.set([row?.trades ?? 0, row?.rptSeq ?? 0, Number(row?.volume ?? 0)], security << 2)
    }
  }

  /** A trade that stands alone. @returns the number of its tick direction. */
  trade(security: number, price: number, quantity: number): number {
    this.publish(security, price, quantity)
    return this.count(security, price, quantity)
  }

  /** The size test: so many shares at one price, in a trade or in all trades of an uncross, move the published price. */
  publish(security: number, price: number, quantity: number): void {
    const at = security << 4
    if (quantity >= (this.ints[at | MIN_MOVE] as number)) this.ints[at | PUBLISHED] = price
  }

  /** Counts a trade, which does not move the published price. @returns the number of its tick direction. */
  count(security: number, price: number, quantity: number): number {
    const ints = this.ints
    const floats = this.floats
    const at = security << 4
    const last = ints[at | LAST] as number
    const previous = last === 0 ? (ints[at | REFERENCE] as number) : last
    const before = ints[at | DIRECTION] as number
    const direction = price > previous ? PLUS : price < previous ? MINUS : before | 1

    if (last === 0) {
      ints[at | FIRST] = price
      ints[at | HIGH] = price
      ints[at | LOW] = price
    } else if (price > (ints[at | HIGH] as number)) {
      ints[at | HIGH] = price
    } else if (price < (ints[at | LOW] as number)) {
      ints[at | LOW] = price
    }
    ints[at | LAST] = price
    ints[at | LAST_QTY] = quantity
    ints[at | DIRECTION] = direction
    floats[(security << 2) | TRADES] = (floats[(security << 2) | TRADES] as number) + 1
    floats[(security << 2) | VOLUME] = (floats[(security << 2) | VOLUME] as number) + quantity
    this.value.addProduct(security, price, quantity)
    this.touch(security)
    return direction
  }

  /** The number of the security's next book event. */
  nextRptSeq(security: number): number {
    const rptSeq = (this.floats[(security << 2) | RPT_SEQ] as number) + 1
    this.floats[(security << 2) | RPT_SEQ] = rptSeq
    this.touch(security)
    return rptSeq
  }

  /** The securities that have traded or had a book event since the last call, in ascending order. */
  takeTouched(): Int32Array {
    const touched = this.touched.slice(0, this.touchedCount).sort()
    for (const security of touched) this.isTouched[security] = 0
    this.touchedCount = 0
    return touched
  }

  private touch(security: number): void {
    if (this.isTouched[security] !== 0) return
    this.isTouched[security] = 1
    this.touched[this.touchedCount++] = security
  }

  trades(security: number): number {
    return this.floats[(security << 2) | TRADES] as number
  }

  read(security: number): TradeStatistics {
    const ints = this.ints
    const floats = this.floats
    const at = security << 4
    const traded = ints[at | LAST] !== 0
    const price = (offset: number) => (traded ? (ints[at | offset] as PriceKobo) : null)
    return {
      openPx: price(FIRST),
      highPx: price(HIGH),
      lowPx: price(LOW),
      lastPx: price(LAST),
      lastQty: traded ? (ints[at | LAST_QTY] as Quantity) : null,
      publishedPx: ints[at | PUBLISHED] as PriceKobo,
      tickDirection: traded ? (tickDirections[ints[at | DIRECTION] as number] ?? null) : null,
      volume: shares(BigInt(floats[(security << 2) | VOLUME] as number)),
      value: kobo(this.value.read(security)),
      trades: this.trades(security),
      rptSeq: floats[(security << 2) | RPT_SEQ] as number,
    }
  }
}

const directionCode = (direction: TickDirection | null | undefined): number =>
  direction ? tickDirections.indexOf(direction) : ZERO_PLUS

/**
 * Exact sums beyond 2⁵³: each in two doubles, the first × 2⁵² + the second, which is less than 2⁵². One trade
 * can be worth 2⁶² kobo; the sum may reach 2⁸⁵. Only a trade of more than 45 trillion naira allocates.
 */
class WideSums {
  declare private readonly halves: Float64Array

  constructor(start: readonly bigint[]) {
    this.halves = new Float64Array(start.length * 2)
    for (const [row, sum] of start.entries()) this.write(row, sum)
  }

  /** Adds a × b, both integers from 0 to 2³¹−1. */
  addProduct(row: number, a: number, b: number): void {
    const product = a * b
    if (product >= TWO_52) {
      this.write(row, this.read(row) + BigInt(a) * BigInt(b))
      return
    }
    const halves = this.halves
    const sum = (halves[row * 2 + 1] as number) + product
    if (sum < TWO_52) {
      halves[row * 2 + 1] = sum
    } else {
      halves[row * 2 + 1] = sum - TWO_52
      halves[row * 2] = (halves[row * 2] as number) + 1
    }
  }

  read(row: number): bigint {
    return (BigInt(this.halves[row * 2] as number) << 52n) + BigInt(this.halves[row * 2 + 1] as number)
  }

  private write(row: number, sum: bigint): void {
    this.halves[row * 2] = Number(sum >> 52n)
    this.halves[row * 2 + 1] = Number(sum & BigInt(TWO_52 - 1))
  }
}

const TWO_52 = 2 ** 52
