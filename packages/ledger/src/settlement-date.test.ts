import { expect, it } from 'vitest'
import { settlementDate } from './settlement-date.ts'

it.each([
  ['2025-11-27', '2025-12-02', 'the last day of T+3'],
  ['2025-11-28', '2025-12-02', 'the first day of T+2'],
  ['2026-11-20', '2026-11-24', 'a Friday'],
  ['2026-03-18', '2026-03-24', 'Wednesday before a long weekend'],
  ['2026-12-23', '2026-12-29', 'over Christmas'],
])('a trade of %s settles on %s: %s', (tradeDate, settles) => {
  expect(settlementDate(tradeDate)).toBe(settles)
})

it('skips the holidays it is given', () => {
  expect(settlementDate('2026-11-20', new Set(['2026-11-23']))).toBe('2026-11-25')
})
