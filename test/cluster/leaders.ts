import { setTimeout as sleep } from 'node:timers/promises'
import type { Bed } from './bed.ts'

const ASK_EVERY_MS = 250

/** Asks again and again who leads, until it is stopped. */
export class Leaders {
  mostPrimaries = 0
  mostDesks = 0
  asked = 0
  #isStopped = false

  constructor(bed: Pick<Bed, 'primaries' | 'leaders'>) {
    void this.#watch(bed)
  }

  stop(): void {
    this.#isStopped = true
  }

  async #watch(bed: Pick<Bed, 'primaries' | 'leaders'>): Promise<void> {
    while (!this.#isStopped) {
      const [primaries, leaders] = await Promise.all([bed.primaries(), bed.leaders()])
      this.mostPrimaries = Math.max(this.mostPrimaries, primaries.length)
      this.mostDesks = Math.max(this.mostDesks, leaders.length)
      this.asked += 1
      await sleep(ASK_EVERY_MS)
    }
  }
}
