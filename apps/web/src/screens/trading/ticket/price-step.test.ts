import type { PriceKobo } from '@tradebook/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { stepPrice, ticksOf } from './price-step.ts'

const rules = { tick: 5 as PriceKobo, low: 5_150 as PriceKobo, high: 6_290 as PriceKobo }

test.each([
  [5_840, 1, 5_845],
  [5_840, -1, 5_835],
  [5_840, 10, 5_890],
  [5_842, 1, 5_845],
  [5_842, -1, 5_840],
  [6_290, 1, 6_290],
  [5_150, -1, 5_150],
  [9_999, -1, 6_290],
  [1, 1, 5_150],
])('from %d by %d ticks to %d', (from, ticks, to) => {
  expect(stepPrice(from as PriceKobo, ticks, rules)).toBe(to)
})

test('a step ends on a whole tick inside the limits, and goes the way it was asked', () => {
  fc.assert(
    fc.property(fc.integer({ min: 5_150, max: 6_290 }), fc.integer({ min: -50, max: 50 }), (from, ticks) => {
      fc.pre(ticks !== 0)
      const to = stepPrice(from as PriceKobo, ticks, rules)
      expect(to % rules.tick).toBe(0)
      expect(to).toBeGreaterThanOrEqual(rules.low)
      expect(to).toBeLessThanOrEqual(rules.high)
      if (ticks > 0) expect(to).toBeGreaterThanOrEqual(from)
      else expect(to).toBeLessThanOrEqual(from)
    }),
  )
})

test.each([
  ['ArrowUp', 1],
  ['ArrowDown', -1],
  ['PageUp', 10],
  ['PageDown', -10],
  ['Home', undefined],
])('%s steps a price by %s ticks', (key, ticks) => {
  expect(ticksOf(new KeyboardEvent('keydown', { key }))).toBe(ticks)
  expect(ticksOf(new KeyboardEvent('keydown', { key, ctrlKey: true }))).toBeUndefined()
})
