import { describe, expect, it } from 'vitest'
import { runTradingDay } from './trading-day.ts'

const DAYS = 20

describe('random trading days', () => {
  it(`give the same events, books and figures on both exchanges: ${DAYS} days`, () => {
    const shares: Record<string, number> = {}
    for (let seed = 1; seed <= DAYS; seed++) {
      for (const [how, count] of Object.entries(runTradingDay(seed).shares))
        shares[how] = (shares[how] ?? 0) + count
    }
    for (const how of ['open', 'continuous', 'X', 'reopening', 'close'])
      expect(shares[how]).toBeGreaterThan(0)
  })

  it('give the same events again, byte for byte, and another seed gives others', () => {
    const [first, again, other] = [7, 7, 8].map((seed) => JSON.stringify(runTradingDay(seed).events))
    expect(again).toBe(first)
    expect(other).not.toBe(first)
  })
})
