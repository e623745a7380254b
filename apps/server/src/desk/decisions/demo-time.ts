import {
  isBusinessDay,
  lagosDate,
  lagosInstant,
  type MarketRules,
  marketDateOf,
  minutesOf,
  nextBusinessDay,
} from '@tradebook/contract'

const MINUTE_MS = 60_000
/** Market time between the close of a demo's day and the beginning of its next. */
const AFTER_CLOSE_MS = 7.5 * MINUTE_MS
/**
 * How long before continuous trading a fresh demo begins: ten minutes of collecting orders, so that an
 * indicative price forms before one's eyes, and the imbalance session.
 */
const BEFORE_OPENING_MS = 15 * MINUTE_MS

/** What a demo shows of a business day: from the first phase, until a few minutes after the close. Epoch milliseconds. */
interface DemoDay {
  readonly begins: number
  readonly ends: number
}

const demoDay = (date: string, { timetable }: MarketRules): DemoDay => ({
  begins: lagosInstant(date, minutesOf(timetable.preOpen)),
  ends: lagosInstant(date, minutesOf(timetable.closed)) + AFTER_CLOSE_MS,
})

/**
 * The market time of a demo so many milliseconds of market time after `from` (epoch milliseconds).
 * Nights, weekends and holidays are left out: the end of one day is the beginning of the next. A `from`
 * that a demo leaves out counts as the beginning of the next day that it shows.
 *
 * @param elapsedMs at least 0.
 */
export function demoTimeAfter(from: number, elapsedMs: number, rules: MarketRules): number {
  let date = lagosDate(from)
  if (!isBusinessDay(date) || from >= demoDay(date, rules).ends) date = nextBusinessDay(date)
  let { begins, ends } = demoDay(date, rules)
  let at = Math.max(from, begins)
  let left = elapsedMs
  while (at + left >= ends) {
    left -= ends - at
    date = nextBusinessDay(date)
    ;({ begins, ends } = demoDay(date, rules))
    at = begins
  }
  return at + left
}

/**
 * How much market time of a demo passes from one instant to a later one (epoch milliseconds), which it shows both.
 * The inverse of `demoTimeAfter`.
 */
export function demoTimeBetween(from: number, until: number, rules: MarketRules): number {
  let date = lagosDate(from)
  let passed = 0
  let at = from
  while (until >= demoDay(date, rules).ends) {
    passed += demoDay(date, rules).ends - at
    date = nextBusinessDay(date)
    at = demoDay(date, rules).begins
  }
  return passed + until - at
}

/** Where a demo begins that is new at `wall` (epoch milliseconds): while orders are collected for its first opening. */
export const demoBeginning = (wall: number, { timetable }: MarketRules): number =>
  lagosInstant(marketDateOf(wall), minutesOf(timetable.continuous)) - BEFORE_OPENING_MS
