import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SignJWT } from 'jose'
import Provider from 'oidc-provider'

/** A real identity provider on this machine: people type their name in its form, and no password. */

/** What it says of a person, besides the name by which that one signs in there. */
export type PersonThere = Readonly<Record<string, unknown>>

export interface TestIdentityProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** By the names that they type, which are their subjects. */
  readonly people: Map<string, PersonThere>
  /** Goes through its pages in a browser of its own, and answers the address that the browser is sent back to. */
  signIn(url: string, login: string): Promise<string>
  /** Signs a token with its key, as it would sign a logout token of a person. */
  logoutToken(claims: Readonly<Record<string, unknown>>): Promise<string>
  /** The names of a person's sessions there, as the client knows them. */
  sessionsOf(login: string): Promise<readonly string[]>
  /** Signs a person out, and posts that to the client as it is registered. */
  logOut(login: string, session: string): Promise<void>
  close(): Promise<void>
}

const CLIENT_ID = 'tradebook'
const CLIENT_SECRET = 'a secret of the tests, of 32 bytes or more'
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'

export async function openIdentityProvider(
  redirectUris: readonly string[],
  backChannelLogoutUri?: string,
): Promise<TestIdentityProvider> {
  const people = new Map<string, PersonThere>()
  const sessions = new Map<string, string[]>()
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  let answer: ReturnType<Provider['callback']> | undefined
  const server = createServer((request, response) => void answer?.(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'key', use: 'sig', alg: 'RS256' }] },
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [...redirectUris],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        ...(backChannelLogoutUri && {
          backchannel_logout_uri: backChannelLogoutUri,
          backchannel_logout_session_required: true,
        }),
      },
    ],
    cookies: { keys: ['of the tests'] },
    scopes: ['openid', 'profile', 'email', 'groups'],
    claims: {
      openid: ['sub', 'sid'],
      profile: ['name', 'given_name', 'family_name', 'preferred_username'],
      email: ['email', 'email_verified'],
      groups: ['groups'],
    },
    features: { backchannelLogout: { enabled: true }, devInteractions: { enabled: true } },
    findAccount: (_, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, ...people.get(accountId) }),
    }),
    // It does not reach this machine by itself, where the client is.
    fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined } as RequestInit),
    // Nobody is asked whether the client may know the person.
    async loadExistingGrant(context) {
      const { client, session, params } = context.oidc
      const grant = new provider.Grant({
        clientId: client?.clientId ?? '',
        accountId: session?.accountId ?? '',
      })
      grant.addOIDCScope(String(params?.scope ?? ''))
      await grant.save()
      return grant
    },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 600,
      Grant: 600,
      Interaction: 600,
      Session: 600,
    },
  })
  provider.on('authorization.success', ({ oidc: { session, client } }) => {
    const sid = session?.sidFor(client?.clientId ?? '')
    if (session?.accountId && sid)
      sessions.set(session.accountId, [...(sessions.get(session.accountId) ?? []), sid])
  })
  answer = provider.callback()

  return {
    ...{ issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, people },
    signIn: (url, login) => throughPages(url, issuer, login),
    logoutToken: (claims) =>
      new SignJWT({ events: { [LOGOUT_EVENT]: {} }, jti: crypto.randomUUID(), ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: 'key', typ: 'logout+jwt' })
        .setIssuer(typeof claims.iss === 'string' ? claims.iss : issuer)
        .setAudience(typeof claims.aud === 'string' ? claims.aud : CLIENT_ID)
        .setIssuedAt(typeof claims.iat === 'number' ? claims.iat : undefined)
        .setExpirationTime('2m')
        .sign(privateKey),
    sessionsOf: async (login) => sessions.get(login) ?? [],
    async logOut(login, session) {
      const client = await provider.Client.find(CLIENT_ID)
      await (client as unknown as BackChannelClient).backchannelLogout(login, session)
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

interface BackChannelClient {
  backchannelLogout(subject: string, session: string): Promise<void>
}

/** Follows the pages until they lead away from the provider. */
async function throughPages(url: string, issuer: string, login: string): Promise<string> {
  const cookies = new Map<string, string>()
  let at = url
  let form: URLSearchParams | undefined
  for (let pages = 0; pages < 10; pages++) {
    const answer = await fetch(at, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...(form && { method: 'POST', body: form }),
    })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    form = undefined
    const location = answer.headers.get('location')
    if (location) {
      at = new URL(location, at).href
      if (!at.startsWith(`${issuer}/`)) return at
    } else if (answer.status === 200 && at.includes('/interaction/')) {
      form = new URLSearchParams({ prompt: 'login', login, password: 'any' })
    } else {
      throw new Error(`${answer.status} at ${at}: ${await answer.text()}`)
    }
  }
  throw new Error('the pages of the provider do not end')
}
