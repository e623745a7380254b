/**
 * The business calendar of the exchange on plain 'YYYY-MM-DD' dates: no clock and no time zone
 * comes into it, so a date means the same on every machine.
 */

/** Days the exchange is closed besides weekends: federal holidays as announced, year by year. */
export const exchangeHolidays: ReadonlySet<string> = new Set([
  '2026-01-01',
  '2026-03-20',
  '2026-03-23',
  '2026-04-03',
  '2026-04-06',
  '2026-05-01',
  '2026-05-27',
  '2026-05-28',
  '2026-06-12',
  '2026-10-01',
  '2026-12-25',
  '2026-12-28',
])

/** Monday to Friday, and no holiday. @throws RangeError unless a real date 'YYYY-MM-DD'. */
export const isBusinessDay = (date: string, holidays: ReadonlySet<string> = exchangeHolidays): boolean =>
  weekdayOf(parse(date)) < SATURDAY && !holidays.has(date)

/** The first business day after the date. */
export function nextBusinessDay(date: string, holidays: ReadonlySet<string> = exchangeHolidays): string {
  let next = dayAfter(date)
  while (!isBusinessDay(next, holidays)) next = dayAfter(next)
  return next
}

/** So many business days after the date; the date itself need not be one. */
export function addBusinessDays(
  date: string,
  days: number,
  holidays: ReadonlySet<string> = exchangeHolidays,
): string {
  let result = date
  for (let counted = 0; counted < days; counted++) result = nextBusinessDay(result, holidays)
  return result
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

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

const lengthOf = (year: number, month: number): number =>
  month === 2 && isLeap(year) ? 29 : (monthLengths[month - 1] ?? 0)

function parse(date: string): CalendarDate {
  const [, year = 0, month = 0, day = 0] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date)?.map(Number) ?? []
  if (year < 1 || day < 1 || day > lengthOf(year, month)) throw new RangeError(`not a date: ${date}`)
  return { year, month, day }
}

const format = ({ year, month, day }: CalendarDate): string =>
  [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')

function dayAfter(date: string): string {
  const { year, month, day } = parse(date)
  if (day < lengthOf(year, month)) return format({ year, month, day: day + 1 })
  return format(month < 12 ? { year, month: month + 1, day: 1 } : { year: year + 1, month: 1, day: 1 })
}

/** Days since Monday, 1 January of the year 1 in the Gregorian calendar, modulo a week. */
function weekdayOf({ year, month, day }: CalendarDate): number {
  const years = year - 1
  let days = years * 365 + Math.floor(years / 4) - Math.floor(years / 100) + Math.floor(years / 400)
  for (let earlier = 1; earlier < month; earlier++) days += lengthOf(year, earlier)
  return (days + day - 1) % 7
}
