import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Caller } from './market-feed.ts'
import { pollMarket } from './polling.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('without a hub everything is fetched every five seconds, until it is closed', async () => {
  const states: string[] = []
  const hub = pollMarket(vi.fn() as unknown as Caller, { linkIs: (state) => states.push(state) })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(states).toEqual(['polling', 'polling', 'polling'])
  hub.close()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(states).toHaveLength(3)
})

test('without a network the link is offline, and polls again the moment the network is back', async () => {
  const states: string[] = []
  const network = new EventTarget()
  const hub = pollMarket(vi.fn() as unknown as Caller, { linkIs: (state) => states.push(state) }, network)
  await vi.advanceTimersByTimeAsync(0)
  network.dispatchEvent(new Event('offline'))
  await vi.advanceTimersByTimeAsync(5_000)
  network.dispatchEvent(new Event('online'))
  expect(states).toEqual(['polling', 'offline', 'offline', 'polling'])
  hub.close()
  network.dispatchEvent(new Event('offline'))
  expect(states).toHaveLength(4)
})

test('a book is fetched with an ordinary call', async () => {
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
