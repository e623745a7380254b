import { type Call, type CallName, calls, pathOf, refuse } from '@tradebook/contract'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testStore } from '../../testing/test-database.ts'
import { watchlistFeature } from '../features/watchlist/watchlist.ts'
import { openAuditedWrite } from '../platform/audited-write.ts'
import { openIdempotencyKeys } from '../platform/idempotency-keys.ts'
import { type Keys, openKeys } from '../platform/keys.ts'
import { createTenant, createUser } from '../store/people.ts'
import { app, edgeForEachTest, handlers, heldHandler, order, rebuild } from './edge.fixture.ts'
import { callerWith, handlersBy, identityWith, keysInMemory, partsWith } from './edge-parts.fixture.ts'
import { buildHttp } from './server.ts'

const sendTo = async (
  edge: FastifyInstance,
  name: CallName,
  payload: object,
  key?: string,
  token = 'trader',
) => {
  const answer = await edge.inject({
    method: 'POST',
    url: pathOf(name),
    headers: { authorization: `Bearer ${token}`, ...(key === undefined ? {} : { 'idempotency-key': key }) },
    payload,
  })
  const { result, error } = answer.json()
  const replayed = answer.headers['idempotent-replayed'] === 'true'
  return { status: answer.statusCode, result, code: error?.code, body: answer.body, replayed }
}

describe('a key', () => {
  edgeForEachTest()
  const send = (payload: object, key?: string, token?: string) =>
    sendTo(app, 'Order/SendNewOrder', payload, key, token)

  /** Counts how often orders were sent. */
  function counted(): { times: number } {
    const sent = { times: 0 }
    handlers['Order/SendNewOrder'] = async () => ({ orderID: String(++sent.times) })
    return sent
  }

  test('answers the same request as it was answered first, to the byte', async () => {
    const sent = counted()
    const first = await send(order, 'k1')
    expect(first).toMatchObject({ status: 200, result: { orderID: '1' }, replayed: false })
    // The defaults of the call are part of it, however it is written.
    const again = await send({ timeInForce: '0', ...order }, 'k1')
    expect(again).toEqual({ ...first, replayed: true })
    expect(sent.times).toBe(1)
  })

  test('of another request is refused with 6003, and nothing is done', async () => {
    await rebuild({ identity: identityWith({ authenticate: () => callerWith({ permissions: allowed }) }) })
    const sent = counted()
    await send(order, 'k1')
    expect(await send({ ...order, orderQty: 200 }, 'k1')).toMatchObject({ status: 422, code: 6003 })
    const news = { headline: 'a', body: 'b', securityIDs: [], urgency: '0' }
    expect(await sendTo(app, 'MarketData/PostNews', news, 'k1')).toMatchObject({ status: 422, code: 6003 })
    expect(sent.times).toBe(1)
  })
  const allowed = new Set(['MARKET_CONTROL', 'BUY', 'SELL'] as const)

  test('belongs to its user: another one’s is another key', async () => {
    const sent = counted()
    await send(order, 'k1')
    expect(await send(order, 'k1', 'other')).toMatchObject({ result: { orderID: '2' }, replayed: false })
    expect(sent.times).toBe(2)
  })

  test('lets one of two simultaneous requests act; the other waits and gets the same answer', async () => {
    const { begun, handler } = heldHandler({ orderID: '1' })
    handlers['Order/SendNewOrder'] = handler
    const both = [send(order, 'k1'), send(order, 'k1')]
    await expect.poll(() => begun.length).toBe(1)
    begun[0]?.()
    const answers = await Promise.all(both)
    expect(answers.map(({ result }) => result)).toEqual([{ orderID: '1' }, { orderID: '1' }])
    expect(answers.filter(({ replayed }) => replayed)).toHaveLength(1)
    expect(begun).toHaveLength(1)
  })

  test('keeps a refusal, but not one that may pass', async () => {
    let refusal = refuse('unavailable')
    let times = 0
    handlers['Order/SendNewOrder'] = async () => {
      times += 1
      return refusal
    }
    expect(await send(order, 'k1')).toMatchObject({ status: 503, replayed: false })
    refusal = refuse('quantityInvalid')
    expect(await send(order, 'k1')).toMatchObject({ code: 2006, replayed: false })
    refusal = refuse('unavailable')
    expect(await send(order, 'k1')).toMatchObject({ code: 2006, replayed: true })
    expect(times).toBe(2)
  })

  test('may be sent again after a failure', async () => {
    handlers['Order/SendNewOrder'] = async () => {
      throw new Error('a defect')
    }
    expect(await send(order, 'k1')).toMatchObject({ status: 500 })
    counted()
    expect(await send(order, 'k1')).toMatchObject({ result: { orderID: '1' } })
  })

  test('is invalid if it cannot be a header, and is ignored by calls that create nothing', async () => {
    counted()
    expect(await send(order, 'x'.repeat(256))).toMatchObject({ status: 400 })
    handlers['Order/sendCancelOrderRequest'] = async () => ({ times: ++cancels })
    let cancels = 0
    const cancel = { clOrdID: 'c', orderID: '1' }
    for (const times of [1, 2])
      expect(await sendTo(app, 'Order/sendCancelOrderRequest', cancel, 'k1')).toMatchObject({
        result: { times },
        replayed: false,
      })
  })

  test('is accepted by every call that creates something', () => {
    const making = (Object.keys(calls) as CallName[]).filter((name) =>
      /[/](?:Create|Post\w+|Save|SendNewOrder|sendCrossDealOrder)$/.test(name),
    )
    expect(making).toContain('Tenant/Create')
    expect(making.filter((name) => (calls[name] as Call).once === undefined)).toEqual([])
  })

  test('reports an unknown outcome if the server that began the request ended and may have completed it', async () => {
    const keys = keysInMemory()
    const news = { headline: 'a', body: 'b', securityIDs: [], urgency: '0' }
    await rebuild({
      idempotencyKeys: { ...keys, keep: async () => undefined },
      identity: identityWith({ authenticate: () => callerWith({ permissions: allowed }) }),
    })
    let posted = 0
    handlers['MarketData/PostNews'] = async () => ({ id: String(++posted) })
    expect(await sendTo(app, 'MarketData/PostNews', news, 'k1')).toMatchObject({ status: 200 })
    expect(await sendTo(app, 'MarketData/PostNews', news, 'k1')).toMatchObject({ status: 409, code: 6006 })
    expect(posted).toBe(1)
    // Nobody knows what a failure or an unknown outcome has done.
    handlers['MarketData/PostNews'] = async () => {
      throw new Error('a defect')
    }
    expect(await sendTo(app, 'MarketData/PostNews', news, 'k3')).toMatchObject({ status: 500 })
    handlers['MarketData/PostNews'] = async () => refuse('outcomeUnknown')
    expect(await sendTo(app, 'MarketData/PostNews', news, 'k4')).toMatchObject({ code: 2011 })
    handlers['MarketData/PostNews'] = async () => ({ id: String(++posted) })
    for (const key of ['k3', 'k4'])
      expect(await sendTo(app, 'MarketData/PostNews', news, key)).toMatchObject({ status: 409, code: 6006 })
    expect(posted).toBe(1)
    // What the desk did not take was not done.
    handlers['MarketData/PostNews'] = async () => refuse('unavailable')
    expect(await sendTo(app, 'MarketData/PostNews', news, 'k2')).toMatchObject({ status: 503 })
    handlers['MarketData/PostNews'] = async () => ({ id: String(++posted) })
    expect(await sendTo(app, 'MarketData/PostNews', news, 'k2')).toMatchObject({ status: 200 })
  })
})

describe('answers in the database', () => {
  let database: TestDatabase
  let edge: FastifyInstance
  let keyFor: Keys
  let now = Date.parse('2026-11-23T10:00:00Z')
  let users: { tenantId: number; userId: number }[]
  let links = 0
  const list = { name: 'Banks', securityIDs: ['GTCO'] }
  const save = (key: string, payload: object = list, token = '0') =>
    sendTo(edge, 'Watchlist/Save', payload, key, token)
  const rows = () =>
    database.store
      .forTenant(users[0]!.tenantId)
      .read((tx) => tx.selectFrom('idempotency_keys').select('key').orderBy('key').execute())

  beforeAll(async () => {
    database = await testStore()
    const { store } = database
    keyFor = await openKeys(store)
    users = []
    for (const firm of ['Meridian', 'Zenith']) {
      const tenantId = await createTenant(store, { tenancyName: firm, name: firm })
      const person = { userName: 'ada', name: 'Ada', surname: 'O', emailAddress: `ada@${firm}.example` }
      const userId = await createUser(store, tenantId, {
        ...person,
        password: 'Secret-123',
        roles: ['BROKER'],
      })
      users.push({ tenantId, userId })
    }
    edge = await buildHttp(
      partsWith({
        handlers: {
          ...handlersBy(() => async () => null),
          ...watchlistFeature({ store, isListed: () => true }),
          'Tenant/Create': async () => ({ passwordLink: `link ${++links}` }) as never,
        },
        identity: identityWith({
          authenticate: (token) =>
            callerWith({ ...users[Number(token)], permissions: new Set(['Pages.Tenants']) }),
        }),
        auditedWrite: openAuditedWrite(store, () => now),
        idempotencyKeys: openIdempotencyKeys(store, keyFor, () => now),
      }),
    )
  }, 60_000)
  afterAll(async () => {
    await edge.close()
    await database.close()
  })

  test('commit with the change: the answer that was sent, or neither', async () => {
    const first = await save('k1')
    expect(first).toMatchObject({ status: 200, result: { name: 'Banks' } })
    expect(await save('k1')).toEqual({ ...first, replayed: true })
    // A second list of the name is refused; the change is rolled back, the refusal is kept.
    const refused = await save('k2')
    expect(refused).toMatchObject({ code: 3015 })
    expect(await save('k2')).toEqual({ ...refused, replayed: true })
    expect(await save('k1', { ...list, name: 'Other' })).toMatchObject({ status: 422, code: 6003 })
    // Another firm's user may have the same key.
    expect(await save('k1', list, '1')).toMatchObject({ status: 200, replayed: false })
  })

  test('only one of two transactions with one key commits', async () => {
    const { store } = database
    const keys = openIdempotencyKeys(store, keyFor, () => now)
    const request = { ...users[0]!, key: 'k3', hash: Buffer.alloc(32), isSecret: false }
    const keepIn = (text: string) =>
      store.forTenant(request.tenantId).write((tx) => keys.keepIn(tx, request, { status: 200, text }))
    const ends = await Promise.allSettled([keepIn('a'), keepIn('b')])
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await keys.find({ ...request, hash: Buffer.alloc(32, 1) })).toBe('otherRequest')
    expect(await keys.find(request)).toMatchObject({ status: 200 })
  })

  test('only one of two processes claims a key, and the claim ends with its answer', async () => {
    const keys = openIdempotencyKeys(database.store, keyFor, () => now)
    const request = { ...users[1]!, key: 'claimed', hash: Buffer.alloc(32), isSecret: false }
    const claims = await Promise.all([keys.claim(request), keys.claim(request)])
    expect(claims.sort()).toEqual([false, true])
    expect(await keys.find(request)).toBe('begun')
    await keys.keep(request, { status: 200, text: 'a' })
    expect(await keys.find(request)).toEqual({ status: 200, text: 'a' })
    expect(await keys.claim(request)).toBe(false)
  })

  const answersOf = (key: string) =>
    database.store
      .forTenant(users[1]!.tenantId)
      .read((tx) => tx.selectFrom('idempotency_keys').select('answer').where('key', '=', key).execute())

  test.each(['keep', 'keepIn'] as const)('with a secret are kept sealed: %s', async (how) => {
    const { store } = database
    const keys = openIdempotencyKeys(store, keyFor, () => now)
    const request = { ...users[1]!, key: `secret ${how}`, hash: Buffer.alloc(32), isSecret: true }
    const answer = { status: 200, text: '{"passwordLink":"http://localhost/link"}' }
    if (how === 'keep') await keys.keep(request, answer)
    else await store.forTenant(request.tenantId).write((tx) => keys.keepIn(tx, request, answer))
    expect(await keys.find(request)).toEqual(answer)
    const [row] = await answersOf(request.key)
    expect(row?.answer).toMatch(/^[\w+/=]{40,}$/)
    expect(Buffer.from(row?.answer ?? '', 'base64').toString('latin1')).not.toContain('passwordLink')
  })

  test('of a call whose answer has a secret are kept sealed, and sent again', async () => {
    const firm = { tenancyName: 'Lagoon', name: 'Lagoon', adminEmailAddress: 'a@lagoon.example' }
    const first = await sendTo(edge, 'Tenant/Create', firm, 'k5', '1')
    expect(first).toMatchObject({ status: 200, replayed: false, result: { passwordLink: 'link 1' } })
    expect(await sendTo(edge, 'Tenant/Create', firm, 'k5', '1')).toEqual({ ...first, replayed: true })
    const [row] = await answersOf('k5')
    expect(row?.answer).toMatch(/^[\w+/=]{40,}$/)
  })

  test('are forgotten after a day and swept with the next one', async () => {
    expect((await rows()).map(({ key }) => key)).toEqual(['k1', 'k2', 'k3'])
    now += 24 * 3_600_000
    expect(await save('k1', { ...list, name: 'Next day' })).toMatchObject({ status: 200, replayed: false })
    expect((await rows()).map(({ key }) => key)).toEqual(['k1'])
  })
})
