import { expect, test } from 'vitest'
import { partsOf } from './parts.ts'

const row = (securityID: string, marketValue: number) => ({ securityID, marketValue })
const summary = (marketValue: number, cashBalance: number) => ({
  totals: { costValue: 0, marketValue, gainLoss: 0, gainLossPercent: null },
  cashBalance,
})

test('the largest holdings come first, then the others together, then cash; bars compare with the largest', () => {
  const rows = Array.from({ length: 10 }, (_, index) => row(`S${index}`, 10 * (index + 1)))
  const parts = partsOf(rows, summary(550, 50))
  expect(parts.map(({ securityID, kind, value, size }) => [securityID ?? kind, value, size])).toEqual([
    ...[9, 8, 7, 6, 5, 4, 3, 2].map((index) => [`S${index}`, 10 * (index + 1), (index + 1) / 10]),
    ['others', 30, 0.3],
    ['cash', 50, 0.5],
  ])
})

test('a single holding is never called others', () => {
  const rows = Array.from({ length: 9 }, (_, index) => row(`S${index}`, 10 * (index + 1)))
  const parts = partsOf(rows, summary(450, 0))
  expect(parts.map(({ securityID, kind }) => securityID ?? kind)).toEqual([
    ...[8, 7, 6, 5, 4, 3, 2, 1, 0].map((index) => `S${index}`),
    'cash',
  ])
})

test('holdings outside the page or the filter also have a bar', () => {
  const parts = partsOf([row('GTCO', 40)], summary(100, 0))
  expect(parts.map(({ securityID, kind, value }) => [securityID ?? kind, value])).toEqual([
    ['GTCO', 40],
    ['others', 60],
    ['cash', 0],
  ])
})

test('an account without assets has no bar, and neither has cash below zero', () => {
  expect(partsOf([], summary(0, 0)).map(({ size }) => size)).toEqual([0])
  expect(partsOf([row('GTCO', 5)], summary(5, -1)).map(({ size }) => size)).toEqual([1, 0])
})
