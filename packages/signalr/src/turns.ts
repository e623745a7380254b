/** Something that has much to do and can do it in steps. */
export interface Worker {
  /** One step. Answers whether there is another that can be done now. */
  work(): boolean
}

export interface TurnsOptions {
  /** After so long the other work of the process goes first. */
  readonly turnMs: number
  readonly now: () => number
  /** Run a task soon, after what the process has to do meanwhile. */
  readonly defer: (task: () => void) => void
}

/**
 * Shares this thread between those who have something to do: each takes a step and goes to the end
 * of the line, and when a turn has lasted long enough the rest waits for the next turn of the event
 * loop. So nobody waits for all that another has to do, and nothing else waits for all of them.
 */
export class Turns {
  readonly #options: TurnsOptions
  /** In the order in which they come. */
  readonly #line = new Set<Worker>()
  #isScheduled = false

  constructor(options: TurnsOptions) {
    this.#options = options
  }

  /** The worker has something to do. */
  request(worker: Worker): void {
    this.#line.add(worker)
    this.#schedule()
  }

  #schedule(): void {
    if (this.#isScheduled || this.#line.size === 0) return
    this.#isScheduled = true
    this.#options.defer(() => this.#run())
  }

  #run(): void {
    const { now, turnMs } = this.#options
    const endsAt = now() + turnMs
    this.#isScheduled = false
    // Who is added while a set is gone through comes at its end.
    for (const worker of this.#line) {
      this.#line.delete(worker)
      if (worker.work()) this.#line.add(worker)
      if (now() >= endsAt) break
    }
    this.#schedule()
  }
}
