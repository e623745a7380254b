/**
 * The timetable of a market day: which phase is due when. Pure: dates and instants are arguments.
 *
 * Source: the trading hours of the NGX, and its circuit breaker (Rule 15.46).
 */

import { type Phase, takesOrders } from './acceptance.ts'
import { isBusinessDay, nextBusinessDay } from './calendar.ts'
import {
  type MarketRules,
  marketRules,
  minutesOf,
  type ScheduledPhase,
  type TimeOfDay,
} from './market-rules.ts'
import { lagosDate, lagosInstant } from './time.ts'

/** A phase and when it begins. */
export interface PhaseChange {
  readonly phase: Phase
  /** Epoch milliseconds. */
  readonly due: number
}

/** The phase before the first change of a market day. */
export const FIRST_PHASE: Phase = 'closed'

const MINUTE_MS = 60_000

/**
 * The phase changes of a date in their order; none on a day that is no business day.
 *
 * @param triggers when the circuit breaker was triggered on that day, epoch milliseconds, in order.
 * @throws RangeError unless the date is a real one, 'YYYY-MM-DD'.
 */
export function schedule(
  date: string,
  rules: MarketRules = marketRules,
  triggers: readonly number[] = [],
): readonly PhaseChange[] {
  if (!isBusinessDay(date)) return []
  let changes: PhaseChange[] = timetable(rules).map(([phase, time]) => ({
    phase,
    due: lagosInstant(date, minutesOf(time)),
  }))
  triggers.forEach((at, index) => {
    const before = changes.filter(({ due }) => due <= at)
    if (index + 1 >= rules.breaker.closesAtTrigger) {
      changes = [...before, { phase: 'closed', due: at }]
      return
    }
    const after = changes.slice(before.length)
    // What the timetable brings meanwhile ends the halt or its auction.
    const halt = haltFrom(at, rules).filter(({ due }) => due < (after[0]?.due ?? Number.POSITIVE_INFINITY))
    changes = [...before, ...halt, ...after]
  })
  return changes
}

/** A halt by the circuit breaker, and what follows it. */
function haltFrom(at: number, { breaker, reopeningMinutes }: MarketRules): PhaseChange[] {
  const reopens = at + breaker.haltMinutes * MINUTE_MS
  return [
    { phase: 'halted', due: at },
    { phase: 'reopening', due: reopens },
    { phase: 'continuous', due: reopens + reopeningMinutes * MINUTE_MS },
  ]
}

const timetable = (rules: MarketRules) =>
  Object.entries(rules.timetable) as (readonly [ScheduledPhase, TimeOfDay])[]

/** Whether the circuit breaker acts at an instant, epoch milliseconds. */
export function isBreakerArmed(at: number, { breaker }: MarketRules = marketRules): boolean {
  const date = lagosDate(at)
  return (
    lagosInstant(date, minutesOf(breaker.from)) <= at && at <= lagosInstant(date, minutesOf(breaker.until))
  )
}

/** The first instant after `at` (both epoch milliseconds) from which the schedule takes orders. */
export function nextOpening(at: number, rules: MarketRules = marketRules): number {
  for (let date = lagosDate(at); ; date = nextBusinessDay(date)) {
    const opening = schedule(date, rules).find(({ phase, due }) => due > at && takesOrders(phase))
    if (opening) return opening.due
  }
}
