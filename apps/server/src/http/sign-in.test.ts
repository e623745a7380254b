import { HUB_TOKEN } from '@tradebook/contract'
import { describe, expect, test } from 'vitest'
import {
  addSleepingFirm,
  addUser,
  attemptRows,
  attempts,
  bearing,
  call,
  current,
  database,
  edgeForAllTests,
  identity,
  meridian,
  signIn,
  withSetting,
  zenith,
} from './identity.fixture.ts'

edgeForAllTests()

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

describe('signing in', () => {
  test('gives a remembered person a token of thirty days, and the hub’s cookies only on its two paths', async () => {
    const { status, result, cookies } = await signIn('BROKER', { rememberClient: true })
    expect(status).toBe(200)
    expect(result).toMatchObject({
      expireInSeconds: 30 * 86_400,
      userId: expect.any(Number),
      registrationIncomplete: false,
      twoFactorAuthRequired: false,
    })
    const rules = {
      name: HUB_TOKEN,
      value: result.encryptedAccessToken,
      httpOnly: true,
      sameSite: 'Strict',
      maxAge: 30 * 86_400,
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
    expect(claimsOf(result.accessToken)).toEqual({
      'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/nameidentifier': String(result.userId),
      'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name': 'broker',
      'http://schemas.microsoft.com/ws/2008/06/identity/claims/role': ['BROKER'],
      'AspNet.Identity.SecurityStamp': expect.any(String),
      'http://www.aspnetboilerplate.com/identity/claims/tenantId': String(meridian),
      iss: 'Tradebook',
      aud: 'Tradebook',
      sub: String(result.userId),
      jti: expect.any(String),
      iat: current.now / 1000,
      nbf: current.now / 1000,
      exp: current.now / 1000 + 30 * 86_400,
    })
  })

  test('by e-mail address, and for a session that ends with the browser', async () => {
    const { status, result, cookies } = await signIn(`broker@firm${meridian}.example`)
    expect(status).toBe(200)
    expect(result.expireInSeconds).toBe(86_400)
    expect(claimsOf(result.accessToken).exp).toBe(current.now / 1000 + 86_400)
    expect(cookies.find(({ name }) => name === HUB_TOKEN)).not.toHaveProperty('maxAge')
  })

  test('is over after the hours, or when it is remembered the days, that the firm or the host has set', async () => {
    await withSetting(zenith, { sessionHours: 2 }, () => withSetting(0, { rememberDays: 3 }, signInAndOut))
  })

  const signInAndOut = async () => {
    const start = current.now
    const [short, long] = await Promise.all(
      [false, true].map(
        async (rememberClient) =>
          (await signIn('broker', { tenancyName: 'Zenith-Hill', rememberClient })).result,
      ),
    )
    expect([short.expireInSeconds, long.expireInSeconds]).toEqual([2 * 3600, 3 * 86_400])
    const goodFor = async (token: string, seconds: number) => {
      const is = async (at: number) => {
        current.now = start + at * 1000
        return (await identity.authenticate(token)) !== null
      }
      expect([await is(seconds - 1), await is(seconds)]).toEqual([true, false])
    }
    await goodFor(short.accessToken, 2 * 3600)
    await goodFor(long.accessToken, 3 * 86_400)
    current.now = start
  }

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
    const sleeping = await addSleepingFirm()
    expect(await refusedFor('someone', { tenancyName: 'sleeping' })).toMatchObject({
      code: 1007,
      details: 'The firm sleeping is disabled.',
    })
    expect((await attemptRows(0)).at(-1)).toMatchObject({ result: 5, user_id: null })
    expect((await attemptRows(sleeping)).at(-1)).toMatchObject({ result: 6, user_id: null })
  })

  test('gives the same answer for an unknown name, a wrong password and a locked user, and records which it was', async () => {
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
    current.now += 299_000
    expect(await refusedFor('locked', {})).toEqual(unknown)
    current.now += 2_000
    expect((await signIn('locked')).status).toBe(200)
    expect((await attemptRows(meridian)).filter(({ result }) => result === 2)).toHaveLength(1)
    expect(await attempts(meridian, 'locked')).toEqual([3, 3, 3, 3, 3, 9, 9, 1])
  })

  test('stores no unknown name: it may be a password typed in the wrong box', async () => {
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

  test('tells only a person who knows the password that the user is not active or not confirmed', async () => {
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
