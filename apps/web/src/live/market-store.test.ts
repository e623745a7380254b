import { expect, test } from 'vitest'
import { order, statistics, storeOnDemand } from './market-store.fixture.ts'
import { isFresh } from './market-store.ts'

test('fresh means connected and caught up; an outage counts from its beginning', () => {
  const { store, nextFrame, wait } = storeOnDemand()
  const link = () => {
    nextFrame()
    return store.link.get()
  }
  store.linkIs('connected')
  expect(isFresh(link())).toBe(false)
  store.synchronised()
  expect(isFresh(link())).toBe(true)

  wait(1_000)
  store.linkIs('reconnecting')
  wait(5_000)
  store.linkIs('offline')
  expect(link()).toEqual({ state: 'offline', synchronised: false, since: 1_000 })

  store.linkIs('connected')
  expect(isFresh(link())).toBe(false)
})

test('when no one is signed in, nothing of the last person remains', () => {
  const { store, nextFrame } = storeOnDemand()
  store.take.addStockOrder(order('1', 1))
  store.take.addMarketStatistics(statistics('GTCO', 58))
  store.reset()
  nextFrame()
  expect(store.orders.items.get()).toEqual([])
  expect(store.statistics.securityIDs.get()).toEqual([])
  expect(store.lastSequence).toBe(0)
})
