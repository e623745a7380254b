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

/**
 * The trade statistics of all securities, as columns of numbers: keeping them allocates nothing.
 * A price of 0 stands for none.
 */
export class StatisticsTable {
  readonly #minMoveQty: Int32Array
  readonly #reference: Int32Array
  readonly #open: Int32Array
  readonly #high: Int32Array
  readonly #low: Int32Array
  readonly #last: Int32Array
  readonly #lastQty: Int32Array
  readonly #published: Int32Array
  readonly #direction: Uint8Array
  readonly #trades: Float64Array
  readonly #rptSeq: Float64Array
  readonly #volume: WideSums
  readonly #value: WideSums

  constructor(terms: readonly SecurityTerms[], restored: readonly TradeStatistics[] = []) {
    const column = (value: (row: TradeStatistics) => number | null) =>
      Int32Array.from(terms, (_, security) => {
        const row = restored[security]
        return (row && value(row)) ?? 0
      })
    this.#minMoveQty = Int32Array.from(terms, (security) => security.minMoveQty)
    this.#reference = Int32Array.from(terms, (security) => security.referencePx)
    this.#open = column((row) => row.openPx)
    this.#high = column((row) => row.highPx)
    this.#low = column((row) => row.lowPx)
    this.#last = column((row) => row.lastPx)
    this.#lastQty = column((row) => row.lastQty)
    this.#published = Int32Array.from(
      terms,
      (row, security) => restored[security]?.publishedPx ?? row.referencePx,
    )
    this.#direction = Uint8Array.from(terms, (_, security) =>
      directionCode(restored[security]?.tickDirection),
    )
    this.#trades = Float64Array.from(terms, (_, security) => restored[security]?.trades ?? 0)
    this.#rptSeq = Float64Array.from(terms, (_, security) => restored[security]?.rptSeq ?? 0)
    this.#volume = new WideSums(terms.map((_, security) => restored[security]?.volume ?? 0n))
    this.#value = new WideSums(terms.map((_, security) => restored[security]?.value ?? 0n))
  }

  /** A trade that stands alone. @returns the number of its tick direction. */
  trade(security: number, price: number, quantity: number): number {
    this.publish(security, price, quantity)
    return this.count(security, price, quantity)
  }

  /** The size test: so many shares at one price, in a trade or in all trades of an uncross, move the published price. */
  publish(security: number, price: number, quantity: number): void {
    if (quantity >= (this.#minMoveQty[security] as number)) this.#published[security] = price
  }

  /** Counts a trade, which does not move the published price. @returns the number of its tick direction. */
  count(security: number, price: number, quantity: number): number {
    const last = this.#last[security] as number
    const previous = last === 0 ? (this.#reference[security] as number) : last
    const before = this.#direction[security] as number
    const direction = price > previous ? PLUS : price < previous ? MINUS : before | 1

    if (last === 0) {
      this.#open[security] = price
      this.#high[security] = price
      this.#low[security] = price
    } else if (price > (this.#high[security] as number)) {
      this.#high[security] = price
    } else if (price < (this.#low[security] as number)) {
      this.#low[security] = price
    }
    this.#last[security] = price
    this.#lastQty[security] = quantity
    this.#direction[security] = direction
    this.#trades[security] = (this.#trades[security] as number) + 1
    this.#volume.addProduct(security, 1, quantity)
    this.#value.addProduct(security, price, quantity)
    return direction
  }

  /** The number of the security's next book event. */
  nextRptSeq(security: number): number {
    const rptSeq = (this.#rptSeq[security] as number) + 1
    this.#rptSeq[security] = rptSeq
    return rptSeq
  }

  trades(security: number): number {
    return this.#trades[security] as number
  }

  read(security: number): TradeStatistics {
    const traded = this.#last[security] !== 0
    const price = (column: Int32Array) => (traded ? (column[security] as PriceKobo) : null)
    return {
      openPx: price(this.#open),
      highPx: price(this.#high),
      lowPx: price(this.#low),
      lastPx: price(this.#last),
      lastQty: traded ? (this.#lastQty[security] as Quantity) : null,
      publishedPx: this.#published[security] as PriceKobo,
      tickDirection: traded ? (tickDirections[this.#direction[security] as number] ?? null) : null,
      volume: shares(this.#volume.read(security)),
      value: kobo(this.#value.read(security)),
      trades: this.trades(security),
      rptSeq: this.#rptSeq[security] as number,
    }
  }
}

const directionCode = (direction: TickDirection | null | undefined): number =>
  direction ? tickDirections.indexOf(direction) : ZERO_PLUS

/**
 * Exact sums beyond 2⁵³ without allocating: each in two doubles, `high` × 2³² + `low`. One trade
 * can be worth 2⁶² kobo; the sum may reach 2⁸⁵.
 */
class WideSums {
  readonly #high: Float64Array
  readonly #low: Float64Array

  constructor(start: readonly bigint[]) {
    this.#high = Float64Array.from(start, (sum) => Number(sum >> 32n))
    this.#low = Float64Array.from(start, (sum) => Number(sum & 0xffff_ffffn))
  }

  /** Add a × b, both integers from 0 to 2³¹−1. */
  addProduct(row: number, a: number, b: number): void {
    // a × b = upper × 2¹⁶ + lower; neither they nor the sums below reach 2⁵³.
    const upper = a * (b >>> 16)
    const lower = a * (b & 0xffff)
    const upperHigh = Math.floor(upper / TWO_16)
    const sum = (this.#low[row] as number) + lower + (upper - upperHigh * TWO_16) * TWO_16
    const carry = Math.floor(sum / TWO_32)
    this.#low[row] = sum - carry * TWO_32
    this.#high[row] = (this.#high[row] as number) + upperHigh + carry
  }

  read(row: number): bigint {
    return (BigInt(this.#high[row] as number) << 32n) + BigInt(this.#low[row] as number)
  }
}

const TWO_16 = 2 ** 16
const TWO_32 = 2 ** 32
