import { randomUUID } from 'node:crypto'
import type { ThreadClock } from '@tradebook/scheduling'

/** The wall clock and fresh ids, handed to anyone who needs them so that a test can hold them still. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number
  newId(): string
}

export const wallClock: Clock = { now: Date.now, newId: randomUUID }

/** Repeats the work every so many milliseconds until what it returns is called. */
export type Every = (ms: number, work: () => unknown) => () => void

/** By the system's timer, which keeps no process alive. */
export const systemEvery: Every = (ms, work) => {
  const timer = setInterval(work, ms).unref()
  return () => clearInterval(timer)
}

/** The clock of this thread, for tasks that share it. */
export const threadClock: ThreadClock = {
  now: () => performance.now(),
  workedMs: () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1000
  },
  later: (task, ms) => void setTimeout(task, ms).unref(),
}

/** Where time comes from, in milliseconds. */
export interface TimeSources {
  /** Since 1970, UTC. It is set by people and by NTP, so it may leap. */
  readonly wall: () => number
  /** Since some instant; it never leaps, but may stand still while the machine sleeps. */
  readonly monotonic: () => number
}

export const systemTime: TimeSources = { wall: Date.now, monotonic: () => performance.now() }

/** The wall clock leaps when it moves by more than this against the monotonic one between two looks. */
export const LEAP_MS = 60_000
/** A leap is obeyed when it has stood for so long. */
const STANDS_AFTER_MS = 60_000

interface Leap {
  /** By how much the wall clock is ahead of the time that was certain; negative when behind. */
  readonly byMs: number
  /** Monotonic, when it was first seen. */
  readonly since: number
}

/**
 * What time it is, as far as that is certain. It follows the wall clock, but a leap is not obeyed
 * at once: a wrong date of a few seconds would expire every order and end every session, and neither
 * can be taken back. Until the leap has stood for a minute, or is over, time goes on by the
 * monotonic clock and `leap` answers by how much.
 */
export class GuardedClock {
  readonly #sources: TimeSources
  /** The last look at both clocks that was believed. */
  #wall: number
  #monotonic: number
  #leap: Leap | undefined

  constructor(sources: TimeSources) {
    this.#sources = sources
    this.#wall = sources.wall()
    this.#monotonic = sources.monotonic()
  }

  /** Milliseconds since some instant, never running backwards. */
  readonly monotonic = (): number => this.#sources.monotonic()

  /** Epoch milliseconds; a clock set back goes back. */
  readonly now = (): number => {
    const wall = this.#sources.wall()
    const monotonic = this.#sources.monotonic()
    const expected = this.#wall + (monotonic - this.#monotonic)
    const byMs = wall - expected
    if (Math.abs(byMs) <= LEAP_MS || this.#hasStood(byMs, monotonic)) {
      this.#leap = undefined
      this.#wall = wall
      this.#monotonic = monotonic
      return wall
    }
    return expected
  }

  /** By how many milliseconds the wall clock has leapt, while it is not known whether rightly. */
  get leap(): number | undefined {
    this.now()
    return this.#leap?.byMs
  }

  /** Whether this leap is the one seen before, and since long enough. */
  #hasStood(byMs: number, monotonic: number): boolean {
    const isSame = this.#leap !== undefined && Math.abs(this.#leap.byMs - byMs) <= LEAP_MS
    if (!this.#leap || !isSame) this.#leap = { byMs, since: monotonic }
    return monotonic - this.#leap.since >= STANDS_AFTER_MS
  }
}
