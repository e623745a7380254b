import { EmbeddedVenue } from '../../apps/server/src/venue/embedded.ts'
import type { VenueOutput } from '../../apps/server/src/venue/venue.ts'

/** The embedded exchange, and what it said since the simulation last asked. */
export class ObservedVenue extends EmbeddedVenue {
  #outputs: VenueOutput[] = []

  override takeOutput(now: number): VenueOutput {
    const output = super.takeOutput(now)
    this.#outputs.push(output)
    return output
  }

  /** All in one: the desk takes the venue's output once for each thing it asked. */
  takeObserved(): Pick<VenueOutput, 'reports' | 'trades' | 'crowd'> {
    const words = this.#outputs
    this.#outputs = []
    return {
      reports: words.flatMap(({ reports }) => reports),
      trades: words.flatMap(({ trades }) => trades),
      crowd: words.flatMap(({ crowd }) => crowd),
    }
  }
}
