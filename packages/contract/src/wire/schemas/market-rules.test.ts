import { expect, test } from 'vitest'
import { marketRules } from '../../rules/market-rules.ts'
import { readMarketRules } from './market-rules.ts'

test('an empty file leaves every rule as it is', () => {
  expect(readMarketRules({})).toEqual({ rules: marketRules })
})

test('a file replaces the rules that it names, and no other', () => {
  const file = { timetable: { preOpen: '09:00' }, breaker: { triggerBps: 700 }, longestOrderDays: 30 }
  expect(readMarketRules(file)).toEqual({
    rules: {
      ...marketRules,
      timetable: { ...marketRules.timetable, preOpen: '09:00' },
      breaker: { ...marketRules.breaker, triggerBps: 700 },
      longestOrderDays: 30,
    },
  })
})

test.each([
  [
    'a time that is none',
    { timetable: { closed: '25:00' } },
    'timetable.closed: must be a time of day, HH:MM',
  ],
  [
    'phases out of order',
    { timetable: { preOpen: '09:58' } },
    'timetable: each phase must begin after the one before it',
  ],
  [
    'a window that ends before it begins',
    { breaker: { from: '14:00' } },
    'breaker: must not end before it begins',
  ],
  ['a limit of more than everything', { dailyLimitBps: 10_000 }, 'dailyLimitBps: '],
  ['a number in quotes', { reopeningMinutes: '10' }, 'reopeningMinutes: '],
  ['a rule that does not exist', { lunchBreak: true }, 'lunchBreak'],
  ['a list', [], ''],
])('%s is refused by its name', (_, file, name) => {
  expect(readMarketRules(file)).toEqual({ refused: [expect.stringContaining(name)] })
})
