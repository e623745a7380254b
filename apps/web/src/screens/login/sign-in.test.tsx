import { beforeEach, expect, test, vi } from 'vitest'
import { clearCookie, cookies, readCookie } from '../../api/cookies.ts'
import { type Credentials, signIn, signInByPasskey } from './sign-in.ts'

const credentials: Credentials = {
  tenancyName: ' Meridian ',
  userNameOrEmailAddress: 'broker',
  password: 'correct horse',
  twoFactorVerificationCode: '',
  rememberMe: false,
}
const authenticated = {
  accessToken: 'token',
  encryptedAccessToken: 'opaque',
  expireInSeconds: 86_400,
  userId: 1,
  registrationIncomplete: false,
  twoFactorAuthRequired: false,
  twoFactorAuthProviders: [],
}
const fetched = vi.fn<typeof fetch>()
const written = vi.spyOn(document, 'cookie', 'set')

const server = (tenant: object, authentication: object = authenticated) =>
  fetched.mockImplementation((url) => {
    const result = String(url).endsWith('IsTenantAvailable') ? tenant : authentication
    return Promise.resolve(new Response(JSON.stringify({ result, success: true })))
  })

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  for (const name of Object.values(cookies)) clearCookie(name)
  fetched.mockReset()
  written.mockClear()
})

test('the token is kept for the browser’s session, and until it expires only on request', async () => {
  server({ state: 1, tenantId: 2 })
  await expect(signIn(credentials)).resolves.toBe('signedIn')
  expect(readCookie(cookies.token)).toBe('token')
  expect(readCookie(cookies.tenantId)).toBe('2')
  const tokenCookies = () =>
    written.mock.calls.flat().filter((cookie) => cookie.startsWith(`${cookies.token}=token`))
  expect(tokenCookies()).toEqual([expect.not.stringContaining('max-age')])
  await signIn({ ...credentials, rememberMe: true })
  expect(tokenCookies().at(-1)).toContain('max-age=86400')
})

test('an unknown or inactive firm is reported before any password is sent', async () => {
  server({ state: 3, tenantId: null })
  await expect(signIn(credentials)).resolves.toBe('firmNotFound')
  server({ state: 2, tenantId: null })
  await expect(signIn(credentials)).resolves.toBe('firmInActive')
  expect(fetched.mock.calls.map(([url]) => url)).not.toContain('/api/TokenAuth/Authenticate')
})

const asked = { userId: 1, factors: ['Authenticator', 'Passkey'] }

test.each([
  [
    'a second factor that is asked for',
    asked,
    {
      ...{ ...authenticated, accessToken: null, twoFactorAuthRequired: true },
      twoFactorAuthProviders: asked.factors,
    },
  ],
  [
    'a registration that is incomplete',
    'registrationIncomplete',
    { ...authenticated, accessToken: 'registration', registrationIncomplete: true },
  ],
])('%s keeps no token', async (_, outcome, authentication) => {
  server({ state: 1, tenantId: 2 }, authentication)
  await expect(signIn(credentials)).resolves.toEqual(outcome)
  expect(readCookie(cookies.token)).toBeUndefined()
})

test('a passkey that was chosen where the browser offers them signs in to its firm, and keeps the token', async () => {
  server({ state: 1, tenantId: 2 })
  const credential = {
    id: 'AAAA',
    type: 'public-key',
    response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' },
  } as const
  const way = { tenancyName: 'Meridian', rememberMe: true, credential }
  await expect(signInByPasskey(way)).resolves.toBe('signedIn')
  const sent = fetched.mock.calls.find(([url]) => url === '/api/TokenAuth/AuthenticateByPasskey')
  expect(JSON.parse(String(sent?.[1]?.body))).toEqual({
    ...{ tenancyName: 'Meridian', rememberClient: true, credential, userId: null },
  })
  expect(readCookie(cookies.token)).toBe('token')
})

test('without a firm it is the host that is signed in to', async () => {
  server({})
  await expect(signIn({ ...credentials, tenancyName: ' ' })).resolves.toBe('signedIn')
  expect(fetched).toHaveBeenCalledOnce()
  expect(readCookie(cookies.tenantId)).toBeUndefined()
})
