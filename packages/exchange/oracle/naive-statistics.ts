import { type PriceKobo, type Quantity, TickDirection } from '@tradebook/contract'
import type { SecurityTerms } from '../src/rules.ts'

interface NaiveTrade {
  readonly security: number
  readonly price: PriceKobo
  readonly quantity: Quantity
}

/** One list of trades, from which all statistics are counted again. */
export class NaiveStatistics {
  readonly #terms: readonly SecurityTerms[]
  readonly #trades: NaiveTrade[] = []
  /** What is put to the size test: each trade, but of an uncross all trades as one. */
  readonly #tested: NaiveTrade[] = []

  constructor(terms: readonly SecurityTerms[]) {
    this.#terms = terms
  }

  trade(trade: NaiveTrade): { readonly tradeNumber: number; readonly tickDirection: TickDirection | null } {
    this.#trades.push(trade)
    return { tradeNumber: this.#trades.length, tickDirection: this.#tickDirection(trade.security) }
  }

  publish(tested: NaiveTrade): void {
    this.#tested.push(tested)
  }

  read(security: number) {
    const trades = this.#trades.filter((trade) => trade.security === security)
    const prices = trades.map((trade) => trade.price)
    const { minMoveQty, referencePx } = this.#terms[security]!
    const large = this.#tested.filter((trade) => trade.security === security && trade.quantity >= minMoveQty)
    return {
      openPx: prices[0] ?? null,
      highPx: prices.length ? Math.max(...prices) : null,
      lowPx: prices.length ? Math.min(...prices) : null,
      lastPx: prices.at(-1) ?? null,
      lastQty: trades.at(-1)?.quantity ?? null,
      publishedPx: large.at(-1)?.price ?? referencePx,
      tickDirection: this.#tickDirection(security),
      volume: trades.reduce((total, trade) => total + BigInt(trade.quantity), 0n),
      value: trades.reduce((total, trade) => total + BigInt(trade.quantity) * BigInt(trade.price), 0n),
      trades: trades.length,
    }
  }

  #tickDirection(security: number): TickDirection | null {
    let direction: TickDirection | null = null
    let last: number = this.#terms[security]!.referencePx
    for (const { price } of this.#trades.filter((trade) => trade.security === security)) {
      if (price > last) direction = TickDirection.plus
      else if (price < last) direction = TickDirection.minus
      else if (direction === TickDirection.minus) direction = TickDirection.zeroMinus
      else if (direction !== TickDirection.zeroMinus) direction = TickDirection.zeroPlus
      last = price
    }
    return direction
  }
}
