import { once } from 'node:events'
import { type HubEvent, hubEvents, type MarketSummary } from '@tradebook/contract'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { DeskEvent } from '../desk/publishing/desk-events.ts'
import { eventually } from '../platform/waits.fixture.ts'
import {
  closeAfterEachTest,
  execution,
  gtco,
  MERIDIAN,
  market,
  openMarket,
  orderEvent,
  Subscriber,
  trade,
  ZENITH,
} from './subscribers.fixture.ts'

closeAfterEachTest()

describe('audiences of events', () => {
  beforeEach(() => openMarket())

  test('orders are sent only to users of the firm who may see them', async () => {
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

  test('the summary of the market is sent at connect, and then at most once a second', async () => {
    const summary = (advancers: number): DeskEvent => ({
      target: 'marketSummary',
      argument: { advancers } as MarketSummary,
    })
    market.publish(summary(1))
    const subscriber = await Subscriber.open('broker')
    market.publish(summary(2), summary(3), summary(4))
    const counted = () => subscriber.received.map(({ argument }) => (argument as MarketSummary).advancers)
    await expect.poll(counted, { timeout: 5_000 }).toEqual([1, 4])
  })
})

describe('connections', () => {
  beforeEach(() => openMarket())

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

  test('that cannot be checked because the database is unavailable are refused with a time to try again', async () => {
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

test('a change of rights reaches an open connection within 5 s', async () => {
  const every = vi.spyOn(globalThis, 'setInterval')
  await openMarket()
  const timers = every.mock.calls.filter(([, ms]) => Number(ms) <= 4_000)
  every.mockRestore()
  const { connection } = await Subscriber.open('broker')
  const closed = new Promise<Error | undefined>((resolve) => connection.onclose(resolve))
  market.people.delete('broker')
  for (const [task] of timers) task()
  expect(await closed).toBeUndefined()
})

describe('a connection that stays', () => {
  beforeEach(() => openMarket({}, 5))

  test('ends when its token has expired', async () => {
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
    await eventually(async () => expect(await receives()).toBe(true))
    market.people.set('stranger', stranger)
    await eventually(async () => expect(await receives()).toBe(false))
    market.people.set('stranger', { ...stranger, accounts: ['M001'] })
    await eventually(async () => expect(await receives()).toBe(true))
  })
})
