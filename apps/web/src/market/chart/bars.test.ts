import type { MarketTrade } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { afterTrade, barStart, barsOf, tradesAfter } from './bars.ts'

const trade = (mdEntryTime: string, mdEntryPx: number, mdEntrySize: number) =>
  ({ mdEntryTime, mdEntryPx, mdEntrySize }) as MarketTrade
const clock = (bar: number) => new Date(bar * 1_000).toISOString().slice(0, 16)

test('bars begin on the market’s own clock', () => {
  expect(clock(barStart('2026-11-20T09:07:31.123Z', '1m'))).toBe('2026-11-20T10:07')
  expect(clock(barStart('2026-11-20T09:07:31.123Z', '15m'))).toBe('2026-11-20T10:00')
  // Half past eleven at night in London is the next day in Lagos.
  expect(clock(barStart('2026-11-20T23:30:00.000Z', '1d'))).toBe('2026-11-21T00:00')
})

test('a trade updates the last bar or begins the next', () => {
  const first = afterTrade(undefined, trade('2026-11-20T09:00:05Z', 58, 100), '1m')
  const grown = afterTrade(first, trade('2026-11-20T09:00:45Z', 57.5, 50), '1m')
  expect(grown).toMatchObject({ open: 58, high: 58, low: 57.5, close: 57.5, volume: 150 })
  expect(afterTrade(grown, trade('2026-11-20T09:01:00Z', 59, 10), '1m')).toMatchObject({
    time: barStart('2026-11-20T09:01:00Z', '1m'),
    open: 59,
    volume: 10,
  })
  expect(afterTrade(grown, trade('2026-11-20T08:59:59Z', 1, 1), '1m')).toBe(grown)
})

test('only trades after the fetched bars are added to them, whenever they arrive', () => {
  const traded = (mdEntryID: string, securityID = 'GTCO') => ({ mdEntryID, securityID }) as MarketTrade
  const tape = [traded('1000'), traded('999'), traded('998', 'MTNN'), traded('99')]
  const ids = (lastTradeID: string | null) =>
    tradesAfter(tape, lastTradeID, 'GTCO').map(({ mdEntryID }) => mdEntryID)
  expect(ids(null)).toEqual(['99', '999', '1000'])
  expect(ids('99')).toEqual(['999', '1000'])
  expect(ids('1000')).toEqual([])
})

test('trades on a weekend belong to the next business day', () => {
  const monday = {
    time: barStart('2026-11-23T00:00:00Z', '1d'),
    open: 58,
    high: 59,
    low: 58,
    close: 58.5,
    volume: 300,
  }
  const grown = afterTrade(monday, trade('2026-11-21T09:00:00Z', 59.5, 10), '1d')
  expect(grown).toEqual({ ...monday, high: 59.5, close: 59.5, volume: 310 })
  const friday = { ...monday, time: barStart('2026-11-20T00:00:00Z', '1d') }
  const first = afterTrade(friday, trade('2026-11-21T09:00:00Z', 59.5, 10), '1d', '2026-11-23')
  expect(first).toEqual({ time: monday.time, open: 59.5, high: 59.5, low: 59.5, close: 59.5, volume: 10 })
})

test('fetched bars are put in order and never share a time', () => {
  const bar = (time: string, closePx: number) => ({
    time,
    openPx: 1,
    highPx: 1,
    lowPx: 1,
    closePx,
    volume: 1,
  })
  const bars = barsOf(
    [bar('2026-11-20T09:01:00Z', 2), bar('2026-11-20T09:00:00Z', 1), bar('2026-11-20T09:01:30Z', 3)],
    '1m',
  )
  expect(bars.map(({ close }) => close)).toEqual([1, 3])
})
