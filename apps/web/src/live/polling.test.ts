import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Caller } from './market-feed.ts'
import { pollMarket } from './polling.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('without a hub everything is asked for every five seconds, until it is closed', async () => {
  const told: string[] = []
  const hub = pollMarket(vi.fn() as unknown as Caller, { linkIs: (state) => told.push(state) })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(told).toEqual(['polling', 'polling', 'polling'])
  hub.close()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(told).toHaveLength(3)
})

test('a book is asked for by an ordinary call', async () => {
  const asked: unknown[] = []
  const call = (async (...question: unknown[]) => {
    asked.push(question)
    return { items: [], rptSeq: 4, epoch: 1 }
  }) as unknown as Caller
  const hub = pollMarket(call, { linkIs: () => {} })
  expect(await hub.invoke('subscribeOrderBook', 'GTCO')).toEqual({ items: [], rptSeq: 4, epoch: 1 })
  await hub.invoke('unsubscribeOrderBook', 'GTCO')
  expect(asked).toEqual([['MarketData/getMarketOrders', { security: 'GTCO' }]])
  hub.close()
})
