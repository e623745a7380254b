import { once } from 'node:events'
import type { Statistics } from '@tradebook/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { DeskEvent } from '../desk/publishing/desk-events.ts'
import { eventually } from '../platform/waits.fixture.ts'
import { folded, PracticeBook } from './hub.fixture.ts'
import {
  closeAfterEachTest,
  gtco,
  MERIDIAN,
  market,
  mtnn,
  openMarket,
  Subscriber,
  seq,
  trade,
} from './subscribers.fixture.ts'

/** What a client subscribes to, what it costs, and what it receives then. */

closeAfterEachTest()

test('a kill switch is sent to the people of its firm, the market’s to everyone', async () => {
  await openMarket()
  const [broker, customer, rival] = [
    await Subscriber.open('broker'),
    await Subscriber.open('customer'),
    await Subscriber.open('rival'),
  ]
  const switched = (scope: 'user' | 'market', tenantId: number): DeskEvent => ({
    target: 'killSwitchChanged',
    argument: { scope },
    tenantId,
  })
  market.publish(switched('user', MERIDIAN), switched('market', 0))
  const scopes = (subscriber: Subscriber) =>
    subscriber.since(({ target, argument }) => (target === 'killSwitchChanged' ? argument.scope : target))
  expect(await scopes(broker)).toEqual(['user', 'market'])
  expect(await scopes(customer)).toEqual(['user', 'market'])
  expect(await scopes(rival)).toEqual(['market'])
})

describe('books', () => {
  beforeEach(() => openMarket())

  test('all are received until one is named, then those named, then none', async () => {
    const subscriber = await Subscriber.open('broker')
    market.publish(gtco.changes(), mtnn.changes())
    expect(await subscriber.since(seq)).toEqual(['GTCO 1', 'MTNN 1'])

    await subscriber.connection.invoke('subscribeOrderBook', 'GTCO')
    market.publish(gtco.changes(), mtnn.changes())
    expect(await subscriber.since(seq)).toEqual(['GTCO 2'])

    await subscriber.connection.invoke('subscribeOrderBook', 'MTNN')
    await subscriber.connection.invoke('unsubscribeOrderBook', 'GTCO')
    market.publish(gtco.changes(), mtnn.changes())
    expect(await subscriber.since(seq)).toEqual(['MTNN 3'])

    await subscriber.connection.invoke('unsubscribeOrderBook', 'MTNN')
    market.publish(gtco.changes(), mtnn.changes(), trade('still public'))
    expect(await subscriber.since(seq)).toEqual(['onMarketTrade'])
  })

  test('a client that wants no book unsubscribes from all before naming any', async () => {
    const subscriber = await Subscriber.open('broker')
    await subscriber.connection.invoke('unsubscribeOrderBook', null)
    market.publish(gtco.changes(), mtnn.changes(), trade('still public'))
    expect(await subscriber.since(seq)).toEqual(['onMarketTrade'])
  })

  test('a snapshot and the events after it are the book, however they fall', async () => {
    const subscriber = await Subscriber.open('broker')
    for (let round = 0; round < 20; round++) {
      subscriber.received.length = 0
      market.publish(...gtco.changesTimes(30))
      const answer = subscriber.connection.invoke(round % 2 ? 'resync' : 'subscribeOrderBook', 'GTCO')
      for (let turn = 0; turn < round; turn++) {
        market.publish(...gtco.changesTimes(3))
        await new Promise(setImmediate)
      }
      const snapshot = await answer
      await subscriber.caughtUp()
      expect(folded('GTCO', snapshot, subscriber.bookEvents('GTCO'))).toEqual(market.picture.book('GTCO'))
    }
  })

  test('a new epoch starts over', async () => {
    const subscriber = await Subscriber.open('broker')
    market.publish(...gtco.changesTimes(10))
    const rebuilt = new PracticeBook('GTCO', 2)
    market.publish(...rebuilt.opens(), ...rebuilt.changesTimes(3))
    await subscriber.caughtUp()
    expect(folded('GTCO', undefined, subscriber.bookEvents('GTCO').slice(10))).toEqual(
      market.picture.book('GTCO'),
    )
  })

  test('one that is not listed, or not named at all, is refused', async () => {
    const { connection } = await Subscriber.open('broker')
    await expect(connection.invoke('subscribeOrderBook', 'GHOST')).rejects.toThrow(
      "HubException: The security 'GHOST' is not listed",
    )
    await expect(connection.invoke('resync', { $ne: null })).rejects.toThrow("Failed to invoke 'resync'")
    await expect(connection.invoke('resync')).rejects.toThrow("Failed to invoke 'resync'")
    expect(market.failures).toEqual([])
  })
})

describe('statistics', () => {
  beforeEach(() => openMarket())
  const changed = (securityID: string, tradeVolume: number): DeskEvent => ({
    target: 'updateMarketStatsSession',
    argument: { securityID, tradeVolume },
  })

  test('are received for all securities, or for those named', async () => {
    const [all, one] = [await Subscriber.open('broker'), await Subscriber.open('customer')]
    const answer = await one.connection.invoke('subscribeStatistics', ['MTNN'])
    expect(answer).toEqual({ items: [market.picture.statisticsOf('MTNN')] })
    market.publish(changed('GTCO', 1), changed('MTNN', 2))
    expect(await all.since(({ argument }) => argument)).toEqual([
      { securityID: 'GTCO', tradeVolume: 1 },
      { securityID: 'MTNN', tradeVolume: 2 },
    ])
    expect(await one.since(({ argument }) => argument)).toEqual([{ securityID: 'MTNN', tradeVolume: 2 }])

    const everything = await one.connection.invoke('subscribeStatistics', null)
    expect(everything.items).toEqual(market.picture.statistics())
    await one.connection.invoke('subscribeStatistics', [])
    market.publish({ target: 'addMarketStatistics', argument: market.picture.statistics()[0]! })
    expect(await one.since(seq)).toEqual([])
    expect(await all.since(({ target }) => target)).toEqual(['addMarketStatistics'])
  })

  test('each name counts once, and no more can be named than are listed', async () => {
    const { connection } = await Subscriber.open('broker')
    const answer = await connection.invoke('subscribeStatistics', ['MTNN', 'MTNN'])
    expect(answer).toEqual({ items: [market.picture.statisticsOf('MTNN')] })
    await expect(connection.invoke('subscribeStatistics', ['MTNN', 'MTNN', 'GTCO'])).rejects.toThrow(
      'HubException: Name at most 2 securities, each once',
    )
    // Counted before each is looked at: thousands that are not names would take long.
    await expect(connection.invoke('subscribeStatistics', [{}, {}, {}])).rejects.toThrow(
      'HubException: Name at most 2 securities, each once',
    )
    await expect(connection.invoke('subscribeStatistics', [{}, {}])).rejects.toThrow('Failed to invoke')
  })

  test('subscribing again is answered with the current state, and changes nothing', async () => {
    const subscriber = await Subscriber.open('broker')
    await subscriber.connection.invoke('subscribeStatistics', ['MTNN'])
    market.publish(changed('MTNN', 2))
    const again = subscriber.connection.invoke('subscribeStatistics', ['MTNN'])
    expect(await again).toEqual({ items: [{ ...market.picture.statisticsOf('MTNN'), tradeVolume: 2 }] })
    market.publish(changed('MTNN', 3), changed('GTCO', 3))
    await eventually(() =>
      expect(subscriber.received.map(({ argument }) => argument)).toEqual([
        { securityID: 'MTNN', tradeVolume: 2 },
        { securityID: 'MTNN', tradeVolume: 3 },
      ]),
    )
  })

  test('complete statistics replace a waiting change, which would overwrite them with an old value', async () => {
    const subscriber = await Subscriber.open('broker')
    const whole = { ...market.picture.statisticsOf('GTCO')!, tradeVolume: 0 }
    // The first change is sent at once, and those after it wait.
    market.publish(changed('GTCO', 1))
    market.publish(changed('GTCO', 2))
    market.publish({ target: 'addMarketStatistics', argument: whole })
    market.publish(changed('MTNN', 3))
    await eventually(() => expect(subscriber.received.at(-1)?.argument).toMatchObject({ securityID: 'MTNN' }))
    const volumes = subscriber.received.map(({ argument }) => (argument as Statistics).tradeVolume)
    expect(volumes).toEqual([1, 0, 3])
  })

  test('a burst is sent as few events that end at the picture', async () => {
    const subscriber = await Subscriber.open('broker')
    for (let volume = 1; volume <= 1000; volume++) market.publish(changed('GTCO', volume))
    await eventually(() => expect(subscriber.received.at(-1)?.argument).toMatchObject({ tradeVolume: 1000 }))
    expect(subscriber.received.length).toBeLessThan(10)
  })
})

describe('the cost of a subscription', () => {
  const TOKENS = 200
  /** All calls are as long, that they differ in their own cost alone. */
  const LENGTH = 128
  // Long enough that all answers which the budget allows are sent before the end, on a machine that is busy, too.
  beforeEach(() => openMarket({ budget: { burst: TOKENS, perSecond: 0 }, overBudgetMs: 500, checkMs: 5 }))

  /** What each call costs of a client that sends all in one frame and is closed when it has spent everything. */
  async function costOf(userName: string, method: string, names: readonly unknown[]): Promise<number> {
    const socket = new WebSocket(`${market.url('ws')}?access_token=${userName}`)
    await once(socket, 'open')
    let answers = 0
    socket.on('message', (data) => {
      answers += String(data).split('"type":3').length - 1
    })
    const call = (name: unknown) =>
      `{"type":1,"invocationId":"1","target":"${method}","arguments":[${JSON.stringify(name)}]}`.padEnd(
        LENGTH,
      )
    socket.send(['{"protocol":"json","version":1}', ...names.map(call), ''].join('\x1e'))
    await once(socket, 'close')
    return TOKENS / answers
  }

  test('a book costs the tenth of a token to subscribe to, and nothing when it is subscribed to', async () => {
    const names = Array.from({ length: TOKENS }, (_, n) => `S${n + 100}`)
    market.publish(...names.flatMap((name) => new PracticeBook(name).opens()))
    const reading = await costOf('broker', 'resync', names)
    const subscribing = await costOf('customer', 'subscribeOrderBook', names)
    const again = await costOf('rival', 'subscribeOrderBook', names.fill('GTCO'))
    expect(subscribing - reading).toBeGreaterThan(0.08)
    expect(subscribing - reading).toBeLessThan(0.15)
    expect(again - reading).toBeLessThan(0.02)
  })

  test('statistics cost the tenth of a token for each security that they begin or cease with', async () => {
    const pairs = Array.from({ length: TOKENS }, (_, n) => [n % 2 === 0 ? 'GTCO' : 'MTNN'])
    const reading = await costOf(
      'broker',
      'resync',
      pairs.map(([name]) => name),
    )
    const changing = await costOf('customer', 'subscribeStatistics', pairs)
    const again = await costOf('rival', 'subscribeStatistics', pairs.fill(['GTCO']))
    expect(changing - reading).toBeGreaterThan(0.15)
    expect(changing - reading).toBeLessThan(0.3)
    expect(again - reading).toBeLessThan(0.05)
  })
})

describe('a call with text that is none', () => {
  beforeEach(() => openMarket())

  /** What is answered to calls that are sent as they are. */
  async function answersTo(...calls: string[]): Promise<unknown[]> {
    const socket = new WebSocket(`${market.url('ws')}?access_token=broker`)
    await new Promise((resolve) => socket.once('open', resolve))
    const answers: unknown[] = []
    const all = new Promise<void>((resolve) =>
      socket.on('message', (data) => {
        for (const record of String(data).split('\x1e').slice(0, -1)) {
          const message = JSON.parse(record)
          if (message.type === 3 && answers.push(message) === calls.length) resolve()
        }
      }),
    )
    socket.send(['{"protocol":"json","version":1}', ...calls, ''].join('\x1e'))
    await all
    socket.terminate()
    return answers
  }

  test.each([
    ['"target":"resync","arguments":["a\\ud800b"]', 'arguments[0]'],
    ['"target":"resync","arguments":["a\\u0000"]', 'arguments[0]'],
    ['"target":"subscribeStatistics","arguments":[["GTCO","\\udc00"]]', 'arguments[0][1]'],
    ['"target":"ping","arguments":[{"\\ud800":1}]', 'arguments[0].\ufffd'],
    ['"target":"pi\\ud800ng","arguments":[]', 'target'],
    ['"target":"ping","arguments":[],"streamIds":["\\ud800"]', 'streamIds[0]'],
  ])('is refused, and the next is answered: %s', async (call, member) => {
    const [refused, next] = await answersTo(
      `{"type":1,"invocationId":"1",${call}}`,
      '{"type":1,"invocationId":"2","target":"ping","arguments":[]}',
    )
    expect(refused).toMatchObject({
      invocationId: '1',
      error: expect.stringContaining(`HubException: Not well-formed text: ${member}`),
    })
    expect(next).toMatchObject({ invocationId: '2', result: '2026-03-02T09:30:00.000Z' })
    expect(market.failures).toEqual([])
  })

  test('is refused when it is its own id', async () => {
    const [refused] = await answersTo('{"type":1,"invocationId":"\\ud800","target":"ping","arguments":[]}')
    expect(refused).toMatchObject({ invocationId: '\ud800', error: expect.stringContaining('invocationId') })
  })
})
