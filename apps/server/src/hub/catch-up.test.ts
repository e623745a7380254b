import type { HubEvent } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { MarketPicture } from '../desk/publishing/market-picture.ts'
import { catchUpEvents } from './catch-up.ts'
import { PracticeBook } from './hub.fixture.ts'
import { allOf, topicOf } from './topics.ts'

const gtco = new PracticeBook('GTCO')
const mtnn = new PracticeBook('MTNN')
const picture = new MarketPicture()
picture.apply({ epoch: 1, batch: 1, events: [...gtco.opens(), ...mtnn.opens(), ...gtco.changesTimes(3)] })
const overlay = {
  event: { target: 'orderBookOwners' as const, argument: { securityID: 'GTCO', epoch: 1, items: [] } },
}

const targets = (state: string, ...groups: string[]) =>
  catchUpEvents(state, { groups: new Set(groups) }, picture, () => [overlay]).map(
    ({ target }: HubEvent) => target,
  )

test('a client that fell behind is sent the book with its owners, and the statistics, that it receives', () => {
  const book = ['clearAllOrderBook', 'addOrderBook', 'addOrderBook', 'addOrderBook', 'orderBookOwners']
  expect(targets(topicOf('book', 'GTCO'), topicOf('book', 'GTCO'))).toEqual(book)
  expect(targets(topicOf('book', 'GTCO'), allOf('book'))).toEqual(book)
  expect(targets(topicOf('statistics', 'GTCO'), allOf('statistics'))).toEqual(['updateMarketStatsSession'])
})

test('a client that fell behind is sent nothing of a book or statistics that it has left', () => {
  const left = [topicOf('book', 'MTNN'), topicOf('statistics', 'MTNN')]
  expect(targets(topicOf('book', 'GTCO'), ...left, allOf('statistics'))).toEqual([])
  expect(targets(topicOf('statistics', 'GTCO'), ...left, allOf('book'))).toEqual([])
})
