import { LOCALISATION_SOURCE } from '@tradebook/contract'
import i18next from 'i18next'
import { expect, test } from 'vitest'
import {
  change,
  compact,
  date,
  dateAndTime,
  dateWithDay,
  direction,
  money,
  naira,
  percent,
  quantity,
  timeOfDay,
  timestamp,
} from './format.ts'

test('figures carry thousands separators, and money two decimals', () => {
  expect(money(1_234_567.5)).toBe('1,234,567.50')
  expect(money(0)).toBe('0.00')
  expect(quantity(1_000_000)).toBe('1,000,000')
  expect(compact(1_240_000_000_000)).toBe('1.24T')
})

test('an amount has its sign before the currency, and none where nothing is left after rounding', () => {
  expect([1_234.5, 0, -1_234.5, -0.001, null].map(naira)).toEqual([
    ...['₦1,234.50', '₦0.00', '−₦1,234.50', '₦0.00', money(null)],
  ])
})

test('differences carry their sign, and none when there is none', () => {
  expect([change(1.2), change(-1.2), change(0)]).toEqual(['+1.20', '-1.20', '0.00'])
  expect([percent(2.1), percent(-0.004)]).toEqual(['+2.10%', '0.00%'])
  expect([direction(0.05), direction(-0.05), direction(0), direction(null)]).toEqual([
    'up',
    'down',
    'flat',
    'flat',
  ])
})

test('times are the market’s, wherever the reader is: Lagos is one hour ahead of UTC', () => {
  expect(timestamp('2026-11-21T12:05:09.042Z')).toBe('1:05:09:042 PM')
  expect(timestamp('2026-11-20T23:00:00.000Z')).toBe('12:00:00:000 AM')
  expect(timeOfDay('2026-11-21T12:05:09.042Z')).toBe('1:05:09 PM')
  expect(date('2026-11-20T23:30:00Z')).toBe('21 Nov 2026')
  expect(dateAndTime('2026-11-20T23:30:00Z')).toBe('21 Nov 2026, 12:30 AM')
})

test('an unknown value is a dash', () => {
  expect([money(null), quantity(undefined), percent(null), timestamp(null), date(undefined)]).toEqual(
    Array(5).fill('–'),
  )
})

test('months and days of the week have their names in the reader’s language', async () => {
  i18next.addResourceBundle('ha', LOCALISATION_SOURCE, {
    'Calendar.Months': 'Jan Fab Mar Afi May Yun Yul Agu Sat Okt Nuw Dis',
    'Calendar.Weekdays': 'Lah Lit Tal Lar Alh Jum Asa',
  })
  await i18next.changeLanguage('ha')
  expect(dateWithDay('2026-11-21T12:00:00Z')).toBe('Asa 21 Nuw 2026')
  await i18next.changeLanguage('en')
  expect(dateWithDay('2026-11-21T12:00:00Z')).toBe('Sat 21 Nov 2026')
})
