import type { Quantity } from '@tradebook/contract'
import type { Random } from './random.ts'
import { type CrowdSecurity, clamp, type Temper } from './temper.ts'

/** Orders are multiples of this where a share is not too dear for it; the largest the crowd enters. */
const SIZES = { round: 100, most: 200_000 } as const

const chances = {
  /** A quote that can move the published price. */
  block: 0.08,
  /** A size that is not round. */
  oddLot: 0.2,
} as const

/** Nobody of the crowd rests an order worth more than this: ₦25 million. */
const BLOCK_KOBO = 25_000_000_00

/** Of how many parts an iceberg of the crowd is, of which the book shows one. */
const ICEBERG_PARTS = 5

/** How large an iceberg is of which the book shows as much as a quote has. */
export function icebergSize(shown: Quantity): { readonly quantity: Quantity; readonly displayQty: Quantity } {
  const quantity = Math.min(shown * ICEBERG_PARTS, SIZES.most)
  return { quantity: quantity as Quantity, displayQty: Math.ceil(quantity / ICEBERG_PARTS) as Quantity }
}

/** How large a quote is. @param price kobo per share. */
export function quoteSize(
  random: Random,
  { temper, security }: { readonly temper: Temper; readonly security: CrowdSecurity },
  price: number,
): Quantity {
  const block = random.chance(chances.block) && security.minMoveQty * price < BLOCK_KOBO
  if (block)
    return clamp(Math.ceil(security.minMoveQty * (1 + random.below(3) / 2)), 1, SIZES.most) as Quantity
  return orderSize(random, temper.quoteKobo, price)
}

/** Shares for about this much money, mostly round numbers, as people choose them. Both amounts in kobo. */
export function orderSize(random: Random, medianKobo: number, price: number): Quantity {
  // Where a share costs next to nothing the largest order is still not the only one.
  const most = SIZES.most * (0.3 + 0.7 * random.unit())
  const shares = clamp(random.logNormal(medianKobo, 0.8) / price, 1, most)
  if (random.chance(chances.oddLot)) return Math.round(shares) as Quantity
  const round = Math.max(10 ** Math.floor(Math.log10(shares)) / 2, Math.min(SIZES.round, shares))
  return Math.max(Math.round(Math.round(shares / round) * round), 1) as Quantity
}
