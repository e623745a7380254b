import { FIRST_PHASE, marketDateOf, type PhaseChange, schedule } from '@tradebook/contract'
import type { CertainTime } from '../platform/clock.ts'
import type { MarketLine } from './market-state.ts'

/**
 * `real`: the exchange's own hours. `open`: continuous trading at all hours, for tests and benches.
 * `demo`: a living market for whoever looks, at any hour.
 */
export type ClockMode = 'real' | 'demo' | 'open'

/**
 * The market's clock: what stamps every input. It goes by the time that is certain but never runs
 * backwards, not even over a restart, and it knows the market day and whether orders are taken.
 */
export class MarketClock {
  readonly #mode: ClockMode
  readonly #time: CertainTime
  #last = 0
  /** Of the market day that was asked about last. */
  #schedule: { readonly date: string; readonly changes: readonly PhaseChange[] } = { date: '', changes: NONE }

  constructor(mode: ClockMode, time: CertainTime) {
    this.#mode = mode
    this.#time = time
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
    return this.#time.now()
  }

  /** By how many milliseconds the wall clock has leapt, while it is not known whether rightly. */
  get leap(): number | undefined {
    return this.#time.leap
  }

  /** The market day an instant belongs to: that date in Lagos, or the next business day after it. */
  marketDate(at: number): string {
    return marketDateOf(at)
  }

  /**
   * The phase changes that fell due after the last one and by `at` (epoch milliseconds), in order: with
   * those that were missed while nobody looked, the phase that the market is in by the clock's mode.
   */
  changesDue({ phase, since, marketDate }: MarketLine, at: number): readonly PhaseChange[] {
    if (this.#mode !== 'real') return phase === 'continuous' ? NONE : [{ phase: 'continuous', due: at }]
    const past = this.#scheduleOf(marketDate).filter(({ due }) => due <= at)
    const missed = past.filter(({ due }) => due > since)
    const reached = missed.at(-1)?.phase ?? phase
    const scheduled = past.at(-1)?.phase ?? FIRST_PHASE
    // A market that was open at all hours may stand where the schedule is not.
    return reached === scheduled ? missed : [...missed, { phase: scheduled, due: at }]
  }

  #scheduleOf(date: string): readonly PhaseChange[] {
    if (date !== this.#schedule.date) this.#schedule = { date, changes: schedule(date) }
    return this.#schedule.changes
  }
}

const NONE: readonly PhaseChange[] = []

/** A leap of the wall clock, for an operator. */
export const leapInWords = (ms: number): string =>
  `The clock of this server has leapt by ${Math.round(ms / 1_000)} s. Trading is paused until that has stood for a minute or is over.`
