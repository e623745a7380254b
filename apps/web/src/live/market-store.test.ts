import type {
  BookEntry,
  BookSnapshot,
  MarketTrade,
  NewsItem,
  Statistics,
  StockOrder,
} from '@tradebook/contract'
import { expect, test } from 'vitest'
import { Frames } from './frames.ts'
import { isFresh, MarketStore } from './market-store.ts'
import { UNSELECTED_PAUSE_MS } from './statistics-board.ts'

/** A store whose frames come when the test runs them. */
function storeOnDemand() {
  const waiting: (() => void)[] = []
  let [now, framesNow] = [0, 0]
  const frames = new Frames(
    (show) => waiting.push(show),
    () => framesNow,
  )
  const store = new MarketStore(frames, () => now)
  const nextFrame = (afterMs = UNSELECTED_PAUSE_MS) => {
    framesNow += afterMs
    for (const show of waiting.splice(0)) show()
  }
  const wait = (milliseconds: number) => {
    now += milliseconds
  }
  return { store, nextFrame, wait, framesWaiting: () => waiting.length }
}

const entry = (
  mdEntryID: string,
  price: number,
  rptSeq: number,
  over: Partial<BookEntry> = {},
): BookEntry => ({
  mdEntryID,
  securityID: 'GTCO',
  mdEntryType: '0',
  mdEntryPx: price,
  mdEntrySize: 100,
  mdEntryTime: '2026-11-20T09:00:00.000Z',
  rptSeq,
  epoch: 1,
  ...over,
})

const snapshot = (rptSeq: number, items: BookEntry[] = [], epoch = 1): BookSnapshot => ({
  items,
  rptSeq,
  epoch,
})

const order = (id: string, version: number, over: Partial<StockOrder> = {}) =>
  ({
    id,
    orderID: id,
    version,
    ordStatus: '0',
    creationTime: `2026-11-20T09:00:0${id}.000Z`,
    ...over,
  }) as StockOrder

const statistics = (securityID: string, lastPx: number) =>
  ({ securityID, symbol: securityID, lastPx }) as Statistics

const trade = (mdEntryID: string, securityID = 'GTCO') =>
  ({ mdEntryID, securityID, mdEntryTime: `2026-11-20T09:00:0${mdEntryID}.000Z` }) as MarketTrade

test('many changes are shown together, once', () => {
  const { store, nextFrame, framesWaiting } = storeOnDemand()
  store.statistics.load([statistics('GTCO', 58), statistics('MTNN', 245)])
  nextFrame()
  let shown = 0
  const row = store.statistics.row('GTCO')
  row.subscribe(() => shown++)

  for (let price = 59; price <= 100; price++)
    store.take.updateMarketStatsSession({ securityID: 'GTCO', lastPx: price })

  expect(row.get()?.lastPx).toBe(58)
  expect(framesWaiting()).toBe(1)
  nextFrame()
  expect(row.get()?.lastPx).toBe(100)
  expect(shown).toBe(1)
})

test('a busy security that is not selected is drawn four times a second, at once after a rest, and as it is in the end', () => {
  const { store, nextFrame } = storeOnDemand()
  store.statistics.load([statistics('GTCO', 58), statistics('MTNN', 245)])
  store.select('GTCO')
  nextFrame()
  const shown = { GTCO: [] as unknown[], MTNN: [] as unknown[] }
  for (const securityID of ['GTCO', 'MTNN'] as const) {
    const row = store.statistics.row(securityID)
    row.subscribe(() => shown[securityID].push(row.get()?.lastPx))
  }
  for (let lastPx = 1; lastPx <= 7; lastPx++) {
    for (const securityID of ['GTCO', 'MTNN']) store.take.updateMarketStatsSession({ securityID, lastPx })
    nextFrame(50)
  }
  expect(shown).toEqual({ GTCO: [1, 2, 3, 4, 5, 6, 7], MTNN: [1, 6] })
  for (let frame = 0; frame < 5; frame++) nextFrame(50)
  expect(shown.MTNN).toEqual([1, 6, 7])
})

test('a change of one security does not repaint another', () => {
  const { store, nextFrame } = storeOnDemand()
  store.statistics.load([statistics('GTCO', 58), statistics('MTNN', 245)])
  nextFrame()
  let shown = 0
  store.statistics.row('MTNN').subscribe(() => shown++)
  store.take.updateMarketStatsSession({ securityID: 'GTCO', lastPx: 60 })
  nextFrame()
  expect(shown).toBe(0)
})

test('statistics merge into the item of their security, a new one is appended, a fragment of an unknown one is not', () => {
  const { store, nextFrame } = storeOnDemand()
  store.take.addMarketStatistics(statistics('GTCO', 58))
  store.take.updateMarketStatsSession({ securityID: 'GTCO', bidPx: 57.5 })
  store.take.addMarketStatistics(statistics('MTNN', 245))
  store.take.updateMarketStatsSession({ securityID: 'NOBODY', lastPx: 1 })
  nextFrame()
  expect(store.statistics.securityIDs.get()).toEqual(['GTCO', 'MTNN'])
  expect(store.statistics.latest('GTCO')).toMatchObject({ lastPx: 58, bidPx: 57.5 })
})

test('what is received while the list is fetched is not lost under it', () => {
  const { store } = storeOnDemand()
  store.statistics.expectList()
  store.take.addMarketStatistics(statistics('GTCO', 61))
  store.statistics.load([statistics('GTCO', 58)])
  expect(store.statistics.latest('GTCO')?.lastPx).toBe(61)
})

test('events that come before the snapshot are laid over it, those it holds are dropped', () => {
  const { store, nextFrame } = storeOnDemand()
  store.select('GTCO')
  store.take.addOrderBook(entry('a', 58, 6))
  store.take.addOrderBook(entry('b', 58.1, 7))
  store.take.addOrderBook(entry('x', 99, 7, { securityID: 'MTNN' }))

  expect(store.book.load(snapshot(6, [entry('a', 58, 6)]))).toBe('right')

  nextFrame()
  expect(store.book.view.get()).toMatchObject({
    securityID: 'GTCO',
    right: true,
    bids: [
      { mdEntryID: 'b', mdEntryPx: 58.1, mdEntrySize: 100 },
      { mdEntryID: 'a', mdEntryPx: 58, mdEntrySize: 100 },
    ],
    bidQuantity: 200,
    offerQuantity: 0,
  })
})

test('a hole asks for a snapshot, and what follows the hole is kept for it', () => {
  const { store, nextFrame } = storeOnDemand()
  const asked: string[] = []
  store.onGap = (securityID) => asked.push(securityID)
  store.select('GTCO')
  store.book.load(snapshot(5))

  store.take.addOrderBook(entry('c', 58, 7))
  store.take.addOrderBook(entry('d', 57, 8))
  nextFrame()
  expect(asked).toEqual(['GTCO'])
  expect(store.book.view.get().right).toBe(false)

  expect(store.book.load(snapshot(7, [entry('b', 59, 6), entry('c', 58, 7)]))).toBe('right')
  nextFrame()
  expect(store.book.view.get().bids.map(({ mdEntryID }) => mdEntryID)).toEqual(['b', 'c', 'd'])
})

test('a snapshot older than what was missed is asked for again', () => {
  const { store } = storeOnDemand()
  store.select('GTCO')
  store.take.addOrderBook(entry('d', 57, 9))
  expect(store.book.load(snapshot(5))).toBe('gap')
  expect(store.book.load(snapshot(8))).toBe('right')
})

test('a new epoch is a hole, unless it begins with a clear', () => {
  const { store, nextFrame } = storeOnDemand()
  const asked: string[] = []
  store.onGap = (securityID) => asked.push(securityID)
  store.select('GTCO')
  store.book.load(snapshot(5, [entry('old', 50, 5)]))

  store.take.clearAllOrderBook({ securityID: 'GTCO', rptSeq: 0, epoch: 2 })
  store.take.addOrderBook(entry('new', 58, 1, { epoch: 2 }))
  nextFrame()
  expect(asked).toEqual([])
  expect(store.book.view.get().bids.map(({ mdEntryID }) => mdEntryID)).toEqual(['new'])

  store.take.addOrderBook(entry('later', 58, 1, { epoch: 3 }))
  expect(asked).toEqual(['GTCO'])
})

test('news are prepended, and each stands once', () => {
  const { store, nextFrame } = storeOnDemand()
  const news = (id: string) =>
    ({ id, headline: `News ${id}`, origTime: `2026-11-20T09:00:0${id}.000Z` }) as NewsItem
  store.take.onNews(news('1'))
  store.take.onNews(news('2'))
  store.take.onNews(news('2'))
  nextFrame()
  expect(store.news.items.get().map(({ id }) => id)).toEqual(['2', '1'])
})

test('trades are those of the selected security, newest first, never twice, and no more than the tape holds', () => {
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

test('a lost connection makes the book stale until its next snapshot', () => {
  const { store, nextFrame } = storeOnDemand()
  store.select('GTCO')
  store.book.load(snapshot(5, [entry('a', 58, 5)]))
  store.linkIs('reconnecting')
  nextFrame()
  expect(store.book.view.get()).toMatchObject({ right: false, bids: [{ mdEntryID: 'a' }] })
  store.book.load(snapshot(9, [entry('b', 58, 9)]))
  nextFrame()
  expect(store.book.view.get()).toMatchObject({ right: true, bids: [{ mdEntryID: 'b' }] })
})

test('the top of the selected book is the bid and offer of its security, from one frame on', () => {
  const { store, nextFrame } = storeOnDemand()
  const quoted = { bidPx: 58, bidSize: 900, offerPx: 58.5, offerSize: 700 }
  store.statistics.load([
    { ...statistics('GTCO', 58), ...quoted },
    { ...statistics('MTNN', 245), ...quoted },
  ])
  const figures = (securityID: string) => {
    const { bidPx, bidSize, offerPx, offerSize } = store.statistics.row(securityID).get() ?? {}
    return { bidPx, bidSize, offerPx, offerSize }
  }
  const offer = { mdEntryType: '1' } as const

  store.select('GTCO')
  nextFrame()
  // Before its first snapshot the book is empty.
  expect(figures('GTCO')).toEqual(quoted)

  store.book.load(snapshot(2, [entry('a', 58.1, 1), entry('b', 58.1, 2), entry('o', 58.4, 2, offer)]))
  nextFrame()
  expect(figures('GTCO')).toEqual({ bidPx: 58.1, bidSize: 200, offerPx: 58.4, offerSize: 100 })
  expect(store.statistics.latest('GTCO')).toMatchObject({ bidPx: 58.1, offerPx: 58.4 })
  expect(figures('MTNN')).toEqual(quoted)

  // Late statistics do not take it back, and each event of the book reaches both in the same frame.
  store.take.updateMarketStatsSession({ securityID: 'GTCO', bidPx: 57.9, lastPx: 58.4 })
  store.take.deleteOrderBook({ mdEntryID: 'o', securityID: 'GTCO', rptSeq: 3, epoch: 1 })
  nextFrame()
  expect(store.statistics.latestOfAll().find(({ securityID }) => securityID === 'GTCO')).toMatchObject({
    bidPx: 58.1,
    offerPx: null,
  })
  expect(store.book.view.get().offers).toEqual([])
  expect(figures('GTCO')).toEqual({ bidPx: 58.1, bidSize: 200, offerPx: null, offerSize: null })
  expect(store.statistics.row('GTCO').get()?.lastPx).toBe(58.4)

  // A book that waits for its next snapshot is drawn as it stood, and so is its top.
  store.linkIs('reconnecting')
  nextFrame()
  expect(figures('GTCO').bidPx).toBe(58.1)

  store.select('MTNN')
  nextFrame()
  expect(figures('GTCO')).toEqual({ ...quoted, bidPx: 57.9 })
})

test('the newest trade is the last price of its security in the same frame, and its change goes along', () => {
  const { store, nextFrame } = storeOnDemand()
  store.statistics.load([{ ...statistics('GTCO', 62.4), prevClosePx: 60, change: 2.4, changePercent: 4 }])
  store.select('GTCO')
  for (const followed of [store.statistics.row('GTCO'), store.trades.items]) followed.subscribe(() => {})
  nextFrame()
  const row = () => store.statistics.row('GTCO').get()

  store.take.onMarketTrade({ ...trade('1'), mdEntryPx: 62.25, mdEntrySize: 500 })
  expect(row()?.lastPx).toBe(62.4)
  expect(store.trades.items.get()).toEqual([])
  nextFrame()
  expect(store.trades.items.get()[0]?.mdEntryPx).toBe(62.25)
  expect(row()).toMatchObject({ lastPx: 62.25, lastQty: 500, change: 2.25, changePercent: 3.75 })

  // A list that was fetched before the trade does not take it back.
  store.statistics.expectList()
  store.take.onMarketTrade({ ...trade('2'), mdEntryPx: 59.99, mdEntrySize: 100 })
  store.statistics.load([{ ...statistics('GTCO', 62.4), prevClosePx: 60, change: 2.4, changePercent: 4 }])
  nextFrame()
  expect(row()).toMatchObject({ lastPx: 59.99, lastQty: 100, change: -0.01, changePercent: -0.02 })

  // Later statistics win.
  store.take.updateMarketStatsSession({ securityID: 'GTCO', lastPx: 60.1 })
  nextFrame()
  expect(row()?.lastPx).toBe(60.1)
})

test('when nobody is signed in, nothing of the last person remains', () => {
  const { store, nextFrame } = storeOnDemand()
  store.take.addStockOrder(order('1', 1))
  store.take.addMarketStatistics(statistics('GTCO', 58))
  store.reset()
  nextFrame()
  expect(store.orders.items.get()).toEqual([])
  expect(store.statistics.securityIDs.get()).toEqual([])
  expect(store.lastSequence).toBe(0)
})

test('the users behind entries are of the selected book, and leave it with their entries', () => {
  const { store, nextFrame } = storeOnDemand()
  store.book.view.subscribe(() => {})
  const owned = (...items: [mdEntryID: string, userName: string][]) =>
    store.take.orderBookOwners({
      securityID: 'GTCO',
      epoch: 1,
      items: items.map(([mdEntryID, userName]) => ({ mdEntryID, userName })),
    })
  const shown = () => {
    nextFrame()
    return [...store.book.view.get().owners]
  }
  owned(['x', 'of no selected book'])
  store.select('GTCO')
  owned(['a', 'ada'], ['gone', 'ada'])
  store.book.load(snapshot(1, [entry('a', 58, 1)]))
  expect(shown()).toEqual([['a', 'ada']])
  store.take.addOrderBook(entry('b', 57, 2))
  owned(['b', 'bolaji'])
  expect(shown()).toEqual([
    ['a', 'ada'],
    ['b', 'bolaji'],
  ])
  store.take.deleteOrderBook({ mdEntryID: 'a', securityID: 'GTCO', rptSeq: 3, epoch: 1 })
  expect(shown()).toEqual([['b', 'bolaji']])
  store.take.clearAllOrderBook({ securityID: 'GTCO', rptSeq: 0, epoch: 2 })
  expect(shown()).toEqual([])
  store.take.addOrderBook(entry('c', 57, 1, { epoch: 2 }))
  owned(['c', 'ada'])
  store.select('MTNN')
  expect(shown()).toEqual([])
})
