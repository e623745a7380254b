import { expect, test } from 'vitest'
import { type PriceKobo, priceKobo } from './money.ts'
import { minMoveQtyOf, regrouped } from './ticks.ts'

const closes = (...naira: number[]): PriceKobo[] => naira.map((price) => priceKobo(Math.round(price * 100)))

test.each([
  ['four of six months in another band', 'C', closes(4.99, 5, 5, 4.99, 5, 99.99), 'B'],
  ['three of six', 'C', closes(4.99, 5, 5, 4.99, 5, 4.99), 'C'],
  ['three in each of two bands', 'C', closes(99.99, 100, 99.99, 100, 99.99, 100), 'C'],
  ['from the lower bound of a band on', 'B', closes(100, 100, 100, 100), 'A'],
  ['a new security that has few months', 'A', closes(1, 1, 1), 'A'],
  ['no month at all', 'B', [], 'B'],
] as const)('a security is regrouped by its band in %s', (_, group, months, expected) => {
  expect(regrouped(group, months)).toBe(expected)
})

test('of a fund or trust any trade moves the published price', () => {
  expect((['CS', 'REIT', 'MF'] as const).map((type) => minMoveQtyOf(type, 'B'))).toEqual([100_000, 1, 1])
})
