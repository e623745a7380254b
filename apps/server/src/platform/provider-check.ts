import type { ProviderCheck, ProviderCheckResult } from '@tradebook/contract'
import type { Configuration, ServerMetadata } from 'openid-client'
import * as oidc from 'openid-client'
import { AnswerInvalid, discover, faultOf, type ProviderConnection } from './provider-client.ts'
import type { ProviderFetch } from './provider-fetch.ts'

/** What a test of a provider found. */
interface Checked {
  readonly check: ProviderCheck
  readonly result: ProviderCheckResult
  readonly detail: string
}

/** Checks a provider as it would be used: what it says of itself, its keys, and whether it accepts the client. */
export async function checkProvider(
  connection: ProviderConnection & { readonly groupsClaim: string },
  fetch: ProviderFetch,
  redirectUri: string,
): Promise<Checked[]> {
  const found = await attempted('discovery', () => discover(connection, fetch))
  if (!found.value) return [found.checked]
  const server = found.value.serverMetadata()
  const keys = await attempted('keys', () => readKeys(server, fetch))
  return [
    found.checked,
    keys.checked,
    await checkClient(found.value, redirectUri),
    said('pkce', server.code_challenge_methods_supported?.includes('S256'), 'S256'),
    said('groups', server.claims_supported?.includes(connection.groupsClaim), connection.groupsClaim),
    said('logout', server.backchannel_logout_supported === true, 'backchannel_logout_supported'),
  ]
}

async function attempted<T>(
  check: ProviderCheck,
  work: () => Promise<T>,
): Promise<{ readonly checked: Checked; readonly value?: T }> {
  try {
    return { checked: { check, result: 'ok', detail: '' }, value: await work() }
  } catch (error) {
    return { checked: { check, result: 'failed', detail: detailOf(error) } }
  }
}

/** What a provider does not say of itself may still be so. */
const said = (check: ProviderCheck, isSaid: boolean | undefined, detail: string): Checked =>
  isSaid ? { check, result: 'ok', detail: '' } : { check, result: 'warning', detail }

const detailOf = (error: unknown): string => {
  const fault = faultOf(error)
  return fault.fault === 'refused' ? fault.error : fault.reason
}

async function readKeys({ jwks_uri }: ServerMetadata, fetch: ProviderFetch): Promise<void> {
  const missing = new AnswerInvalid('no keys')
  if (!jwks_uri) throw missing
  const answer = await fetch(jwks_uri, { method: 'GET', headers: { accept: 'application/json' } })
  const { keys } = (await answer.json()) as { readonly keys?: unknown }
  if (!Array.isArray(keys) || keys.length === 0) throw missing
}

/**
 * Whether the provider accepts client and secret: a code that it never gave is refused as a code (`invalid_grant`) once it knows the
 * client, and as a client (`invalid_client`) before (RFC 6749, 5.2).
 */
async function checkClient(configuration: Configuration, redirectUri: string): Promise<Checked> {
  const check = 'client'
  const verifier = oidc.randomPKCECodeVerifier()
  try {
    await oidc.genericGrantRequest(configuration, 'authorization_code', {
      ...{ code: oidc.randomState(), redirect_uri: redirectUri, code_verifier: verifier },
    })
    return { check, result: 'failed', detail: 'unknown' }
  } catch (error) {
    const detail = detailOf(error)
    return detail === 'invalid_grant'
      ? { check, result: 'ok', detail: '' }
      : { check, result: 'failed', detail }
  }
}
