import type { ScheduledPhase } from '@tradebook/contract'

/** The phase of the market. */
export interface MarketPhase {
  readonly phase: ScheduledPhase
  /** While it is closed: the next instant from which it takes orders, epoch milliseconds. */
  readonly opensAt: number | null
}
