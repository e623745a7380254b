import { EmbeddedVenue } from '../../apps/server/src/venue/embedded.ts'
import type { VenueWord } from '../../apps/server/src/venue/venue.ts'

/** The embedded exchange, and what it said since the simulation last asked. */
export class ObservedVenue extends EmbeddedVenue {
  #words: VenueWord[] = []

  override takeWord(now: number): VenueWord {
    const word = super.takeWord(now)
    this.#words.push(word)
    return word
  }

  /** All in one: the desk takes the venue's word once for each thing it asked. */
  overheard(): Pick<VenueWord, 'reports' | 'trades' | 'crowd'> {
    const words = this.#words
    this.#words = []
    return {
      reports: words.flatMap(({ reports }) => reports),
      trades: words.flatMap(({ trades }) => trades),
      crowd: words.flatMap(({ crowd }) => crowd),
    }
  }
}
