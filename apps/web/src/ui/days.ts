import { folded } from '@tradebook/contract'

/** Days as people type them. Held and sent as `YYYY-MM-DD`. */

/** Whether a text is a date that the calendar has. */
export function isDay(text: string): boolean {
  const moment = Date.parse(text)
  return (
    /^[1-9]\d{3}-\d\d-\d\d$/.test(text) &&
    !Number.isNaN(moment) &&
    new Date(moment).toISOString().startsWith(text)
  )
}

const shortMonths = (names: string): string[] =>
  names.split(' ').map((name) => folded(name).replace(/\.$/, ''))
const ofEnglish = shortMonths('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec')

/**
 * The day that is meant by a text: the day first, then the month as a number or by a name of the reader's language or English, then
 * the year; or the year first. Between them any sign. `undefined` where it is no day of the calendar.
 *
 * @param months the short names of the months, separated by spaces.
 * @param isWhole whether nothing is typed after it, so that two digits are a year, too.
 */
export function readDay(text: string, months: string, isWhole = false): string | undefined {
  const parts = folded(text).match(/\d+|[\p{L}']+/gu) ?? []
  const words = parts.filter((part) => !/^\d/.test(part) && !isOrdinal(part))
  const numbers = parts.filter((part) => /^\d/.test(part))
  const named = words.map((word) => monthOf(word, months)).find((month) => month !== undefined)
  // A weekday before or after the date says nothing more; other words do.
  if (words.length > (named === undefined ? 0 : 2)) return undefined
  const [first = '', ...rest] = numbers
  const yearFirst = first.length === 4
  const [day, month, year] =
    named !== undefined && numbers.length === 2
      ? yearFirst
        ? [rest[0], named, first]
        : [first, named, rest[0]]
      : named === undefined && numbers.length === 3
        ? yearFirst
          ? [rest[1], rest[0], first]
          : [first, rest[0], rest[1]]
        : []
  if (!day || !month || !year || day.length > 2 || month.length > 2) return undefined
  const whole = isWhole && year.length === 2 ? century(year) : year
  const written = `${whole}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDay(written) ? written : undefined
}

/** `25th November`, `1er janvier`. */
const isOrdinal = (word: string): boolean => ['st', 'nd', 'rd', 'th', 'er', 'of'].includes(word)

/** Two digits of a year are of those up to twenty years ahead; what was longer ago is of the last century. */
const century = (year: string): string => (Number(year) > 50 ? `19${year}` : `20${year}`)

function monthOf(word: string, months: string): string | undefined {
  for (const names of [shortMonths(months), ofEnglish]) {
    const fitting = names.filter((name) => word.startsWith(name))
    // `juillet` begins as `juil`, and no other month so long.
    const [longest] = fitting.toSorted((a, b) => b.length - a.length)
    if (longest !== undefined) return String(names.indexOf(longest) + 1)
  }
  return undefined
}
