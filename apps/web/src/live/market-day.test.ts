import { expect, test } from 'vitest'
import { startOfMarketDay } from './market-day.ts'

test.each([
  ['2026-11-20T12:00:00Z', '2026-11-19T23:00:00.000Z'],
  ['2026-11-20T22:59:59Z', '2026-11-19T23:00:00.000Z'],
  ['2026-11-20T23:00:00Z', '2026-11-20T23:00:00.000Z'],
])('at %s the market’s day began at %s', (moment, midnight) => {
  expect(startOfMarketDay(new Date(moment)).toISOString()).toBe(midnight)
})
