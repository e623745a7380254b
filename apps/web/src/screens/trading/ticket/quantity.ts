import { INT32_LIMIT, nairaToPrice, type PriceKobo, type Quantity } from '@tradebook/contract'

const multiples: Readonly<Record<string, number>> = { '': 1, k: 1_000, m: 1_000_000 }

/**
 * A number of shares as dealers write it: `1000`, `1,000`, `1k`, `2.5k`, `1m`.
 * `undefined` when it is not a whole number of at least one share.
 */
export function parseQuantity(text: string): Quantity | undefined {
  const match = /^(\d+(?:\.\d+)?|\.\d+)([km]?)$/.exec(text.trim().toLowerCase().replaceAll(/[,\s]/g, ''))
  if (!match) return undefined
  const [, figure = '', unit = ''] = match
  // 2.3k is 2,300: doubles are a hair off where the decimal is not.
  const value = Number((Number(figure) * (multiples[unit] ?? 1)).toFixed(6))
  return Number.isInteger(value) && value >= 1 && value < INT32_LIMIT ? (value as Quantity) : undefined
}

/** A price in naira: `58.40`, `1,245.5`. `undefined` when no price can be that. */
export function parsePrice(text: string): PriceKobo | undefined {
  const plain = text.trim().replaceAll(/[,\s₦]/g, '')
  return /^\d+(\.\d{0,2})?$|^\.\d{1,2}$/.test(plain) ? nairaToPrice(Number(plain)) : undefined
}
