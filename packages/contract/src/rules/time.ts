/**
 * The wire's time of an instant: ISO 8601 in UTC. Epoch milliseconds in; no clock is read. The last
 * answer is kept, for everything that happens in one turn has the same time.
 */
export function isoTime(epochMs: number): string {
  if (epochMs !== last.epochMs) {
    last.epochMs = epochMs
    last.text = new Date(epochMs).toISOString()
  }
  return last.text
}

const last = { epochMs: Number.NaN, text: '' }

/** Lagos keeps UTC+1 all year. */
const LAGOS_OFFSET_MS = 3_600_000
const ISO_DATE_LENGTH = 'YYYY-MM-DD'.length
const ISO_MINUTE_LENGTH = 'YYYY-MM-DDTHH:MM'.length
const MINUTE_MS = 60_000

/** The calendar date in the market's zone, `YYYY-MM-DD`. */
export const lagosDate = (epochMs: number): string =>
  isoTime(epochMs + LAGOS_OFFSET_MS).slice(0, ISO_DATE_LENGTH)

/** A date, `YYYY-MM-DD`, with the name of its month in the reader's language: `24 Nov 2026`. */
export function shownDate(date: string, t: (key: 'Calendar.Months') => string): string {
  const [year, month, day] = date.split('-').map(Number)
  return `${day} ${t('Calendar.Months').split(' ')[Number(month) - 1]} ${year}`
}

/** Date and time in the market's zone as the screens and documents have it: `24 Nov 2026, 10:31:05:042 AM`. */
export function shownDateTime(epochMs: number, t: (key: 'Calendar.Months') => string): string {
  const time = isoTime(epochMs + LAGOS_OFFSET_MS)
  const hour = Number(time.slice(11, 13))
  const clock = `${hour % 12 || 12}${time.slice(13, 19)}:${time.slice(20, 23)} ${hour < 12 ? 'AM' : 'PM'}`
  return `${shownDate(time.slice(0, ISO_DATE_LENGTH), t)}, ${clock}`
}

/** The instant, in epoch milliseconds, at which so many minutes have passed since midnight of a date in Lagos. */
export const lagosInstant = (date: string, minutes: number): number =>
  Date.parse(`${date}T00:00:00.000Z`) - LAGOS_OFFSET_MS + minutes * MINUTE_MS

/**
 * A time of ISO 8601 in UTC; without a zone it is that of the market.
 *
 * @returns the time as it was where there is no such time.
 */
export function inUtc(time: string): string {
  if (time.endsWith('Z')) return time
  const hasZone = /[+-]\d\d:?\d\d$/.test(time)
  const instant = hasZone ? Date.parse(time) : Date.parse(`${time}Z`) - LAGOS_OFFSET_MS
  return Number.isNaN(instant) ? time : isoTime(instant)
}

/** Date and time in the market's zone, to the minute: `YYYY-MM-DD HH:MM`. */
export const lagosDateTime = (epochMs: number): string =>
  isoTime(epochMs + LAGOS_OFFSET_MS)
    .slice(0, ISO_MINUTE_LENGTH)
    .replace('T', ' ')
