import { kobo, shares } from '@tradebook/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { valued, weightsOf, worthByDay } from './valuation.ts'

test('weights are basis points that sum to 10,000, each within one of the exact share', () => {
  const values = fc.array(fc.bigInt({ min: 0n, max: 10n ** 17n }), { minLength: 1, maxLength: 40 })
  fc.assert(
    fc.property(values, (parts) => {
      const total = parts.reduce((sum, part) => sum + part, 0n)
      const weights = weightsOf(parts)
      expect(weights.reduce((sum, weight) => sum + weight, 0)).toBe(total === 0n ? 0 : 10_000)
      for (const [index, part] of parts.entries()) {
        const exact = part * 10_000n
        const off = exact - BigInt(weights[index] ?? 0) * total
        expect(off < total || total === 0n).toBe(true)
        expect(off > -total || total === 0n).toBe(true)
      }
    }),
  )
})

test('the first of equal fractions receives the remainder', () => {
  expect(weightsOf([1n, 1n, 1n])).toEqual([3_334, 3_333, 3_333])
})

const holding = (securityID: string, quantity: bigint, cost: bigint, price: bigint) => ({
  securityID,
  quantity: shares(quantity),
  cost: kobo(cost),
  price: kobo(price),
})

test('a valuation is numbered by its securities; its sums are those of its rows, cash and gains next to them', () => {
  const { rows, summary } = valued(
    [
      holding('ZENITHBANK', 10n, 0n, 10n),
      holding('GTCO', 700n, 1_000n, 7n),
      holding('MTNN', 3n, 300_001n, 98_999n),
    ],
    { asOf: '2026-11-20', cash: kobo(12_345), realisedGain: kobo(-5) },
  )
  expect(
    rows.map((row) => [
      row.id,
      row.securityID,
      row.costValue,
      row.marketValue,
      row.gainLoss,
      row.gainLossPercent,
      row.weightPercent,
    ]),
  ).toEqual([
    [1, 'GTCO', 10, 49, 39, 390, 1.62],
    [2, 'MTNN', 3000.01, 2969.97, -30.04, -1, 98.35],
    [3, 'ZENITHBANK', 0, 1, 1, null, 0.03],
  ])
  expect(summary).toEqual({
    asOf: '2026-11-20',
    totals: { costValue: 3010.01, marketValue: 3019.97, gainLoss: 9.96, gainLossPercent: 0.33 },
    cashBalance: 123.45,
    totalValue: 3143.42,
    realisedGain: -0.05,
  })
})

test('the value of a day uses the latest shares, cash and prices up to it', () => {
  const days = ['2026-11-18', '2026-11-19', '2026-11-20']
  expect(
    worthByDay({
      days,
      holdings: [
        { date: '2026-10-01', securityID: 'GTCO', quantity: shares(100) },
        { date: '2026-11-20', securityID: 'GTCO', quantity: shares(0) },
        { date: '2026-11-19', securityID: 'MTNN', quantity: shares(3) },
      ],
      balances: [{ date: '2026-11-19', cash: kobo(500) }],
      prices: [
        ...days.map((date, index) => ({ date, securityID: 'GTCO', price: kobo(10 + index) })),
        ...days.map((date) => ({ date, securityID: 'MTNN', price: kobo(200) })),
      ],
    }).map(({ cashBalance, marketValue, totalValue }) => [cashBalance, marketValue, totalValue]),
  ).toEqual([
    [0, 10, 10],
    [5, 17, 22],
    [5, 6, 11],
  ])
})
