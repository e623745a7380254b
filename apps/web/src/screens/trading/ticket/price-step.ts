import type { PriceKobo } from '@tradebook/contract'

/** What a price of one security must keep to, in kobo. */
export interface PriceRules {
  readonly tick: PriceKobo
  readonly low: PriceKobo
  readonly high: PriceKobo
}

/**
 * The price so many ticks away, never outside the day's limits. From between two ticks the first
 * step goes to the next whole one.
 */
export function stepPrice(price: PriceKobo, ticks: number, { tick, low, high }: PriceRules): PriceKobo {
  const below = Math.floor(price / tick)
  const offTick = price % tick !== 0
  const start = offTick && ticks < 0 ? below + 1 : below
  return Math.min(Math.max((start + ticks) * tick, low), high) as PriceKobo
}
