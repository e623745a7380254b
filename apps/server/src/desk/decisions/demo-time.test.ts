import {
  addDays,
  isBusinessDay,
  lagosDate,
  lagosDateTime,
  lagosInstant,
  marketRules,
} from '@tradebook/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { demoBeginning, demoTimeAfter, demoTimeBetween } from './demo-time.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const at = (time: string) => Date.parse(`${time.replace(' ', 'T')}:00+01:00`)
const after = (from: string, ms: number) => lagosDateTime(demoTimeAfter(at(from), ms, marketRules))

test.each([
  ['within a day it passes as elsewhere', '2026-11-20 09:57', HOUR, '2026-11-20 10:57'],
  ['until 7.5 minutes after the close', '2026-11-20 14:30', 7 * MINUTE, '2026-11-20 14:37'],
  ['then the next business day begins', '2026-11-20 14:30', 7.5 * MINUTE, '2026-11-23 09:30'],
  ['Christmas and its weekend are left out', '2026-12-24 14:30', 10 * MINUTE, '2026-12-29 09:32'],
  ['several days at once', '2026-11-23 09:30', 2 * 307.5 * MINUTE, '2026-11-25 09:30'],
  ['a night counts as the beginning of the next day', '2026-11-20 22:00', MINUTE, '2026-11-23 09:31'],
  ['an early morning as that of its own', '2026-11-20 05:00', 0, '2026-11-20 09:30'],
  ['a Sunday as that of Monday', '2026-11-22 12:00', 0, '2026-11-23 09:30'],
])('%s', (_, from, ms, to) => {
  expect(after(from, ms)).toBe(to)
})

describe('from any instant and over any time', () => {
  const instant = fc.integer({ min: at('2026-01-01 00:00'), max: at('2027-12-31 00:00') })
  const stretch = fc.integer({ min: 0, max: 40 * 24 * HOUR })

  test('it is never earlier, is on a business day between 09:30 and 14:37:30, and parts of a stretch add up', () => {
    fc.assert(
      fc.property(instant, stretch, stretch, (from, first, second) => {
        const once = demoTimeAfter(from, first, marketRules)
        const twice = demoTimeAfter(once, second, marketRules)
        expect(once).toBeGreaterThanOrEqual(from)
        expect(twice).toBeGreaterThanOrEqual(once)
        expect(twice).toBe(demoTimeAfter(from, first + second, marketRules))
        expect(isBusinessDay(lagosDate(twice))).toBe(true)
        expect(twice).toBeGreaterThanOrEqual(lagosInstant(lagosDate(twice), 9 * 60 + 30))
        expect(twice - Date.parse(`${lagosDate(twice)}T14:30:00+01:00`)).toBeLessThan(7.5 * MINUTE)
      }),
    )
  })

  test('the time between two instants is what leads from one to the other', () => {
    fc.assert(
      fc.property(instant, stretch, stretch, (beginning, first, second) => {
        const from = demoTimeAfter(beginning, first, marketRules)
        const until = demoTimeAfter(from, second, marketRules)
        expect(demoTimeBetween(from, until, marketRules)).toBe(second)
      }),
    )
  })

  test('no business day is left out', () => {
    fc.assert(
      fc.property(instant, (from) => {
        const today = demoTimeAfter(from, 0, marketRules)
        let next = addDays(lagosDate(today), 1)
        while (!isBusinessDay(next)) next = addDays(next, 1)
        expect(lagosDate(demoTimeAfter(today, 307.5 * MINUTE, marketRules))).toBe(next)
      }),
    )
  })
})

test.each([
  ['on a business day', '2026-11-20 16:00', '2026-11-20 09:45'],
  ['on a Sunday, the Monday after it', '2026-11-22 05:00', '2026-11-23 09:45'],
])('a new demo begins a quarter of an hour before the opening %s', (_, wall, begins) => {
  expect(lagosDateTime(demoBeginning(at(wall), marketRules))).toBe(begins)
})
