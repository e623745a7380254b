import { describe, expect, test } from 'vitest'
import {
  averageNaira,
  divideHalfAway,
  GREATEST_AMOUNT,
  kobo,
  nairaOfShares,
  percentOf,
  shares,
  sumOfNaira,
  toNaira,
} from './money.ts'

describe('a percentage has 2 decimals, rounded half away from zero', () => {
  test.each([
    { part: 1n, whole: 4n, percent: 25 },
    { part: 1n, whole: 3n, percent: 33.33 },
    { part: 2n, whole: 3n, percent: 66.67 },
    { part: 1n, whole: 20_000n, percent: 0.01 },
    { part: 1n, whole: 20_001n, percent: 0 },
    { part: -1n, whole: 20_000n, percent: -0.01 },
    { part: -1n, whole: 20_001n, percent: 0 },
    { part: -1n, whole: 3n, percent: -33.33 },
    { part: 300n, whole: 100n, percent: 300 },
    { part: 0n, whole: 7n, percent: 0 },
    { part: 9_007_199_254_740_993n, whole: 9_007_199_254_740_993n, percent: 100 },
    { part: 5n, whole: 0n, percent: 0 },
    { part: 0n, whole: 0n, percent: 0 },
  ])('$part of $whole is $percent %', ({ part, whole, percent }) => {
    expect(percentOf(part, whole)).toBe(percent)
  })
})

describe('an average in naira has 4 decimals, rounded half away from zero', () => {
  test.each([
    { sum: 100n, count: 3n, naira: 0.3333 },
    { sum: 200n, count: 3n, naira: 0.6667 },
    { sum: 1n, count: 200n, naira: 0.0001 },
    { sum: -1n, count: 200n, naira: -0.0001 },
    { sum: 100n, count: 0n, naira: 0 },
  ])('$sum kobo over $count is $naira', ({ sum, count, naira }) => {
    expect(averageNaira(kobo(sum), shares(count))).toBe(naira)
  })
})

test.each([
  [5n, 2n, 3n],
  [-5n, 2n, -3n],
  [4n, 3n, 1n],
  [5n, 3n, 2n],
  [-4n, 3n, -1n],
  [0n, 3n, 0n],
])('%d ÷ %d is %d', (dividend, divisor, quotient) => {
  expect(divideHalfAway(dividend, divisor)).toBe(quotient)
})

describe('naira numbers of the wire are added and multiplied as kobo', () => {
  test.each([
    { amounts: [0.1, 0.2], sum: 0.3 },
    { amounts: [1_000_000_000.1, -1_000_000_000], sum: 0.1 },
    { amounts: [0.07, 0.01, -0.08], sum: 0 },
    { amounts: [], sum: 0 },
  ])('the sum of $amounts is $sum', ({ amounts, sum }) => {
    expect(sumOfNaira(...amounts)).toBe(sum)
  })

  test('nothing is lost up to the greatest amount', () => {
    const most = toNaira(kobo(GREATEST_AMOUNT))
    expect(sumOfNaira(most, -0.01)).toBe(toNaira(kobo(GREATEST_AMOUNT - 1n)))
    expect(sumOfNaira(most, -most)).toBe(0)
  })

  test('3 shares at 1.10 come to 3.30', () => {
    expect(nairaOfShares(3, 1.1)).toBe(3.3)
  })
})
