import { RoundRobin } from './round-robin.ts'
import { type Rate, TokenBucket, TokenBuckets } from './token-bucket.ts'

export interface GateLimits {
  /** The most tasks of one requester that run at once. */
  readonly atOnceEach: number
  /** The most tasks of all requesters that run at once. */
  readonly atOnce: number
  /** The most tasks of one requester that wait. */
  readonly waitingEach: number
  /** The most tasks of all requesters that wait. */
  readonly waiting: number
  /** How many tasks of one requester begin; any number without it. It takes a clock. */
  readonly rateEach?: Rate
}

/** Why a task was not taken: too many of the requester's wait, or too many of all requesters'. */
export type GateRefusal = 'busy' | 'unavailable'

/** What is used of an `AbortSignal`, which the language alone does not know. */
interface Signal {
  readonly aborted: boolean
  readonly reason: unknown
  addEventListener(event: 'abort', listener: () => void, options: { readonly once: true }): void
}

export interface EnterOptions {
  /** Drops the task if it still waits, whose promise then rejects with the signal's reason. */
  readonly signal?: Signal
  /** The task is never refused, however many wait. */
  readonly unrefusable?: boolean
}

/** The clock of the thread that the tasks share. */
export interface ThreadClock {
  /** Milliseconds, never running backwards. */
  now(): number
  /** Milliseconds that the thread has worked so far. */
  workedMs(): number
  later(task: () => void, ms: number): void
}

/**
 * Half of the thread's time, in milliseconds of work. The burst is what the first requests of a page
 * take at most, which should not wait.
 */
const HALF_OF_THE_THREAD = { burst: 100, perSecond: 500 }

/**
 * Where tasks wait for their turn when there are many: requesters have turns, one task each, and only so
 * many run at once, of one requester and of all. Anyone who asks for much waits for its own.
 *
 * Requesters may have a rate: the task of one that has used it up waits, and others go by.
 *
 * With a thread clock, all tasks together also leave the thread half of its time: whatever it works
 * while any of them runs is counted as theirs, and no other begins until the other half has passed.
 */
export class FairGate {
  readonly #limits: GateLimits
  readonly #clock: ThreadClock | undefined
  readonly #thread: TokenBucket
  readonly #rates: TokenBuckets | undefined
  readonly #lanes = new RoundRobin<() => Promise<void>>()
  readonly #running = new Map<string, number>()
  #atOnce = 0
  #workedMs = 0
  #isDelayed = false

  constructor(limits: GateLimits, clock?: ThreadClock) {
    this.#limits = limits
    this.#clock = clock
    this.#thread = new TokenBucket(HALF_OF_THE_THREAD, clock?.now() ?? 0)
    this.#rates = limits.rateEach && new TokenBuckets(limits.rateEach)
  }

  /** How many tasks wait for their turn. */
  get waiting(): number {
    return this.#lanes.size
  }

  /** Runs the task when it is the requester's turn, unless too many wait. */
  enter<T>(
    requester: string,
    task: () => Promise<T>,
    { signal, unrefusable = false }: EnterOptions = {},
  ): Promise<T> | GateRefusal {
    if (!unrefusable && this.#lanes.waitingOf(requester) >= this.#limits.waitingEach) return 'busy'
    if (!unrefusable && this.#lanes.size >= this.#limits.waiting) return 'unavailable'
    return new Promise<T>((resolve, reject) => {
      const run = () => task().then(resolve, reject)
      const drop = () => {
        if (this.#lanes.remove(requester, run)) reject(signal?.reason)
      }
      signal?.addEventListener('abort', drop, { once: true })
      this.#lanes.add(requester, run)
      if (signal?.aborted) drop()
      this.#beginNext()
    })
  }

  /** Begins all that may begin now. */
  #beginNext(): void {
    let isPaced = false
    const mayBegin = (requester: string) => {
      if ((this.#running.get(requester) ?? 0) >= this.#limits.atOnceEach) return false
      const isInRate = this.#rates?.tryConsume(requester, this.#clock?.now() ?? 0) ?? true
      isPaced ||= !isInRate
      return isInRate
    }
    while (this.#atOnce < this.#limits.atOnce && this.#lanes.size > 0 && this.#hasThread()) {
      const turn = this.#lanes.next(mayBegin)
      if (!turn) {
        if (isPaced) this.#continueIn(1000 / (this.#limits.rateEach?.perSecond ?? 1))
        return
      }
      this.#running.set(turn.key, (this.#running.get(turn.key) ?? 0) + 1)
      this.#atOnce += 1
      void this.#run(turn.key, turn.item)
    }
  }

  async #run(requester: string, task: () => Promise<void>): Promise<void> {
    await task()
    this.#countWork()
    const left = (this.#running.get(requester) ?? 1) - 1
    if (left === 0) this.#running.delete(requester)
    else this.#running.set(requester, left)
    this.#atOnce -= 1
    this.#beginNext()
  }

  /** Whether the tasks may use the thread now; otherwise continues when they may. */
  #hasThread(): boolean {
    if (!this.#clock) return true
    this.#countWork()
    const delayMs = this.#thread.msUntilRefilled
    if (delayMs === 0) return true
    this.#continueIn(delayMs)
    return false
  }

  #continueIn(ms: number): void {
    if (this.#isDelayed) return
    this.#isDelayed = true
    this.#clock?.later(() => {
      this.#isDelayed = false
      this.#beginNext()
    }, ms)
  }

  /** Counts what the thread has worked since the last count, if tasks were running. */
  #countWork(): void {
    if (!this.#clock) return
    const workedMs = this.#clock.workedMs()
    if (this.#atOnce > 0) this.#thread.consume(workedMs - this.#workedMs)
    this.#workedMs = workedMs
    this.#thread.refill(this.#clock.now())
  }
}
