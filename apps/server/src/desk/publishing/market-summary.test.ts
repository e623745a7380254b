import { indexValue, type PriceKobo, shares } from '@tradebook/contract'
import { beforeEach, expect, test } from 'vitest'
import { listing, type RecordedDay } from '../../venue/listing.ts'
import { MarketSummaries } from './market-summary.ts'

const listed = (securityID: string, referencePx: number, securityType: 'CS' | 'REIT' = 'CS') =>
  listing({
    securityID,
    name: securityID,
    isin: null,
    sector: 'Services',
    board: null,
    securityType,
    priceGroup: 'C',
    sharesOutstanding: shares(1_000),
    referencePx: referencePx as PriceKobo,
    monthlyCloses: [],
    high52Px: null,
    low52Px: null,
    averageVolume: null,
    today: null,
  })
const listings = [listed('UP', 100), listed('DOWN', 300), listed('QUIET', 600), listed('TRUST', 500, 'REIT')]

let days: Map<string, RecordedDay>
beforeEach(() => {
  days = new Map()
})

const figures = (securityID: string): RecordedDay =>
  days.get(securityID) ??
  ({
    openPx: null,
    highPx: null,
    lowPx: null,
    lastPx: null,
    lastQty: null,
    publishedPx: listings.find((one) => one.securityID === securityID)?.referencePx as PriceKobo,
    volume: shares(0),
    value: 0n as never,
    trades: 0,
  } as RecordedDay)

/** A trade of so many; of few the published price does not move. */
function trade(securityID: string, lastPx: number, volume: number, publishedPx = lastPx): void {
  const value = BigInt(lastPx * volume)
  const moved = { lastPx, publishedPx, volume: shares(volume), value, trades: 1 }
  days.set(securityID, { ...figures(securityID), ...(moved as unknown as RecordedDay) })
}

const open = (recorded = { previous: indexValue(10_000) }) =>
  new MarketSummaries(listings, figures, recorded, '2026-11-20')

test('counts the market and moves the index by published prices', () => {
  const summaries = open()
  trade('UP', 110, 100_000)
  trade('DOWN', 290, 10, 300)
  trade('TRUST', 550, 1)
  summaries.traded(['UP', 'DOWN', 'TRUST'])
  // 1,000 × (1.10 + 3.00 + 6.00) against 1,000 × 10.00; the trust is not a constituent.
  expect(summaries.take('continuous', 0)).toEqual({
    index: { value: 101, change: 1, changePercent: 1, high: 101, low: 100 },
    advancers: 2,
    decliners: 1,
    unchanged: 1,
    tradeVolume: 100_011,
    tradeValue: (110 * 100_000 + 290 * 10 + 550) / 100,
    numberOfTrades: 3,
    marketCap: 10 * (110 + 300 + 600 + 550),
    session: 'continuous',
    marketDate: '2026-11-20',
  })
})

test('is published when something changed, and at most once a second', () => {
  const summaries = open()
  expect(summaries.take('continuous', 5_000)).toBeDefined()
  expect(summaries.take('continuous', 9_000)).toBeUndefined()
  trade('UP', 110, 100_000)
  summaries.traded(['UP'])
  expect(summaries.take('continuous', 9_000)).toMatchObject({ advancers: 1 })
  summaries.traded(['UP'])
  expect([9_001, 9_999, 10_000].map((now) => summaries.take('continuous', now) !== undefined)).toEqual([
    ...[false, false, true],
  ])
  expect(summaries.take('closed', 11_000)).toMatchObject({ session: 'closed' })
})

test('every market day has its index on record, and each move of it', () => {
  const summaries = open()
  expect(summaries.takeIndex()).toMatchObject({ marketDate: '2026-11-20', value: 10_000n })
  expect(summaries.takeIndex()).toBeNull()
  trade('UP', 90, 100_000)
  summaries.traded(['UP'])
  expect(summaries.takeIndex()).toMatchObject({ value: 9_900n, high: 10_000n, low: 9_900n })
  const again = open({
    previous: indexValue(10_000),
    high: indexValue(10_200),
    low: indexValue(9_900),
  } as never)
  expect(again.takeIndex()).toBeNull()
  expect(again.index.day).toMatchObject({ value: 9_900n, high: 10_200n, low: 9_900n })
})
