import { type Refusal, refusals } from '@tradebook/contract'
import { describe, expect, test } from 'vitest'
import { addUser, bearing, call, database, meridian, ownPasswordOf } from './identity.fixture.ts'
import {
  adminToken,
  personThere,
  provider,
  providerForAllTests,
  set,
  setting,
  tokenFrom,
  userOf,
} from './provider.fixture.ts'
import { tokenOf } from './two-factor.fixture.ts'

providerForAllTests()

const codeOf = (name: Refusal['refusal']): number => refusals[name].code
const shown = async () => (await call('Settings/GetIdentityProvider', {}, bearing(adminToken))).result

describe('the settings of the identity provider', () => {
  test('are shown with what to register there, and without the secret, which no row contains unencrypted', async () => {
    expect(await shown()).toMatchObject({
      provider: { name: 'Harbour ID', issuer: provider.issuer, emergencyUserName: 'emergency' },
      redirectUri: 'https://trade.example/user/provider',
      backChannelLogoutUri: `https://trade.example/openid/${meridian}/back-channel-logout`,
    })
    const rows = await database.store
      .forTenant(meridian)
      .read(async (tx) => [
        await tx.selectFrom('identity_providers').selectAll().execute(),
        await tx.selectFrom('audit_log').selectAll().where('service_name', '=', 'Settings').execute(),
        await tx.selectFrom('audit_changes').selectAll().where('entity', '=', 'IdentityProvider').execute(),
      ])
    expect(rows[1]?.length).toBeGreaterThan(0)
    const texts = JSON.stringify([await shown(), rows], (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    )
    const plain = Buffer.from(provider.clientSecret)
    expect(texts).not.toContain(provider.clientSecret)
    expect(
      rows[0]?.some((row) => Buffer.from((row as { sealed_secret: Buffer }).sealed_secret).includes(plain)),
    ).toBe(false)
    expect(rows[2]).toMatchObject([
      { before: null, after: expect.objectContaining({ newCredentials: true }) },
    ])
  })

  test('keep the secret only for the provider it belongs to', async () => {
    expect((await set({ clientSecret: null, name: 'Harbour' })).error).toBeNull()
    expect((await shown()).provider.name).toBe('Harbour')
    const needed = codeOf('providerSecretNeeded')
    const elsewhere = { clientSecret: null, issuer: 'https://elsewhere.example' }
    expect((await set(elsewhere)).error.code).toBe(needed)
    expect((await set({ clientSecret: null, clientId: 'another' })).error.code).toBe(needed)
    const {
      name: _,
      groups: __,
      isEnabled: ___,
      isRequired: ____,
      emergencyUserName: _____,
      adminPassword: ______,
      ...connection
    } = setting()
    const tested = await call(
      'Settings/TestIdentityProvider',
      { ...connection, ...elsewhere },
      bearing(adminToken),
    )
    expect(tested.error.code).toBe(needed)
  })

  test.each([
    'http://login.example.com',
    'https://login.example.com/?a=b',
    'https://user:password@login.example.com',
    'ftp://login.example.com',
    'javascript:alert(1)',
  ])('refuse the issuer %s', async (issuer) => {
    expect((await set({ issuer })).status).toBe(400)
  })

  test('give through groups nothing that the administrator does not hold, and nothing to customers', async () => {
    await addUser(meridian, 'half', 'ADMIN')
    await ownPasswordOf(meridian, 'half')
    await database.store.forTenant(meridian).write(async (tx) => {
      const { id } = await tx
        .selectFrom('users')
        .select('id')
        .where('user_name', '=', 'half')
        .executeTakeFirstOrThrow()
      await tx.deleteFrom('user_roles').where('user_id', '=', id).execute()
      const permissions = ['Pages.Settings', 'Pages.Users', 'VIEW_ADMINSETTING']
      await tx
        .insertInto('user_permissions')
        .values(permissions.map((permission) => ({ tenant_id: meridian, user_id: id, permission })))
        .execute()
    })
    const half = await tokenOf('half')
    const groups = [{ group: 'more', roleNames: ['BROKER'] }]
    expect((await set({ groups: [...setting().groups, ...groups] }, half)).error.code).toBe(
      codeOf('roleNotHeld'),
    )
    // What is there may stay, at the provider and in the claim that it was set for.
    expect((await set({}, half)).error).toBeNull()
    const another = { issuer: 'https://other.example', clientSecret: 'another secret' }
    for (const changes of [another, { clientId: 'other', clientSecret: 'S' }, { groupsClaim: 'family_name' }])
      expect((await set(changes, half)).error.code).toBe(codeOf('grantNotHeld'))
    const ofCustomers = [{ group: 'all', roleNames: ['CUSTOMER'] }]
    expect((await set({ groups: ofCustomers })).error.code).toBe(codeOf('unknownRole'))
  })

  test('give no role that was deleted', async () => {
    const by = bearing(adminToken)
    const role = { name: 'TREASURY', displayName: 'Treasury', grantedPermissions: ['APPROVE_LEDGER'] }
    const { id } = (await call('Role/Create', role as never, by)).result
    const groups = [...setting().groups, { group: 'treasury', roleNames: ['TREASURY'] }]
    personThere('tess', { groups: ['treasury', 'dealers'] })
    await set({ groups })
    await tokenFrom('tess')
    expect((await userOf('tess'))?.roles).toContain('TREASURY')
    await call('Role/Delete', { id }, by)
    await tokenFrom('tess')
    expect((await userOf('tess'))?.roles).not.toContain('TREASURY')
    expect((await set({ groups })).error.code).toBe(codeOf('unknownRole'))
  })

  test('change only with the password of the person who changes them', async () => {
    expect((await set({ adminPassword: 'another password' })).error.code).toBe(codeOf('passwordWrong'))
    expect((await set({ adminPassword: undefined as never })).status).toBe(400)
  })

  test('require a suitable emergency administrator', async () => {
    const unfit = codeOf('emergencyAdministratorUnfit')
    expect((await set({ isRequired: true, emergencyUserName: '' })).error.code).toBe(unfit)
    expect((await set({ isRequired: true, emergencyUserName: 'broker' })).error.code).toBe(unfit)
    expect((await set({ emergencyUserName: 'nobody' })).error.code).toBe(unfit)
  })

  test('are for administrators', async () => {
    const broker = bearing(await tokenOf('broker'))
    for (const name of ['Settings/GetIdentityProvider', 'Settings/UpdateIdentityProvider'] as const)
      expect((await call(name, name.includes('Update') ? setting() : {}, broker)).status).toBe(403)
  })
})

describe('the test of a provider', () => {
  const test_ = async (changes: object) => {
    const {
      name: _,
      groups: __,
      isEnabled: ___,
      isRequired: ____,
      emergencyUserName: _____,
      adminPassword: ______,
      ...connection
    } = setting()
    const { result, error } = await call(
      'Settings/TestIdentityProvider',
      { ...connection, ...changes },
      bearing(adminToken),
    )
    expect(error).toBeNull()
    return result.items.map(({ check, result: found, detail }: Record<string, string>) =>
      [check, found, detail].join(' ').trim(),
    )
  }

  test('reports that everything works', async () => {
    const all = ['discovery ok', 'keys ok', 'client ok', 'pkce ok', 'groups ok', 'logout ok']
    expect(await test_({})).toEqual(all)
    expect(await test_({ clientSecret: null })).toEqual(all)
  })

  test.each<[what: string, changes: object, found: string]>([
    ['the wrong secret', { clientSecret: 'wrong' }, 'client failed invalid_client'],
    ['an unknown client', { clientId: 'nobody', clientSecret: 'wrong' }, 'client failed invalid_client'],
    ['a claim that the provider does not name', { groupsClaim: 'teams' }, 'groups warning teams'],
    ['nothing that answers', { issuer: 'http://127.0.0.1:9', clientSecret: 'x' }, 'discovery failed failed'],
    [
      'a name that does not exist, as it says it of a private one',
      { issuer: 'https://nobody.invalid', clientSecret: 'x' },
      'discovery failed private',
    ],
    [
      'an address in a private network',
      { issuer: 'https://10.1.2.3', clientSecret: 'x' },
      'discovery failed private',
    ],
    [
      'a name of this machine that is not allowed',
      { issuer: 'https://[::1]', clientSecret: 'x' },
      'discovery failed private',
    ],
  ])('says what is wrong with %s', async (_, changes, found) => {
    expect(await test_(changes)).toContain(found)
  })

  test('says that no provider with this issuer answers there', async () => {
    const [found] = await test_({ issuer: `${provider.issuer}/other`, clientSecret: 'x' })
    expect(found).toMatch(/^discovery failed /)
  })
})
