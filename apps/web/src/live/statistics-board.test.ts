import { expect, test } from 'vitest'
import { entry, snapshot, statistics, storeOnDemand, trade } from './market-store.fixture.ts'

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

test('updates received while the list is fetched are not overwritten by it', () => {
  const { store } = storeOnDemand()
  store.statistics.expectList()
  store.take.addMarketStatistics(statistics('GTCO', 61))
  store.statistics.load([statistics('GTCO', 58)])
  expect(store.statistics.latest('GTCO')?.lastPx).toBe(61)
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

  // A book that waits for its next snapshot is drawn as it was, and so is its top.
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
