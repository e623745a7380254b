import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addBusinessDays, exchangeHolidays, isBusinessDay, nextBusinessDay } from './calendar.ts'

it.each([
  ['2026-11-20', 'Friday', true],
  ['2026-11-21', 'Saturday', false],
  ['2026-11-22', 'Sunday', false],
  ['2026-10-01', 'Independence Day, a Thursday', false],
  ['2026-10-02', 'Friday', true],
  ['2024-02-29', 'Thursday of a leap year', true],
])('%s, %s: trading is %s', (date, _what, trading) => {
  expect(isBusinessDay(date)).toBe(trading)
})

it.each([
  ['2026-11-20', '2026-11-23', 'over a weekend'],
  ['2026-03-19', '2026-03-24', 'over a Friday holiday, a weekend and a Monday holiday'],
  ['2026-12-24', '2026-12-29', 'over Christmas and Boxing Day observed'],
  ['2026-12-31', '2027-01-01', 'into the next year'],
])('the business day after %s is %s: %s', (date, next) => {
  expect(nextBusinessDay(date)).toBe(next)
})

it('counts business days, and none is the date itself', () => {
  expect(addBusinessDays('2026-11-20', 0)).toBe('2026-11-20')
  expect(addBusinessDays('2026-11-20', 6)).toBe('2026-11-30')
  expect(addBusinessDays('2026-11-21', 1)).toBe('2026-11-23')
})

it.each(['2026-02-29', '2026-13-01', '2026-00-10', '2026-1-1', '20261121', '2026-11-21T00:00:00Z', ''])(
  'refuses %j as a date',
  (text) => {
    expect(() => isBusinessDay(text)).toThrow(RangeError)
  },
)

it('agrees with the calendar of the machine on every date', () => {
  const DAY_MS = 86_400_000
  const day = fc.integer({ min: 0, max: 60_000 }).map((days) => new Date(days * DAY_MS))
  fc.assert(
    fc.property(day, (date) => {
      const text = date.toISOString().slice(0, 10)
      const weekday = date.getUTCDay() !== 0 && date.getUTCDay() !== 6
      expect(isBusinessDay(text)).toBe(weekday && !exchangeHolidays.has(text))
      const next = new Date(date)
      do next.setUTCDate(next.getUTCDate() + 1)
      while (!isBusinessDay(next.toISOString().slice(0, 10)))
      expect(nextBusinessDay(text)).toBe(next.toISOString().slice(0, 10))
    }),
  )
})
