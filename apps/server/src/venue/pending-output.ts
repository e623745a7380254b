import type { MarketEvent, Quantity } from '@tradebook/contract'
import type { MarketWorkReport } from './market-operation.ts'
import type { VenueOutput, VenueReport, VenueTrade } from './venue.ts'

/** The output of a venue while it is collected. */
interface PendingOutput extends VenueOutput {
  readonly reports: VenueReport[]
  readonly resting: Map<string, string | null>
  readonly shown: Map<string, Quantity>
  readonly requeued: string[]
  readonly market: MarketEvent[]
  readonly trades: VenueTrade[]
  readonly workReports: MarketWorkReport[]
  readonly traded: Set<string>
}

export const emptyOutput = (): PendingOutput => ({
  reports: [],
  resting: new Map(),
  shown: new Map(),
  requeued: [],
  market: [],
  trades: [],
  workReports: [],
  traded: new Set(),
})
