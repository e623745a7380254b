import { expect, test } from 'vitest'
import {
  type CorporateActionTerms,
  dilutionOf,
  dividendOn,
  exDateOf,
  exReferencePx,
  isDilutionPlausible,
  nairaOfRate,
  rateOfNaira,
  ratioOf,
  sharesChangedBy,
  shownRatio,
} from './corporate-actions.ts'
import { priceKobo, shares } from './money.ts'
import { settlementDate } from './settlement.ts'

test.each([
  // T+1: what trades on the qualification date settles after it.
  ['2026-11-20', '2026-11-20'],
  ['2026-12-24', '2026-12-24'],
  // T+2: so does what trades the day before, over a weekend.
  ['2026-02-10', '2026-02-09'],
  ['2026-02-09', '2026-02-06'],
  // T+3, and trades of Thursday and Friday that settle on the same day.
  ['2025-11-20', '2025-11-18'],
  ['2025-12-01', '2025-11-27'],
  // A Saturday is not a market day, and what trades on the Friday before it settles after it.
  ['2026-11-21', '2026-11-20'],
])('holders on the register of %s have bought before %s', (registerDate, exDate) => {
  expect(exDateOf(registerDate)).toBe(exDate)
  expect(settlementDate(exDate) > registerDate).toBe(true)
})

test.each([
  // shares, naira per share, gross, tax and net in kobo
  [10_000, 8.03, 8_030_000n, 803_000n, 7_227_000n],
  [1, 0.05, 5n, 1n, 4n], // 0.5 kobo of tax is 1
  [1, 0.04, 4n, 0n, 4n], // 0.4 kobo is none
  [333, 0.125, 4_162n, 416n, 3_746n], // 4,162.5 kobo: the fraction is dropped
  [1, 0.0099, 0n, 0n, 0n],
  [0, 8.03, 0n, 0n, 0n],
  [1_000_000_000_000, 50, 5_000_000_000_000_000n, 500_000_000_000_000n, 4_500_000_000_000_000n],
])('a dividend on %d shares at %d naira', (held, naira, gross, tax, net) => {
  const rate = rateOfNaira(naira)
  if (rate === undefined) throw new Error('no rate')
  expect(dividendOn(shares(held), rate)).toEqual({ gross, tax, net })
  expect(nairaOfRate(rate)).toBe(naira)
})

test.each([
  ['bonus', '1:10', 10_009, 1_000],
  ['bonus', '1:10', 9, 0],
  ['bonus', '3:2', 7, 10], // 10.5
  ['split', '5:1', 7, 28],
  ['split', '1:5', 7, -6], // 1.4 are left
  ['split', '1:5', 4, -4], // none is
  ['split', '3:2', 7, 3], // 10.5 are there
] as const)('a %s of %s changes %d shares by %d', (type, text, held, changed) => {
  const ratio = ratioOf(text)
  if (!ratio) throw new Error('no ratio')
  expect(sharesChangedBy(type, shares(held), ratio)).toBe(BigInt(changed))
  expect(shownRatio(ratio)).toBe(text)
})

const of = (type: 'bonus' | 'split', text: string): CorporateActionTerms => {
  const ratio = ratioOf(text)
  if (!ratio) throw new Error('no ratio')
  return { type, ratio, securityID: 'GTCO', registerDate: '2026-11-20', payDate: '2026-11-27' }
}

test.each([
  ['bonus', '1:10', 36_80, 5, 33_45], // 33.4545
  ['bonus', '1:1', 36_85, 5, 18_45], // 18.425: half a tick up
  ['split', '5:1', 36_80, 5, 7_35], // 7.36
  ['split', '1:5', 36_80, 5, 184_00],
  ['split', '100:1', 36_80, 10, 40], // 0.368
  ['split', '100:1', 40, 5, 5], // at least a tick
  ['split', '1:999999', 480_00, 5, 1_000_000_000], // at most ₦10,000,000
] as const)(
  'after a %s of %s a close of %d kobo is, in ticks of %d, %d',
  (type, ratio, close, tick, reference) => {
    expect(exReferencePx(priceKobo(close), of(type, ratio), tick)).toBe(reference)
  },
)

test.each([
  [[['split', '1000:1']], true],
  [[['split', '1001:1']], false],
  [[['split', '1:1000']], true],
  [[['split', '1:1001']], false],
  [[['bonus', '999:1']], true],
  [[['bonus', '1000:1']], false],
  [
    [
      ['split', '100:1'],
      ['bonus', '9:1'],
    ],
    true,
  ],
  [
    [
      ['split', '100:1'],
      ['bonus', '10:1'],
    ],
    false,
  ],
  [
    [
      ['split', '1:999999'],
      ['split', '999999:1'],
    ],
    true,
  ],
] as const)('%o may be announced together: %s', (all, isPlausible) => {
  expect(
    isDilutionPlausible(
      priceKobo(36_80),
      all.map(([type, ratio]) => of(type, ratio)),
    ),
  ).toBe(isPlausible)
})

test('a price that would be above ₦10,000,000 may not be announced', () => {
  expect(isDilutionPlausible(priceKobo(1_000_000), [of('split', '1:1000')])).toBe(true)
  expect(isDilutionPlausible(priceKobo(1_000_001), [of('split', '1:1000')])).toBe(false)
})

test('a dividend leaves prices and the number of shares', () => {
  const terms = { ...of('bonus', '1:1'), type: 'dividend', rate: 1n } as const
  expect(dilutionOf(terms)).toBeUndefined()
  expect(exReferencePx(priceKobo(36_80), terms, 5)).toBe(36_80)
})

test('invalid rates and ratios', () => {
  expect([0, -1, 0.00001, Number.NaN, Number.POSITIVE_INFINITY].map(rateOfNaira)).toEqual(
    Array(5).fill(undefined),
  )
  expect(['', '1', '0:1', '1:0', '01:2', '1:1000000', '1:2:3', '1.5:2', '-1:2'].map(ratioOf)).toEqual(
    Array(9).fill(undefined),
  )
})
