import { setTimeout as sleep } from 'node:timers/promises'

export interface GateLimits {
  /** Works of one asker at once. */
  readonly atOnceEach: number
  /** Works of everybody at once. */
  readonly atOnce: number
  /** Works of one asker that wait; one more is refused. */
  readonly waitingEach: number
}

/** A work that took long keeps its place free for at most so long. */
const LONGEST_REST_MS = 500

/** Lets time pass, and tells it. */
export interface GateTime {
  now(): number
  rest(ms: number): Promise<unknown>
}

/** After a work its place rests for as long as the work took: each place is at work half of the time. */
export const asLongAsItTook: GateTime = {
  now: () => performance.now(),
  rest: (ms) => sleep(ms, undefined, { ref: false }),
}

interface Waiting {
  readonly run: () => Promise<void>
}

/** The next begins at once. */
export const noRest: GateTime = { now: () => 0, rest: async () => undefined }

/**
 * Where works wait for their turn when there are many: askers take turns, one work each, and only so
 * many run at once, of one asker and of all. Who asks for much waits for its own.
 */
export class FairGate {
  readonly #limits: GateLimits
  readonly #time: GateTime
  /** Who waits, in the order of their turns: a map keeps the order in which lanes were put. */
  readonly #lanes = new Map<string, Waiting[]>()
  readonly #running = new Map<string, number>()
  #atOnce = 0

  constructor(limits: GateLimits, time: GateTime = asLongAsItTook) {
    this.#limits = limits
    this.#time = time
  }

  /** Work when it is this asker's turn; `undefined` when as many of its works wait as may. */
  enter<T>(
    asker: string,
    work: () => Promise<T>,
    mayWait = this.#limits.waitingEach,
  ): Promise<T> | undefined {
    const lane = this.#lanes.get(asker) ?? []
    if (lane.length >= mayWait) return undefined
    return new Promise<T>((resolve, reject) => {
      lane.push({ run: () => work().then(resolve, reject) })
      this.#lanes.set(asker, lane)
      this.#next()
    })
  }

  /** Begin what may begin now. */
  #next(): void {
    for (const [asker, lane] of this.#lanes) {
      if (this.#atOnce >= this.#limits.atOnce) return
      const mine = this.#running.get(asker) ?? 0
      if (mine >= this.#limits.atOnceEach) continue
      const waiting = lane.shift()
      // To the end of the line, if more waits.
      this.#lanes.delete(asker)
      if (lane.length > 0) this.#lanes.set(asker, lane)
      this.#running.set(asker, mine + 1)
      this.#atOnce += 1
      if (waiting) void this.#run(asker, waiting)
    }
  }

  async #run(asker: string, { run }: Waiting): Promise<void> {
    const began = this.#time.now()
    await run()
    await this.#time.rest(Math.min(this.#time.now() - began, LONGEST_REST_MS))
    const left = (this.#running.get(asker) ?? 1) - 1
    if (left === 0) this.#running.delete(asker)
    else this.#running.set(asker, left)
    this.#atOnce -= 1
    this.#next()
  }
}
