import fc from 'fast-check'
import { expect, test } from 'vitest'
import { depthCurve, depthPath } from './depth-curve.ts'

const entry = (mdEntryPx: number, mdEntrySize: number) => ({ mdEntryPx, mdEntrySize })
const bids = [entry(58, 100), entry(58, 50), entry(57, 250)]
const offers = [entry(59, 200), entry(61, 600)]

test('each price appears once, with the total up to it', () => {
  expect(depthCurve(bids, offers)).toEqual({
    bids: [
      { price: 58, total: 150 },
      { price: 57, total: 400 },
    ],
    offers: [
      { price: 59, total: 200 },
      { price: 61, total: 800 },
    ],
    lowest: 56.8,
    highest: 61.2,
    most: 800,
  })
})

test('the outline rises in steps away from the best price and ends on the floor', () => {
  const curve = depthCurve(bids, offers)
  expect(curve && depthPath('bids', curve)).toBe('M27.27 100H27.27V81.25H4.55V50.00H0V100Z')
  expect(curve && depthPath('offers', curve)).toBe('M50.00 100H50.00V75.00H95.45V0.00H100V100Z')
})

test('an order far from the market does not press it into a corner', () => {
  const curve = depthCurve([...bids, entry(30, 500)], offers)
  expect(curve?.lowest).toBeCloseTo(56.8)
  expect(curve?.bids.map(({ price }) => price)).toEqual([58, 57])
})

test('one side without the other draws no chart', () => {
  expect(depthCurve(bids, [])).toBeUndefined()
  expect(depthCurve([], offers)).toBeUndefined()
})

test('where bids and offers overlap, both are drawn from their best price outwards', () => {
  const curve = depthCurve([entry(60, 100), entry(58, 300)], [entry(59, 200), entry(61, 200)])
  expect(curve).toMatchObject({ lowest: 57.85, highest: 61.15, most: 400 })
  expect(curve && depthPath('bids', curve)).toBe('M65.15 100H65.15V75.00H4.55V0.00H0V100Z')
  expect(curve && depthPath('offers', curve)).toBe('M34.85 100H34.85V50.00H95.45V0.00H100V100Z')
})

test('whatever overlaps, the best prices of both sides are in the picture', () => {
  const side = fc.uniqueArray(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(side, side, (bidPrices, offerPrices) => {
      const bidSide = bidPrices.toSorted((a, b) => b - a)
      const offerSide = offerPrices.toSorted((a, b) => a - b)
      const curve = depthCurve(
        bidSide.map((price) => entry(price, 100)),
        offerSide.map((price) => entry(price, 100)),
      )
      expect(curve?.bids[0]?.price).toBe(bidSide[0])
      expect(curve?.offers[0]?.price).toBe(offerSide[0])
      for (const { price } of [...(curve?.bids ?? []), ...(curve?.offers ?? [])]) {
        expect(price).toBeGreaterThanOrEqual(curve?.lowest ?? Number.NaN)
        expect(price).toBeLessThanOrEqual(curve?.highest ?? Number.NaN)
      }
    }),
  )
})
