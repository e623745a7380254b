import { expect, test } from 'vitest'
import { instantOf, timestampOf } from '../wire/time.ts'
import { type Calendar, calendarAt } from './calendar.ts'

/** A zone that keeps UTC+1, and one that changes on 25 October 2026 at 02:00. */
const lagos: Calendar = {
  timeZone: 'Africa/Lagos',
  days: [1, 2, 3, 4, 5],
  opens: '09:00',
  closes: '15:00',
  resets: '06:00',
}
const newYork: Calendar = {
  timeZone: 'America/New_York',
  days: [0, 1, 2, 3, 4],
  opens: '18:00',
  closes: '17:00',
}

test.each<[string, Calendar, string, open: boolean, reset: string | undefined, next: string]>([
  ['before the opening', lagos, '20261126-07:59:59', false, '20261126-05:00:00', '20261126-08:00:00'],
  ['at the opening', lagos, '20261126-08:00:00', true, '20261126-05:00:00', '20261126-14:00:00'],
  ['at the close', lagos, '20261126-14:00:00', false, '20261126-05:00:00', '20261126-23:00:00'],
  ['before the reset', lagos, '20261126-04:59:59', false, '20261125-05:00:00', '20261126-05:00:00'],
  ['on a Saturday', lagos, '20261128-10:00:00', false, '20261128-05:00:00', '20261128-23:00:00'],
  ['over midnight', newYork, '20261126-03:00:00', true, undefined, '20261126-05:00:00'],
  ['between two sessions', newYork, '20261126-22:30:00', false, undefined, '20261126-23:00:00'],
  ['in the week after the last session', newYork, '20261127-23:30:00', false, undefined, '20261128-05:00:00'],
  ['after the clocks changed', newYork, '20261102-22:59:59', false, undefined, '20261102-23:00:00'],
  ['before the clocks changed', newYork, '20261029-21:59:59', false, undefined, '20261029-22:00:00'],
])('%s', (_, calendar, time, isOpen, reset, next) => {
  const now = instantOf(time)!
  const state = calendarAt(calendar, now)
  expect(state.isOpen).toBe(isOpen)
  expect(Number.isFinite(state.lastReset) ? timestampOf(state.lastReset).slice(0, 17) : undefined).toBe(reset)
  expect(timestampOf(state.nextChange).slice(0, 17)).toBe(next)
})

test('a session without a calendar is always open', () => {
  expect(calendarAt(undefined, 0)).toEqual({
    isOpen: true,
    lastReset: Number.NEGATIVE_INFINITY,
    nextChange: Number.POSITIVE_INFINITY,
  })
})

test('a time of day that is none is refused', () => {
  expect(() => calendarAt({ ...lagos, opens: '9:00' }, 0)).toThrow('HH:MM')
})
