import {
  FIRST_PHASE,
  lagosDate,
  lagosDateTime,
  type MarketRules,
  marketDateOf,
  nextBusinessDay,
  type PhaseChange,
  schedule,
  withReopening,
} from '@tradebook/contract'
import type { GuardedClock } from '../../platform/clock.ts'
import { demoBeginning, demoTimeAfter, demoTimeBetween } from './demo-time.ts'
import type { MarketLine } from './market-state.ts'

/**
 * `real`: the exchange's own hours. `open`: continuous trading at all hours, for tests and benches.
 * `demo`: the exchange's days, compressed and one after the other, at any hour. `reported`: real time, with the phases
 * that the exchange reports.
 */
export type ClockMode = 'real' | 'demo' | 'open' | 'reported'

/** What brings the phases of the market; `none` where it is always in the same. */
export type PhaseSource = 'schedule' | 'venue' | 'none'

const phaseSources: Readonly<Record<ClockMode, PhaseSource>> = {
  real: 'schedule',
  demo: 'schedule',
  open: 'none',
  reported: 'venue',
}

export interface ClockSettings {
  readonly mode: ClockMode
  /** How many milliseconds of market time pass in one of a demo. */
  readonly speed: number
  readonly rules: MarketRules
}

/** Where the market's time goes on from: an instant of it, and of the monotonic clock. */
interface Anchor {
  readonly market: number
  readonly monotonic: number
}

/**
 * The market's clock: it stamps every input. It never runs backwards, not even over a restart, and it
 * knows the market day and the phases that are due.
 *
 * In `real` the market's time is the time that is certain. In `open` it is that, too, or goes on from the
 * kept market time where that is ahead. In `demo` it runs at its own speed by the monotonic clock, from
 * the kept market time on: neither a leap of the wall clock nor the time for which the server is down
 * moves it.
 */
export class MarketClock {
  readonly #settings: ClockSettings
  readonly #time: GuardedClock
  #last = 0
  #isRunning = false
  /** Of a demo. */
  #anchor: Anchor | undefined
  /** Of an open market: by how much it is ahead of the wall clock. */
  #ahead = 0
  /** Of the market day that was asked about last. */
  #schedule: {
    readonly date: string
    readonly triggers: readonly number[]
    readonly changes: readonly PhaseChange[]
  } = { date: '', triggers: [], changes: NONE }

  constructor(settings: ClockSettings, time: GuardedClock) {
    this.#settings = settings
    this.#time = time
  }

  /** What brings the phases of the market. */
  get phasesBy(): PhaseSource {
    return phaseSources[this.#settings.mode]
  }

  get rules(): MarketRules {
    return this.#settings.rules
  }

  /** How many milliseconds of market time pass in one. */
  get speed(): number {
    return this.#settings.mode === 'demo' ? this.#settings.speed : 1
  }

  /**
   * Goes on from the market time that a record has kept (epoch milliseconds; 0 for a new record). The
   * first call starts the clock; after any call nothing is stamped with an earlier time.
   *
   * @throws Error in words when a clock in `real` starts and the record's date is still to come.
   */
  continueFrom(kept: number): void {
    if (!this.#isRunning) this.#start(kept)
    this.#isRunning = true
    this.#last = Math.max(this.#last, kept)
  }

  /** The time of an input, taken now. */
  stamp(): number {
    this.#last = Math.max(this.#last, this.now())
    return this.#last
  }

  /** The market's time as far as it is certain, epoch milliseconds. In `real` and `open` a clock set back goes back. */
  now(): number {
    const { mode, speed, rules } = this.#settings
    if (mode !== 'demo') return this.#time.now() + this.#ahead
    if (!this.#anchor) return this.#last
    const monotonic = this.#time.monotonic()
    const elapsed = Math.floor((monotonic - this.#anchor.monotonic) * speed)
    return demoTimeAfter(this.#anchor.market, elapsed, rules)
  }

  /** How much of the market's time passes between two instants of it, all in milliseconds. */
  timeBetween(from: number, until: number): number {
    const { mode, rules } = this.#settings
    return mode === 'demo' ? demoTimeBetween(from, until, rules) : until - from
  }

  /** The time of everything that is not the business of the market, such as the audit trail: epoch milliseconds. */
  wallTime(): number {
    return this.#time.now()
  }

  /**
   * By how many milliseconds the wall clock has jumped, while it is not known whether it is right. A demo does not go
   * by it.
   */
  get leap(): number | undefined {
    return this.#settings.mode === 'demo' ? undefined : this.#time.leap
  }

  /** The market day an instant belongs to: that date in Lagos, or the next business day after it. */
  marketDate(at: number): string {
    return marketDateOf(at)
  }

  /**
   * The phase changes that fell due after the last one and by `at` (epoch milliseconds), in order: with
   * those that were missed while nobody looked, the phase that the market is in by the clock's mode.
   */
  changesDue(line: MarketLine, at: number): readonly PhaseChange[] {
    if (this.phasesBy === 'venue') return NONE
    const past = this.#changesOf(line).filter(({ due }) => due <= at)
    const missed = past.filter(({ due }) => due > line.since)
    const reached = missed.at(-1)?.phase ?? line.phase
    const scheduled = past.at(-1)?.phase ?? FIRST_PHASE
    // A market that was open at all hours may stand where the schedule is not.
    return reached === scheduled ? missed : [...missed, { phase: scheduled, due: at }]
  }

  /** The next phase change after `at`; `undefined` where the market is open at all hours and stays so, and where the exchange reports it. */
  nextChange(line: MarketLine, at: number): PhaseChange | undefined {
    if (this.phasesBy === 'venue') return undefined
    const next = this.#changesOf(line).find(({ due }) => due > at)
    if (next || this.phasesBy === 'none') return next
    return schedule(nextBusinessDay(line.marketDate), this.#settings.rules)[0]
  }

  #start(kept: number): void {
    const { mode, rules } = this.#settings
    const wall = this.#time.now()
    if (mode === 'demo') {
      const market = kept === 0 ? demoBeginning(wall, rules) : kept
      this.#anchor = { market, monotonic: this.#time.monotonic() }
    } else if (mode === 'open') this.#ahead = Math.max(0, kept - wall)
    else if (lagosDate(kept) > lagosDate(wall)) throw new Error(aheadInWords(kept, wall))
  }

  /** The phase changes of the market day: those of the schedule, and the auction that ends a halt by market control. */
  #changesOf({ phase, since, marketDate, triggers }: MarketLine): readonly PhaseChange[] {
    const changes = this.phasesBy === 'schedule' ? this.#scheduleOf(marketDate, triggers) : ALWAYS_OPEN
    const isReopening = phase === 'reopening' && !changes.some(({ due }) => due === since)
    return isReopening ? withReopening(changes, since, this.#settings.rules) : changes
  }

  #scheduleOf(date: string, triggers: readonly number[]): readonly PhaseChange[] {
    if (date !== this.#schedule.date || triggers !== this.#schedule.triggers) {
      this.#schedule = { date, triggers, changes: schedule(date, this.#settings.rules, triggers) }
    }
    return this.#schedule.changes
  }
}

const NONE: readonly PhaseChange[] = []
const ALWAYS_OPEN: readonly PhaseChange[] = [{ phase: 'continuous', due: Number.NEGATIVE_INFINITY }]

/** Why a record cannot be traded on in the exchange's own hours. */
const aheadInWords = (kept: number, wall: number): string =>
  `The market of this data folder has reached ${lagosDateTime(kept)}, and today is ${lagosDate(wall)}: ` +
  'TRADEBOOK_CLOCK=real cannot go back. Start it with TRADEBOOK_CLOCK=demo or open, or use another data folder.'

/** A leap of the wall clock, for an operator. */
export const leapInWords = (ms: number): string =>
  `The clock of this server has leapt by ${Math.round(ms / 1_000)} s. Trading is paused until that has stood for a minute or is over.`
