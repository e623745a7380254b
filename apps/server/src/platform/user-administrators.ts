import { type Permission, type Refusal, refuse } from '@tradebook/contract'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Database } from '../store/schema.ts'
import type { Tx } from '../store/store.ts'

/** Who can administer a firm, whatever else changes about who holds what. */

/** Locks one row of the firm, so that changes of grants are made one after the other. */
export async function lockGrants(tx: Tx): Promise<void> {
  await tx
    .selectFrom('roles')
    .select('id')
    .where('name', '=', 'ADMIN')
    .where('is_static', '=', true)
    .forNoKeyUpdate()
    .execute()
}

const ADMINISTERS_USERS: Permission = 'Pages.Users'
const CHANGES_SETTINGS: Permission = 'Pages.Settings'

/**
 * Why the grants of a firm cannot stay as they are now: no active user could administer users, or the emergency
 * administrator, whom the firm's identity provider is not needed for, could not.
 */
export async function refusalOfGrants(tx: Tx): Promise<Refusal | undefined> {
  const administrator = await activeUsers(tx, ADMINISTERS_USERS).limit(1).executeTakeFirst()
  if (!administrator) return refuse('lastUserAdministrator')
  const named = await tx
    .selectFrom('identity_providers')
    .select('emergency_user_id')
    .where('is_enabled', '=', true)
    .where('is_required', '=', true)
    .executeTakeFirst()
  const emergency = named?.emergency_user_id
  if (typeof emergency !== 'number' || (await mayBeEmergencyAdministrator(tx, emergency))) return undefined
  return refuse('emergencyAdministratorUnfit')
}

/** Whether a user can let others in again while the identity provider does not answer: by rights of their own, and not through it. */
export const mayBeEmergencyAdministrator = async (tx: Tx, userId: number): Promise<boolean> =>
  (await activeUsers(tx, ADMINISTERS_USERS, CHANGES_SETTINGS)
    .where('users.id', '=', userId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('provider_subjects')
            .select(sql`1`.as('one'))
            .whereRef('provider_subjects.user_id', '=', 'users.id'),
        ),
      ),
    )
    .executeTakeFirst()) !== undefined

/**
 * Active users of the firm who hold these permissions: none who registers, who is not known to be there, and is
 * forgotten after a day.
 */
const activeUsers = (tx: Tx, ...permissions: readonly Permission[]) =>
  tx
    .selectFrom('users')
    .select('id')
    .where('is_active', '=', true)
    .where('is_email_confirmed', '=', true)
    .where('is_registering', '=', false)
    .where('deletion_time', 'is', null)
    .where((eb) => eb.and(permissions.map((permission) => holds(eb, permission))))

const holds = (eb: ExpressionBuilder<Database, 'users'>, permission: Permission) =>
  eb.or([
    eb.exists(
      eb
        .selectFrom('user_permissions')
        .select(sql`1`.as('one'))
        .whereRef('user_permissions.user_id', '=', 'users.id')
        .where('permission', '=', permission),
    ),
    eb.exists(
      eb
        .selectFrom('user_roles')
        .innerJoin('role_permissions', 'role_permissions.role_id', 'user_roles.role_id')
        .select(sql`1`.as('one'))
        .whereRef('user_roles.user_id', '=', 'users.id')
        .where('permission', '=', permission),
    ),
  ])
