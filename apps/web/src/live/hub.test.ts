import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reconnectDelay } from './hub.ts'

test('the first try is at once, then each waits twice as long, up to a quarter of a minute', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 7, 1_000].map((failed) => reconnectDelay(failed, 0.5))).toEqual([
    0, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000,
  ])
})

test('chance moves a wait by a tenth either way, so that not everybody comes back together', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (failed, chance) => {
        const even = reconnectDelay(failed, 0.5)
        expect(reconnectDelay(failed, chance)).toBeGreaterThanOrEqual(even * 0.9 - 1e-9)
        expect(reconnectDelay(failed, chance)).toBeLessThanOrEqual(even * 1.1 + 1e-9)
      },
    ),
  )
})
