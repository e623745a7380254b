import type { PriceKobo } from '@tradebook/contract'
import { type ActionIn, actionOf, type KeyPress } from '../keymap.ts'

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

/** Ticks a Page key goes. */
const LEAP = 10

/** Ticks that a key steps the price. */
const TICKS: Partial<Record<ActionIn<'ticket'>, number>> = {
  tickUp: 1,
  tickDown: -1,
  leapUp: LEAP,
  leapDown: -LEAP,
}

/** How many ticks a key steps the price, wherever a price is typed; `undefined` for any other key. */
export function ticksOf(press: KeyPress): number | undefined {
  const action = actionOf('ticket', press)
  return action && TICKS[action]
}
