import {
  type CallRequest,
  isRefusal,
  type Permission,
  type Refusal,
  refuse,
  type UserRow,
} from '@tradebook/contract'
import { grantsOf } from '../../platform/session-rows.ts'
import type { Tx } from '../../store/store.ts'
import { giveRoles } from '../../store/users.ts'
import { grantableIn, notHeld, type OwnRights } from './grants.ts'
import { selectRoles } from './roles.ts'

/** What a user is granted, as the wire names it. */
export type UserGrants = Pick<UserRow, 'roleNames' | 'permissions' | 'userTradingAccounts'>

export const noGrants: UserGrants = { roleNames: [], permissions: [], userTradingAccounts: [] }

type Asked = Pick<CallRequest<'User/Create'>, 'roleNames' | 'permissions' | 'userTradingAccounts'>

/**
 * Replaces what is asked of a user's grants. What the user has already may stay; whatever is new must be the
 * giver's own. Who registers is given nothing: it would count for a registration that goes on, or for somebody else
 * who registers with the address.
 */
export async function replaceGrants(
  tx: Tx,
  { tenantId, userId }: { readonly tenantId: number; readonly userId: number },
  before: UserGrants,
  asked: Asked,
  own: OwnRights,
): Promise<Refusal | undefined> {
  const user = { tenant_id: tenantId, user_id: userId }
  const given = [asked.roleNames, asked.permissions, asked.userTradingAccounts]
  const registering = given.some((grants) => grants?.length) && (await registeringUser(tx, userId))
  if (registering) return refuse('userIsRegistering', { userName: registering.user_name })

  if (asked.roleNames) {
    const roleIds = await rolesToGive(tx, tenantId, before, asked.roleNames, own)
    if (isRefusal(roleIds)) return roleIds
    await tx.deleteFrom('user_roles').where('user_id', '=', userId).execute()
    await giveRoles(tx, tenantId, userId, roleIds)
  }

  if (asked.permissions) {
    const wanted = grantableIn(tenantId).filter((name) => asked.permissions?.includes(name))
    const missing = notHeld(
      own,
      wanted.filter((permission) => !before.permissions.includes(permission)),
    )
    if (missing !== undefined) return refuse('grantNotHeld', { permissions: missing })
    await tx.deleteFrom('user_permissions').where('user_id', '=', userId).execute()
    if (wanted.length > 0)
      await tx
        .insertInto('user_permissions')
        .values(wanted.map((permission) => ({ ...user, permission })))
        .execute()
  }

  if (asked.userTradingAccounts) {
    const wanted = [...new Set(asked.userTradingAccounts.map(({ accountNumber }) => accountNumber.trim()))]
    const unknown = await firstUngivable(tx, before, wanted, own)
    if (unknown !== undefined) return refuse('accountNotHeld', { account: unknown })
    await tx.deleteFrom('user_trading_accounts').where('user_id', '=', userId).execute()
    if (wanted.length > 0)
      await tx
        .insertInto('user_trading_accounts')
        .values(wanted.map((account) => ({ ...user, account })))
        .execute()
  }
  return undefined
}

const registeringUser = (tx: Tx, userId: number) =>
  tx
    .selectFrom('users')
    .select('user_name')
    .where('id', '=', userId)
    .where('is_registering', '=', true)
    .executeTakeFirst()

/** The ids of the roles of these names, in any letter case. */
async function rolesToGive(
  tx: Tx,
  tenantId: number,
  before: UserGrants,
  names: readonly string[],
  own: OwnRights,
): Promise<number[] | Refusal> {
  const roles = new Map((await selectRoles(tx).execute()).map((role) => [role.name.toUpperCase(), role]))
  const ids: number[] = []
  for (const name of new Set(names.map((name) => name.trim().toUpperCase()))) {
    const role = roles.get(name)
    if (!role) return refuse('unknownRole', { role: name })
    const grants = grantableIn(tenantId).filter((permission) => role.grants.includes(permission))
    const missing = before.roleNames.includes(name) ? undefined : notHeld(own, grants)
    if (missing !== undefined) return refuse('roleNotHeld', { role: name, permissions: missing })
    ids.push(role.id)
  }
  return ids
}

/** The first of these accounts that does not exist or is not the giver's to give. */
async function firstUngivable(
  tx: Tx,
  before: UserGrants,
  wanted: readonly string[],
  own: OwnRights,
): Promise<string | undefined> {
  const had = new Set(before.userTradingAccounts.map(({ accountNumber }) => accountNumber))
  const added = wanted.filter((account) => !had.has(account))
  if (added.length === 0) return undefined
  const rows = await tx
    .selectFrom('trading_accounts')
    .select('account')
    .where('account', 'in', added)
    .execute()
  const known = new Set(rows.map(({ account }) => account))
  return added.find((account) => !known.has(account) || !own.mayGiveAccount(account))
}

/**
 * Whether a user holds a permission or an account that a person may not give: then the user is not that person's
 * to change.
 */
export async function holdsMore(tx: Tx, tenantId: number, userId: number, own: OwnRights): Promise<boolean> {
  const held: readonly Permission[] = await grantsOf(tx, tenantId, userId)
  if (notHeld(own, held) !== undefined) return true
  const accounts = await tx
    .selectFrom('user_trading_accounts')
    .select('account')
    .where('user_id', '=', userId)
    .execute()
  return accounts.some(({ account }) => !own.mayGiveAccount(account))
}
