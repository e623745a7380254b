import { expect, test } from 'vitest'
import { entry, snapshot, storeOnDemand } from './market-store.fixture.ts'

test('events that arrive before the snapshot are applied to it, those it includes are dropped', () => {
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

test('a gap requests a snapshot, and later events are kept for it', () => {
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

test('a snapshot older than the missed events is fetched again', () => {
  const { store } = storeOnDemand()
  store.select('GTCO')
  store.take.addOrderBook(entry('d', 57, 9))
  expect(store.book.load(snapshot(5))).toBe('gap')
  expect(store.book.load(snapshot(8))).toBe('right')
})

test('a new epoch counts as a gap, unless it begins with a clear', () => {
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
  // Where no events arrive, the book that is fetched has the names.
  const named = { ...entry('d', 58, 1), userName: 'ada' }
  store.book.load(snapshot(1, [named, entry('e', 57, 1)]))
  expect(shown()).toEqual([['d', 'ada']])
})
