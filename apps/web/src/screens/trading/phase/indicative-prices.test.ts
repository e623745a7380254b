import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type IndicativePrice, stepsOf, withPrice } from './indicative-prices.ts'

test('a price is kept once for as long as it is; the absence of one is not a price', () => {
  const first = withPrice([], { at: 1, price: 58.4 })
  expect(withPrice(first, { at: 2, price: 58.4 })).toBe(first)
  expect(withPrice(first, { at: 2, price: null })).toBe(first)
  expect(withPrice(first, { at: 3, price: 58.5 })).toEqual([
    { at: 1, price: 58.4 },
    { at: 3, price: 58.5 },
  ])
})

test('each price stands from its time until the next, the last one until now, the highest at the top', () => {
  const prices = [
    { at: 0, price: 10 },
    { at: 50, price: 12 },
  ]
  expect(stepsOf(prices, { width: 100, height: 20, from: 0, until: 100, now: 75 })).toEqual([
    { x: 0, y: 20 },
    { x: 50, y: 20 },
    { x: 50, y: 0 },
    { x: 75, y: 0 },
  ])
})

test('no point lies outside the picture, and none goes back in time', () => {
  const prices = fc
    .array(fc.record({ at: fc.integer({ min: 0, max: 1_000 }), price: fc.integer({ min: 1, max: 500 }) }))
    .map((all): IndicativePrice[] => all.toSorted((a, b) => a.at - b.at))
  fc.assert(
    fc.property(
      prices,
      fc.integer({ min: 0, max: 500 }),
      fc.integer({ min: 0, max: 2_000 }),
      (all, from, now) => {
        const picture = {
          width: 160,
          height: 40,
          from,
          until: from + 600,
          now: Math.max(now, all.at(-1)?.at ?? 0),
        }
        const points = stepsOf(all, picture)
        expect(points).toHaveLength(2 * all.length)
        for (const { x, y } of points) {
          expect(x >= 0 && x <= 160 && y >= 0 && y <= 40).toBe(true)
        }
        const xs = points.map(({ x }) => x)
        expect(xs).toEqual(xs.toSorted((a, b) => a - b))
      },
    ),
  )
})
