/**
 * The business dates of the `years` before `before` (YYYY-MM-DD, itself not one of them), oldest
 * first. Weekends and the fixed public holidays of Nigeria are no business days; holidays that
 * follow the moon are proclaimed each year and not known to a generator.
 */
export function businessDaysBefore(before: string, years: number): string[] {
  const end = midnight(before)
  const start = new Date(end)
  start.setUTCFullYear(start.getUTCFullYear() - years)

  const days: string[] = []
  for (let day = start.getTime(); day < end.getTime(); day += DAY_MS) {
    const date = new Date(day)
    if (isBusinessDay(date)) days.push(date.toISOString().slice(0, 10))
  }
  return days
}

const DAY_MS = 86_400_000

/** New Year, Workers' Day, Democracy Day, National Day, Christmas and Boxing Day. */
const holidays: ReadonlySet<string> = new Set(['01-01', '05-01', '06-12', '10-01', '12-25', '12-26'])

const isBusinessDay = (date: Date): boolean =>
  date.getUTCDay() % 6 !== 0 && !holidays.has(date.toISOString().slice(5, 10))

/** @throws RangeError unless `date` is YYYY-MM-DD and exists. */
function midnight(date: string): Date {
  const time = new Date(`${date}T00:00:00.000Z`)
  if (Number.isNaN(time.getTime()) || time.toISOString().slice(0, 10) !== date) {
    throw new RangeError(`not a date: ${date}`)
  }
  return time
}
