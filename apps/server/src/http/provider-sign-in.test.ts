import { type Refusal, refusals } from '@tradebook/contract'
import { describe, expect, test } from 'vitest'
import { approversOf } from '../platform/influences.ts'
import {
  addUser,
  app,
  attempts,
  bearing,
  call,
  current,
  database,
  meridian,
  ownPasswordOf,
  signIn,
} from './identity.fixture.ts'
import {
  adminId,
  isSignedIn,
  ProviderBrowser,
  personThere,
  provider,
  providerForAllTests,
  set,
  tokenFrom,
  userOf,
  withProvider,
} from './provider.fixture.ts'
import { tokenOf } from './two-factor.fixture.ts'

providerForAllTests()

const codeOf = (name: Refusal['refusal']): number => refusals[name].code
const auditOf = (methodName: string) =>
  database.store
    .forTenant(meridian)
    .read((tx) =>
      tx
        .selectFrom('audit_log')
        .leftJoin('audit_changes', 'audit_changes.audit_id', 'audit_log.id')
        .select(['user_name', 'parameters', 'exception_message', 'before', 'after'])
        .where('method_name', '=', methodName)
        .orderBy('audit_log.id')
        .execute(),
    )

describe('signing in at the provider', () => {
  test('creates the user with the roles of its groups, and finds the same user again by its subject', async () => {
    personThere('ada', { groups: ['dealers', 'unknown here'] })
    const token = await tokenFrom('ada')
    const user = await userOf('ada')
    expect(user).toMatchObject({
      ...{ user_name: 'ada', name: 'Bola', surname: 'Ade', email_address: 'ada@there.example' },
      ...{ is_email_confirmed: true, roles: ['BROKER'] },
    })
    const { result } = await call('Session/GetCurrentLoginInformations', {}, bearing(token))
    expect(result.user).toMatchObject({ id: user?.id, roles: ['BROKER'], due: null })
    // Another name and address of the same person are no other person.
    personThere('ada', { preferred_username: 'ada.obi', email: 'obi@there.example' })
    await tokenFrom('ada')
    expect(await userOf('ada')).toMatchObject({ id: user?.id, user_name: 'ada' })
    expect(await attempts(meridian, 'ada')).toEqual([1, 1])
    const [row] = await auditOf('UpdateByProvider')
    expect(row).toMatchObject({
      user_name: 'ada',
      parameters: '{"provider":"Harbour ID","groups":["dealers","unknown here"]}',
      ...{ before: null, after: { userName: 'ada', roleNames: ['BROKER'] } },
    })
  })

  test('sends the browser with PKCE, state and nonce, and asks for the groups', async () => {
    const { result } = await new ProviderBrowser().begin()
    expect(Object.fromEntries(new URL(result.url).searchParams)).toEqual({
      ...{ client_id: 'tradebook', response_type: 'code', scope: 'openid profile email groups' },
      ...{ redirect_uri: 'https://trade.example/user/provider', code_challenge_method: 'S256' },
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^\d+\.[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
  })

  test('is completed once, within ten minutes, in the browser that started it', async () => {
    personThere('once')
    const browser = new ProviderBrowser()
    const answer = await browser.answerFor('once')
    const other = new ProviderBrowser()
    await other.begin()
    const over = codeOf('providerSignInOver')
    expect((await other.end(answer)).error.code).toBe(over)
    expect((await new ProviderBrowser().end(answer)).error.code).toBe(over)
    expect((await browser.end(answer)).error).toBeNull()
    expect((await browser.end(answer)).error.code).toBe(over)
    const late = await browser.answerFor('once')
    current.now += 10 * 60_000
    expect((await browser.end(late)).error.code).toBe(over)
  })

  test.each<[what: string, refusal: Refusal['refusal'], change: (answer: URLSearchParams) => void]>([
    [
      'a state that nobody gave',
      'providerSignInOver',
      (answer) => answer.set('state', `${meridian}.${'x'.repeat(43)}`),
    ],
    ['another issuer', 'providerAnswerInvalid', (answer) => answer.set('iss', 'https://other.example')],
    ['a code that nobody gave', 'providerRefused', (answer) => answer.set('code', 'x'.repeat(43))],
    ['no code', 'providerAnswerInvalid', (answer) => answer.delete('code')],
  ])('an answer with %s is refused, and kept as %s', async (_, refusal, change) => {
    personThere('changed')
    const browser = new ProviderBrowser()
    const answer = await browser.answerFor('changed')
    change(answer)
    expect((await browser.end(answer)).error.code).toBe(codeOf(refusal))
    expect(await userOf('changed')).toBeUndefined()
    expect((await auditOf('AuthenticateByProvider')).at(-1)).toMatchObject({ exception_message: refusal })
  })

  test.each<[parameter: string, refusal: Refusal['refusal']]>([
    ['nonce', 'providerAnswerInvalid'],
    ['code_challenge', 'providerRefused'],
  ])('a %s that is not the one of this sign-in is refused', async (parameter, refusal) => {
    personThere('swapped')
    const browser = new ProviderBrowser()
    const { result } = await browser.begin()
    const url = new URL(result.url)
    url.searchParams.set(parameter, 'y'.repeat(43))
    const answer = new URL(await provider.signIn(url.href, 'swapped')).searchParams
    expect((await browser.end(answer)).error.code).toBe(codeOf(refusal))
  })

  test('a code can be used once', async () => {
    personThere('replayed')
    const browser = new ProviderBrowser()
    const first = await browser.answerFor('replayed')
    expect((await browser.end(first)).error).toBeNull()
    const second = await browser.answerFor('replayed')
    second.set('code', first.get('code') ?? '')
    expect((await browser.end(second)).error).toMatchObject({
      code: codeOf('providerRefused'),
      details: expect.stringContaining('invalid_grant'),
    })
  })

  test('what the provider refuses is said in its own code', async () => {
    const browser = new ProviderBrowser()
    const { result } = await browser.begin()
    const state = new URL(result.url).searchParams.get('state') ?? ''
    const answer = new URLSearchParams({ error: 'access_denied', state, iss: provider.issuer })
    expect((await browser.end(answer)).error).toMatchObject({
      message: 'Harbour ID did not sign you in',
      details: 'Its reason: access_denied. Try again, or ask your administrator.',
    })
  })

  test('a firm without a provider offers no sign-in with one', async () => {
    expect((await new ProviderBrowser().begin('Zenith-Hill')).error.code).toBe(codeOf('providerOff'))
    const shown = async (tenancyName: string) =>
      (await call('Account/IsTenantAvailable', { tenancyName })).result.provider
    expect(await shown('Zenith-Hill')).toBeNull()
    expect(await shown('Meridian')).toEqual({ name: 'Harbour ID', isRequired: false })
  })
})

describe('groups', () => {
  test('a person in no group that gives a role is refused with a clear message, and no user is created', async () => {
    personThere('guest', { groups: ['visitors'] })
    expect((await new ProviderBrowser().signIn('guest')).error).toMatchObject({
      code: codeOf('providerGivesNoRole'),
      details: 'None of your groups at Harbour ID gives you a role in Tradebook. Ask your administrator.',
    })
    expect(await userOf('guest')).toBeUndefined()
  })

  test('roles are those of the groups at each sign-in; without any, all sessions end', async () => {
    personThere('mover')
    const first = await tokenFrom('mover')
    personThere('mover', { groups: ['chiefs'] })
    const second = await tokenFrom('mover')
    expect((await userOf('mover'))?.roles).toEqual(['ADMIN'])
    const { result } = await call('Session/GetCurrentLoginInformations', {}, bearing(first))
    expect(result.user.roles).toEqual(['ADMIN'])
    expect((await auditOf('UpdateByProvider')).at(-1)).toMatchObject({
      ...{ before: { roleNames: ['BROKER'] }, after: { roleNames: ['ADMIN'] } },
    })
    personThere('mover', { groups: [] })
    expect((await new ProviderBrowser().signIn('mover')).error.code).toBe(codeOf('providerGivesNoRole'))
    expect((await userOf('mover'))?.roles).toEqual([])
    expect([await isSignedIn(first), await isSignedIn(second)]).toEqual([false, false])
  })

  test('a user whom an administrator deactivated is not let in', async () => {
    personThere('away')
    await tokenFrom('away')
    const user = await userOf('away')
    const by = bearing(await tokenOf('chief'))
    expect((await call('User/DeActivate', { id: user?.id ?? 0 }, by)).error).toBeNull()
    expect((await new ProviderBrowser().signIn('away')).error.code).toBe(codeOf('userIsNotActive'))
    expect((await call('User/Delete', { id: user?.id ?? 0 }, by)).error).toBeNull()
    expect((await new ProviderBrowser().signIn('away')).error.code).toBe(codeOf('userIsNotActive'))
  })
})

describe('users whom the firm has already', () => {
  test('a member of staff is linked only by an address that is verified on both sides', async () => {
    const id = await addUser(meridian, 'clerk')
    const email = `clerk@firm${meridian}.example`
    const taken = codeOf('providerUserTaken')
    personThere('stranger', { preferred_username: 'other', email, email_verified: false })
    expect((await new ProviderBrowser().signIn('stranger')).error.code).toBe(taken)
    personThere('namesake', { preferred_username: 'clerk' })
    expect((await new ProviderBrowser().signIn('namesake')).error.code).toBe(taken)
    personThere('clerk-there', { preferred_username: 'other', email: email.toUpperCase() })
    await tokenFrom('clerk-there')
    expect((await userOf('clerk-there'))?.id).toBe(id)
    // Another subject with that address is another person.
    personThere('second-clerk', { preferred_username: 'other', email })
    expect((await new ProviderBrowser().signIn('second-clerk')).error.code).toBe(taken)
  })

  test.each([
    ['a customer', 'CUSTOMER', 'buyer'],
    ['the emergency administrator', undefined, 'emergency'],
  ] as const)('%s is not linked', async (_, role, userName) => {
    if (role) await addUser(meridian, userName, role)
    personThere(`${userName}-there`, { email: `${userName}@firm${meridian}.example`, groups: ['chiefs'] })
    const { error } = await new ProviderBrowser().signIn(`${userName}-there`)
    expect(error.code).toBe(codeOf('providerUserTaken'))
  })
})

describe('where the provider is required', () => {
  test('staff cannot sign in another way, and their other sessions end; customers and the emergency administrator are not affected', async () => {
    await addUser(meridian, 'dealer')
    await addUser(meridian, 'client', 'CUSTOMER')
    const [dealer, client, emergency] = [
      await tokenOf('dealer'),
      await tokenOf('client'),
      await tokenOf('emergency'),
    ]
    personThere('vera')
    const vera = await tokenFrom('vera')
    await withProvider({ isRequired: true }, async () => {
      expect((await signIn('dealer')).error).toMatchObject({
        code: codeOf('staffUseProvider'),
        message: 'Sign in with Harbour ID',
      })
      // Only the right password learns of it.
      expect((await signIn('dealer', { password: 'wrong' })).error.code).toBe(
        codeOf('invalidUserNameOrPassword'),
      )
      expect((await signIn('client')).error).toBeNull()
      expect((await signIn('emergency')).error).toBeNull()
      const signedIn = await Promise.all([dealer, client, emergency, vera].map(isSignedIn))
      expect(signedIn).toEqual([false, true, true, true])
    })
    expect((await signIn('dealer')).error).toBeNull()
  })

  test('and does not answer, that is said, and the emergency administrator signs in', async () => {
    // Nothing listens at this port.
    await withProvider({ isRequired: true, issuer: 'http://127.0.0.1:9' }, async () => {
      expect((await new ProviderBrowser().begin()).error).toMatchObject({
        code: codeOf('providerUnavailable'),
        message: 'Harbour ID is not available',
      })
      expect((await signIn('emergency')).error).toBeNull()
    })
  })

  test('the emergency administrator cannot be deactivated, deleted or left without rights', async () => {
    const id = await addUser(meridian, 'second', 'ADMIN')
    await ownPasswordOf(meridian, 'second')
    personThere('boss', { groups: ['chiefs'] })
    await withProvider({ isRequired: true, emergencyUserName: 'second' }, async () => {
      const by = bearing(await tokenFrom('boss'))
      const { userName, name, surname, emailAddress } = (await call('User/Get', { id }, by)).result
      const kept = codeOf('emergencyAdministratorUnfit')
      expect((await call('User/DeActivate', { id }, by)).error.code).toBe(kept)
      expect((await call('User/Delete', { id }, by)).error.code).toBe(kept)
      const demoted = { id, userName, name, surname, emailAddress, roleNames: ['BROKER'] }
      expect((await call('User/Update', demoted, by)).error.code).toBe(kept)
    })
  })

  test('turning it off ends the sessions that began with it', async () => {
    personThere('late')
    const token = await tokenFrom('late')
    await withProvider({ isEnabled: false }, async () => {
      expect(await isSignedIn(token)).toBe(false)
      expect((await new ProviderBrowser().begin()).error.code).toBe(codeOf('providerOff'))
    })
  })
})

describe('four eyes', () => {
  const rules = (days: number) => ({ independenceDays: days, approversByTwo: false }) as never
  const refusalBetween = (maker: number, decider: number, days: number) =>
    database.store.forTenant(meridian).read(async (tx) => {
      const approvers = await approversOf(tx, rules(days), current.now)
      return approvers.refusalOf(decider, { makerId: maker, madeAt: current.now })?.refusal
    })

  test('users whom the provider created count as created, and given their rights, by the administrator who set it', async () => {
    for (const login of ['maker', 'checker']) {
      personThere(login)
      await tokenFrom(login)
    }
    const [maker, checker] = [(await userOf('maker'))?.id ?? 0, (await userOf('checker'))?.id ?? 0]
    expect(await refusalBetween(maker, checker, 7)).toBe('approverNotIndependent')
    expect(await refusalBetween(adminId, checker, 7)).toBe('approverNotIndependent')
    expect(await refusalBetween(maker, checker, 0)).toBeUndefined()
  })

  test('an existing user who gets a right from a group depends on the administrator who set the provider from then on', async () => {
    const rows = (kind: string, userId: number) =>
      database.store
        .forTenant(meridian)
        .read((tx) =>
          tx
            .selectFrom('influences')
            .select('by_user_id')
            .where('kind', '=', kind)
            .where('user_id', '=', userId)
            .execute(),
        )
    const reader = { name: 'READER', displayName: 'Reader', grantedPermissions: ['VIEW_CUSTOMERS'] }
    expect((await call('Role/Create', reader, bearing(await tokenOf('chief')))).error).toBeNull()
    personThere('riser', { groups: ['readers'] })
    await set({
      groups: [
        { group: 'readers', roleNames: ['READER'] },
        { group: 'dealers', roleNames: ['BROKER'] },
      ],
    })
    await tokenFrom('riser')
    const id = (await userOf('riser'))?.id ?? 0
    expect(await rows('postingRight', id)).toEqual([])
    personThere('riser')
    await tokenFrom('riser')
    expect(await rows('postingRight', id)).toEqual([{ by_user_id: adminId }])
    await set()
  })
})

describe('back-channel logout', () => {
  const post = (token: string, path = `/openid/${meridian}/back-channel-logout`) =>
    app.inject({
      ...{ method: 'POST', url: path, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      payload: new URLSearchParams({ logout_token: token }).toString(),
    })
  const sessionOf = async (subject: string): Promise<string> => {
    const [row] = await database.store
      .forTenant(meridian)
      .read((tx) =>
        tx
          .selectFrom('sessions')
          .select('provider_session')
          .where('provider_subject', '=', subject)
          .execute(),
      )
    return row?.provider_session ?? ''
  }

  test('ends the session that ended at the provider, and no other', async () => {
    personThere('leaver')
    personThere('stayer')
    const [one, other, stayer] = [
      await tokenFrom('leaver'),
      await tokenFrom('leaver'),
      await tokenFrom('stayer'),
    ]
    await provider.logOut('leaver', await sessionOf('leaver'))
    const signedIn = await Promise.all([one, other, stayer].map(isSignedIn))
    expect(signedIn).toEqual([false, true, true])
    expect((await auditOf('LogOutByProvider')).at(-1)).toMatchObject({
      user_name: 'leaver',
      exception_message: null,
    })
    // By the subject alone all of them end.
    expect((await post(await provider.logoutToken({ sub: 'leaver' }))).statusCode).toBe(200)
    expect([await isSignedIn(other), await isSignedIn(stayer)]).toEqual([false, true])
  })

  test.each<[what: string, claims: Record<string, unknown>]>([
    ['for another client', { sub: 'kept', aud: 'another' }],
    ['of another issuer', { sub: 'kept', iss: 'https://other.example' }],
    ['that is minutes old', { sub: 'kept', iat: Math.floor(Date.now() / 1000) - 300 }],
    ['with a nonce', { sub: 'kept', nonce: 'n' }],
    ['without the event', { sub: 'kept', events: {} }],
    ['that names nobody', {}],
  ])('a token %s ends nothing', async (_, claims) => {
    personThere('kept')
    const token = await tokenFrom('kept')
    const answer = await post(await provider.logoutToken(claims))
    expect([answer.statusCode, answer.json()]).toEqual([400, { error: 'invalid_request' }])
    expect(await isSignedIn(token)).toBe(true)
  })

  test('a token that somebody else signed, no token, and a firm without a provider are refused', async () => {
    const token = await provider.logoutToken({ sub: 'kept' })
    const forged = `${token.slice(0, -8)}AAAAAAAA`
    expect((await post(forged)).statusCode).toBe(400)
    expect((await post('')).statusCode).toBe(400)
    expect((await post(token, '/openid/0/back-channel-logout')).statusCode).toBe(400)
    expect((await post(token, '/openid/x/back-channel-logout')).statusCode).toBe(400)
  })
})
