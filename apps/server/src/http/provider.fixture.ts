import type { CallInput } from '@tradebook/contract'
import { afterAll, beforeAll, expect } from 'vitest'
import {
  openIdentityProvider,
  type PersonThere,
  type TestIdentityProvider,
} from '../../../../test/identity-provider.ts'
import { logoutPath } from '../platform/provider-pages.ts'
import {
  addUser,
  app,
  bearing,
  call,
  database,
  edgeForAllTests,
  identity,
  meridian,
  ownPasswordOf,
  PASSWORD,
} from './identity.fixture.ts'
import { tokenOf } from './two-factor.fixture.ts'

/** Staff who sign in at a real identity provider, which is started here. */

export const RETURN = 'https://trade.example/user/provider'
export let provider: TestIdentityProvider
/** Of the administrator who set the provider. */
export let adminToken: string
export let adminId: number

export type Setting = CallInput<'Settings/UpdateIdentityProvider'>

/** Gives the tests of a file the edge, and a provider that Meridian's staff may use. */
export function providerForAllTests(): void {
  edgeForAllTests()
  beforeAll(async () => {
    // Logout tokens are posted to the edge itself.
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    provider = await openIdentityProvider([RETURN], `${url}${logoutPath(meridian)}`)
    adminId = await addUser(meridian, 'chief', 'ADMIN')
    await addUser(meridian, 'emergency', 'ADMIN')
    for (const name of ['chief', 'emergency']) await ownPasswordOf(meridian, name)
    adminToken = await tokenOf('chief')
    expect((await set()).error).toBeNull()
  })
  afterAll(() => provider.close())
}

export const setting = (changes: Partial<Setting> = {}): Setting => ({
  ...{ name: 'Harbour ID', issuer: provider.issuer, clientId: provider.clientId },
  ...{ clientSecret: provider.clientSecret, scopes: 'groups', groupsClaim: 'groups' },
  ...{ isEnabled: true, isRequired: false, emergencyUserName: 'emergency' },
  groups: [
    { group: 'dealers', roleNames: ['BROKER'] },
    { group: 'chiefs', roleNames: ['ADMIN'] },
  ],
  adminPassword: PASSWORD,
  ...changes,
})

/** Sets the provider as the administrator. */
export const set = (changes: Partial<Setting> = {}, token = adminToken) =>
  call('Settings/UpdateIdentityProvider', setting(changes), bearing(token))

/** Sets the provider otherwise until the work is done. */
export async function withProvider(changes: Partial<Setting>, work: () => Promise<unknown>): Promise<void> {
  expect((await set(changes)).error).toBeNull()
  try {
    await work()
  } finally {
    expect((await set({}, await tokenOf(changes.emergencyUserName ?? 'emergency'))).error).toBeNull()
    await database.store.forTenant(meridian).write(async (tx) => {
      await tx.updateTable('identity_providers').set({ changed_by: adminId, claim_by: adminId }).execute()
      const groups = await tx.deleteFrom('provider_groups').returningAll().execute()
      const restored = groups.map((group) => ({ ...group, set_by: adminId }))
      await tx.insertInto('provider_groups').values(restored).execute()
    })
    adminToken = await tokenOf('chief')
  }
}

/** A person of the provider. */
export function personThere(login: string, changes: PersonThere = {}): string {
  provider.people.set(login, {
    ...{ email: `${login}@there.example`, email_verified: true, preferred_username: login },
    ...{ name: 'Bola Ade', given_name: 'Bola', family_name: 'Ade', groups: ['dealers'] },
    ...changes,
  })
  return login
}

/** A browser that signs in at the provider, by its cookies. */
export class ProviderBrowser {
  readonly cookies: Record<string, string> = {}

  async begin(tenancyName = 'Meridian') {
    const answer = await call('TokenAuth/BeginProviderSignIn', { tenancyName }, {}, { cookies: this.cookies })
    for (const { name, value } of answer.cookies) this.cookies[name] = value
    return answer
  }

  /** What the provider gives the browser of a person. */
  async answerFor(login: string): Promise<URLSearchParams> {
    const { result, error } = await this.begin()
    expect(error).toBeNull()
    return new URL(await provider.signIn(result.url, login)).searchParams
  }

  end(answer: URLSearchParams) {
    return call(
      'TokenAuth/AuthenticateByProvider',
      { providerAnswer: answer.toString() },
      {},
      { cookies: this.cookies },
    )
  }

  /** A whole sign-in. */
  async signIn(login: string) {
    return this.end(await this.answerFor(login))
  }
}

/** Signs a person in whom the provider vouches for. Answers the token. */
export async function tokenFrom(login: string): Promise<string> {
  const { result, error } = await new ProviderBrowser().signIn(login)
  expect(error).toBeNull()
  return result.accessToken
}

/** The user whom a person of the provider is here. */
export const userOf = (subject: string) =>
  database.store.forTenant(meridian).read(async (tx) => {
    const user = await tx
      .selectFrom('provider_subjects')
      .innerJoin('users', 'users.id', 'provider_subjects.user_id')
      .selectAll('users')
      .where('subject', '=', subject)
      .executeTakeFirst()
    if (!user) return undefined
    const roles = await tx
      .selectFrom('user_roles')
      .innerJoin('roles', 'roles.id', 'role_id')
      .select('roles.name')
      .where('user_id', '=', user.id)
      .execute()
    return { ...user, roles: roles.map(({ name }) => name) }
  })

export const isSignedIn = async (token: string): Promise<boolean> =>
  (await identity.sessions.authenticate(token)) !== null
