import { isRefusal, type Permission, permissionsOf, type Refusal, refuse } from '@tradebook/contract'
import type { Caller } from '../../platform/caller.ts'
import { grantsOf } from '../../platform/session-rows.ts'
import { lockGrants, refusalOfGrants } from '../../platform/user-administrators.ts'
import { HOST } from '../../store/host.ts'
import type { Tx } from '../../store/store.ts'

/** What grants can name in a firm, or at the host. */
export const grantableIn = (tenantId: number): readonly Permission[] =>
  permissionsOf(tenantId === HOST ? 'host' : 'tenant')

/** What a person may give to others, as it is while nobody else's grants change. */
export interface OwnRights {
  /** Of somebody who may not sign in any more: nothing. */
  readonly permissions: ReadonlySet<Permission>
  readonly isActive: boolean
  mayGiveAccount(account: string): boolean
}

type Giver = Pick<Caller, 'tenantId' | 'userId' | 'accounts'>

/** What a person may give at this moment. */
export async function rightsOf(tx: Tx, { tenantId, userId, accounts }: Giver): Promise<OwnRights> {
  const user = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .where('deletion_time', 'is', null)
    .executeTakeFirst()
  const isActive = user !== undefined
  const permissions = new Set(isActive ? await grantsOf(tx, tenantId, userId) : [])
  return {
    ...{ permissions, isActive },
    mayGiveAccount: (account) =>
      isActive && (permissions.has('TRADE_ALL_ACCOUNTS') || accounts.includes(account)),
  }
}

/**
 * Runs a change of who holds what, one after the other: of two that would each take one of the last two administrators away, the second finds one left, and of
 * two administrators who deactivate each other the second is signed out. What would leave the firm without an active holder of `Pages.Users` is refused.
 */
export async function changeGrants<T>(
  tx: Tx,
  caller: Giver,
  work: (own: OwnRights) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  await lockGrants(tx)
  const own = await rightsOf(tx, caller)
  if (!own.isActive) return refuse('signedOutMeanwhile')
  const result = await work(own)
  if (isRefusal(result)) return result
  return (await refusalOfGrants(tx)) ?? result
}

/** Of these permissions those that a person does not hold, as refusals name them; `undefined`: none. */
export function notHeld(own: OwnRights, permissions: Iterable<Permission>): string | undefined {
  const missing = [...permissions].filter((permission) => !own.permissions.has(permission))
  return missing.length > 0 ? missing.join(',') : undefined
}
