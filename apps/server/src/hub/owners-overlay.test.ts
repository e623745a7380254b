import type { OrderBookOwners } from '@tradebook/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '../platform/waits.fixture.ts'
import {
  closeAfterEachTest,
  gtco,
  MERIDIAN,
  market,
  openMarket,
  orderAt,
  Subscriber,
  ZENITH,
} from './subscribers.fixture.ts'

/** Who is sent the users behind the entries of a book, and of which entries. */

closeAfterEachTest()

/** What was received of it since the last call, as `security: entry user, …`. */
const overlay = async (subscriber: Subscriber): Promise<string[]> => {
  const received = await subscriber.since((event) => event)
  return received
    .filter(({ target }) => target === 'orderBookOwners')
    .map(({ argument }) => {
      const { securityID, epoch, items } = argument as OrderBookOwners
      return `${securityID} ${epoch}: ${items.map(({ mdEntryID, userName }) => `${mdEntryID} ${userName}`).join()}`
    })
}

describe('the users behind entries', () => {
  beforeEach(async () => {
    await openMarket()
    market.person('watcher', MERIDIAN, { owners: true })
    market.person('other', ZENITH, { owners: true, all: true })
  })

  test('are sent with the snapshot of a book and with its changes, only to the firm’s holders of the permission', async () => {
    market.publish(
      orderAt(MERIDIAN, 'ada', 'e1'),
      orderAt(MERIDIAN, 'bolaji', 'e2'),
      orderAt(ZENITH, 'zainab', 'e3'),
    )
    const names = ['watcher', 'other', 'broker', 'customer', 'rival'] as const
    const subscribers = await Promise.all(names.map((name) => Subscriber.open(name)))
    const received = async () => {
      const shown = await Promise.all(subscribers.map(overlay))
      return Object.fromEntries(names.map((name, at) => [name, shown[at]]))
    }
    const nobodyElse = { broker: [], customer: [], rival: [] }
    for (const method of ['subscribeOrderBook', 'resync']) {
      for (const { connection } of subscribers) await connection.invoke(method, 'GTCO')
      expect(await received()).toEqual({
        watcher: ['GTCO 0: e1 ada,e2 bolaji'],
        other: ['GTCO 0: e3 zainab'],
        ...nobodyElse,
      })
    }
    market.publish(
      orderAt(MERIDIAN, 'ada', 'e4'),
      orderAt(MERIDIAN, 'bolaji', null),
      orderAt(MERIDIAN, 'chidi', 'e5'),
    )
    expect(await received()).toEqual({ watcher: ['GTCO 0: e4 ada,e5 chidi'], other: [], ...nobodyElse })
    // The entry of an order that was filled in part is the same.
    market.publish(orderAt(MERIDIAN, 'ada', 'e4'))
    expect(await received()).toEqual({ watcher: [], other: [], ...nobodyElse })
  })

  test('are those of the books that are received', async () => {
    const subscriber = await Subscriber.open('watcher')
    market.publish(orderAt(MERIDIAN, 'ada', 'e1'), orderAt(MERIDIAN, 'ada', 'm1', 'MTNN'))
    expect(await overlay(subscriber)).toEqual(['GTCO 0: e1 ada', 'MTNN 0: m1 ada'])
    await subscriber.connection.invoke('subscribeOrderBook', 'MTNN')
    expect(await overlay(subscriber)).toEqual(['MTNN 0: m1 ada'])
    market.publish(orderAt(MERIDIAN, 'ada', 'e2'), orderAt(MERIDIAN, 'ada', 'm2', 'MTNN'))
    expect(await overlay(subscriber)).toEqual(['MTNN 0: m2 ada'])
    await subscriber.connection.invoke('subscribeOrderBook', 'GTCO')
    expect(await overlay(subscriber)).toEqual(['GTCO 0: e2 ada'])
  })

  test('show the final state of an order that appeared, changed or left within one batch', async () => {
    const subscriber = await Subscriber.open('watcher')
    market.publish(
      orderAt(MERIDIAN, 'ada', 'e1'),
      orderAt(MERIDIAN, 'ada', null),
      orderAt(MERIDIAN, 'bolaji', 'e1'),
      orderAt(MERIDIAN, 'bolaji', 'e2'),
    )
    expect(await overlay(subscriber)).toEqual(['GTCO 0: e2 bolaji'])
  })

  test('begin again with the books', async () => {
    market.publish(orderAt(MERIDIAN, 'ada', 'e1'), orderAt(MERIDIAN, 'bolaji', 'e2'))
    const subscriber = await Subscriber.open('watcher')
    market.open(1, ...gtco.opens(), orderAt(MERIDIAN, 'ada', 'f1'))
    expect(await overlay(subscriber)).toEqual(['GTCO 1: f1 ada'])
    await subscriber.connection.invoke('resync', 'GTCO')
    expect(await overlay(subscriber)).toEqual(['GTCO 1: f1 ada'])
  })
})

test('are sent to a person who may see them from now on, and no longer to one who may not', async () => {
  await openMarket({}, 5)
  const watcher = market.person('watcher', MERIDIAN)
  const holder = { ...watcher, permissions: new Set(['VIEW_USERID_MARKET_WATCH' as const]) }
  market.publish(
    orderAt(MERIDIAN, 'ada', 'e1'),
    orderAt(ZENITH, 'zainab', 'e3'),
    orderAt(MERIDIAN, 'ada', 'm1', 'MTNN'),
  )
  const subscriber = await Subscriber.open('watcher')
  await subscriber.connection.invoke('subscribeOrderBook', 'GTCO')
  expect(await overlay(subscriber)).toEqual([])

  market.people.set('watcher', holder)
  await eventually(async () => expect(await overlay(subscriber)).toEqual(['GTCO 0: e1 ada']))
  market.people.set('watcher', watcher)
  let entry = 1
  await eventually(async () => {
    market.publish(orderAt(MERIDIAN, 'ada', `e${++entry}`))
    expect(await overlay(subscriber)).toEqual([])
  })
})
