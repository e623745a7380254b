import type { HubEvent } from '@tradebook/contract'
import type { CrowdReport } from '../desk/crowd-port.ts'
import type { ShownPart, VenueOutput, VenueReport, VenueTrade } from './venue.ts'

/** The output of a venue while it is collected. */
interface PendingOutput extends VenueOutput {
  readonly reports: VenueReport[]
  readonly resting: Map<string, string | null>
  readonly icebergs: Map<string, ShownPart>
  readonly market: HubEvent[]
  readonly trades: VenueTrade[]
  readonly crowd: CrowdReport[]
  readonly traded: Set<string>
}

export const emptyOutput = (): PendingOutput => ({
  reports: [],
  resting: new Map(),
  icebergs: new Map(),
  market: [],
  trades: [],
  crowd: [],
  traded: new Set(),
})
