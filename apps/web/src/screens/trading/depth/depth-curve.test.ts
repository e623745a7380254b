import { expect, test } from 'vitest'
import { depthCurve, depthPath } from './depth-curve.ts'

const entry = (mdEntryPx: number, totalQuantity: number) => ({ mdEntryPx, totalQuantity })
const bids = [entry(58, 100), entry(58, 150), entry(57, 400)]
const offers = [entry(59, 200), entry(61, 800)]

test('each price once, with all that stands up to it', () => {
  expect(depthCurve(bids, offers)).toEqual({
    bids: [
      { price: 58, total: 150 },
      { price: 57, total: 400 },
    ],
    offers: [
      { price: 59, total: 200 },
      { price: 61, total: 800 },
    ],
    lowest: 57,
    highest: 61,
    most: 800,
  })
})

test('the outline rises in steps away from the best price and ends on the floor', () => {
  const curve = depthCurve(bids, offers)
  expect(curve && depthPath(curve.bids, curve)).toBe('M25.00 100H25.00V81.25H0.00V50.00V100Z')
  expect(curve && depthPath(curve.offers, curve)).toBe('M50.00 100H50.00V75.00H100.00V0.00V100Z')
})

test('an order far from the market does not press it into a corner', () => {
  const curve = depthCurve([...bids, entry(30, 500)], offers)
  expect(curve?.lowest).toBe(57)
  expect(curve?.bids.map(({ price }) => price)).toEqual([58, 57])
})

test('a side alone makes no picture', () => {
  expect(depthCurve(bids, [])).toBeUndefined()
  expect(depthCurve([], offers)).toBeUndefined()
})
