import type { Phase, PriceKobo, Quantity, Side } from '@tradebook/contract'
import type { CrowdCommand, CrowdReport } from '../crowd-port.ts'

/** What the crowd sees of one security. */
export interface Quote {
  /** The phase that the security is in: `halted` also where it is halted alone. */
  readonly phase: Phase
  readonly bidPx: PriceKobo | null
  readonly offerPx: PriceKobo | null
  readonly lastPx: PriceKobo | null
  /** The indicative price of the auction, and of which side there is more at that price, and by how much. */
  readonly indicativePx: PriceKobo | null
  readonly imbalanceSide: Side | null
  readonly imbalanceQty: Quantity | null
}

/** The market as the crowd sees it, by index into the list of securities. */
export type MarketView = (security: number) => Quote

/** Somebody who trades without a person: the agents, or a recording. It knows no clock. */
export interface Trader {
  /** The initial quotes in batches, to be offered one after the other before anything else. */
  prime(): CrowdCommand[][]
  /** What to do now, at most `budget` commands, `elapsedMs` after the last time. */
  think(market: MarketView, budget: number, elapsedMs: number): CrowdCommand[]
  /** What became of its orders. */
  takeReports(reports: readonly CrowdReport[]): void
  /** The books were rebuilt: none of its orders is left. It is primed again next. */
  reset(): void
}

/** Numbers for the crowd's orders, never the same twice. */
export function orderRefs(): () => number {
  let last = 0
  return () => ++last
}
