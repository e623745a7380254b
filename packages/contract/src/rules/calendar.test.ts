import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  addBusinessDays,
  addDays,
  easterSunday,
  exchangeHolidays,
  isBusinessDay,
  nextBusinessDay,
  yearsWithoutAnnouncedHolidays,
} from './calendar.ts'

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
  ['2026-12-31', '2027-01-04', 'over New Year’s Day and a weekend'],
  ['2028-02-28', '2028-02-29', 'onto a leap day'],
  ['2024-02-29', '2024-03-01', 'off a leap day'],
])('the business day after %s is %s: %s', (date, next) => {
  expect(nextBusinessDay(date)).toBe(next)
})

it('the holidays of 2026 are those the exchange published', () => {
  expect([...exchangeHolidays(2026)].toSorted()).toEqual([
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
})

it.each([
  [2024, '2024-03-31'],
  [2025, '2025-04-20'],
  [2026, '2026-04-05'],
  [2027, '2027-03-28'],
  [2028, '2028-04-16'],
  [2029, '2029-04-01'],
  [2030, '2030-04-21'],
  [2038, '2038-04-25'],
  [2285, '2285-03-22'],
])('Easter Sunday of %i is %s', (year, sunday) => {
  expect(easterSunday(year)).toBe(sunday)
  expect(exchangeHolidays(year)).toContain(addDays(sunday, -2))
  expect(exchangeHolidays(year)).toContain(addDays(sunday, 1))
})

it.each([
  ['2020-12-26', 'a Saturday', ['2020-12-28']],
  ['2021-05-01', 'a Saturday', ['2021-05-03']],
  ['2021-06-12', 'a Saturday', ['2021-06-14']],
  ['2022-06-12', 'a Sunday', ['2022-06-13']],
  ['2022-10-01', 'a Saturday', ['2022-10-03']],
  ['2022-12-25', 'a Sunday before Boxing Day', ['2022-12-26', '2022-12-27']],
  ['2027-12-25', 'a Saturday before Boxing Day', ['2027-12-27', '2027-12-28']],
  ['2028-01-01', 'a Saturday', ['2028-01-03']],
])('the holiday of %s, %s, is kept on the next free weekdays', (_, __, kept) => {
  for (const date of kept) expect(isBusinessDay(date)).toBe(false)
  expect(isBusinessDay(addDays(kept.at(-1)!, 1))).toBe(true)
})

it('every year has its eight holidays by rule, all of them weekdays', () => {
  for (let year = 2027; year <= 2127; year++) {
    const holidays = [...exchangeHolidays(year)]
    expect(holidays).toHaveLength(8)
    for (const date of holidays) {
      expect(date.slice(0, 4)).toBe(String(year))
      expect([0, 6]).not.toContain(new Date(date).getUTCDay())
    }
  }
})

it('knows the years whose announced holidays are missing', () => {
  expect(yearsWithoutAnnouncedHolidays('2026-01-01', '2026-12-31')).toEqual([])
  expect(yearsWithoutAnnouncedHolidays('2026-11-21', '2027-02-19')).toEqual([2027])
  expect(yearsWithoutAnnouncedHolidays('2027-12-31', '2029-01-01')).toEqual([2027, 2028, 2029])
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
      expect(isBusinessDay(text)).toBe(weekday && !exchangeHolidays(date.getUTCFullYear()).has(text))
      const next = new Date(date)
      do next.setUTCDate(next.getUTCDate() + 1)
      while (!isBusinessDay(next.toISOString().slice(0, 10)))
      expect(nextBusinessDay(text)).toBe(next.toISOString().slice(0, 10))
    }),
  )
})

it('adds and takes away calendar days as the machine does', () => {
  const date = fc.date({ min: new Date('1900-01-01'), max: new Date('2200-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(date, fc.integer({ min: -800, max: 800 }), (from, days) => {
      const to = new Date(from)
      to.setUTCDate(to.getUTCDate() + days)
      expect(addDays(from.toISOString().slice(0, 10), days)).toBe(to.toISOString().slice(0, 10))
    }),
  )
})
