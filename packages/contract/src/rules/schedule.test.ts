import { expect, test } from 'vitest'
import { marketRules } from './market-rules.ts'
import { isBreakerArmed, nextOpening, schedule, withReopening } from './schedule.ts'
import { lagosDateTime, lagosInstant } from './time.ts'

const at = (time: string) => Date.parse(`2026-11-20T${time}:00+01:00`)
const written = (changes: ReturnType<typeof schedule>) =>
  changes.map(({ phase, due }) => `${lagosDateTime(due).slice(11)} ${phase}`)

test('a business day has six phases', () => {
  expect(written(schedule('2026-11-20'))).toEqual([
    '09:30 preOpen',
    '09:55 preOpenImbalance',
    '10:00 continuous',
    '14:20 preClose',
    '14:25 preCloseImbalance',
    '14:30 closed',
  ])
})

test.each([
  [
    'a trigger halts for 30 minutes, and an auction of 10 follows',
    ['11:00'],
    ['10:00 continuous', '11:00 halted', '11:30 reopening', '11:40 continuous', '14:20 preClose'],
  ],
  [
    'the call before the close ends an auction that still lasts',
    ['13:45'],
    ['10:00 continuous', '13:45 halted', '14:15 reopening', '14:20 preClose'],
  ],
  [
    'the second closes the day',
    ['11:00', '12:00'],
    ['10:00 continuous', '11:00 halted', '11:30 reopening', '11:40 continuous', '12:00 closed'],
  ],
])('the circuit breaker: %s', (_, triggers, expected) => {
  const day = written(schedule('2026-11-20', marketRules, triggers.map(at)))
  const from = day.indexOf('10:00 continuous')
  expect(day.slice(from, from + expected.length)).toEqual(expected)
  expect(day.at(-1)).toBe(triggers.length === 2 ? '12:00 closed' : '14:30 closed')
})

test.each([
  [
    'lasts ten minutes',
    '11:00',
    ['10:00 continuous', '11:00 reopening', '11:10 continuous', '14:20 preClose'],
  ],
  [
    'is ended by the call before the close',
    '14:15',
    ['10:00 continuous', '14:15 reopening', '14:20 preClose'],
  ],
])('the auction after a halt by market control %s', (_, since, expected) => {
  const day = written(withReopening(schedule('2026-11-20'), at(since)))
  expect(day.slice(2, 2 + expected.length)).toEqual(expected)
  expect(day.at(-1)).toBe('14:30 closed')
})

test('one that begins while the market reopens after the circuit breaker has its whole time', () => {
  const day = written(withReopening(schedule('2026-11-20', marketRules, [at('11:00')]), at('11:39')))
  expect(day.slice(2, 7)).toEqual([
    '10:00 continuous',
    '11:00 halted',
    '11:30 reopening',
    '11:39 reopening',
    '11:49 continuous',
  ])
})

test.each([
  ['10:14', false],
  ['10:15', true],
  ['13:45', true],
  ['13:46', false],
])('the circuit breaker at %s', (time, isArmed) => {
  expect(isBreakerArmed(at(time))).toBe(isArmed)
})

test('other rules give another schedule', () => {
  const timetable = { ...marketRules.timetable, continuous: '09:00' }
  expect(schedule('2026-11-20', { ...marketRules, timetable })[2]?.due).toBe(
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
  ['before the opening', '2026-11-20 09:29', '2026-11-20 09:30'],
  ['after the close, the next', '2026-11-20 14:30', '2026-11-23 09:30'],
  ['on a Saturday', '2026-11-21 12:00', '2026-11-23 09:30'],
  ['before Christmas', '2026-12-24 15:00', '2026-12-29 09:30'],
  ['just after midnight in Lagos, still the day before in UTC', '2026-11-20 00:30', '2026-11-20 09:30'],
])('the next opening, %s', (_, at, opening) => {
  const [date = '', hours, minutes] = at.split(/[ :]/)
  expect(lagosDateTime(nextOpening(lagosInstant(date, Number(hours) * 60 + Number(minutes))))).toBe(opening)
})
