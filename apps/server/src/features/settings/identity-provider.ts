import {
  type CallRequest,
  isRefusal,
  type Permission,
  permissionsOf,
  type Refusal,
  refuse,
} from '@tradebook/contract'
import { type Insertable, sql } from 'kysely'
import type { Handlers } from '../../http/handlers.ts'
import type { Caller } from '../../platform/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import type { IdentityProviders } from '../../platform/identity-providers.ts'
import { passwordOwnerOf } from '../../platform/password-change.ts'
import { refusalOfProof } from '../../platform/proof.ts'
import { checkProvider } from '../../platform/provider-check.ts'
import { logoutPath, redirectUriOf } from '../../platform/provider-pages.ts'
import { grantsOf } from '../../platform/session-rows.ts'
import type { Sessions } from '../../platform/sessions.ts'
import { lockGrants, mayBeEmergencyAdministrator } from '../../platform/user-administrators.ts'
import { HOST } from '../../store/host.ts'
import type { ProviderGroups } from '../../store/schema.ts'
import type { Store, Tx } from '../../store/store.ts'

export interface IdentityProviderParts {
  readonly store: Store
  readonly clock: Pick<Clock, 'now'>
  readonly sessions: Pick<Sessions, 'invalidate'>
  readonly providers: IdentityProviders
  /** The address of the web page. */
  readonly publicUrl: () => string
}

type Calls =
  | 'Settings/GetIdentityProvider'
  | 'Settings/UpdateIdentityProvider'
  | 'Settings/TestIdentityProvider'
type Input = CallRequest<'Settings/UpdateIdentityProvider'>

/** How a firm sets the identity provider of its staff. Its secret is sealed, and never shown again. */
export const identityProviderHandlers = ({
  store,
  clock,
  sessions,
  providers,
  publicUrl,
}: IdentityProviderParts): Handlers<Calls> => ({
  'Settings/GetIdentityProvider': (_, { caller: { tenantId }, origin }) =>
    store.forTenant(tenantId).read(async (tx) => ({
      provider: (await storedProvider(tx))?.shown ?? null,
      roles: (await rolesOfStaff(tx)).map(({ name, display_name: displayName }) => ({ name, displayName })),
      redirectUri: redirectUriOf(publicUrl(), origin),
      backChannelLogoutUri: `${publicUrl()}${logoutPath(tenantId)}`,
    })),

  'Settings/UpdateIdentityProvider': async (asked, { caller, write }) => {
    const { tenantId, userId } = caller
    if (tenantId === HOST) return refuse('providerOff')
    const { passwordHash } = await passwordOwnerOf(store, caller)
    const unproven = await refusalOfProof({ store, clock }, caller, passwordHash, asked.adminPassword)
    if (unproven) return unproven
    const outcome = await write<Record<string, never> | Refusal>(async (tx, recordChange) => {
      await lockGrants(tx)
      const before = await storedProvider(tx)
      const isElsewhere = before?.shown.issuer !== asked.issuer || before.shown.clientId !== asked.clientId
      const isAnother = isElsewhere || before?.shown.groupsClaim !== asked.groupsClaim
      // Who decides how everybody signs in, and by what their roles are given, can act as each of them.
      const own = isAnother ? await grantsOf(tx, tenantId, userId) : []
      const missing = isAnother ? (await rightsOfStaff(tx)).filter((right) => !own.includes(right)) : []
      if (missing.length > 0) return refuse('grantNotHeld', { permissions: missing.join(',') })
      // A secret that is kept goes to nobody but the provider that it is of.
      if (!asked.clientSecret && (!before || isElsewhere)) return refuse('providerSecretNeeded')
      const sealed = asked.clientSecret ? providers.seal(asked.clientSecret) : before?.sealedSecret
      if (!sealed) return refuse('providerSecretNeeded')
      const groups = await groupRows(tx, caller, asked)
      if (isRefusal(groups)) return groups
      const emergencyUserId = await userNamed(tx, asked.emergencyUserName)
      const isFit = emergencyUserId !== null && (await mayBeEmergencyAdministrator(tx, emergencyUserId))
      if ((asked.isRequired || asked.emergencyUserName !== '') && !isFit)
        return refuse('emergencyAdministratorUnfit')
      const columns = {
        ...{ name: asked.name, issuer: asked.issuer, client_id: asked.clientId, sealed_secret: sealed },
        ...{ scopes: asked.scopes, groups_claim: asked.groupsClaim, is_enabled: asked.isEnabled },
        ...{ is_required: asked.isRequired, emergency_user_id: emergencyUserId },
        // Decision 212: who answers for those who sign in there is who chose it, not who renamed its button.
        ...{ changed_by: isElsewhere ? userId : (before?.changedBy ?? userId) },
        ...{ claim_by: isAnother ? userId : (before?.claimBy ?? userId) },
        changed_at: new Date(clock.now()),
      }
      await tx
        .insertInto('identity_providers')
        .values({ tenant_id: tenantId, ...columns })
        .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(columns))
        .execute()
      await tx.deleteFrom('provider_groups').execute()
      if (groups.length > 0) await tx.insertInto('provider_groups').values(groups).execute()
      // Subjects of another provider mean nobody here: what they were linked to, they link again.
      await tx.deleteFrom('provider_subjects').where('issuer', '<>', asked.issuer).execute()
      const after = await storedProvider(tx)
      recordChange({
        ...{ entity: 'IdentityProvider', id: '' },
        before: before ? { ...before.shown } : null,
        after: { ...after?.shown, ...(asked.clientSecret ? { newCredentials: true } : {}) },
      })
      return {}
    })
    if (isRefusal(outcome)) return outcome
    sessions.invalidate(tenantId)
    return outcome
  },

  'Settings/TestIdentityProvider': async (asked, { caller: { tenantId } }) => {
    const before = await store.forTenant(tenantId).read(storedProvider)
    const isKept = before?.shown.issuer === asked.issuer && before.shown.clientId === asked.clientId
    const clientSecret = asked.clientSecret || (isKept && before ? providers.unseal(before.sealedSecret) : '')
    if (clientSecret === '') return refuse('providerSecretNeeded')
    const items = await checkProvider(
      { ...asked, clientSecret },
      providers.fetch,
      redirectUriOf(publicUrl(), undefined),
    )
    return { items }
  },
})

/** The provider as it is kept, and as it is shown. */
async function storedProvider(tx: Tx) {
  const row = await tx.selectFrom('identity_providers').selectAll().executeTakeFirst()
  if (!row) return undefined
  const emergency =
    row.emergency_user_id === null
      ? undefined
      : await tx
          .selectFrom('users')
          .select('user_name')
          .where('id', '=', row.emergency_user_id)
          .executeTakeFirst()
  const groups = await tx
    .selectFrom('provider_groups')
    .innerJoin('roles', 'roles.id', 'provider_groups.role_id')
    .select(['group_name', 'roles.name'])
    .where('deletion_time', 'is', null)
    .orderBy('group_name')
    .orderBy('roles.name')
    .execute()
  return {
    sealedSecret: row.sealed_secret,
    ...{ changedBy: row.changed_by, claimBy: row.claim_by },
    shown: {
      ...{ name: row.name, issuer: row.issuer, clientId: row.client_id, scopes: row.scopes },
      ...{ groupsClaim: row.groups_claim, isEnabled: row.is_enabled, isRequired: row.is_required },
      emergencyUserName: emergency?.user_name ?? '',
      groups: [...Map.groupBy(groups, (each) => each.group_name)].map(([group, ofGroup]) => ({
        group,
        roleNames: ofGroup.map(({ name }) => name),
      })),
    },
  }
}

/** Customers are none of the provider's. */
const rolesOfStaff = (tx: Tx) =>
  tx
    .selectFrom('roles')
    .select(['id', 'name', 'display_name'])
    .where('name', '<>', 'CUSTOMER')
    .where('deletion_time', 'is', null)
    .orderBy('name')
    .execute()

/** Every right that some active user of the firm has. */
async function rightsOfStaff(tx: Tx): Promise<Permission[]> {
  const { rows } = await sql<{ permission: string }>`
    SELECT permission FROM user_permissions JOIN users ON users.id = user_id WHERE is_active AND deletion_time IS NULL
    UNION SELECT permission FROM role_permissions JOIN user_roles USING (tenant_id, role_id)
      JOIN users ON users.id = user_id WHERE is_active AND deletion_time IS NULL`.execute(tx)
  const held = new Set(rows.map(({ permission }) => permission))
  return permissionsOf('tenant').filter((permission) => held.has(permission))
}

/** The rows of the groups' roles. Nobody lets a group give more than they hold (decision 071). */
async function groupRows(tx: Tx, caller: Caller, { groups }: Input) {
  const { tenantId, userId } = caller
  const roles = new Map((await rolesOfStaff(tx)).map((role) => [role.name.toUpperCase(), role.id]))
  const had = await tx.selectFrom('provider_groups').selectAll().execute()
  const rows = new Map<string, Insertable<ProviderGroups>>()
  for (const { group, roleNames } of groups)
    for (const roleName of roleNames) {
      const id = roles.get(roleName.toUpperCase())
      if (id === undefined) return refuse('unknownRole', { role: roleName })
      const kept = had.find((row) => row.group_name === group && row.role_id === id)
      const missing = kept ? [] : await notHeldOf(tx, caller, id)
      if (missing.length > 0) return refuse('roleNotHeld', { role: roleName, permissions: missing.join(',') })
      const setBy = kept?.set_by ?? userId
      rows.set(`${id} ${group}`, { tenant_id: tenantId, group_name: group, role_id: id, set_by: setBy })
    }
  return [...rows.values()]
}

async function notHeldOf(tx: Tx, { permissions }: Caller, roleId: number): Promise<Permission[]> {
  const granted = await tx
    .selectFrom('role_permissions')
    .select('permission')
    .where('role_id', '=', roleId)
    .execute()
  const grants = new Set(granted.map(({ permission }) => permission))
  return permissionsOf('tenant').filter((name) => grants.has(name) && !permissions.has(name))
}

async function userNamed(tx: Tx, userName: string): Promise<number | null> {
  const user = await tx
    .selectFrom('users')
    .select('id')
    .where((eb) => eb(eb.fn('lower', ['user_name']), '=', userName.toLowerCase()))
    .where('deletion_time', 'is', null)
    .executeTakeFirst()
  return user?.id ?? null
}
