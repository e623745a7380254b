import type { Random } from './random.ts'
import { type CrowdSecurity, clamp, type Temper } from './temper.ts'

/** One step in so many starts a trend; it lasts so many steps on average. */
const TREND_STARTS = 1 / 800
const TREND_STEPS = 150
/** A trend's drift in a step, in spreads of one step. */
const TREND_STRENGTH = 0.2
/** How much of the way to the last trade the opinion moves: a trade is information about the price. */
const IMPACT = 0.02
/** How fast the slow average follows the last trade. */
const SLOW = 0.02

/**
 * What the crowd thinks a share is worth: a walk that is drawn back to the reference, sometimes has
 * a trend, follows what was traded, and leaves room for quotes inside the daily limits.
 */
export class FairValue {
  readonly #security: CrowdSecurity
  readonly #temper: Temper
  /** Logarithm of value to reference. */
  #distance: number
  #trend = 0
  #trendSteps = 0
  #lastPx: number
  #slowPx: number

  constructor(security: CrowdSecurity, temper: Temper, random: Random) {
    this.#security = security
    this.#temper = temper
    const startPx = security.lastPx ?? security.referencePx
    this.#distance = Math.log(startPx / security.referencePx) + 0.004 * random.normal()
    this.#lastPx = startPx
    this.#slowPx = startPx
  }

  /** In kobo, between the limits, not on tick. */
  get price(): number {
    const { referencePx, lowLimitPx, highLimitPx, tickKobo } = this.#security
    const room = Math.min(this.#temper.spreadTicks * tickKobo, (highLimitPx - lowLimitPx) / 2)
    return clamp(referencePx * Math.exp(this.#distance), lowLimitPx + room, highLimitPx - room)
  }

  /** Where the price has been going, as a follower of trends sees it: the last trade against its slow average. */
  get momentum(): number {
    return this.#lastPx / this.#slowPx - 1
  }

  /** One step on; `lastPx` is the last trade's price. */
  step(random: Random, lastPx: number | null): void {
    const { referencePx } = this.#security
    const { stepSpread, pull } = this.#temper
    if (this.#trendSteps > 0) this.#trendSteps--
    else this.#trend = 0
    if (this.#trend === 0 && random.chance(TREND_STARTS)) {
      this.#trend = stepSpread * TREND_STRENGTH * (random.chance(0.5) ? 1 : -1)
      this.#trendSteps = Math.ceil(TREND_STEPS * 2 * random.unit())
    }
    this.#distance += this.#trend - pull * this.#distance + stepSpread * random.normal()
    // The opinion cannot run away where no price can follow.
    this.#distance = Math.log(this.price / referencePx)
    if (lastPx === null) return
    this.#distance += IMPACT * (Math.log(lastPx / referencePx) - this.#distance)
    this.#lastPx = lastPx
    this.#slowPx += SLOW * (lastPx - this.#slowPx)
  }
}
