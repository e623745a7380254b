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
 * The phase changes of a date in their order; none on a day that is not a business day.
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
  let changes = timetable(rules).map(
    ([phase, time]): PhaseChange => ({ phase, due: lagosInstant(date, minutesOf(time)) }),
  )
  triggers.forEach((at, index) => {
    const isLast = index + 1 >= rules.breaker.closesAtTrigger
    changes = isLast
      ? [...changes.filter(({ due }) => due <= at), { phase: 'closed', due: at }]
      : interrupted(changes, haltFrom(at, rules))
  })
  return changes
}

/**
 * The changes with the auction that ends a halt by market control: it begins at `since` (epoch
 * milliseconds), and lasts for the minutes of the rules or until the timetable brings another phase. One
 * that begins while the market reopens after the circuit breaker takes the place of what is left of that.
 */
export const withReopening = (
  changes: readonly PhaseChange[],
  since: number,
  rules: MarketRules = marketRules,
): readonly PhaseChange[] =>
  interrupted(
    changes.filter(({ phase, due }) => phase !== 'continuous' || due <= since),
    reopeningFrom(since, rules),
  )

/** The changes with an interruption: what the timetable brings meanwhile ends it. */
function interrupted(changes: readonly PhaseChange[], interruption: readonly PhaseChange[]): PhaseChange[] {
  const from = interruption[0]?.due ?? Number.POSITIVE_INFINITY
  const before = changes.filter(({ due }) => due <= from)
  const after = changes.slice(before.length)
  const end = after[0]?.due ?? Number.POSITIVE_INFINITY
  return [...before, ...interruption.filter(({ due }) => due < end), ...after]
}

/** A halt by the circuit breaker, and what follows it. */
const haltFrom = (at: number, rules: MarketRules): PhaseChange[] => [
  { phase: 'halted', due: at },
  ...reopeningFrom(at + rules.breaker.haltMinutes * MINUTE_MS, rules),
]

/** The auction that ends a halt, and what follows it. */
const reopeningFrom = (at: number, { reopeningMinutes }: MarketRules): PhaseChange[] => [
  { phase: 'reopening', due: at },
  { phase: 'continuous', due: at + reopeningMinutes * MINUTE_MS },
]

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
