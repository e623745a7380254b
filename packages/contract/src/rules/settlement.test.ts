import { expect, it } from 'vitest'
import { settlementDate } from './settlement.ts'

it.each([
  ['2025-11-27', '2025-12-02', 'the last day of T+3'],
  ['2025-11-28', '2025-12-02', 'the first day of T+2'],
  ['2026-03-18', '2026-03-24', 'T+2 on a Wednesday before a long weekend'],
  ['2026-05-29', '2026-06-02', 'the last day of T+2'],
  ['2026-06-01', '2026-06-02', 'the first day of T+1'],
  ['2026-11-20', '2026-11-23', 'T+1 on a Friday'],
  ['2026-12-24', '2026-12-29', 'T+1 over Christmas'],
  ['2027-12-24', '2027-12-29', 'T+1 over a Christmas on a weekend'],
])('a trade of %s settles on %s: %s', (tradeDate, settles) => {
  expect(settlementDate(tradeDate)).toBe(settles)
})

it.each(['', '20 November 2026', '0000-01-01'])('refuses %j as a trade date', (text) => {
  expect(() => settlementDate(text)).toThrow(RangeError)
})
