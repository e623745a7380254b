/**
 * The business calendar of the exchange on plain 'YYYY-MM-DD' dates: no clock and no time zone
 * comes into it, so a date means the same on every machine.
 */

import { lagosDate } from './time.ts'

/** Federal holidays on the same date every year. */
const fixedHolidays = ['01-01', '05-01', '06-12', '10-01', '12-25', '12-26'] as const

/**
 * Holidays that are announced year by year, for they follow the sight of the moon: the days of
 * Eid. A year without a row is a year nobody has announced yet, not one without such days.
 */
const announcedHolidays: Readonly<Record<number, readonly string[]>> = {
  2026: ['2026-03-20', '2026-03-23', '2026-05-27', '2026-05-28'],
}

/**
 * The weekdays of a year on which the exchange is closed: Good Friday and Easter Monday, what was
 * announced, and the fixed holidays. A fixed holiday on a weekend is kept on the next weekday that
 * is not a holiday itself, as the Federal Government has declared each time: 3 May 2021 for 1 May,
 * 13 June 2022 for 12 June, 28 December 2026 for 26 December.
 */
export function exchangeHolidays(year: number): ReadonlySet<string> {
  const known = holidaysOfYear.get(year)
  if (known) return known
  const easter = easterSunday(year)
  const fixed = fixedHolidays.map((monthAndDay) => `${yearText(year)}-${monthAndDay}`)
  const holidays = new Set([
    addDays(easter, -2),
    addDays(easter, 1),
    ...(announcedHolidays[year] ?? []),
    ...fixed.filter(isWeekday),
  ])
  for (const date of fixed.filter((date) => !isWeekday(date))) {
    let kept = date
    while (!isWeekday(kept) || holidays.has(kept)) kept = addDays(kept, 1)
    holidays.add(kept)
  }
  holidaysOfYear.set(year, holidays)
  return holidays
}

/** A year's holidays never change: each is calculated once. */
const holidaysOfYear = new Map<number, ReadonlySet<string>>()

/** The years between two dates, both included, whose announced holidays nobody has entered. */
export function yearsWithoutAnnouncedHolidays(from: string, to: string): number[] {
  const first = parse(from).year
  const years = Array.from({ length: parse(to).year - first + 1 }, (_, index) => first + index)
  return years.filter((year) => !Object.hasOwn(announcedHolidays, year))
}

/** Monday to Friday, and no holiday. @throws RangeError unless a real date 'YYYY-MM-DD'. */
export const isBusinessDay = (date: string): boolean =>
  isWeekday(date) && !exchangeHolidays(parse(date).year).has(date)

/** The market day an instant belongs to: that date in Lagos, or the next business day after it. */
export function marketDateOf(epochMs: number): string {
  const date = lagosDate(epochMs)
  return isBusinessDay(date) ? date : nextBusinessDay(date)
}

/** The first business day after the date. */
export function nextBusinessDay(date: string): string {
  let next = addDays(date, 1)
  while (!isBusinessDay(next)) next = addDays(next, 1)
  return next
}

/** So many business days after the date; the date itself need not be one. */
export function addBusinessDays(date: string, days: number): string {
  let result = date
  for (let counted = 0; counted < days; counted++) result = nextBusinessDay(result)
  return result
}

/** So many calendar days after the date, or before it. */
export function addDays(date: string, days: number): string {
  let { year, month, day } = parse(date)
  day += days
  while (day > lengthOf(year, month)) {
    day -= lengthOf(year, month)
    ;[year, month] = month < 12 ? [year, month + 1] : [year + 1, 1]
  }
  while (day < 1) {
    ;[year, month] = month > 1 ? [year, month - 1] : [year - 1, 12]
    day += lengthOf(year, month)
  }
  return format({ year, month, day })
}

/** Easter Sunday of the Gregorian calendar: the method of Meeus, Jones and Butcher, in whole numbers. */
export function easterSunday(year: number): string {
  const whole = Math.floor
  const golden = year % 19
  const century = whole(year / 100)
  const yearOfCentury = year % 100
  const moonCorrection = whole((century - whole((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - whole(century / 4) - moonCorrection + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * whole(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7
  const lateMoon = whole((golden + 11 * epact + 22 * weekday) / 451)
  const monthAndDay = epact + weekday - 7 * lateMoon + 114
  return format({ year, month: whole(monthAndDay / 31), day: (monthAndDay % 31) + 1 })
}

interface CalendarDate {
  readonly year: number
  /** 1 to 12 */
  readonly month: number
  /** 1 to 31 */
  readonly day: number
}

/** Weekdays count from Monday, 0. */
const SATURDAY = 5

const isWeekday = (date: string): boolean => weekdayOf(parse(date)) < SATURDAY

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

const lengthOf = (year: number, month: number): number =>
  month === 2 && isLeap(year) ? 29 : (monthLengths[month - 1] ?? 0)

function parse(date: string): CalendarDate {
  const [, year = 0, month = 0, day = 0] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date)?.map(Number) ?? []
  if (year < 1 || day < 1 || day > lengthOf(year, month)) throw new RangeError(`not a date: ${date}`)
  return { year, month, day }
}

const yearText = (year: number): string => String(year).padStart(4, '0')

const format = ({ year, month, day }: CalendarDate): string =>
  [yearText(year), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')

/** Days since Monday, 1 January of the year 1 in the Gregorian calendar, modulo a week. */
function weekdayOf({ year, month, day }: CalendarDate): number {
  const years = year - 1
  let days = years * 365 + Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400)
  for (let earlier = 1; earlier < month; earlier++) days += lengthOf(year, earlier)
  return (days + day - 1) % 7
}
