import { FIRST_PHASE, lagosDate, marketDateOf, nextOpening, schedule, takesOrders } from '@tradebook/contract'
import type { CertainTime } from '../platform/clock.ts'
import type { MarketPhase } from './market-phase.ts'

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

  /** The phase of the market. While the time is in doubt it is closed. */
  phase(): MarketPhase {
    const at = this.now()
    if (this.leap !== undefined) return { phase: 'closed', opensAt: null }
    if (this.#mode !== 'real') return { phase: 'continuous', opensAt: null }
    const phase = schedule(lagosDate(at)).findLast(({ due }) => due <= at)?.phase ?? FIRST_PHASE
    return { phase, opensAt: takesOrders(phase) ? null : nextOpening(at) }
  }
}
