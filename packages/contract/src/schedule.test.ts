import { expect, test } from 'vitest'
import { marketRules } from './market-rules.ts'
import { nextOpening, schedule } from './schedule.ts'
import { lagosDateTime, lagosInstant } from './time.ts'

test('a business day opens at 10:00 in Lagos and closes at 14:20', () => {
  expect(schedule('2026-11-20')).toEqual([
    { phase: 'continuous', due: Date.parse('2026-11-20T09:00:00Z') },
    { phase: 'closed', due: Date.parse('2026-11-20T13:20:00Z') },
  ])
})

test('other rules give another timetable', () => {
  const timetable = { ...marketRules.timetable, continuous: '09:00' }
  expect(schedule('2026-11-20', { ...marketRules, timetable })[0]?.due).toBe(
    Date.parse('2026-11-20T08:00:00Z'),
  )
})

test.each([
  ['a Saturday', '2026-11-21'],
  ['Independence Day', '2026-10-01'],
])('%s has no phases', (_, date) => {
  expect(schedule(date)).toEqual([])
})

test.each([
  ['before the opening', '2026-11-20 09:59', '2026-11-20 10:00'],
  ['at the opening, the next', '2026-11-20 10:00', '2026-11-23 10:00'],
  ['on a Saturday', '2026-11-21 12:00', '2026-11-23 10:00'],
  ['before Christmas', '2026-12-24 15:00', '2026-12-29 10:00'],
  ['just after midnight in Lagos, still the day before in UTC', '2026-11-20 00:30', '2026-11-20 10:00'],
])('the next opening, %s', (_, at, opening) => {
  const [date = '', hours, minutes] = at.split(/[ :]/)
  expect(lagosDateTime(nextOpening(lagosInstant(date, Number(hours) * 60 + Number(minutes))))).toBe(opening)
})
