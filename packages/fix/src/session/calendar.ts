import { instantOf } from '../wire/time.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** When a session is open, and when both ends begin to count at 1 again, in the time of the exchange. */
export interface Calendar {
  /** A time zone of the IANA database, such as `Africa/Lagos`. */
  readonly timeZone: string
  /** The days on which it opens: 0 is Sunday. */
  readonly days: readonly number[]
  /** `HH:MM`; a session that closes at or before its opening closes on the next day. */
  readonly opens: string
  readonly closes: string
  /** The time at which the numbers begin at 1, every day; undefined if only a Logon resets them. */
  readonly resets?: string
}

export interface CalendarState {
  readonly isOpen: boolean
  /** When the numbers were last to be reset. */
  readonly lastReset: number
  /** When any of this changes next. */
  readonly nextChange: number
}

const ALWAYS: CalendarState = {
  isOpen: true,
  lastReset: Number.NEGATIVE_INFINITY,
  nextChange: Number.POSITIVE_INFINITY,
}

/** What a calendar says at an instant; without one the session is always open and its numbers go on. */
export function calendarAt(calendar: Calendar | undefined, now: number): CalendarState {
  if (!calendar) return ALWAYS
  const { timeZone, days } = calendar
  const opens = minutesOf(calendar.opens)
  const closes = minutesOf(calendar.closes)
  const length = (closes - opens + 1440) % 1440 || 1440
  const today = Math.floor(wallOf(now, timeZone) / DAY_MS)
  const at = (day: number, minutes: number) => instantOfWall(day * DAY_MS + minutes * MINUTE_MS, timeZone)

  const changes: number[] = []
  let isOpen = false
  // Yesterday's session may still be open.
  for (const day of [today - 1, today, today + 1]) {
    if (!days.includes((((day + 4) % 7) + 7) % 7)) continue
    const from = at(day, opens)
    const to = at(day, opens + length)
    if (from <= now && now < to) isOpen = true
    changes.push(from, to)
  }
  let lastReset = Number.NEGATIVE_INFINITY
  if (calendar.resets !== undefined) {
    for (const day of [today - 1, today, today + 1]) {
      const reset = at(day, minutesOf(calendar.resets))
      if (reset <= now) lastReset = reset
      changes.push(reset)
    }
  }
  // A day without any of them is looked at again on the next.
  const nextChange = Math.min(at(today + 1, 0), ...changes.filter((change) => change > now))
  return { isOpen, lastReset, nextChange }
}

function minutesOf(time: string): number {
  const parts = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time)
  if (!parts) throw new RangeError(`a time of day is HH:MM, not ${time}`)
  return Number(parts[1]) * 60 + Number(parts[2])
}

/** The wall clock of a zone, as the instant at which a clock in UTC shows the same. */
function wallOf(instant: number, timeZone: string): number {
  const parts = formatterOf(timeZone).formatToParts(instant)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  const date = `${part('year')}${part('month')}${part('day')}`
  const second = instantOf(`${date}-${part('hour')}:${part('minute')}:${part('second')}`)!
  return second + (((instant % 1000) + 1000) % 1000)
}

/** The instant at which the wall clock of a zone shows this; where it is skipped or shown twice, one close to it. */
function instantOfWall(wall: number, timeZone: string): number {
  const guess = wall - (wallOf(wall, timeZone) - wall)
  return wall - (wallOf(guess, timeZone) - guess)
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  const formatter = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formatters.set(timeZone, formatter)
  return formatter
}
