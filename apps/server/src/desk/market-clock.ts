import { isBusinessDay, lagosDate, lagosMinutes, marketDateOf, nextBusinessDay } from '@tradebook/contract'
import type { MarketPhase } from './core.ts'

/**
 * `real`: the exchange's own hours. `open`: continuous trading at all hours, for tests and benches.
 * `demo`: a living market for whoever looks, at any hour.
 */
export type ClockMode = 'real' | 'demo' | 'open'

/** Where time comes from, in milliseconds. */
export interface TimeSources {
  /** Since 1970, UTC. It is set by people and by NTP, so it may leap. */
  readonly wall: () => number
  /** Since some instant; it never leaps, but may stand still while the machine sleeps. */
  readonly monotonic: () => number
}

/** Continuous trading of a real day, in minutes since midnight in Lagos. */
const CONTINUOUS_FROM = 10 * 60
const CONTINUOUS_UNTIL = 14 * 60 + 20

/** The wall clock leaps when it moves by more than this against the monotonic one between two looks. */
const LEAP_MS = 60_000
/** A leap is obeyed when it has stood for so long. */
const STANDS_AFTER_MS = 60_000

interface Leap {
  /** By how much the wall clock is ahead of the time that was certain; negative when behind. */
  readonly byMs: number
  /** Monotonic, when it was first seen. */
  readonly since: number
}

/**
 * The market's clock: what stamps every input. It follows the wall clock but never runs backwards,
 * not even over a restart, and it knows the market day and whether orders are taken.
 *
 * A leap of the wall clock is not obeyed at once: a wrong date of some seconds would expire every
 * order for the day, and a stamp can not be taken back. Until the leap has stood for a minute, or
 * is over, time goes on by the monotonic clock and `leap` tells of it.
 */
export class MarketClock {
  readonly #mode: ClockMode
  readonly #sources: TimeSources
  /** The last look at both clocks that was believed. */
  #wall: number
  #monotonic: number
  #leap: Leap | undefined
  #last = 0

  constructor(mode: ClockMode, sources: TimeSources) {
    this.#mode = mode
    this.#sources = sources
    this.#wall = sources.wall()
    this.#monotonic = sources.monotonic()
  }

  /** Stamp nothing from now on with a time before this. */
  goOnFrom(time: number): void {
    this.#last = Math.max(this.#last, time)
  }

  /** The time of an input, taken now. */
  stamp(): number {
    this.#last = Math.max(this.#last, this.now())
    return this.#last
  }

  /** What time it is, as far as that is certain, epoch milliseconds; a clock set back goes back. */
  now(): number {
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

  /** The market day an instant belongs to: that date in Lagos, or the next business day after it. */
  marketDate(at: number): string {
    return marketDateOf(at)
  }

  phase(at: number): MarketPhase {
    if (this.#mode !== 'real') return alwaysOpen
    const minutes = lagosMinutes(at)
    const open = isBusinessDay(lagosDate(at)) && minutes >= CONTINUOUS_FROM && minutes < CONTINUOUS_UNTIL
    return open ? alwaysOpen : { open: false, opensAt: this.#opensAt(at, minutes) }
  }

  /** Whether this leap is the one seen before, and since long enough. */
  #hasStood(byMs: number, monotonic: number): boolean {
    const isSame = this.#leap !== undefined && Math.abs(this.#leap.byMs - byMs) <= LEAP_MS
    if (!this.#leap || !isSame) this.#leap = { byMs, since: monotonic }
    return monotonic - this.#leap.since >= STANDS_AFTER_MS
  }

  #opensAt(at: number, minutes: number): string {
    const today = lagosDate(at)
    const date = isBusinessDay(today) && minutes < CONTINUOUS_FROM ? today : nextBusinessDay(today)
    return `${date} 10:00`
  }
}

const alwaysOpen: MarketPhase = { open: true, opensAt: '' }
