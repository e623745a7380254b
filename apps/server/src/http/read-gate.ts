import { setTimeout as sleep } from 'node:timers/promises'

export interface ReadGateLimits {
  /** Reads of one user at once. */
  readonly atOncePerUser: number
  /** Reads of everybody at once: less than the database's connections, so that some are always free. */
  readonly atOnce: number
  /** Reads of one user that wait; one more is refused. */
  readonly waitingPerUser: number
}

/** Half of the store's ten connections; a page that starts asks for less than it may let wait. */
export const readGateLimits: ReadGateLimits = { atOncePerUser: 2, atOnce: 5, waitingPerUser: 32 }

/** A read that took long keeps its place free for at most so long. */
const LONGEST_REST_MS = 500

/** Lets time pass, and tells it. */
export interface GateTime {
  now(): number
  rest(ms: number): Promise<unknown>
}

const gateTime: GateTime = {
  now: () => performance.now(),
  rest: (ms) => sleep(ms, undefined, { ref: false }),
}

interface Waiting {
  readonly run: () => Promise<void>
}

/**
 * Where reads with long answers wait for their turn, so that signing in and placing orders never
 * wait behind them. Users take turns, one read each. After a read its place rests for as long as the
 * read took: however many read, about half of the server's one thread is left to everybody else.
 */
export class ReadGate {
  readonly #limits: ReadGateLimits
  readonly #time: GateTime
  /** Who waits, in the order of their turns: a map keeps the order in which lanes were put. */
  readonly #lanes = new Map<string, Waiting[]>()
  readonly #running = new Map<string, number>()
  #atOnce = 0

  constructor(limits: ReadGateLimits = readGateLimits, time: GateTime = gateTime) {
    this.#limits = limits
    this.#time = time
  }

  /** Read when it is this user's turn; `undefined` when too many of the user's reads wait already. */
  enter<T>(user: string, read: () => Promise<T>): Promise<T> | undefined {
    const lane = this.#lanes.get(user) ?? []
    if (lane.length >= this.#limits.waitingPerUser) return undefined
    return new Promise<T>((resolve, reject) => {
      lane.push({ run: () => read().then(resolve, reject) })
      this.#lanes.set(user, lane)
      this.#next()
    })
  }

  /** Begin what may begin now. */
  #next(): void {
    for (const [user, lane] of this.#lanes) {
      if (this.#atOnce >= this.#limits.atOnce) return
      const mine = this.#running.get(user) ?? 0
      if (mine >= this.#limits.atOncePerUser) continue
      const waiting = lane.shift()
      // To the end of the line, if there is more to read.
      this.#lanes.delete(user)
      if (lane.length > 0) this.#lanes.set(user, lane)
      this.#running.set(user, mine + 1)
      this.#atOnce += 1
      if (waiting) void this.#run(user, waiting)
    }
  }

  async #run(user: string, { run }: Waiting): Promise<void> {
    const began = this.#time.now()
    await run()
    await this.#time.rest(Math.min(this.#time.now() - began, LONGEST_REST_MS))
    const left = (this.#running.get(user) ?? 1) - 1
    if (left === 0) this.#running.delete(user)
    else this.#running.set(user, left)
    this.#atOnce -= 1
    this.#next()
  }
}
