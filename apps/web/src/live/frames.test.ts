import { expect, test } from 'vitest'
import { FRAME_MS, pauseAfter } from './frames.ts'

test('showing the market takes at most a quarter of the time, and a price is never older than a quarter of a second', () => {
  expect(pauseAfter(0)).toBe(FRAME_MS)
  expect(pauseAfter(10)).toBe(FRAME_MS)
  for (const cost of [20, 40, 80]) expect(cost / (cost + pauseAfter(cost))).toBeCloseTo(0.25)
  expect(pauseAfter(1_000)).toBe(250)
})
