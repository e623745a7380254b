import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import {
  addSleepingFirm,
  addUser,
  app,
  bearing,
  call,
  current,
  database,
  edgeForAllTests,
  meridian,
  signIn,
  zenith,
} from './identity.fixture.ts'

edgeForAllTests()

describe('a client’s first requests', () => {
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
    const texts = result.localization.values.Tradebook
    expect(texts['Refusal.invalidUserNameOrPassword']).toBe('Login failed!')
    // A page shows no mail.
    expect(Object.keys(texts).filter((key) => key.startsWith('Mail.'))).toEqual([])
  })

  test('is revalidated with its ETag: nothing is sent if it is unchanged', async () => {
    const url = '/AbpUserConfiguration/GetAll?sources=Tradebook'
    const ask = (headers: Record<string, string>) => app.inject({ url, headers })
    const first = await ask({ 'accept-encoding': 'br' })
    const { etag = '' } = first.headers
    expect(first.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'private, no-cache' })
    expect(JSON.parse(brotliDecompressSync(first.rawPayload).toString()).result.session.userId).toBeNull()
    const again = await ask({ 'if-none-match': `"another", ${etag}` })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    // In another language, and of another person, it is another one.
    const { accessToken } = (await signIn('broker')).result
    for (const headers of [{ '.aspnetcore.culture': 'fr' }, bearing(accessToken)]) {
      const other = await ask({ ...headers, 'if-none-match': etag })
      expect(other.statusCode).toBe(200)
      expect(other.headers.etag).not.toBe(etag)
    }
  })

  test('is shared by users of one role and firm, each with their own number', async () => {
    await addUser(meridian, 'second')
    await addUser(zenith, 'third')
    const ask = async (userName: string, tenancyName: string) => {
      const { accessToken, userId } = (await signIn(userName, { tenancyName })).result
      const { headers, rawPayload } = await app.inject({
        url: '/AbpUserConfiguration/GetAll',
        headers: { ...bearing(accessToken), 'accept-encoding': 'gzip, br' },
      })
      expect(headers['content-encoding']).toBe('br')
      const { result } = JSON.parse(brotliDecompressSync(rawPayload).toString())
      expect(result.session.userId).toBe(userId)
      return { result, userId, etag: headers.etag }
    }
    const first = await ask('broker', 'meridian')
    const made = vi.spyOn(JSON, 'stringify')
    const second = await ask('second', 'meridian')
    const again = await ask('broker', 'meridian')
    const large = made.mock.results.filter(({ value }) => String(value).length > 50_000)
    made.mockRestore()
    expect(large).toHaveLength(0)
    expect(second.userId).not.toBe(first.userId)
    expect(second.etag).not.toBe(first.etag)
    expect(again.etag).toBe(first.etag)
    expect({ ...second.result, session: null }).toEqual({ ...first.result, session: null })
    expect((await ask('third', 'zenith-hill')).result.session.tenantId).toBe(zenith)
  })

  test('has the texts of the requested sources, or of all by default', async () => {
    const { localization } = (await call('AbpUserConfiguration/GetAll')).result
    expect(Object.keys(localization.values)).toEqual(['Tradebook', 'AbpProjectName', 'AbpWeb'])
    const own = (await call('AbpUserConfiguration/GetAll', { sources: ['Tradebook'] })).result
    expect(Object.keys(own.localization.values)).toEqual(['Tradebook'])
  })

  test('has the texts of its own source in two parts for a page that asks for them by name', async () => {
    const textsOf = async (source: string) =>
      (await call('AbpUserConfiguration/GetAll', { sources: [source] })).result.localization.values[source]
    const [whole, start, more] = await Promise.all(
      ['Tradebook', 'Tradebook.Start', 'Tradebook.More'].map(textsOf),
    )
    expect({ ...start, ...more }).toEqual(whole)
    expect(start).toHaveProperty(['Menu.Trading'])
    expect(more).toHaveProperty(['Audit.Call.file'])
    expect(JSON.stringify(start).length).toBeLessThan(JSON.stringify(whole).length * 0.6)
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
    current.now += 5_001
    const { values } = (await call('AbpUserConfiguration/GetAll', {}, bearing(accessToken))).result.setting
    expect(values).toMatchObject({ 'Abp.Timing.TimeZone': 'Africa/Lagos', SHOW_ACCOUNT_BALANCE: 'false' })
    expect(JSON.stringify(values)).not.toContain('hidden')
  })

  test('costs no database query per request: firms, features, settings, ended tokens', async () => {
    current.now += 5_001
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
    // The list of firms, features and settings of two, those of the host behind a firm's, and the session, once each.
    expect(asked).toHaveLength(7)
  })

  test('a firm without the realtime feature is refused with that reason', async () => {
    const { accessToken } = (await signIn('broker', { tenancyName: 'zenith-hill' })).result
    await database.store
      .forTenant(zenith)
      .write((tx) =>
        tx.insertInto('features').values({ tenant_id: zenith, name: 'SignalR', value: 'false' }).execute(),
      )
    current.now += 5_001
    const { result } = await call('Session/GetCurrentLoginInformations', {}, bearing(accessToken))
    expect(result.application.features).toEqual({ SignalR: false, 'SignalR.AspNetCore': false })
  })

  test('whether a firm can be signed in to', async () => {
    await addSleepingFirm()
    const ask = async (tenancyName: string) =>
      (await call('Account/IsTenantAvailable', { tenancyName })).result
    expect(await ask('meridian')).toEqual({
      state: 1,
      tenantId: meridian,
      isRegistrationOpen: true,
      provider: null,
    })
    expect(await ask('Sleeping')).toEqual({
      state: 2,
      tenantId: null,
      isRegistrationOpen: false,
      provider: null,
    })
    expect(await ask('Host')).toEqual({ state: 3, tenantId: null, isRegistrationOpen: false, provider: null })
    expect(await ask('nowhere')).toEqual({
      state: 3,
      tenantId: null,
      isRegistrationOpen: false,
      provider: null,
    })
  })
})
