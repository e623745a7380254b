interface Timer {
  at: number
  readonly everyMs: number | undefined
  readonly work: () => void
}

/** Time that passes when a simulation advances it: nothing in it depends on how fast the machine is. */
export class SimulatedTime {
  readonly #began: number
  #now = 0
  /** In the order in which they were set. */
  readonly #timers = new Set<Timer>()

  /** @param began epoch milliseconds. */
  constructor(began: number) {
    this.#began = began
  }

  /** Epoch milliseconds. */
  readonly wall = (): number => this.#began + this.#now

  /** Milliseconds since the simulation began. */
  readonly monotonic = (): number => this.#now

  /** Calls back after so many milliseconds, and again and again when it repeats; returns how to prevent that. */
  set(ms: number, work: () => void, repeats = false): () => void {
    const timer = { at: this.#now + ms, everyMs: repeats ? ms : undefined, work }
    this.#timers.add(timer)
    return () => this.#timers.delete(timer)
  }

  /** Lets time pass; what is due is done in its order, and what follows from it at once. */
  async pass(ms: number): Promise<void> {
    const until = this.#now + ms
    await promisesResolve()
    for (;;) {
      const next = this.#earliest()
      if (!next || next.at > until) break
      this.#now = Math.max(this.#now, next.at)
      this.#fire(next)
      await promisesResolve()
    }
    this.#now = until
  }

  /** Passes over hours at once, as a machine does that sleeps: what repeats is due once after them. */
  async leapTo(wall: number): Promise<void> {
    this.#now = Math.max(this.#now, wall - this.#began)
    for (const timer of this.#timers) timer.at = Math.max(timer.at, this.#now)
    await this.pass(1)
  }

  #earliest(): Timer | undefined {
    let earliest: Timer | undefined
    for (const timer of this.#timers) if (!earliest || timer.at < earliest.at) earliest = timer
    return earliest
  }

  #fire(timer: Timer): void {
    this.#timers.delete(timer)
    if (timer.everyMs !== undefined) {
      timer.at = this.#now + timer.everyMs
      this.#timers.add(timer)
    }
    timer.work()
  }
}

/** Every promise that follows from what was done has been resolved by the next turn of the event loop. */
const promisesResolve = () => new Promise<void>((resolve) => setImmediate(resolve))
