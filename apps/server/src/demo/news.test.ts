import type { Statistics } from '@tradebook/contract'
import { describe, expect, test } from 'vitest'
import { dailyHistory } from './history.ts'
import { initialNews, newsFrom } from './news.ts'
import { readSecurities } from './securities.ts'

const quiet: Statistics = {
  securityID: 'GTCO',
  symbol: 'GTCO',
  securityDesc: 'GUARANTY TRUST HOLDING COMPANY PLC',
  sector: 'Financial Services',
  board: null,
  prevClosePx: 61.2,
  openPx: 61.2,
  highPx: 62,
  lowPx: 61,
  lastPx: 61.5,
  lastQty: 1_000,
  closePx: null,
  change: 0.3,
  changePercent: 0.49,
  vwapPx: 61.4,
  tradeVolume: 900_000,
  tradeValue: 55_260_000,
  numberOfTrades: 1_210,
  bidPx: 61.45,
  bidSize: 5_000,
  offerPx: 61.5,
  offerSize: 2_000,
  high52Px: 66,
  low52Px: 40,
  averageVolume: null,
  highLimitPx: 67.3,
  lowLimitPx: 55.1,
  publishedPx: 61.2,
  indicativePx: null,
  indicativeQty: null,
  imbalanceSide: null,
  imbalanceQty: null,
  marketCap: 0,
  tradingSessionSubID: '3',
  securityTradingStatus: '17',
  lastUpdateTime: '2026-11-20T10:00:00.000Z',
  rptSeq: 1,
}

describe('news from the market', () => {
  test('a quiet market is not news', () => {
    expect(newsFrom(quiet, { ...quiet, lastPx: 61.55, tradeVolume: 950_000 })).toBeUndefined()
  })

  test('is a whole text', () => {
    const after = {
      ...quiet,
      lastPx: 66.1,
      highPx: 66.1,
      change: 4.9,
      changePercent: 8.01,
      tradeVolume: 1_200_000,
    }
    expect(newsFrom({ ...quiet, changePercent: 6 }, after)).toEqual({
      headline: 'GTCO at a 52-week high of ₦66.10',
      body:
        'GUARANTY TRUST HOLDING COMPANY PLC last traded at ₦66.10, up 8.01 per cent from the previous close of ' +
        '₦61.20, with 1,200,000 shares in 1,210 trades so far. It has not traded higher in the past 52 weeks.',
      urgency: '0',
      securityIDs: ['GTCO'],
    })
  })

  test.each([
    ['the upper limit', { lastPx: 67.3, highPx: 67.3 }, 'GTCO trades at its upper limit of ₦67.30', '1'],
    ['the lower limit', { lastPx: 55.1, lowPx: 55.1 }, 'GTCO trades at its lower limit of ₦55.10', '1'],
    ['a low of the year', { lowPx: 39.9 }, 'GTCO at a 52-week low of ₦39.90', '0'],
    ['a big rise', { changePercent: 5.2 }, 'GTCO up more than 5 per cent', '0'],
    ['a big fall', { changePercent: -5.2 }, 'GTCO down more than 5 per cent', '0'],
    ['much volume', { tradeVolume: 10_000_001 }, 'GTCO: more than 10,000,000 shares traded today', '2'],
  ])('%s is news once', (_, change, headline, urgency) => {
    const after = { ...quiet, ...change }
    expect(newsFrom(quiet, after)).toMatchObject({ headline, urgency })
    expect(newsFrom(after, after)).toBeUndefined()
  })

  test('a higher high of the same day is not a second 52-week high', () => {
    const first = { ...quiet, highPx: 66.1, high52Px: 66.1 }
    expect(newsFrom(quiet, first)?.headline).toBe('GTCO at a 52-week high of ₦66.10')
    expect(newsFrom(first, { ...quiet, highPx: 66.2, high52Px: 66.2 })).toBeUndefined()
  })
})

test('the first news agrees with the generated last day', () => {
  const listed = readSecurities().map((security) => ({
    security,
    bars: dailyHistory(security, '2026-11-21', 1),
  }))
  const up = listed.filter(({ bars }) => (bars.at(-1)?.closePx ?? 0) > (bars.at(-2)?.closePx ?? 0)).length
  const news = initialNews(listed)
  expect(news[0]?.headline).toContain(`Closing report of 2026-11-20: ${up} up`)
  expect(news.length).toBeGreaterThanOrEqual(12)
  const ids = new Set(listed.map(({ security }) => security.securityID))
  expect(news.flatMap(({ securityIDs }) => securityIDs).every((id) => ids.has(id))).toBe(true)
  expect(news.every(({ headline, body }) => headline !== '' && body !== '')).toBe(true)
})
