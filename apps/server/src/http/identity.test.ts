import { createHmac, hkdfSync } from 'node:crypto'
import { type CallName, calls, HUB_TOKEN, pathOf, verbOf } from '@tradebook/contract'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { Client } from 'pg'
import pino from 'pino'
import { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { account } from '../features/account/account.ts'
import { configuration } from '../features/configuration/configuration.ts'
import { session } from '../features/session/session.ts'
import { tokenAuth } from '../features/token-auth/token-auth.ts'
import { openAuditedWrite } from '../platform/audited-write.ts'
import { CertainTime, type Every } from '../platform/clock.ts'
import { type Identity, openIdentity } from '../platform/identity.ts'
import { openSessions } from '../platform/sessions.ts'
import { openTokens } from '../platform/tokens.ts'
import { createHostAdmin, createTenant, createUser } from '../store/people.ts'
import type { Store } from '../store/store.ts'
import { type TestDatabase, testStore } from '../store/test-database.ts'
import type { Handlers } from './handlers.ts'
import { buildHttp } from './server.ts'

/** Sign-in and sessions through the edge, on a real database. */

const PASSWORD = 'a password of the tests'
/** From one address; the tests’ own come from many. */
const SIGN_INS = 150
const START = Date.UTC(2026, 10, 20, 9)
let now = START
/** By how much the wall clock was set back, in milliseconds. */
let setBackMs = 0
let ids = 0
/** How long sign-ins were made to wait, in milliseconds. */
const waited: number[] = []
const clock = {
  now: () => now - setBackMs,
  newId: () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`,
}

/** Repeats nothing by itself: its work runs when a test says so. */
function byHand() {
  let work: () => unknown = () => undefined
  let everyMs = Number.POSITIVE_INFINITY
  const every: Every = (ms, repeated) => {
    everyMs = ms
    work = repeated
    return () => undefined
  }
  return { every, run: () => work(), everyMs: () => everyMs }
}
const comparison = byHand()

let database: TestDatabase
let identity: Identity
let app: FastifyInstance
let meridian: number
let zenith: number

beforeAll(async () => {
  database = await testStore()
  const { store } = database
  const log = pino({ level: 'silent' })
  identity = await openIdentity(store, clock, log, { every: comparison.every })
  await createHostAdmin(store, PASSWORD)
  meridian = await createTenant(store, { tenancyName: 'Meridian', name: 'Meridian Securities' })
  zenith = await createTenant(store, { tenancyName: 'Zenith-Hill', name: 'Zenith Hill' })
  for (const tenantId of [meridian, zenith]) await addUser(tenantId, 'broker')
  const application = { version: '0.1.0', releaseDate: '2026-11-21T00:00:00' }
  const wait = async (ms: number) => void waited.push(ms)
  const parts = { ...identity, store, clock, application, monotonic: () => now, wait }
  app = await buildHttp({
    handlers: {
      ...(Object.fromEntries(
        Object.keys(calls).map((name) => [name, async () => null]),
      ) as unknown as Handlers),
      ...account(parts),
      ...configuration(parts),
      ...session(parts),
      ...tokenAuth(parts),
    },
    identity,
    newId: clock.newId,
    auditedWrite: openAuditedWrite(store, clock.now),
    perMinute: SIGN_INS,
    log,
    version: '0.1.0',
    webFolder: '/nowhere',
    metrics: new Registry(),
    readiness: {},
  })
})
afterAll(async () => {
  identity.sessions.close()
  await app.close()
  await database.close()
})

const addUser = (tenantId: number, userName: string, role: 'BROKER' | 'CUSTOMER' | 'ADMIN' = 'BROKER') =>
  createUser(database.store, tenantId, {
    userName,
    name: 'Bola',
    surname: 'Ade',
    emailAddress: `${userName}@firm${tenantId}.example`,
    password: PASSWORD,
    roles: [role],
  })

/** What else a request says of itself, and where it comes from. */
interface From extends Pick<InjectOptions, 'remoteAddress' | 'cookies'> {
  /** Another spelling of the call's path. */
  readonly url?: string
}

async function call(
  name: CallName,
  input: object = {},
  headers: Record<string, string> = {},
  from: From = {},
) {
  const verb = verbOf(name, calls[name])
  const answer = await app.inject({
    method: verb,
    url: pathOf(name, calls[name]),
    headers,
    ...from,
    ...(verb === 'GET' ? {} : { payload: input }),
  })
  const body = answer.json()
  if (body.success) expect(calls[name].output.safeParse(body.result).error).toBeUndefined()
  return {
    status: answer.statusCode,
    result: body.result,
    error: body.error,
    cookies: answer.cookies,
    headers: answer.headers,
  }
}

const signIn = (
  userNameOrEmailAddress: string,
  more: object = {},
  headers: Record<string, string> = {},
  from: From = {},
) =>
  call(
    'TokenAuth/Authenticate',
    { userNameOrEmailAddress, password: PASSWORD, tenancyName: 'Meridian', ...more },
    headers,
    from,
  )

/** A wrong password for a user, from an address. */
const guessFrom = (remoteAddress: string, userName: string, from: From = {}) =>
  signIn(userName, { password: 'a guess' }, {}, { remoteAddress, ...from })

const bearing = (token: string) => ({ authorization: `Bearer ${token}` })

const attemptRows = (tenantId: number) =>
  database.store
    .forTenant(tenantId)
    .read((tx) => tx.selectFrom('login_attempts').selectAll().orderBy('id').execute())

const attempts = async (tenantId: number, typed: string) =>
  (await attemptRows(tenantId))
    .filter(({ user_name_or_email_address }) => user_name_or_email_address === typed)
    .map(({ result }) => result)

describe('signing in', () => {
  test('gives a token of one day, and the hub’s cookies on its two paths alone', async () => {
    const { status, result, cookies } = await signIn('BROKER', { rememberClient: true })
    expect(status).toBe(200)
    expect(result).toMatchObject({
      expireInSeconds: 86_400,
      userId: expect.any(Number),
      registrationIncomplete: false,
      twoFactorAuthRequired: false,
    })
    const rules = {
      name: HUB_TOKEN,
      value: result.encryptedAccessToken,
      httpOnly: true,
      sameSite: 'Strict',
      maxAge: 86_400,
    }
    expect(cookies).toEqual([
      { ...rules, path: '/signalr' },
      { ...rules, path: '/signalr-tradebookhub' },
      {
        name: `Tradebook.Device.${meridian}.${result.userId}`,
        value: expect.any(String),
        path: '/api/TokenAuth',
        httpOnly: true,
        sameSite: 'Strict',
        maxAge: 180 * 86_400,
      },
    ])
    const claims = JSON.parse(Buffer.from(result.accessToken.split('.')[1], 'base64url').toString())
    expect(claims).toEqual({
      'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/nameidentifier': String(result.userId),
      'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name': 'broker',
      'http://schemas.microsoft.com/ws/2008/06/identity/claims/role': ['BROKER'],
      'AspNet.Identity.SecurityStamp': expect.any(String),
      'http://www.aspnetboilerplate.com/identity/claims/tenantId': String(meridian),
      iss: 'Tradebook',
      aud: 'Tradebook',
      sub: String(result.userId),
      jti: expect.any(String),
      iat: now / 1000,
      nbf: now / 1000,
      exp: now / 1000 + 86_400,
    })
  })

  test('by e-mail address, and for a session that ends with the browser', async () => {
    const { status, cookies } = await signIn(`broker@firm${meridian}.example`)
    expect(status).toBe(200)
    expect(cookies.find(({ name }) => name === HUB_TOKEN)).not.toHaveProperty('maxAge')
  })

  test('into the firm its header names when the body names none', async () => {
    const { result } = await signIn('broker', { tenancyName: null }, { 'abp.tenantid': String(zenith) })
    const login = await call('Session/GetCurrentLoginInformations', {}, bearing(result.accessToken))
    expect(login.result.tenant).toEqual({ id: zenith, tenancyName: 'Zenith-Hill', name: 'Zenith Hill' })
  })

  test('as the host when nothing names a firm', async () => {
    const { result } = await signIn('admin', { tenancyName: '' })
    const login = await call('Session/GetCurrentLoginInformations', {}, bearing(result.accessToken))
    expect(login.result).toMatchObject({ tenant: null, user: { userName: 'admin', roles: ['ADMIN'] } })
  })

  const refusedFor = async (userName: string, more: object) => (await signIn(userName, more)).error

  test('is refused for a firm that is not there, and for one that is not active', async () => {
    expect(await refusedFor('broker', { tenancyName: 'Nobody' })).toMatchObject({
      code: 1006,
      message: 'Login failed!',
      details: 'There is no firm named Nobody.',
    })
    const sleeping = await createTenant(database.store, { tenancyName: 'Sleeping', name: 'S' })
    await database.store
      .forHost()
      .write((tx) => tx.updateTable('tenants').set({ is_active: false }).where('id', '=', sleeping).execute())
    expect(await refusedFor('someone', { tenancyName: 'sleeping' })).toMatchObject({
      code: 1007,
      details: 'The firm sleeping is not active.',
    })
    expect((await attemptRows(0)).at(-1)).toMatchObject({ result: 5, user_id: null })
    expect((await attemptRows(sleeping)).at(-1)).toMatchObject({ result: 6, user_id: null })
  })

  test('says the same of an unknown name, a wrong password and a locked user, and keeps what it was', async () => {
    await addUser(meridian, 'locked')
    const wrong = { password: 'not it' }
    const unknown = await refusedFor('nobody', wrong)
    expect(unknown).toEqual({
      code: 1002,
      message: 'Login failed!',
      details: 'Invalid user name or password',
      validationErrors: null,
    })
    for (let failure = 0; failure < 5; failure++) expect(await refusedFor('locked', wrong)).toEqual(unknown)
    expect(await refusedFor('locked', {})).toEqual(unknown)
    now += 299_000
    expect(await refusedFor('locked', {})).toEqual(unknown)
    now += 2_000
    expect((await signIn('locked')).status).toBe(200)
    expect((await attemptRows(meridian)).filter(({ result }) => result === 2)).toHaveLength(1)
    expect(await attempts(meridian, 'locked')).toEqual([3, 3, 3, 3, 3, 9, 9, 1])
  })

  test('four wrong passwords are forgotten by the right one', async () => {
    await addUser(meridian, 'clumsy')
    for (let round = 0; round < 2; round++) {
      for (let failure = 0; failure < 4; failure++) await signIn('clumsy', { password: 'not it' })
      expect((await signIn('clumsy')).status).toBe(200)
    }
  })

  test('twenty guesses at once are no more than five', async () => {
    await addUser(meridian, 'besieged')
    await Promise.all(Array.from({ length: 20 }, () => signIn('besieged', { password: 'a guess' })))
    const results = await attempts(meridian, 'besieged')
    expect(results.filter((result) => result === 3)).toHaveLength(5)
    expect(results.filter((result) => result === 9)).toHaveLength(15)
  })

  test('counts guesses by the user, however the name and the call are spelled', async () => {
    await addUser(meridian, 'Target')
    const names = [
      'target',
      'TARGET',
      'target ',
      ' target',
      'target\t\n',
      `Target@firm${meridian}.example`,
      'tArGeT',
    ]
    const urls = [
      '/api/TokenAuth/Authenticate',
      '/api/TokenAuth/AuthenticateAsync',
      '/API/tokenauth/authenticate',
    ]
    await Promise.all(
      Array.from({ length: 28 }, (_, turn) =>
        guessFrom('10.1.0.1', names[turn % names.length] ?? '', { url: urls[turn % urls.length] ?? '' }),
      ),
    )
    const results = (await attemptRows(meridian))
      .filter(({ client_ip_address }) => client_ip_address === '10.1.0.1')
      .map(({ result }) => result)
    expect(results.filter((result) => result === 3)).toHaveLength(5)
    expect(results.filter((result) => result === 9)).toHaveLength(23)
  })

  test('is not prevented by five wrong guesses from elsewhere', async () => {
    await addUser(meridian, 'owner')
    for (let guess = 0; guess < 7; guess++) await guessFrom(`10.2.0.${guess}`, 'owner')
    for (let guess = 0; guess < 7; guess++) await guessFrom(`2001:db8:1:1::${guess + 1}`, 'owner')
    const ask = async (remoteAddress: string) => (await signIn('owner', {}, {}, { remoteAddress })).status
    // All of the guesser's block is locked, its neighbours and everybody else are not.
    expect(await ask('10.2.0.200')).toBe(500)
    expect(await ask('2001:db8:1:1:ffff::1')).toBe(500)
    expect(await ask('10.2.1.1')).toBe(200)
    expect(await ask('2001:db8:1:2::1')).toBe(200)
    expect(await ask('127.0.0.1')).toBe(200)
  })

  describe('of a user whose password is guessed from everywhere', () => {
    const guessFromEverywhere = async (userName: string, count: number) => {
      for (let guess = 0; guess < count; guess++) await guessFrom(`10.3.${guess}.1`, userName)
    }
    const deviceCookie = async (userName: string) => {
      const { cookies } = await signIn(userName, {}, {}, { remoteAddress: '10.4.0.1' })
      const { name = '', value = '' } =
        cookies.find((cookie) => cookie.name.startsWith('Tradebook.Device')) ?? {}
      return { [name]: value }
    }

    test.each(['a user', 'a name that nobody has'])(
      'takes longer and longer from unknown places: %s',
      async (who) => {
        const userName = who.replaceAll(' ', '-')
        if (who === 'a user') await addUser(meridian, userName)
        await guessFromEverywhere(userName, 10)
        waited.length = 0
        for (let guess = 10; guess < 17; guess++) {
          now += 60_000
          await guessFrom(`10.3.${guess}.1`, userName)
        }
        expect(waited).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 5_000])
      },
    )

    test('is told when to come back rather than kept waiting for long, whoever it is', async () => {
      await addUser(meridian, 'popular')
      await guessFromEverywhere('popular', 16)
      now += 60_000
      waited.length = 0
      const answers = await Promise.all(
        Array.from({ length: 6 }, (_, guess) => guessFrom(`10.5.${guess}.1`, 'popular')),
      )
      expect(waited).toEqual([5_000])
      const refused = answers.filter(({ status }) => status === 429)
      expect(refused).toHaveLength(5)
      for (const { headers, error } of refused) {
        expect(headers['retry-after']).toBe('10')
        expect(error.code).toBe(6002)
      }
      now += 60_000
      expect((await signIn('popular', {}, {}, { remoteAddress: '10.6.0.1' })).status).toBe(200)
    })

    test('is told the same when the clock was set back a day', async () => {
      await addUser(meridian, 'timeless')
      await guessFromEverywhere('timeless', 16)
      now += 60_000
      await guessFrom('10.8.0.1', 'timeless')
      try {
        setBackMs = 86_400_000
        const statuses: number[] = []
        for (let guess = 0; guess < 16; guess++) {
          now += 60_000
          statuses.push((await guessFrom(`10.8.${guess + 1}.1`, 'timeless')).status)
        }
        // Made to wait as ever, and none is told to come back in a day.
        expect(new Set(statuses)).toEqual(new Set([500]))
        expect(waited.at(-1)).toBe(5_000)
      } finally {
        setBackMs = 0
      }
    })

    test('is as quick as ever from a browser the user signed in with before, also within a locked block', async () => {
      await addUser(meridian, 'regular')
      const cookies = await deviceCookie('regular')
      await guessFromEverywhere('regular', 20)
      for (let guess = 0; guess < 5; guess++) {
        now += 60_000
        await guessFrom('10.4.0.2', 'regular')
      }
      waited.length = 0
      const from = { remoteAddress: '10.4.0.1', cookies }
      expect((await signIn('regular', { password: 'mistyped' }, {}, from)).status).toBe(500)
      expect((await signIn('regular', {}, {}, from)).status).toBe(200)
      expect(waited).toEqual([])
      expect((await signIn('regular', {}, {}, { remoteAddress: '10.4.0.1' })).status).toBe(500)
    })

    test('is not as quick with a cookie that is another user’s, changed, or over', async () => {
      const [one, two] = [await addUser(meridian, 'one'), await addUser(meridian, 'two')]
      const [value = ''] = Object.values(await deviceCookie('one'))
      const cookieOf = (userId: number) => `Tradebook.Device.${meridian}.${userId}`
      await guessFromEverywhere('one', 10)
      await guessFromEverywhere('two', 10)
      const waits = async (userName: string, cookies: Record<string, string>) => {
        waited.length = 0
        now += 60_000
        await signIn(userName, {}, {}, { remoteAddress: '10.7.0.1', cookies })
        return waited.length > 0
      }
      expect(await waits('one', { [cookieOf(one)]: value })).toBe(false)
      expect(await waits('two', { [cookieOf(two)]: value })).toBe(true)
      expect(await waits('one', { [cookieOf(one)]: value.replace(/^./, 'x') })).toBe(true)
      const [device, since = '', signature] = value.split('.')
      expect(await waits('one', { [cookieOf(one)]: `${device}.${Number(since) + 1}.${signature}` })).toBe(
        true,
      )
      now += 180 * 86_400_000
      await guessFromEverywhere('one', 10)
      expect(await waits('one', { [cookieOf(one)]: value })).toBe(true)
    })
  })

  test('is not prevented by wrong guesses of a time to come: the clock was wrong', async () => {
    await addUser(meridian, 'leapt')
    const then = now
    now += 3 * 86_400_000
    for (let n = 0; n < 5; n++) await guessFrom('10.40.0.1', 'leapt')
    for (let n = 0; n < 12; n++) await guessFrom(`10.41.${n}.1`, 'leapt')
    now = then
    const waitedBefore = waited.length
    expect((await signIn('leapt', {}, {}, { remoteAddress: '10.40.0.2' })).status).toBe(200)
    expect((await signIn('leapt', {}, {}, { remoteAddress: '10.42.0.2' })).status).toBe(200)
    expect(waited.slice(waitedBefore)).toEqual([])
    // What is guessed now counts from one.
    for (let n = 0; n < 4; n++) await guessFrom('10.40.0.1', 'leapt')
    expect((await signIn('leapt', {}, {}, { remoteAddress: '10.40.0.2' })).status).toBe(200)
  })

  test('is never refused from a browser the user signed in with before, whatever others did at the address', async () => {
    await addUser(meridian, 'neighbour')
    const from = { remoteAddress: '10.50.0.1' }
    const known = await signIn('neighbour', {}, {}, from)
    const device = known.cookies.find(({ name }) => name.startsWith('Tradebook.Device'))
    const cookies = { [device?.name ?? '']: device?.value ?? '' }
    const unbound = (more: From) => call('TokenAuth/Authenticate', {}, {}, { ...from, ...more })
    for (let n = 1; n < SIGN_INS; n++) await unbound({})
    expect((await unbound({})).status).toBe(429)
    // A cookie that is not signed by us is nobody's.
    expect(
      (await unbound({ cookies: { [device?.name ?? '']: `${device?.value.slice(0, -2)}xx` } })).status,
    ).toBe(429)
    expect((await signIn('neighbour', {}, {}, { ...from, cookies })).status).toBe(200)
    // Its own attempts count for it.
    for (let n = 1; n < SIGN_INS; n++) await unbound({ cookies })
    expect((await unbound({ cookies })).status).toBe(429)
  })

  test('keeps no name that is nobody’s: it may be a password in the wrong box', async () => {
    const slip = 'My-Secret-Passw0rd'
    await signIn(slip)
    await signIn(` ${slip.toUpperCase()}`)
    await signIn('broker', { tenancyName: slip })
    await signIn(slip, { tenancyName: '' })
    for (const tenantId of [meridian, 0]) {
      const kept = await database.store
        .forTenant(tenantId)
        .read(async (tx) => [
          await tx.selectFrom('login_attempts').selectAll().execute(),
          await tx.selectFrom('audit_log').selectAll().execute(),
          await tx.selectFrom('sign_in_failures').selectAll().execute(),
        ])
      const text = JSON.stringify(kept, (_, value) => (typeof value === 'bigint' ? String(value) : value))
      expect(text.toLowerCase()).not.toContain(slip.toLowerCase())
    }
    // Who looks for a pattern sees that it was the same name.
    const [first, second] = (await attemptRows(meridian)).slice(-2)
    expect(first?.user_name_or_email_address).toMatch(/^hmac-sha256:[\w-]{43}$/)
    expect(second?.user_name_or_email_address).toBe(first?.user_name_or_email_address)
  })

  test('tells who knows the password that the user is not active or not confirmed', async () => {
    const scope = database.store.forTenant(meridian)
    const resting = await addUser(meridian, 'resting')
    await scope.write((tx) =>
      tx.updateTable('users').set({ is_active: false }).where('id', '=', resting).execute(),
    )
    const fresh = await addUser(meridian, 'fresh')
    await scope.write((tx) =>
      tx.updateTable('users').set({ is_email_confirmed: false }).where('id', '=', fresh).execute(),
    )
    expect(await refusedFor('resting', {})).toMatchObject({ code: 1004 })
    expect(await refusedFor('resting', { password: 'not it' })).toMatchObject({ code: 1002 })
    expect(await refusedFor('fresh', {})).toMatchObject({ code: 1005 })
  })

  test('is in the audit trail, without the password', async () => {
    await signIn('broker', { password: 'a secret nobody may read' })
    const rows = await database.store
      .forTenant(meridian)
      .read((tx) => tx.selectFrom('audit_log').selectAll().orderBy('id').execute())
    expect(rows.at(-1)).toMatchObject({
      service_name: 'TokenAuth',
      method_name: 'Authenticate',
      parameters: '{"userNameOrEmailAddress":"broker","tenancyName":"Meridian"}',
      exception_message: 'invalidPassword',
      user_name: 'broker',
    })
    expect(
      JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toContain('a secret nobody')
    await signIn('broker')
  })
})

describe('a session', () => {
  const sessionOf = async (token: string) =>
    (await call('Session/GetCurrentLoginInformations', {}, bearing(token))).result.user

  test('ends with its log-out, at once: the hub hears of it and the cookies are cleared', async () => {
    const { accessToken, encryptedAccessToken } = (await signIn('broker')).result
    const other = (await signIn('broker')).result.accessToken
    const ended: string[] = []
    const stop = identity.sessions.onEnded((sessionId) => ended.push(sessionId))
    const sessionId = (await identity.sessions.authenticateEncrypted(encryptedAccessToken))?.sessionId

    const { status, cookies } = await call('Account/LogOut', {}, bearing(accessToken))
    stop()

    expect(status).toBe(200)
    expect(ended).toEqual([sessionId])
    expect(cookies.map(({ name, path, value }) => ({ name, path, value }))).toEqual([
      { name: HUB_TOKEN, path: '/signalr', value: '' },
      { name: HUB_TOKEN, path: '/signalr-tradebookhub', value: '' },
    ])
    expect((await call('Account/LogOut', {}, bearing(accessToken))).status).toBe(401)
    expect(await sessionOf(accessToken)).toBeNull()
    expect(await identity.sessions.authenticateEncrypted(encryptedAccessToken)).toBeNull()
    expect(await sessionOf(other)).toMatchObject({ userName: 'broker' })
  })

  test('ends for all of a user but the one that is kept', async () => {
    const userId = await addUser(meridian, 'roamer')
    const [here, there] = [
      (await signIn('roamer')).result.accessToken,
      (await signIn('roamer')).result.accessToken,
    ]
    const kept = (await identity.sessions.authenticate(here))?.sessionId
    expect(await sessionOf(there)).not.toBeNull()
    await identity.sessions.endAllOf(meridian, userId, kept)
    expect(await sessionOf(here)).not.toBeNull()
    expect(await sessionOf(there)).toBeNull()
  })

  test('is over after a day', async () => {
    const { accessToken } = (await signIn('broker')).result
    now += 86_399_000
    expect(await sessionOf(accessToken)).not.toBeNull()
    now += 1_000
    expect(await sessionOf(accessToken)).toBeNull()
  })

  test('outlives a leap of the wall clock that is soon over, and the hub hears of no end', async () => {
    const wall = { leaptMs: 0 }
    const { every, run } = byHand()
    const time = new CertainTime({ wall: () => now + wall.leaptMs, monotonic: () => now })
    const certain = { now: time.now, newId: clock.newId }
    const sessions = openSessions(
      database.store,
      openTokens(identity.keyFor, certain),
      certain,
      pino({ level: 'silent' }),
      { every },
    )
    const ended: string[] = []
    sessions.onEnded((id) => ended.push(id))
    const { accessToken } = (await signIn('broker')).result
    const signedOut = (await signIn('broker')).result.accessToken
    expect(await sessions.authenticate(accessToken)).not.toBeNull()
    expect(await sessions.authenticate(signedOut)).not.toBeNull()
    wall.leaptMs = 3 * 86_400_000
    expect(await sessions.authenticate(accessToken)).not.toBeNull()
    // The rows are compared during the leap: a session that really ended is noticed then.
    const noticed = new Promise((resolve) => void sessions.onEnded(resolve))
    await call('Account/LogOut', {}, bearing(signedOut))
    await run()
    await noticed
    expect(ended).toHaveLength(1)
    wall.leaptMs = 0
    expect(await sessions.authenticate(accessToken)).not.toBeNull()
    sessions.close()
  })

  test('has on the next request what its user was granted or lost meanwhile', async () => {
    const userId = await addUser(meridian, 'rising', 'CUSTOMER')
    const { accessToken } = (await signIn('rising')).result
    expect((await identity.sessions.authenticate(accessToken))?.permissions).toEqual(new Set(['BUY', 'SELL']))
    await database.store
      .forTenant(meridian)
      .write((tx) =>
        tx
          .insertInto('user_permissions')
          .values({ tenant_id: meridian, user_id: userId, permission: 'VIEW_AUDIT_TRAIL' })
          .execute(),
      )
    identity.sessions.forget(meridian, userId)
    expect((await identity.sessions.authenticate(accessToken))?.permissions).toEqual(
      new Set(['BUY', 'SELL', 'VIEW_AUDIT_TRAIL']),
    )
    await database.store
      .forTenant(meridian)
      .write((tx) => tx.updateTable('users').set({ is_active: false }).where('id', '=', userId).execute())
    identity.sessions.forget(meridian, userId)
    expect(await identity.sessions.authenticate(accessToken)).toBeNull()
  })

  test('outlives a restart of the server', async () => {
    const { accessToken } = (await signIn('broker')).result
    const afresh = await openIdentity(database.store, clock, pino({ level: 'silent' }))
    expect(await afresh.authenticate(accessToken)).toMatchObject({ userName: 'broker', tenantId: meridian })
    afresh.sessions.close()
  })

  test.each([
    ['a changed signature', (token: string) => `${token.slice(0, -4)}AAAA`],
    ['claims of the bearer’s own', (token: string) => withClaims(token, { sub: '1' })],
    [
      'no algorithm',
      (token: string) => `${Buffer.from('{"alg":"none"}').toString('base64url')}.${token.split('.')[1]}.`,
    ],
    ['nonsense', () => 'x.y.z'],
  ])('is not had by a token with %s', async (_, forge) => {
    const { accessToken } = (await signIn('broker')).result
    expect(await identity.authenticate(forge(accessToken))).toBeNull()
  })

  test('is had by one spelling of its token, and ends for all of them', async () => {
    const { accessToken, encryptedAccessToken } = (await signIn('broker')).result
    expect(await identity.authenticate(accessToken)).not.toBeNull()
    expect(otherSpellings(accessToken)).toHaveLength(4)
    for (const spelling of otherSpellings(accessToken)) {
      expect(await identity.authenticate(spelling)).toBeNull()
    }
    expect(await identity.sessions.authenticateEncrypted(encryptedAccessToken)).not.toBeNull()
    for (const spelling of otherSpellings(encryptedAccessToken)) {
      expect(await identity.sessions.authenticateEncrypted(spelling)).toBeNull()
    }
  })

  test.each<[string, object]>([
    ['a user that is no number', { sub: 'broker' }],
    ['a user beyond every id', { sub: '4294967296' }],
    ['a user that is a list', { sub: ['1'] }],
    ['a user below zero', { sub: '-1' }],
    ['a session that is no id', { jti: 'x\0' }],
    ['a session that is an object', { jti: { id: 1 } }],
    ['a firm that is no number', { [TENANT_CLAIM]: '1; DROP TABLE users' }],
    ['a firm that is a fraction', { [TENANT_CLAIM]: 1.5 }],
    ['a firm beyond every id', { [TENANT_CLAIM]: '99999999999' }],
  ])('is not had by a token that is signed and names %s', async (_, claims) => {
    const { accessToken } = (await signIn('broker')).result
    const token = await signedAgain(accessToken, claims)
    expect((await call('Session/GetCurrentLoginInformations', {}, bearing(token))).result.user).toBeNull()
    expect((await call('Account/LogOut', {}, bearing(token))).status).toBe(401)
  })

  const operations: [string, (sessionId: string, userId: number) => string][] = [
    ['revoked in its table', (id) => `UPDATE sessions SET revoked_at = now() WHERE id = '${id}'`],
    ['deleted from its table', (id) => `DELETE FROM sessions WHERE id = '${id}'`],
    ['deactivated with its user', (_, id) => `UPDATE users SET is_active = false WHERE id = ${id}`],
  ]
  test.each(operations)(
    'is refused within seconds when it is %s, and the hub hears of it',
    async (what, sqlOf) => {
      const userName = what.split(' ')[0] ?? ''
      const userId = await addUser(meridian, userName)
      const { accessToken } = (await signIn(userName)).result
      const other = (await signIn('broker')).result.accessToken
      const sessionId = (await identity.authenticate(accessToken))?.sessionId ?? ''
      expect(await sessionOf(other)).not.toBeNull()
      const ended = new Promise((resolve) => {
        const stop = identity.sessions.onEnded((id) => {
          if (id !== sessionId) return
          stop()
          resolve(id)
        })
      })
      await byOperator(sqlOf(sessionId, userId))
      expect(comparison.everyMs()).toBeLessThan(5_000)
      await comparison.run()
      expect(await ended).toBe(sessionId)
      expect((await call('Account/LogOut', {}, bearing(accessToken))).status).toBe(401)
      expect(await sessionOf(other)).not.toBeNull()
    },
  )

  test('that a look-up read before the comparison found it over is looked up again', async () => {
    const { store, reads, hold } = withHeldReads(database.store)
    const { every, run } = byHand()
    const sessions = openSessions(
      store,
      openTokens(identity.keyFor, clock),
      clock,
      pino({ level: 'silent' }),
      {
        every,
      },
    )
    try {
      const userId = await addUser(meridian, 'overtaken')
      const { accessToken } = (await signIn('overtaken')).result
      const sessionId = (await sessions.authenticate(accessToken))?.sessionId
      hold(true)
      run()
      const [compared] = reads
      sessions.forget(meridian, userId)
      const lookUp = sessions.authenticate(accessToken)
      while (reads.length < 2) await new Promise((resolve) => setImmediate(resolve))
      await reads[1]?.execute()
      await byOperator(`UPDATE sessions SET revoked_at = now() WHERE id = '${sessionId}'`)
      const ended = new Promise((resolve) => sessions.onEnded(resolve))
      await compared?.execute()
      compared?.deliver()
      expect(await ended).toBe(sessionId)
      hold(false)
      reads[1]?.deliver()
      expect(await lookUp).toBeNull()
    } finally {
      sessions.close()
    }
  })

  test('is compared with its row in one of several queries when many are in memory', async () => {
    const { every, run } = byHand()
    const sessions = openSessions(
      database.store,
      openTokens(identity.keyFor, clock),
      clock,
      pino({ level: 'silent' }),
      { every, atOnce: 2 },
    )
    try {
      const sessionIds: (string | undefined)[] = []
      for (let n = 0; n < 5; n++) {
        const { accessToken } = (await signIn('broker')).result
        sessionIds.push((await sessions.authenticate(accessToken))?.sessionId)
      }
      const revoked = [sessionIds[0], sessionIds[2], sessionIds[4]]
      await byOperator(`UPDATE sessions SET revoked_at = now() WHERE id IN ('${revoked.join("','")}')`)
      const ended: string[] = []
      const allEnded = new Promise<void>((resolve) =>
        sessions.onEnded((id) => {
          if (ended.push(id) === revoked.length) resolve()
        }),
      )
      await run()
      await allEnded
      expect(ended).toEqual(revoked)
    } finally {
      sessions.close()
    }
  })

  test('is not had by the hub’s token as a bearer token', async () => {
    const { encryptedAccessToken } = (await signIn('broker')).result
    expect(await identity.authenticate(encryptedAccessToken)).toBeNull()
    expect(
      await identity.sessions.authenticateEncrypted(`${encryptedAccessToken.slice(0, -4)}AAAA`),
    ).toBeNull()
  })
})

/** Changes the tables past the server. */
async function byOperator(statement: string): Promise<void> {
  const operator = new Client(database.access.admin)
  await operator.connect()
  await operator.query(statement)
  await operator.end()
}

/** The store, with reads that execute and deliver their result when the test says so. */
function withHeldReads(store: Store) {
  let isHolding = false
  const reads: { execute(): Promise<unknown>; deliver(): void }[] = []
  const forTenant: Store['forTenant'] = (tenantId) => {
    const scope = store.forTenant(tenantId)
    const read: typeof scope.read = (work) => {
      if (!isHolding) return scope.read(work)
      const begun = Promise.withResolvers<void>()
      const delivered = Promise.withResolvers<void>()
      const result = begun.promise.then(() => scope.read(work))
      reads.push({
        execute() {
          begun.resolve()
          return result
        },
        deliver: delivered.resolve,
      })
      return delivered.promise.then(() => result)
    }
    return { ...scope, read }
  }
  const hold = (holds: boolean) => {
    isHolding = holds
  }
  return { store: { ...store, forTenant }, reads, hold }
}

const TENANT_CLAIM = 'http://www.aspnetboilerplate.com/identity/claims/tenantId'
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** The same token with its last character spelled otherwise, in so far as it can be, and with padding. */
function otherSpellings(token: string): string[] {
  const last = token.split('.').at(-1) ?? ''
  const bytes = Buffer.from(last, 'base64url')
  return [...[...ALPHABET].map((letter) => last.slice(0, -1) + letter), `${last}=`]
    .filter((spelling) => spelling !== last && Buffer.from(spelling, 'base64url').equals(bytes))
    .map((spelling) => token.slice(0, -last.length) + spelling)
}

/** The token with other claims, signed with the installation's own key. */
async function signedAgain(token: string, claims: object): Promise<string> {
  const secret = await database.store
    .forHost()
    .read((tx) =>
      tx.selectFrom('secrets').select('value').where('name', '=', 'tokens').executeTakeFirstOrThrow(),
    )
  const key = hkdfSync('sha256', secret.value, '', 'tradebook sign', 32)
  const signed = withClaims(token, claims).split('.').slice(0, 2).join('.')
  return `${signed}.${createHmac('sha256', Buffer.from(key)).update(signed).digest('base64url')}`
}

const withClaims = (token: string, claims: object): string => {
  const [header, payload, signature] = token.split('.')
  const changed = { ...JSON.parse(Buffer.from(payload ?? '', 'base64url').toString()), ...claims }
  return [header, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.')
}

describe('what a client asks at start', () => {
  test('answers with a stale token as it does to a stranger', async () => {
    const { status, result } = await call('AbpUserConfiguration/GetAll', {}, bearing('stale'))
    expect(status).toBe(200)
    expect(result.session).toEqual({
      userId: null,
      tenantId: null,
      impersonatorUserId: null,
      impersonatorTenantId: null,
      multiTenancySide: 2,
    })
    expect(result.auth.grantedPermissions).toEqual({})
    expect(Object.keys(result)).toEqual([
      'multiTenancy',
      'session',
      'localization',
      'features',
      'auth',
      'nav',
      'setting',
      'clock',
      'timing',
      'security',
      'custom',
    ])
    expect(result.clock.provider).toBe('unspecifiedClockProvider')
    expect(result.localization.values.Tradebook['Refusal.invalidUserNameOrPassword']).toBe('Login failed!')
  })

  test('names to a firm’s user the permissions a firm can have, and those the user has', async () => {
    const { accessToken, userId } = (await signIn('broker')).result
    const { result } = await call('AbpUserConfiguration/GetAll', {}, bearing(accessToken))
    expect(result.session).toMatchObject({ userId, tenantId: meridian, multiTenancySide: 1 })
    expect(result.auth.allPermissions).not.toHaveProperty('Pages.Tenants')
    expect(result.auth.allPermissions).toHaveProperty(['Pages.Users'], 'true')
    expect(result.auth.grantedPermissions).toMatchObject({ BUY: 'true', SELL: 'true', CROSS_DEAL: 'true' })
    expect(result.auth.grantedPermissions).not.toHaveProperty('Pages.Users')
  })

  test('shows a user’s own setting before the firm’s, and no setting that is not a page’s business', async () => {
    const { accessToken, userId } = (await signIn('broker')).result
    const setting = (user_id: number | null, name: string, value: string) => ({
      tenant_id: meridian,
      user_id,
      name,
      value,
    })
    await database.store.forTenant(meridian).write((tx) =>
      tx
        .insertInto('settings')
        .values([
          setting(userId, 'Abp.Timing.TimeZone', 'Africa/Lagos'),
          setting(null, 'Abp.Timing.TimeZone', 'Europe/Paris'),
          setting(null, 'SHOW_ACCOUNT_BALANCE', 'false'),
          setting(null, 'Abp.Net.Mail.Smtp.Password', 'hidden'),
        ])
        .execute(),
    )
    now += 5_001
    const { values } = (await call('AbpUserConfiguration/GetAll', {}, bearing(accessToken))).result.setting
    expect(values).toMatchObject({ 'Abp.Timing.TimeZone': 'Africa/Lagos', SHOW_ACCOUNT_BALANCE: 'false' })
    expect(JSON.stringify(values)).not.toContain('hidden')
  })

  test('costs the database no question for each request: firms, features, settings, tokens that are over', async () => {
    now += 5_001
    const { accessToken } = (await signIn('broker')).result
    await call('Account/LogOut', {}, bearing(accessToken))
    const spies = [vi.spyOn(database.store, 'forHost'), vi.spyOn(database.store, 'forTenant')]
    const ask = (tenantId: number, headers = {}) =>
      call('AbpUserConfiguration/GetAll', {}, { 'abp.tenantid': String(tenantId), ...headers })
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, () => ask(meridian)),
      ...Array.from({ length: 20 }, (_, n) => ask(900_000 + n)),
      ...Array.from({ length: 20 }, () => ask(meridian, bearing(accessToken))),
    ])
    const asked = spies.flatMap((spy) => spy.mock.calls)
    for (const spy of spies) spy.mockRestore()
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    // The list of firms, features and settings of two, and the session, once each.
    expect(asked).toHaveLength(6)
  })

  test('a firm without the realtime feature is told so', async () => {
    const { accessToken } = (await signIn('broker', { tenancyName: 'zenith-hill' })).result
    await database.store
      .forTenant(zenith)
      .write((tx) =>
        tx.insertInto('features').values({ tenant_id: zenith, name: 'SignalR', value: 'false' }).execute(),
      )
    now += 5_001
    const { result } = await call('Session/GetCurrentLoginInformations', {}, bearing(accessToken))
    expect(result.application.features).toEqual({ SignalR: false, 'SignalR.AspNetCore': true })
  })

  test('whether a firm can be signed in to', async () => {
    const ask = async (tenancyName: string) =>
      (await call('Account/IsTenantAvailable', { tenancyName })).result
    expect(await ask('meridian')).toEqual({ state: 1, tenantId: meridian })
    expect(await ask('Sleeping')).toEqual({ state: 2, tenantId: null })
    expect(await ask('Host')).toEqual({ state: 3, tenantId: null })
    expect(await ask('nowhere')).toEqual({ state: 3, tenantId: null })
  })
})
