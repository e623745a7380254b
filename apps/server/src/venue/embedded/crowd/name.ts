import { type PriceKobo, Side } from '@tradebook/contract'
import type { FairValue } from './fair-value.ts'
import { type CrowdSecurity, clamp, type Temper } from './temper.ts'

/** A security and what the crowd thinks of it. */
export interface Name {
  /** Position in the list of securities. */
  readonly index: number
  readonly security: CrowdSecurity
  readonly temper: Temper
  readonly fair: FairValue
}

/** The best price a side's makers would quote now, on tick: half a spread from fair value. */
export function touchOf({ fair, temper: { spreadTicks }, security: { tickKobo } }: Name, side: Side): number {
  const bid = Math.floor(fair.price / tickKobo - spreadTicks / 2)
  return (side === Side.buy ? bid : bid + spreadTicks) * tickKobo
}

/** The whole tick within the daily limits that is nearest to a price. */
export const onTick = ({ tickKobo, lowLimitPx, highLimitPx }: CrowdSecurity, price: number): PriceKobo =>
  clamp(Math.round(price / tickKobo) * tickKobo, lowLimitPx, highLimitPx) as PriceKobo
