/**
 * The timetable of a market day: which phase is due when. Pure: dates and instants are arguments.
 *
 * Source: the trading hours of the NGX, continuous trading from 10:00 to 14:20 in Lagos.
 */

import { takesOrders } from './acceptance.ts'
import { isBusinessDay, nextBusinessDay } from './calendar.ts'
import { type MarketRules, marketRules, minutesOf, type ScheduledPhase } from './market-rules.ts'
import { lagosDate, lagosInstant } from './time.ts'

/** A phase and when it begins. */
export interface PhaseChange {
  readonly phase: ScheduledPhase
  /** Epoch milliseconds. */
  readonly due: number
}

/** The phases of a business day with their beginnings, in minutes since midnight in Lagos. */
const timetable = ({ timetable: { continuous, preClose } }: MarketRules) =>
  [
    { phase: 'continuous', minutes: minutesOf(continuous) },
    { phase: 'closed', minutes: minutesOf(preClose) },
  ] as const

/** The phase before the first change of a market day. */
export const FIRST_PHASE: ScheduledPhase = 'closed'

/**
 * The phase changes of a date in their order; none on a day that is no business day.
 * @throws RangeError unless the date is a real one, 'YYYY-MM-DD'.
 */
export const schedule = (date: string, rules: MarketRules = marketRules): readonly PhaseChange[] =>
  isBusinessDay(date)
    ? timetable(rules).map(({ phase, minutes }) => ({ phase, due: lagosInstant(date, minutes) }))
    : []

/** The first instant after `at` (both epoch milliseconds) from which the schedule takes orders. */
export function nextOpening(at: number, rules: MarketRules = marketRules): number {
  for (let date = lagosDate(at); ; date = nextBusinessDay(date)) {
    const opening = schedule(date, rules).find(({ phase, due }) => due > at && takesOrders(phase))
    if (opening) return opening.due
  }
}
