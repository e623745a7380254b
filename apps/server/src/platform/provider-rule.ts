import { type Permission, permissionsOfRole } from '@tradebook/contract'
import { type SqlBool, sql } from 'kysely'
import type { Tx } from '../store/store.ts'

/** Who signs in by the identity provider of the firm, and by nothing else. */

const ofCustomers: readonly Permission[] = permissionsOfRole('CUSTOMER', 'tenant')

/**
 * Whether a user of `users` is one of the firm's staff: has a role besides that of customers, a permission that
 * no customer has, or signed in by the provider before.
 */
const isStaff = sql<SqlBool>`(
  EXISTS (SELECT FROM user_roles JOIN roles ON roles.tenant_id = user_roles.tenant_id AND roles.id = user_roles.role_id
    WHERE user_roles.tenant_id = users.tenant_id AND user_roles.user_id = users.id AND roles.name <> 'CUSTOMER')
  OR EXISTS (SELECT FROM user_permissions
    WHERE user_permissions.tenant_id = users.tenant_id AND user_permissions.user_id = users.id
      AND permission <> ALL (${[...ofCustomers]}::text[]))
  OR EXISTS (SELECT FROM provider_subjects
    WHERE provider_subjects.tenant_id = users.tenant_id AND provider_subjects.user_id = users.id))`

const needsProvider = sql<SqlBool>`(${isStaff} AND EXISTS (SELECT FROM identity_providers
  WHERE identity_providers.tenant_id = users.tenant_id AND is_enabled AND is_required
    AND emergency_user_id IS DISTINCT FROM users.id))`

/**
 * Whether a session of `sessions` and `users` holds under the firm's provider as it is set now: one that began with a provider
 * while that is in use, any other unless its user needs the provider. So turning either on or off counts at once.
 */
export const holdsByProvider = sql<SqlBool>`CASE WHEN sessions.provider_issuer IS NULL THEN NOT ${needsProvider}
  ELSE EXISTS (SELECT FROM identity_providers
    WHERE identity_providers.tenant_id = sessions.tenant_id AND is_enabled AND issuer = sessions.provider_issuer) END`

/** What the provider is called that a user has to sign in by; `undefined` where password or passkey are enough. */
export async function providerNeededBy(tx: Tx, userId: number): Promise<string | undefined> {
  const row = await tx
    .selectFrom('users')
    .innerJoin('identity_providers', 'identity_providers.tenant_id', 'users.tenant_id')
    .select('identity_providers.name')
    .where('users.id', '=', userId)
    .where(needsProvider)
    .executeTakeFirst()
  return row?.name
}
