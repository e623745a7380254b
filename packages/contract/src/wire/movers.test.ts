import { expect, test } from 'vitest'
import type { Statistics } from './market-shapes.ts'
import { topStatistics, topTrades } from './movers.ts'

const figures = (
  symbol: string,
  changePercent: number,
  [tradeValue, tradeVolume, numberOfTrades]: [value: number, volume: number, trades: number],
) => ({ symbol, changePercent, tradeValue, tradeVolume, numberOfTrades }) as Statistics

const market = [
  figures('STILL', 0, [900, 9, 9]),
  figures('QUIET', 0, [0, 0, 0]),
  figures('UP', 4, [100, 50, 1]),
  figures('UPTOO', 4, [300, 10, 3]),
  figures('UPMOST', 9.9, [1, 1, 1]),
  figures('DOWN', -3, [100, 70, 1]),
  figures('ALIKE', -3, [100, 70, 1]),
  figures('DOWNMOST', -5, [5, 5, 5]),
]
const symbols = (rows: readonly Statistics[]) => rows.map(({ symbol }) => symbol)

test('the biggest gainers or losers come first; of equal moves, the more traded', () => {
  expect(symbols(topStatistics(market, { asc: false, count: 10 }))).toEqual(['UPMOST', 'UPTOO', 'UP'])
  expect(symbols(topStatistics(market, { asc: true, count: 10 }))).toEqual(['DOWNMOST', 'ALIKE', 'DOWN'])
  expect(symbols(topStatistics(market, { asc: true, count: 1 }))).toEqual(['DOWNMOST'])
})

test.each([
  ['value', ['STILL', 'UPTOO', 'ALIKE', 'DOWN']],
  ['volume', ['ALIKE', 'DOWN', 'UP', 'UPTOO']],
  ['trades', ['STILL', 'DOWNMOST', 'UPTOO', 'ALIKE']],
] as const)('those that traded most by %s', (by, expected) => {
  expect(symbols(topTrades(market, { by, count: 4 }))).toEqual(expected)
})
