import { isRefusal, type Permission, permissionsOf, type Refusal, refuse } from '@tradebook/contract'
import { sql } from 'kysely'
import type { Caller } from '../../http/handlers.ts'
import { grantsOf } from '../../platform/session-rows.ts'
import { HOST } from '../../store/host.ts'
import type { Tx } from '../../store/store.ts'

/** What grants can name in a firm, or at the host. */
export const grantableIn = (tenantId: number): readonly Permission[] =>
  permissionsOf(tenantId === HOST ? 'host' : 'tenant')

/** What a person may give to others, as it stands while nobody else's grants change. */
export interface OwnRights {
  readonly permissions: ReadonlySet<Permission>
  mayGiveAccount(account: string): boolean
}

type Giver = Pick<Caller, 'tenantId' | 'userId' | 'accounts'>

/** What a person may give at this moment. */
export async function rightsOf(tx: Tx, { tenantId, userId, accounts }: Giver): Promise<OwnRights> {
  const permissions = new Set(await grantsOf(tx, tenantId, userId))
  return {
    permissions,
    mayGiveAccount: (account) => permissions.has('TRADE_ALL_ACCOUNTS') || accounts.includes(account),
  }
}

/**
 * Runs a change of who holds what. One row of the firm is locked, so that such changes are made one after the
 * other: of two that would each take one of the last two administrators away, the second finds one left. What
 * would leave the firm without an active holder of `Pages.Users` is refused.
 */
export async function changeGrants<T>(
  tx: Tx,
  caller: Giver,
  work: (own: OwnRights) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  await tx
    .selectFrom('roles')
    .select('id')
    .where('name', '=', 'ADMIN')
    .where('is_static', '=', true)
    .forNoKeyUpdate()
    .execute()
  const result = await work(await rightsOf(tx, caller))
  if (isRefusal(result)) return result
  return (await hasUserAdministrator(tx)) ? result : refuse('lastUserAdministrator')
}

const ADMINISTERS_USERS: Permission = 'Pages.Users'

/** Whether an active user of the firm holds the permission to administer users. */
async function hasUserAdministrator(tx: Tx): Promise<boolean> {
  const holder = await tx
    .selectFrom('users')
    .select('id')
    .where('is_active', '=', true)
    .where('deletion_time', 'is', null)
    .where((eb) =>
      eb.or([
        eb.exists(
          eb
            .selectFrom('user_permissions')
            .select(sql`1`.as('one'))
            .whereRef('user_permissions.user_id', '=', 'users.id')
            .where('permission', '=', ADMINISTERS_USERS),
        ),
        eb.exists(
          eb
            .selectFrom('user_roles')
            .innerJoin('role_permissions', 'role_permissions.role_id', 'user_roles.role_id')
            .select(sql`1`.as('one'))
            .whereRef('user_roles.user_id', '=', 'users.id')
            .where('permission', '=', ADMINISTERS_USERS),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  return holder !== undefined
}

/** Of these permissions those that a person does not hold, as refusals name them; `undefined`: none. */
export function notHeld(own: OwnRights, permissions: Iterable<Permission>): string | undefined {
  const missing = [...permissions].filter((permission) => !own.permissions.has(permission))
  return missing.length > 0 ? missing.join(',') : undefined
}
