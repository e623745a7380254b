import { once } from 'node:events'
import { HttpTransportType, type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr'
import {
  type BookEvent,
  type Execution,
  type HubEvent,
  hubEvents,
  type MarketTrade,
  type StockOrder,
} from '@tradebook/contract'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { OrderAudience, Published } from '../desk/published.ts'
import { folded, HubOnAPracticeMarket, PracticeBook } from './hub.fixture.ts'

const MERIDIAN = 1
const ZENITH = 2

let market: HubOnAPracticeMarket
let gtco: PracticeBook
let mtnn: PracticeBook
const subscribers: Subscriber[] = []

async function open(limits = {}, recheckMs?: number): Promise<void> {
  market = new HubOnAPracticeMarket(limits, recheckMs)
  await market.start()
  gtco = new PracticeBook('GTCO')
  mtnn = new PracticeBook('MTNN')
  market.publish(...gtco.opens(), ...mtnn.opens())
  market.person('broker', MERIDIAN, { all: true })
  market.person('customer', MERIDIAN, { accounts: ['M001'] })
  market.person('stranger', MERIDIAN, { accounts: ['M002'] })
  market.person('rival', ZENITH, { all: true, accounts: ['M001'] })
}

afterEach(async () => {
  await Promise.all(subscribers.splice(0).map(({ connection }) => connection.stop()))
  await market.stop()
})

/** An official client that keeps what it receives, in order. */
class Subscriber {
  readonly connection: HubConnection
  readonly received: HubEvent[] = []

  static async open(userName: string): Promise<Subscriber> {
    const connection = new HubConnectionBuilder()
      .withUrl(market.url(), { transport: HttpTransportType.WebSockets, accessTokenFactory: () => userName })
      .configureLogging(LogLevel.None)
      .build()
    const subscriber = new Subscriber(connection)
    subscribers.push(subscriber)
    await connection.start()
    return subscriber.caughtUp()
  }

  constructor(connection: HubConnection) {
    this.connection = connection
    for (const target of Object.keys(hubEvents)) {
      connection.on(target, (argument) => this.received.push({ target, argument } as HubEvent))
    }
  }

  /** Resolves when everything published before has been received: answers are in order with events. */
  async caughtUp(): Promise<this> {
    await this.connection.invoke('ping')
    return this
  }

  /** What was received since the last call, as the test shows it. */
  async since<Shown>(show: (event: HubEvent) => Shown): Promise<Shown[]> {
    await this.caughtUp()
    return this.received.splice(0).map(show)
  }

  bookEvents(securityID: string): BookEvent[] {
    return this.received.filter(
      (event): event is BookEvent =>
        hubEvents[event.target] === 'book' && (event as BookEvent).argument.securityID === securityID,
    )
  }
}

const seq = (event: HubEvent) =>
  'rptSeq' in event.argument && 'securityID' in event.argument
    ? `${event.argument.securityID} ${event.argument.rptSeq}`
    : event.target
const execution = (execID: string, order: OrderAudience): Published => ({
  target: 'onExecutionReport',
  argument: { execID } as Execution,
  order,
})
const orderEvent = (
  target: 'addStockOrder' | 'updateStockOrder' | 'replaceStockOrder',
  order: OrderAudience,
) => ({ target, argument: { id: '1' } as StockOrder, order }) satisfies Published
const trade = (mdEntryID: string): Published => ({
  target: 'onMarketTrade',
  argument: { mdEntryID, securityID: 'GTCO' } as MarketTrade,
})

describe('who receives what', () => {
  beforeEach(() => open())

  test('orders are sent to those of the firm who may see them, and to nobody else', async () => {
    const names = ['broker', 'customer', 'stranger', 'rival'] as const
    const subscribers = await Promise.all(names.map((name) => Subscriber.open(name)))
    const customer = market.people.get('customer')!
    const broker = market.people.get('broker')!
    market.publish(
      execution('owned', { tenantId: MERIDIAN, userId: broker.userId, account: 'M001' }),
      execution('entered', { tenantId: MERIDIAN, userId: customer.userId, account: 'M999' }),
      execution('other', { tenantId: MERIDIAN, userId: broker.userId, account: 'M999' }),
      execution('foreign', { tenantId: ZENITH, userId: broker.userId, account: 'M001' }),
      trade('public'),
    )
    const shown = (event: HubEvent) =>
      event.target === 'onExecutionReport' ? event.argument.execID : event.target
    const received = await Promise.all(subscribers.map((subscriber) => subscriber.since(shown)))
    expect(Object.fromEntries(names.map((name, n) => [name, received[n]]))).toEqual({
      broker: ['owned', 'entered', 'other', 'onMarketTrade'],
      customer: ['owned', 'entered', 'onMarketTrade'],
      stranger: ['onMarketTrade'],
      rival: ['foreign', 'onMarketTrade'],
    })
  })

  test('each event of the table goes to its audience', async () => {
    const [subscribed, unsubscribed] = [await Subscriber.open('rival'), await Subscriber.open('stranger')]
    await unsubscribed.connection.invoke('unsubscribeOrderBook', null)
    await unsubscribed.connection.invoke('subscribeStatistics', [])
    market.publish(
      ...gtco.opens(),
      gtco.changes(),
      gtco.changes(),
      gtco.changes(),
      gtco.changes(),
      trade('1'),
    )
    const audience = ({ target }: HubEvent) => hubEvents[target]
    expect(new Set(await subscribed.since(audience))).toEqual(new Set(['statistics', 'book', 'all']))
    expect(await unsubscribed.since(audience)).toEqual(['all'])
  })

  test('every event of an order has the same audience', async () => {
    const [broker, rival] = [await Subscriber.open('broker'), await Subscriber.open('rival')]
    const order = { tenantId: MERIDIAN, userId: 1, account: 'M001' }
    const names = ['addStockOrder', 'updateStockOrder', 'replaceStockOrder'] as const
    market.publish(...names.map((name) => orderEvent(name, order)))
    expect(await broker.since(({ target }) => target)).toEqual(names)
    expect(await rival.since(({ target }) => target)).toEqual([])
  })

  test('an order event without the order it is about is a defect', () => {
    const event = { target: 'onExecutionReport', argument: {} as Execution } as const
    market.publish(event)
    expect(market.defects).toEqual([new Error('onExecutionReport was published without its audience')])
  })

  test('the state of the venue is sent at connect and when it changes', async () => {
    const open = {
      connected: true,
      venue: 'embedded',
      phase: 'continuous' as const,
      opensAt: null,
      tradingSessionSubID: '3',
      marketDate: '2026-11-20',
      text: '',
      time: '',
    }
    market.publish({ target: 'onNseConnection', argument: open })
    const subscriber = await Subscriber.open('broker')
    expect(await subscriber.since(({ argument }) => argument)).toEqual([open])
    market.publish({ target: 'onNseConnection', argument: { ...open, connected: false } })
    expect(await subscriber.since(({ argument }) => argument)).toEqual([{ ...open, connected: false }])
  })
})

describe('books', () => {
  beforeEach(() => open())

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

  test('whoever wants no book says so before naming any', async () => {
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
  beforeEach(() => open())
  const changed = (securityID: string, tradeVolume: number): Published => ({
    target: 'updateMarketStatsSession',
    argument: { securityID, tradeVolume },
  })

  test('those of all are received, or of those that are named', async () => {
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
    // Counted before each is looked at: thousands that are no names would take long.
    await expect(connection.invoke('subscribeStatistics', [{}, {}, {}])).rejects.toThrow(
      'HubException: Name at most 2 securities, each once',
    )
    await expect(connection.invoke('subscribeStatistics', [{}, {}])).rejects.toThrow('Failed to invoke')
  })

  test('naming again what is subscribed already is answered as it is now, and changes nothing', async () => {
    const subscriber = await Subscriber.open('broker')
    await subscriber.connection.invoke('subscribeStatistics', ['MTNN'])
    market.publish(changed('MTNN', 2))
    const again = subscriber.connection.invoke('subscribeStatistics', ['MTNN'])
    expect(await again).toEqual({ items: [{ ...market.picture.statisticsOf('MTNN'), tradeVolume: 2 }] })
    market.publish(changed('MTNN', 3), changed('GTCO', 3))
    await vi.waitFor(() =>
      expect(subscriber.received.map(({ argument }) => argument)).toEqual([
        { securityID: 'MTNN', tradeVolume: 2 },
        { securityID: 'MTNN', tradeVolume: 3 },
      ]),
    )
  })

  test('a burst is sent as few events that end at the picture', async () => {
    const subscriber = await Subscriber.open('broker')
    for (let volume = 1; volume <= 1000; volume++) market.publish(changed('GTCO', volume))
    await vi.waitFor(() => expect(subscriber.received.at(-1)?.argument).toMatchObject({ tradeVolume: 1000 }))
    expect(subscriber.received.length).toBeLessThan(10)
  })
})

describe('what a subscription costs', () => {
  const TOKENS = 200
  /** All calls are as long, that they differ in their own cost alone. */
  const LENGTH = 128
  beforeEach(() => open({ budget: { burst: TOKENS, perSecond: 0 }, overBudgetMs: 20, checkMs: 5 }))

  /** What each call costs of a client that sends all in one frame and is closed when it has spent everything. */
  async function costOf(userName: string, method: string, names: readonly string[]): Promise<number> {
    const socket = new WebSocket(`${market.url('ws')}?access_token=${userName}`)
    await once(socket, 'open')
    let answers = 0
    socket.on('message', (data) => {
      answers += String(data).split('"type":3').length - 1
    })
    const call = (name: string) =>
      `{"type":1,"invocationId":"1","target":"${method}","arguments":["${name}"]}`.padEnd(LENGTH)
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
})

describe('a call with text that is none', () => {
  beforeEach(() => open())

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

describe('connections', () => {
  beforeEach(() => open())

  test('answer the time', async () => {
    const { connection } = await Subscriber.open('broker')
    expect(await connection.invoke('ping')).toBe('2026-03-02T09:30:00.000Z')
  })

  test.each([
    ['the query, encrypted', '?enc_auth_token=sealed%3Abroker', {}, 200],
    ['the query', '?access_token=broker', {}, 200],
    ['the header', '', { authorization: 'Bearer broker' }, 200],
    ['the cookie, encrypted', '', { cookie: 'a=b; enc_auth_token=sealed%3Abroker' }, 200],
    ['the cookie, not encrypted', '', { cookie: 'enc_auth_token=broker' }, 401],
    ['a broken cookie', '', { cookie: 'enc_auth_token=%' }, 401],
    ['a token nobody has', '?access_token=nobody', {}, 401],
    ['nothing', '', {}, 401],
  ])('by %s', async (_case, query, headers, status) => {
    const answer = await fetch(`${market.url()}/negotiate${query}`, { method: 'POST', headers })
    expect(answer.status).toBe(status)
  })

  test('that can not be checked, the database being away, are refused with the time to try again', async () => {
    market.isDatabaseAway = true
    const answer = await fetch(`${market.url()}/negotiate?access_token=broker`, { method: 'POST' })
    expect(answer.status).toBe(503)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    const [error] = await once(new WebSocket(`${market.url('ws')}?access_token=broker`), 'error')
    expect(error.message).toContain('503')
    expect(market.failures).toEqual([])
    market.isDatabaseAway = false
    expect(await (await Subscriber.open('broker')).connection.invoke('ping')).toBeTruthy()
  })

  test('end with their session, and do not come back', async () => {
    const [broker, rival] = [await Subscriber.open('broker'), await Subscriber.open('rival')]
    const closed = new Promise<Error | undefined>((resolve) => broker.connection.onclose(resolve))
    market.endSession('broker')
    expect(await closed).toBeUndefined()
    expect(await rival.connection.invoke('ping')).toBeTruthy()
    await expect(Subscriber.open('broker')).rejects.toThrow('401')
  })

  test('of a session that ended between the upgrade and the handshake receive nothing', async () => {
    const socket = new WebSocket(`${market.url('ws')}?access_token=broker`)
    await new Promise((resolve) => socket.once('open', resolve))
    market.endSession('broker')
    const received: string[] = []
    socket.on('message', (data) => received.push(String(data)))
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.send('{"protocol":"json","version":1}\x1e')
    expect(await closed).toBe(1000)
    expect(received.join('')).toBe('{}\x1e{"type":7}\x1e')
  })
})

describe('a connection that stays', () => {
  beforeEach(() => open({}, 5))

  test('ends when its token is over', async () => {
    const { connection } = await Subscriber.open('broker')
    const closed = new Promise<Error | undefined>((resolve) => connection.onclose(resolve))
    market.people.delete('broker')
    expect(await closed).toBeUndefined()
  })

  test('gains and loses rights as its user does', async () => {
    const subscriber = await Subscriber.open('stranger')
    const order = { tenantId: MERIDIAN, userId: 0, account: 'M001' }
    const receives = async () => {
      market.publish(execution('1', order))
      return (await subscriber.since(({ target }) => target)).length > 0
    }
    expect(await receives()).toBe(false)
    const stranger = market.people.get('stranger')!
    market.people.set('stranger', { ...stranger, permissions: new Set(['VIEW_ALL_ORDERS']) })
    await vi.waitFor(async () => expect(await receives()).toBe(true))
    market.people.set('stranger', stranger)
    await vi.waitFor(async () => expect(await receives()).toBe(false))
    market.people.set('stranger', { ...stranger, accounts: ['M001'] })
    await vi.waitFor(async () => expect(await receives()).toBe(true))
  })
})

describe('a slow reader', () => {
  const limits = { behindBytes: 64 * 1024, mostBytes: 512 * 1024, closeMs: 50 }
  beforeEach(() => open(limits))

  /** A client that reads its socket itself, so that it can stop reading. */
  async function paused(userName: string) {
    const socket = new WebSocket(`${market.url('ws')}?access_token=${userName}`)
    await new Promise((resolve) => socket.once('open', resolve))
    const received: (HubEvent & { type: number; allowReconnect?: boolean })[] = []
    const ready = new Promise((resolve) => socket.once('message', resolve))
    socket.on('message', (data) => {
      for (const record of String(data).split('\x1e').slice(0, -1)) {
        const { type, target, arguments: args, allowReconnect } = JSON.parse(record)
        received.push({ type, target, argument: args?.[0], allowReconnect })
      }
    })
    socket.send('{"protocol":"json","version":1}\x1e')
    await ready
    await vi.waitFor(() => expect(market.hub.connections).toBeGreaterThan(0))
    socket.pause()
    return { socket, received }
  }

  const waitingBytes = () => Math.max(...[...market.sockets].map((socket) => socket.writableLength))
  const turn = () => new Promise((resolve) => setImmediate(resolve))

  /** Publish until the paused reader's pipe is full, and then a lot more. The most that ever waited. */
  async function flood(publish: () => void): Promise<number> {
    let most = 0
    for (let more = 100; more > 0; ) {
      publish()
      await turn()
      most = Math.max(most, waitingBytes())
      if (waitingBytes() > limits.behindBytes) more--
    }
    return most
  }

  test('costs no more than the limit, and its books are right when it has caught up', async () => {
    const { socket, received } = await paused('rival')
    const quick = await Subscriber.open('broker')
    const most = await flood(() =>
      market.publish(...gtco.changesTimes(50), ...mtnn.changesTimes(50), trade('t')),
    )
    expect(most).toBeLessThan(limits.mostBytes)
    expect(market.hub.connections).toBe(2)

    socket.resume()
    const last = trade('last')
    market.publish(last)
    const bookOf = (events: HubEvent[], book: PracticeBook) =>
      folded(
        book.securityID,
        { items: [], rptSeq: 0, epoch: 1 },
        events.filter((event) => 'securityID' in (event.argument ?? {})) as never[],
      )
    await vi.waitFor(() => {
      for (const book of [gtco, mtnn]) {
        const { items, ...at } = market.picture.book(book.securityID)!
        const mine = bookOf(
          received.filter(({ target }) => target?.endsWith('OrderBook')),
          book,
        )
        expect({ rptSeq: mine.rptSeq, epoch: mine.epoch }).toEqual(at)
        const shown = (entry: object) => ({ ...entry, rptSeq: undefined })
        expect(mine.items.map(shown)).toEqual(items.map(shown))
      }
    })
    const trades = received.filter(({ target }) => target === 'onMarketTrade').length
    await quick.caughtUp()
    expect(trades).toBe(quick.received.filter(({ target }) => target === 'onMarketTrade').length)
    socket.terminate()
  })

  test('that can not be sent its orders is closed, to come back', async () => {
    const { socket, received } = await paused('rival')
    const order = { tenantId: ZENITH, userId: 0, account: 'Z1' }
    const report = execution('x'.repeat(1000), order)
    for (let n = 0; n < 20_000 && market.hub.connections > 0; n++) {
      market.publish(...Array.from({ length: 20 }, () => report))
      await turn()
    }
    expect(market.hub.connections).toBe(0)
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.resume()
    await closed
    const ends = received.findIndex(({ type }) => type === 7)
    if (ends !== -1) expect(received[ends]).toMatchObject({ allowReconnect: true })
    expect(received.slice(0, ends === -1 ? undefined : ends).length).toBeGreaterThan(0)
  })
})
