import { performance } from 'node:perf_hooks'

export interface PaceLimits {
  /** The shortest interval between the starts of two flushes. After a pause a flush may start immediately. */
  readonly leastMs: number
  /** The longest interval, used when flushing would take more than a quarter of a busy thread's time. */
  readonly mostMs: number
}

/** What a pace measures by, each in milliseconds from any origin. */
export interface PaceClock {
  now(): number
  /** The CPU time that this thread has used. */
  used(): number
  /** The time in which this thread had nothing to do. */
  idle(): number
}

export const threadClock: PaceClock = {
  now: () => performance.now(),
  used: () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  },
  idle: () => performance.eventLoopUtilization().idle,
}

/**
 * When messages are flushed to all subscribers. On average flushing takes at most one part in four of the
 * thread's time, as long as `mostMs` allows: messages of a longer interval leave in one frame, which costs
 * less. A thread that is idle between flushes keeps nobody waiting: its idle time counts many times over, so
 * that a few idle milliseconds after a storm of messages leave no delay behind.
 */
export class FlushPace {
  readonly #limits: PaceLimits
  readonly #clock: PaceClock
  #startedAt = Number.NEGATIVE_INFINITY
  #flushedAt = Number.NEGATIVE_INFINITY
  #idleAtFlush = 0
  /** The time until which the flushes so far use up their share of a thread that is never idle. */
  #busyUntil = Number.NEGATIVE_INFINITY

  constructor(limits: PaceLimits, clock: PaceClock = threadClock) {
    this.#limits = limits
    this.#clock = clock
  }

  /** How long the next flush has to wait from now on; not positive when it may start. */
  waitMs(): number {
    const { leastMs, mostMs } = this.#limits
    const paced = Math.min(this.#repaid() - mostMs, this.#flushedAt + mostMs)
    return Math.max(paced, this.#startedAt + leastMs) - this.#clock.now()
  }

  /** Runs a flush. @param flush is given the time at which it started, by the pace's clock. */
  run(flush: (startedAt: number) => void): void {
    const startedAt = this.#clock.now()
    const usedBefore = this.#clock.used()
    const repaid = this.#repaid()
    flush(startedAt)
    const workedMs = this.#clock.used() - usedBefore
    this.#startedAt = startedAt
    this.#flushedAt = this.#clock.now()
    this.#idleAtFlush = this.#clock.idle()
    // The backlog of a burst is capped, so that messages after the burst are not delayed by it.
    const busyUntil = Math.max(repaid, startedAt) + workedMs * SHARE_OF_TIME
    this.#busyUntil = Math.min(busyUntil, this.#flushedAt + 2 * this.#limits.mostMs)
  }

  #repaid(): number {
    const idleMs = this.#clock.idle() - this.#idleAtFlush
    return this.#busyUntil - idleMs * (IDLE_COUNTS - 1)
  }
}

/** Flushing takes one part in so many of a busy thread's time. */
const SHARE_OF_TIME = 4
/** An idle millisecond repays as much as so many busy ones. */
const IDLE_COUNTS = 25
