import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { marketNow, marketTimeAt, setMarketTime } from './market-clock.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }))
afterEach(() => void vi.useRealTimers())

test('a moment of the browser is converted to market time, however fast that passes', () => {
  const began = Date.parse('2026-11-26T10:00:00Z')
  setMarketTime('2026-11-26T10:00:00Z', 15)
  vi.advanceTimersByTime(2_000)
  const lost = Date.now()
  vi.advanceTimersByTime(4_000)
  expect(marketNow()).toBe(began + 6_000 * 15)
  expect(marketTimeAt(lost)).toBe(began + 2_000 * 15)
})
