import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AllShareIndex, type Constituent, indexAt, indexValue, toPoints } from './all-share-index.ts'
import { type PriceKobo, priceKobo, shares } from './money.ts'

const constituent = (
  securityID: string,
  count: number,
  reference: number,
  published = reference,
): Constituent => ({
  securityID,
  sharesOutstanding: shares(count),
  referencePx: priceKobo(reference),
  publishedPx: priceKobo(published),
})

describe('the all-share index', () => {
  test('follows the market value of its constituents from the previous close', () => {
    // 1,000 × 10.00 + 500 × 20.00 = 20,000.00; 1,000 × 11.00 + 500 × 19.00 = 20,500.00
    const day = [constituent('A', 1_000, 1000, 1100), constituent('B', 500, 2000, 1900)]
    expect(toPoints(indexAt(indexValue(100_000_00), day))).toBe(102_500)
  })

  test('is rounded half away from zero to a hundredth of a point', () => {
    const moved = (published: number) => indexAt(indexValue(100), [constituent('A', 1, 200, published)])
    expect([201, 202, 203, 199, 197].map(moved)).toEqual([101n, 101n, 102n, 100n, 99n])
  })

  test('does not move without constituents', () => {
    const index = new AllShareIndex([], { previous: indexValue(10_000) })
    expect(index.publish('GTCO', 5000 as PriceKobo)).toBe(false)
    expect(index.day.value).toBe(10_000n)
    expect(index.hasMovedBy(1)).toBe(false)
  })

  test('has moved by five percent exactly at five percent, up or down', () => {
    const index = new AllShareIndex([constituent('A', 3, 10_000)], { previous: indexValue(1) })
    const reached = [10_499, 10_500, 9_501, 9_500].map((price) => {
      index.publish('A', priceKobo(price))
      return index.hasMovedBy(500)
    })
    expect(reached).toEqual([false, true, false, true])
  })

  test('keeps the high and low of a day that has already begun', () => {
    const known = { previous: indexValue(1_000), high: indexValue(1_200), low: indexValue(990) }
    const index = new AllShareIndex([constituent('A', 1, 1_000, 1_100)], known)
    expect(index.day).toEqual({ ...known, value: 1_100n })
    index.publish('A', priceKobo(1_300))
    index.publish('A', priceKobo(900))
    expect(index.day).toEqual({ previous: 1_000n, value: 900n, high: 1_300n, low: 900n })
  })

  test('moved price by price it is what all prices give at once, and its value lies between low and high', () => {
    const price = fc.integer({ min: 1, max: 1_000_000 }).map(priceKobo)
    const count = fc.bigInt({ min: 1n, max: 100_000_000_000n }).map(shares)
    const listed = fc.array(fc.tuple(count, price, price), { minLength: 1, maxLength: 8 }).map((rows) =>
      rows.map(([sharesOutstanding, referencePx, publishedPx], n) => ({
        securityID: `S${n}`,
        sharesOutstanding,
        referencePx,
        publishedPx,
      })),
    )
    fc.assert(
      fc.property(
        listed,
        fc.array(fc.tuple(fc.nat(9), price), { maxLength: 30 }),
        fc.bigInt({ min: 1n, max: 100_000_000n }).map(indexValue),
        (constituents, published, previous) => {
          const index = new AllShareIndex(constituents, { previous })
          const last = new Map(constituents.map((one) => [one.securityID, one]))
          for (const [n, publishedPx] of published) {
            index.publish(`S${n}`, publishedPx)
            const one = last.get(`S${n}`)
            if (one) last.set(one.securityID, { ...one, publishedPx })
          }
          const { value, high, low } = index.day
          expect(value).toBe(indexAt(previous, last.values()))
          expect(low <= value && value <= high && low <= previous && previous <= high).toBe(true)
        },
      ),
    )
  })
})
