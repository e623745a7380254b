import { createRemoteJWKSet, customFetch as customFetchOfJose, jwtVerify } from 'jose'
import * as oidc from 'openid-client'
import { type ProviderFetch, ProviderUnreachable } from './provider-fetch.ts'

/** What a client of an identity provider knows of it and of itself. */
export interface ProviderConnection {
  /** Its address, by which it names itself in everything that it signs. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
}

/** Claims of a person: of the ID token, and of the userinfo endpoint. */
export type Claims = Readonly<Record<string, unknown>> & { readonly sub: string }

/** What is unguessable of a sign-in that was begun. */
export interface BegunSignIn {
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

/** Why a provider did not sign somebody in. `error` is its own code (RFC 6749, 4.1.2.1 and 5.2). */
export type ProviderFault =
  | { readonly fault: 'unavailable'; readonly reason: string }
  | { readonly fault: 'invalid'; readonly reason: string }
  | { readonly fault: 'refused'; readonly error: string }

/** An answer that is well-formed, and not what was asked for. */
export class AnswerInvalid extends Error {
  readonly code: string

  constructor(what: string) {
    super(`the identity provider's answer is not valid: ${what}`)
    this.code = what
  }
}

/** Clocks of provider and server may differ by so much. */
const CLOCKS_DIFFER_S = 30
/** A logout token is sent at once (Back-Channel Logout 1.0, 2.4). */
const LOGOUT_TOKEN_S = 120
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** What providers sign with; none of these is keyed by a secret that a client knows, too. */
const SIGNED_BY = ['RS256', 'PS256', 'ES256', 'RS384', 'PS384', 'ES384', 'RS512', 'PS512', 'ES512', 'EdDSA']

/** A provider as it describes itself (OpenID Connect Discovery 1.0). @throws what `faultOf` names. */
export async function discover(
  { issuer, clientId, clientSecret }: ProviderConnection,
  fetch: ProviderFetch,
): Promise<oidc.Configuration> {
  const isPlain = issuer.startsWith('http:')
  const found = await oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    [oidc.customFetch]: fetch,
    // `fetch` decides which addresses may be reached without TLS.
    ...(isPlain && { execute: [oidc.allowInsecureRequests] }),
  })
  const server = found.serverMetadata()
  // The library takes other issuers for providers that serve many organisations: then others could sign in.
  if (new URL(server.issuer).href !== new URL(issuer).href) throw new AnswerInvalid('another issuer')
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const authentication = methods.includes('client_secret_basic')
    ? oidc.ClientSecretBasic(clientSecret)
    : oidc.ClientSecretPost(clientSecret)
  const configuration = new oidc.Configuration(
    server,
    clientId,
    { [oidc.clockTolerance]: CLOCKS_DIFFER_S },
    authentication,
  )
  configuration[oidc.customFetch] = fetch
  if (isPlain) oidc.allowInsecureRequests(configuration)
  // The signature of an ID token counts, too, although it comes over TLS.
  oidc.enableNonRepudiationChecks(configuration)
  return configuration
}

/** Where a browser is sent: authorization code flow with PKCE, state and nonce (Core 1.0, 3.1.2.1; RFC 7636). */
export async function signInUrl(
  configuration: oidc.Configuration,
  { redirectUri, state, nonce, codeVerifier }: BegunSignIn,
  scopes: string,
): Promise<string> {
  const parameters = {
    redirect_uri: redirectUri,
    scope: ['openid profile email', scopes].join(' ').trim(),
    ...{ state, nonce, code_challenge_method: 'S256' },
    code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
  }
  return oidc.buildAuthorizationUrl(configuration, parameters).href
}

/**
 * Exchanges what the provider gave the browser for the claims of the person. Claims of the userinfo endpoint are read where
 * the ID token does not have all that is wanted.
 *
 * @throws what `faultOf` names.
 */
export async function redeem(
  configuration: oidc.Configuration,
  answer: URLSearchParams,
  { redirectUri, state, nonce, codeVerifier }: BegunSignIn,
  wanted: readonly string[],
): Promise<Claims> {
  const tokens = await oidc.authorizationCodeGrant(configuration, new URL(`${redirectUri}?${answer}`), {
    ...{ pkceCodeVerifier: codeVerifier, expectedState: state, expectedNonce: nonce },
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new AnswerInvalid('no ID token')
  const isComplete = wanted.every((name) => claims[name] !== undefined)
  if (isComplete || !configuration.serverMetadata().userinfo_endpoint) return claims
  return { ...(await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)), ...claims }
}

/** Which sessions a provider ends: of a subject, or the one of this name (Back-Channel Logout 1.0). */
export interface EndedAtProvider {
  readonly subject: string | undefined
  readonly session: string | undefined
}

/** The keys of a provider, which are fetched once and again for an unknown one at most twice a minute: tokens come from anyone. */
const keysOf = new WeakMap<oidc.Configuration, ReturnType<typeof createRemoteJWKSet>>()

/** What a logout token ends. @throws where it is not one of this provider for this client, or is not fresh. */
export async function readLogoutToken(
  configuration: oidc.Configuration,
  { clientId }: Pick<ProviderConnection, 'clientId'>,
  token: string,
  fetch: ProviderFetch,
): Promise<EndedAtProvider> {
  const { issuer, jwks_uri = '' } = configuration.serverMetadata()
  const keys =
    keysOf.get(configuration) ?? createRemoteJWKSet(new URL(jwks_uri), { [customFetchOfJose]: fetch })
  keysOf.set(configuration, keys)
  const { payload } = await jwtVerify(token, keys, {
    ...{ issuer, audience: clientId, algorithms: SIGNED_BY },
    ...{ clockTolerance: CLOCKS_DIFFER_S, maxTokenAge: LOGOUT_TOKEN_S },
    requiredClaims: ['iat', 'jti', 'events'],
  })
  const { sub, sid, events, nonce } = payload
  const isLogout = isObject(events) && isObject(events[LOGOUT_EVENT])
  const subject = typeof sub === 'string' ? sub : undefined
  const session = typeof sid === 'string' ? sid : undefined
  // A nonce would make an ID token of it.
  if (!isLogout || nonce !== undefined || (subject ?? session) === undefined)
    throw new AnswerInvalid('no logout token')
  return { subject, session }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** What a failure means; whatever is not an answer of the provider counts as its absence. */
export function faultOf(error: unknown): ProviderFault {
  if (error instanceof oidc.AuthorizationResponseError) return { fault: 'refused', error: named(error.error) }
  if (error instanceof oidc.ResponseBodyError)
    return error.status >= 500
      ? { fault: 'unavailable', reason: `status ${error.status}` }
      : { fault: 'refused', error: named(error.error) }
  // A client that is refused by HTTP's own scheme (RFC 6749, 5.2).
  if (error instanceof oidc.WWWAuthenticateChallengeError)
    return { fault: 'refused', error: 'invalid_client' }
  const unreachable = causes(error).find((each) => each instanceof ProviderUnreachable)
  if (unreachable) return { fault: 'unavailable', reason: unreachable.reason }
  const { code = 'unknown' } = error as { readonly code?: string }
  const isAbsence =
    ['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'ERR_JWKS_TIMEOUT'].includes(code) || isServerError(error)
  return isAbsence ? { fault: 'unavailable', reason: code } : { fault: 'invalid', reason: code }
}

const isServerError = (error: unknown): boolean =>
  causes(error).some((each) => each instanceof Response && each.status >= 500)

function* chain(error: unknown): Generator<unknown> {
  for (let each = error; each !== undefined && each !== null; each = (each as { cause?: unknown }).cause)
    yield each
}
const causes = (error: unknown): unknown[] => [...chain(error)]

/** A code of the standard; what is none is not repeated. */
const named = (error: string): string => (/^[\w.-]{1,64}$/.test(error) ? error : 'unknown')
