import { createHmac } from 'node:crypto'
import type * as oidc from 'openid-client'
import type { Store, Tx } from '../store/store.ts'
import { cached } from './cached.ts'
import type { Clock } from './clock.ts'
import type { Keys } from './keys.ts'
import { discover, type ProviderConnection } from './provider-client.ts'
import type { ProviderFetch } from './provider-fetch.ts'
import { openSealing } from './sealing.ts'

/** The identity provider of a firm, as it is set. */
export interface IdentityProvider extends ProviderConnection {
  readonly tenantId: number
  /** What the button calls it. */
  readonly name: string
  /** Asked for besides `openid profile email`. */
  readonly scopes: string
  readonly groupsClaim: string
  /** Whether staff sign in by nothing else, except for the emergency administrator. */
  readonly isRequired: boolean
  /** The administrator who chose it. */
  readonly changedBy: number
  /** The administrator who chose the groups claim. */
  readonly claimBy: number
}

/** The identity providers of firms, and the client of each. */
export interface IdentityProviders {
  /** That of a firm where it is turned on. */
  find(tx: Tx): Promise<IdentityProvider | undefined>
  /** What the provider says of itself, at most seconds old. @throws what `faultOf` names. */
  configurationOf(provider: ProviderConnection): Promise<oidc.Configuration>
  readonly fetch: ProviderFetch
  readonly seal: (secret: string) => Buffer
  readonly unseal: (sealed: Uint8Array) => string
  /** What nobody can guess of a sign-in, by its state, so that rows keep no secret. */
  unguessableOf(state: string): { readonly nonce: string; readonly codeVerifier: string }
}

/** An outage shows at the next sign-in. */
const KNOWN_FOR_MS = 5_000
const MOST_KNOWN = 100

export function openIdentityProviders({
  keyFor,
  clock,
  fetch,
}: {
  readonly keyFor: Keys
  readonly clock: Pick<Clock, 'now'>
  readonly fetch: ProviderFetch
}): IdentityProviders {
  const key = keyFor('provider')
  const sealing = openSealing(key)
  const unseal = (sealed: Uint8Array): string => {
    const secret = sealing.unseal(sealed)
    if (secret === null) throw new Error('the secret of an identity provider was sealed with another key')
    return secret
  }
  const configurations = cached(
    (connection: string) => discover(JSON.parse(connection) as ProviderConnection, fetch),
    { most: MOST_KNOWN, forMs: KNOWN_FOR_MS, now: clock.now },
  )
  const made = (purpose: string, state: string) =>
    createHmac('sha256', key).update(`${purpose} ${state}`).digest('base64url')

  return {
    fetch,
    seal: sealing.seal,
    unseal,
    async find(tx) {
      const row = await tx
        .selectFrom('identity_providers')
        .selectAll()
        .where('is_enabled', '=', true)
        .executeTakeFirst()
      return (
        row && {
          ...{ tenantId: row.tenant_id, name: row.name, issuer: row.issuer, clientId: row.client_id },
          ...{ clientSecret: unseal(row.sealed_secret), scopes: row.scopes, groupsClaim: row.groups_claim },
          ...{ isRequired: row.is_required, changedBy: row.changed_by },
          claimBy: row.claim_by,
        }
      )
    },
    configurationOf: ({ issuer, clientId, clientSecret }) =>
      configurations.of(JSON.stringify({ issuer, clientId, clientSecret })),
    unguessableOf: (state) => ({ nonce: made('nonce', state), codeVerifier: made('verifier', state) }),
  }
}

/** What a page that nobody is signed in to says of the provider of a firm. */
export const providerShown = (
  store: Pick<Store, 'forTenant'>,
  tenantId: number,
): Promise<{ readonly name: string; readonly isRequired: boolean } | null> =>
  store.forTenant(tenantId).read(async (tx) => {
    const row = await tx
      .selectFrom('identity_providers')
      .select(['name', 'is_required'])
      .where('is_enabled', '=', true)
      .executeTakeFirst()
    return row ? { name: row.name, isRequired: row.is_required } : null
  })
