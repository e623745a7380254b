import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { refusals } from '@tradebook/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openIdentityProvider, type TestIdentityProvider } from '../../../../test/identity-provider.ts'
import { approversOf } from '../platform/influences.ts'
import { addUser, app, current, database, meridian, ownPasswordOf, signIn } from './identity.fixture.ts'
import {
  isSignedIn,
  ProviderBrowser,
  personThere,
  provider,
  providerForAllTests,
  RETURN,
  set,
  setting,
  tokenFrom,
  userOf,
} from './provider.fixture.ts'
import { tokenOf } from './two-factor.fixture.ts'

/** What people try who control a provider, or are about to be removed from one. */

providerForAllTests()

let other: TestIdentityProvider

beforeAll(async () => {
  other = await openIdentityProvider([RETURN])
})

afterAll(() => other.close())

const setOther = (token?: string) =>
  set({ issuer: other.issuer, clientId: other.clientId, clientSecret: other.clientSecret }, token)

/** Signs in at the other provider as one of the group `dealers`. */
async function signInThere(login: string, claims: object = {}) {
  other.people.set(login, {
    ...{ email: `${login}@there.example`, email_verified: true, preferred_username: login },
    ...{ name: 'Bola Ade', given_name: 'Bola', family_name: 'Ade', groups: ['dealers'] },
    ...claims,
  })
  const browser = new ProviderBrowser()
  const { result } = await browser.begin()
  return browser.end(new URL(await other.signIn(result.url, login)).searchParams)
}

const refusalBetween = (makerId: number, deciderId: number) =>
  database.store.forTenant(meridian).read(async (tx) => {
    const madeAt = current.now
    const approvers = await approversOf(tx, { independenceDays: 7, approversByTwo: false } as never, madeAt)
    return approvers.refusalOf(deciderId, { makerId, madeAt })?.refusal
  })

const logOut = (logout_token: string) =>
  app.inject({
    ...{ method: 'POST', url: `/openid/${meridian}/back-channel-logout` },
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ logout_token }).toString(),
  })

test('the administrators who chose the provider and gave a group its role both count as givers of the rights that the group gives', async () => {
  const ids = [await addUser(meridian, 'choosing', 'ADMIN'), await addUser(meridian, 'granting', 'ADMIN')]
  for (const name of ['choosing', 'granting']) await ownPasswordOf(meridian, name)
  expect((await setOther(await tokenOf('choosing'))).error).toBeNull()
  const { issuer, clientId } = other
  const groups = [...setting().groups, { group: 'tellers', roleNames: ['BROKER'] }]
  const granted = { issuer, clientId, clientSecret: null as never, groups }
  expect((await set(granted, await tokenOf('granting'))).error).toBeNull()
  expect((await signInThere('teller', { groups: ['tellers'] })).error).toBeNull()
  const teller = (await userOf('teller'))?.id ?? 0
  for (const id of ids) expect(await refusalBetween(id, teller)).toBe('approverNotIndependent')
  await set()
})

test('the administrators who chose the provider and its groups claim both count as givers of the rights that groups give', async () => {
  const ids = [await addUser(meridian, 'issuing', 'ADMIN'), await addUser(meridian, 'claiming', 'ADMIN')]
  for (const name of ['issuing', 'claiming']) await ownPasswordOf(meridian, name)
  const { issuer, clientId, clientSecret } = other
  const issued = { issuer, clientId, clientSecret, groupsClaim: 'departments' }
  expect((await set(issued, await tokenOf('issuing'))).error).toBeNull()
  const claimed = { issuer, clientId, clientSecret: null as never, groupsClaim: 'groups' }
  expect((await set(claimed, await tokenOf('claiming'))).error).toBeNull()
  expect((await signInThere('claimed')).error).toBeNull()
  const dealer = (await userOf('claimed'))?.id ?? 0
  for (const id of ids) expect(await refusalBetween(id, dealer)).toBe('approverNotIndependent')
  await set()
})

test('an administrator who gave a group only rights that a user had before does not count as giver of the rights gained later', async () => {
  const ids: Record<string, number> = {}
  for (const name of ['founding', 'first', 'second']) {
    ids[name] = await addUser(meridian, name, 'ADMIN')
    await ownPasswordOf(meridian, name)
  }
  expect((await setOther(await tokenOf('founding'))).error).toBeNull()
  const { issuer, clientId } = other
  const give = async (by: string, group: string, role: string, earlier: object[]) => {
    const groups = [...earlier, { group, roleNames: [role] }] as never
    const input = { issuer, clientId, clientSecret: null as never, groups }
    expect((await set(input, await tokenOf(by))).error).toBeNull()
    return groups as object[]
  }
  const early = await give('first', 'readers', 'COMPLIANCE', setting().groups)
  expect((await signInThere('rising', { groups: ['readers'] })).error).toBeNull()
  await give('second', 'tellers', 'BROKER', early)
  const rising = (await userOf('rising'))?.id ?? 0
  const rightsBy = async (byId: number) =>
    database.store
      .forTenant(meridian)
      .read((tx) =>
        tx
          .selectFrom('influences')
          .select('kind')
          .where('user_id', '=', rising)
          .where('by_user_id', '=', byId)
          .where('kind', 'in', ['rights', 'postingRight'])
          .execute(),
      )
  const before = await rightsBy(ids.first!)
  expect((await signInThere('rising', { groups: ['readers', 'tellers'] })).error).toBeNull()
  expect(await rightsBy(ids.first!)).toEqual(before)
  expect(await rightsBy(ids.second!)).toHaveLength(1)
  await set()
})

test('renaming the provider does not release the administrator who chose it', async () => {
  const maker = await addUser(meridian, 'chooser', 'ADMIN')
  await ownPasswordOf(meridian, 'chooser')
  await addUser(meridian, 'renamer', 'ADMIN')
  await ownPasswordOf(meridian, 'renamer')
  expect((await setOther(await tokenOf('chooser'))).error).toBeNull()
  const { issuer, clientId } = other
  const renamed = { issuer, clientId, clientSecret: null as never, name: 'Harbour' }
  expect((await set(renamed, await tokenOf('renamer'))).error).toBeNull()
  expect((await signInThere('sock')).error).toBeNull()
  expect(await refusalBetween(maker, (await userOf('sock'))?.id ?? 0)).toBe('approverNotIndependent')
  await set()
})

test('a link ends with its provider: it means nobody when the provider comes back', async () => {
  const linked = () =>
    database.store
      .forTenant(meridian)
      .read((tx) =>
        tx.selectFrom('provider_subjects').select('subject').where('issuer', '=', other.issuer).execute(),
      )
  await setOther()
  expect((await signInThere('passing')).error).toBeNull()
  expect(await linked()).not.toEqual([])
  await set()
  expect(await linked()).toEqual([])
})

test('a logout of a subject ends sessions whose ID token had no session id', async () => {
  personThere('nosid')
  const token = await tokenFrom('nosid')
  await database.store
    .forTenant(meridian)
    .write((tx) =>
      tx
        .updateTable('sessions')
        .set({ provider_session: null })
        .where('provider_subject', '=', 'nosid')
        .execute(),
    )
  expect((await logOut(await provider.logoutToken({ sub: 'nosid', sid: 'abc' }))).statusCode).toBe(200)
  expect(await isSignedIn(token)).toBe(false)
})

test('a claim that no column holds is left out', async () => {
  personThere('nul', { groups: ['dealers', 'a\u0000b'], preferred_username: 'n\u0000' })
  expect((await new ProviderBrowser().signIn('nul')).error).toBeNull()
})

test('forged logout tokens do not each fetch the keys of the provider', async () => {
  let fetched = 0
  const server = createServer(({ url }, answer) => {
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    if (url === '/keys') fetched++
    answer.setHeader('content-type', 'application/json')
    answer.end(
      JSON.stringify(
        url === '/keys'
          ? { keys: [] }
          : {
              ...{ issuer: base, jwks_uri: `${base}/keys` },
              ...{ authorization_endpoint: `${base}/a`, token_endpoint: `${base}/t` },
            },
      ),
    )
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  expect((await set({ issuer, clientSecret: 'x' })).error).toBeNull()
  const forged = await other.logoutToken({ sub: 'a' })
  for (let sent = 0; sent < 20; sent++) expect((await logOut(forged)).statusCode).toBe(400)
  expect(fetched).toBe(1)
  server.close()
  await set()
})

test('a dealer who left a required provider does not sign in by password, with rights of a customer alone', async () => {
  const id = await addUser(meridian, 'dealer12')
  await ownPasswordOf(meridian, 'dealer12')
  const there = { email: `dealer12@firm${meridian}.example`, preferred_username: 'd12x' }
  personThere('d12', { ...there, groups: ['dealers'] })
  await tokenFrom('d12')
  await database.store.forTenant(meridian).write((tx) =>
    tx
      .insertInto('user_permissions')
      .values(['BUY', 'SELL'].map((permission) => ({ tenant_id: meridian, user_id: id, permission })))
      .execute(),
  )
  await set({ isRequired: true })
  personThere('d12', { ...there, groups: [] })
  expect((await new ProviderBrowser().signIn('d12')).error.code).toBe(refusals.providerGivesNoRole.code)
  expect((await signIn('dealer12')).error.code).toBe(1147)
  await set({}, await tokenOf('emergency'))
})
