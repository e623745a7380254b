import { type Permission, permissionsOf } from '@tradebook/contract'
import { HOST } from '../store/host.ts'
import type { Tx } from '../store/store.ts'
import type { Caller } from './caller.ts'
import { languageChosenBy } from './localisation.ts'
import type { UserBeforeSteps } from './member.ts'
import { holdsByProvider } from './provider-rule.ts'
import { secondFactorsOf } from './second-factors.ts'
import type { TokenClaims } from './tokens.ts'

/** The sessions of the firm that are not over, with their users as they are. */
export const sessionsThatHold = (tx: Tx, now: number) =>
  tx
    .selectFrom('sessions')
    .innerJoin('users', (join) =>
      join
        .onRef('users.id', '=', 'sessions.user_id')
        .onRef('users.security_stamp', '=', 'sessions.security_stamp'),
    )
    .innerJoin('tenants', 'tenants.id', 'sessions.tenant_id')
    .where('sessions.revoked_at', 'is', null)
    .where('sessions.expires_at', '>', new Date(now))
    .where('users.is_active', '=', true)
    .where('users.deletion_time', 'is', null)
    .where('tenants.is_active', '=', true)
    .where('tenants.deletion_time', 'is', null)
    .where(holdsByProvider)

/** A session, and what its user has done of the steps that may be due. */
interface FoundSession {
  readonly caller: Omit<Caller, 'due'>
  readonly done: Omit<UserBeforeSteps, 'roles' | 'permissions'>
  readonly expiresAt: number
}

/** The session of a token with its user as both stand now; none when either ended or changed. */
export async function findSession(
  tx: Tx,
  { sessionId, tenantId, userId }: TokenClaims,
  now: number,
): Promise<FoundSession | undefined> {
  const session = await sessionsThatHold(tx, now)
    .select(['users.user_name', 'users.must_change_password', 'sessions.expires_at', 'provider_issuer'])
    .where('sessions.id', '=', sessionId)
    .where('sessions.user_id', '=', userId)
    .executeTakeFirst()
  if (!session) return undefined
  const isByProvider = session.provider_issuer !== null
  const accounts = await tx
    .selectFrom('user_trading_accounts')
    .select('account')
    .where('user_id', '=', userId)
    .orderBy('account')
    .execute()
  return {
    expiresAt: session.expires_at.getTime(),
    done: {
      // A provider decides by what its people prove who they are.
      mustChangePassword: session.must_change_password && !isByProvider,
      hasSecondFactor: isByProvider || (await secondFactorsOf(tx, userId)).length > 0,
    },
    caller: {
      userId,
      userName: session.user_name,
      sessionId,
      tenantId,
      roles: await rolesOf(tx, userId),
      permissions: new Set(await grantsOf(tx, tenantId, userId)),
      accounts: accounts.map(({ account }) => account),
      language: await languageChosenBy(tx, userId),
    },
  }
}

/** The user's role names, upper-cased. */
export async function rolesOf(tx: Tx, userId: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('user_roles')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .select('roles.name')
    .where('user_roles.user_id', '=', userId)
    .orderBy('roles.name')
    .execute()
  return rows.map(({ name }) => name.toUpperCase())
}

/** What the roles grant and what the user was granted beyond them, of what this side can be granted at all. */
export async function grantsOf(tx: Tx, tenantId: number, userId: number): Promise<Permission[]> {
  const rows = await tx
    .selectFrom('role_permissions')
    .innerJoin('user_roles', 'user_roles.role_id', 'role_permissions.role_id')
    .select('permission')
    .where('user_roles.user_id', '=', userId)
    .union(tx.selectFrom('user_permissions').select('permission').where('user_id', '=', userId))
    .execute()
  const granted = new Set(rows.map(({ permission }) => permission))
  return permissionsOf(tenantId === HOST ? 'host' : 'tenant').filter((permission) => granted.has(permission))
}
