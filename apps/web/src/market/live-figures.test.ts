import type { PriceListRow, Statistics } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { withLiveFigures } from './live-figures.ts'

const day = (marketDate: string) =>
  ({ marketDate, securityID: 'GTCO', lastPx: 1, sector: 'Banking' }) as PriceListRow
const now = [{ securityID: 'GTCO', lastPx: 2, tradeVolume: 7 }] as Statistics[]

test('the row of today has the figures of now, the rows of other days keep theirs', () => {
  const [today, before] = withLiveFigures([day('2026-11-23'), day('2026-11-20')], now, '2026-11-23')
  expect(today).toMatchObject({ lastPx: 2, tradeVolume: 7, sector: 'Banking' })
  expect(before).toEqual(day('2026-11-20'))
})

test('a security that the market does not know yet keeps the figures of the list', () => {
  expect(withLiveFigures([day('2026-11-23')], [], '2026-11-23')).toEqual([day('2026-11-23')])
})
