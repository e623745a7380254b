import type { NewsItem } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { order, storeOnDemand, trade } from './market-store.fixture.ts'

test('news items are prepended, each once', () => {
  const { store, nextFrame } = storeOnDemand()
  const news = (id: string) =>
    ({ id, headline: `News ${id}`, origTime: `2026-11-20T09:00:0${id}.000Z` }) as NewsItem
  store.take.onNews(news('1'))
  store.take.onNews(news('2'))
  store.take.onNews(news('2'))
  nextFrame()
  expect(store.news.items.get().map(({ id }) => id)).toEqual(['2', '1'])
})

test('trades are those of the selected security, newest first, never twice, and no more than the list holds', () => {
  const { store, nextFrame } = storeOnDemand()
  store.select('GTCO')
  store.take.onMarketTrade(trade('3'))
  store.take.onMarketTrade(trade('9', 'MTNN'))
  store.trades.merge([trade('3'), trade('2'), trade('1')])
  store.take.onMarketTrade(trade('3'))
  store.take.onMarketTrade(trade('4'))
  nextFrame()
  expect(store.trades.items.get().map(({ mdEntryID }) => mdEntryID)).toEqual(['4', '3', '2', '1'])

  for (let i = 100; i < 700; i++) store.take.onMarketTrade(trade(String(i)))
  nextFrame()
  expect(store.trades.items.get()).toHaveLength(300)
  expect(store.trades.items.get()[0]?.mdEntryID).toBe('699')
})

test('orders: a new one to the front, a known one in its place, and never backwards', () => {
  const { store, nextFrame } = storeOnDemand()
  store.take.addStockOrder(order('1', 1))
  store.take.addStockOrder(order('2', 1))
  store.take.updateStockOrder(order('1', 3, { ordStatus: '2' }))
  store.take.updateStockOrder(order('1', 2, { ordStatus: '1' }))
  store.take.replaceStockOrder(order('3', 1))
  nextFrame()
  expect(store.orders.items.get().map(({ id, ordStatus }) => `${id}:${ordStatus}`)).toEqual([
    '3:0',
    '2:0',
    '1:2',
  ])
})

test('a list fetched after an outage puts each order in its place and keeps what is newer', () => {
  const { store, nextFrame } = storeOnDemand()
  store.take.addStockOrder(order('1', 1))
  store.take.updateStockOrder(order('4', 5, { ordStatus: '4' }))
  store.orders.merge([order('4', 4), order('3', 1), order('1', 2, { ordStatus: '2' })])
  nextFrame()
  expect(store.orders.items.get().map(({ id, ordStatus }) => `${id}:${ordStatus}`)).toEqual([
    '4:4',
    '3:0',
    '1:2',
  ])
})
