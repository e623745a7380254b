import { expect, test } from 'vitest'
import { parsePrice, parseQuantity } from './quantity.ts'

test.each([
  ['1000', 1_000],
  ['1,000', 1_000],
  [' 12 500 ', 12_500],
  ['1k', 1_000],
  ['2.5K', 2_500],
  ['2.3k', 2_300],
  ['.5m', 500_000],
  ['1m', 1_000_000],
  ['0.001k', 1],
  ['2147483647', 2_147_483_647],
])('%s is %d shares', (text, shares) => {
  expect(parseQuantity(text)).toBe(shares)
})

test.each(['', '0', '-5', '1.5', '1.2345k', '1b', 'k', '1e3', '0x10', '2147483648', 'ten'])(
  '%s is no number of shares',
  (text) => {
    expect(parseQuantity(text)).toBeUndefined()
  },
)

test.each([
  ['58.40', 5_840],
  ['58.4', 5_840],
  ['1,245.5', 124_550],
  ['.05', 5],
  ['58.', 5_800],
])('%s is %d kobo', (text, kobo) => {
  expect(parsePrice(text)).toBe(kobo)
})

test.each(['', '0', '58.401', '-1', '1e2', 'market', '21474836.48'])('%s is no price', (text) => {
  expect(parsePrice(text)).toBeUndefined()
})
