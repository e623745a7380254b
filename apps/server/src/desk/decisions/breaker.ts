import {
  type IndexDay,
  isBreakerArmed,
  isContinuous,
  type MarketRules,
  type Phase,
} from '@tradebook/contract'
import type { MarketLine, MarketState } from './market-state.ts'

const BPS = 10_000n

/**
 * The circuit breaker: halts the market when the all-share index has moved too far from its previous
 * close, and closes it the last time.
 *
 * The first trigger of a day is an index that stands too far off; a later one is an index that has come
 * back and leaves again, for otherwise the first trade after the halt would be the next trigger. Assumed:
 * the rule says nothing about it.
 *
 * Source: Rule 15.46 of the NGX.
 */
export class Breaker {
  readonly #rules: MarketRules
  readonly #isOn: boolean
  #wasOff: boolean

  /** @param index as it is. */
  constructor(rules: MarketRules, isOn: boolean, index: IndexDay) {
    this.#rules = rules
    this.#isOn = isOn
    this.#wasOff = this.#isOff(index)
  }

  /** Whether the index triggers the breaker as it is now, at `now` (epoch milliseconds). Called after every change. */
  isTriggered(index: IndexDay, { phase, line }: Pick<MarketState, 'phase' | 'line'>, now: number): boolean {
    const [wasOff, isOff] = [this.#wasOff, this.#isOff(index)]
    this.#wasOff = isOff
    if (!this.#isOn || !isOff || !isContinuous(phase) || !isBreakerArmed(now, this.#rules)) return false
    return line.triggers.length === 0 || !wasOff
  }

  /** The phase that the last trigger brings. */
  phaseAfter({ triggers }: Pick<MarketLine, 'triggers'>): Phase {
    return triggers.length >= this.#rules.breaker.closesAtTrigger ? 'closed' : 'halted'
  }

  #isOff({ value, previous }: IndexDay): boolean {
    const moved = value > previous ? value - previous : previous - value
    return moved * BPS >= previous * BigInt(this.#rules.breaker.triggerBps)
  }
}
