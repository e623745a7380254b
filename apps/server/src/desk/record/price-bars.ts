import type { PriceKobo } from '@tradebook/contract'
import type { VenueTrade } from '../../venue/venue.ts'

/** What a security did in a minute, or in the part of it that one batch holds. */
export interface PriceBarLine {
  readonly securityID: string
  /** Epoch milliseconds: the minute's beginning. */
  readonly time: number
  readonly openPx: PriceKobo
  readonly highPx: PriceKobo
  readonly lowPx: PriceKobo
  readonly closePx: PriceKobo
  readonly volume: bigint
  /** The number of the last trade it holds. */
  readonly lastTrade: number
}

const MINUTE_MS = 60_000

/** The bars that trades make, which are given in their order; a minute counts from its beginning in UTC. */
export function barsOf(trades: readonly VenueTrade[]): PriceBarLine[] {
  const bars = new Map<string, PriceBarLine>()
  for (const { securityID, price, quantity, time: at, tradeNumber: lastTrade } of trades) {
    const time = at - (at % MINUTE_MS)
    const key = `${securityID} ${time}`
    const bar = bars.get(key)
    bars.set(key, {
      securityID,
      time,
      closePx: price,
      lastTrade,
      openPx: bar?.openPx ?? price,
      highPx: bar && bar.highPx > price ? bar.highPx : price,
      lowPx: bar && bar.lowPx < price ? bar.lowPx : price,
      volume: (bar?.volume ?? 0n) + BigInt(quantity),
    })
  }
  return [...bars.values()]
}
