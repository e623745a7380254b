import { expect, test } from 'vitest'
import {
  change,
  compact,
  date,
  dateAndTime,
  direction,
  money,
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

test('differences carry their sign, and none when there is none', () => {
  expect([change(1.2), change(-1.2), change(0)]).toEqual(['+1.20', '-1.20', '0.00'])
  expect([percent(2.1), percent(-0.004)]).toEqual(['+2.10 %', '0.00 %'])
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

test('what is not known is a dash', () => {
  expect([money(null), quantity(undefined), percent(null), timestamp(null), date(undefined)]).toEqual(
    Array(5).fill('–'),
  )
})
