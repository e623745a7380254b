/** Work that is done in steps. */
export interface Worker {
  /** Does one step. Returns whether another one can be done now. */
  step(): boolean
}

export interface WorkSchedulerOptions {
  /** After this long the other work of the process goes first. */
  readonly sliceMs: number
  readonly now: () => number
  /** Runs a task soon, after what the event loop has to do meanwhile. */
  readonly defer: (task: () => void) => void
}

/**
 * Shares this thread between workers: each does one step and goes to the end of the line, and when
 * a time slice is used up the rest waits for the next turn of the event loop. Thus no worker waits
 * for all the work of another, and nothing else in the process waits for all workers.
 */
export class WorkScheduler {
  readonly #options: WorkSchedulerOptions
  /** In the order in which they run. */
  readonly #line = new Set<Worker>()
  #isScheduled = false

  constructor(options: WorkSchedulerOptions) {
    this.#options = options
  }

  /** Adds a worker that has something to do; one that waits already keeps its place. */
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
    const { now, sliceMs } = this.#options
    const endsAt = now() + sliceMs
    this.#isScheduled = false
    // A worker that is added during the iteration of a set comes at its end.
    for (const worker of this.#line) {
      this.#line.delete(worker)
      if (worker.step()) this.#line.add(worker)
      if (now() >= endsAt) break
    }
    this.#schedule()
  }
}
