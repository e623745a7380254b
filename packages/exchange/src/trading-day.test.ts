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
})
