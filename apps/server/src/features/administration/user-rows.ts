import { type AuditChange, type Refusal, refuse, type UserRow, userList } from '@tradebook/contract'
import { type SelectQueryBuilder, sql } from 'kysely'
import { lockedUntil } from '../../platform/sign-in-failures.ts'
import type { Database } from '../../store/schema.ts'
import type { Tx } from '../../store/store.ts'
import { type StoredList, stored } from '../../store/stored-list.ts'

const roleNames = sql<string[]>`array(
  select upper(roles.name) from user_roles
  join roles on roles.tenant_id = user_roles.tenant_id and roles.id = user_roles.role_id
  where user_roles.tenant_id = users.tenant_id and user_roles.user_id = users.id
  order by 1)`

const permissions = sql<string[]>`array(
  select permission from user_permissions
  where user_permissions.tenant_id = users.tenant_id and user_permissions.user_id = users.id
  order by 1)`

const accounts = sql<UserRow['userTradingAccounts']>`(
  select coalesce(json_agg(json_build_object(
      'accountNumber', a.account, 'cscsAccount', a.cscs_account, 'customerName', customers.name
    ) order by a.account), '[]')
  from user_trading_accounts own
  join trading_accounts a on a.tenant_id = own.tenant_id and a.account = own.account
  join customers on customers.tenant_id = a.tenant_id and customers.id = a.customer_id
  where own.tenant_id = users.tenant_id and own.user_id = users.id)`

const rightsGivenBy = sql<string | null>`(
  select by.user_name from influences
  join users as by on by.tenant_id = influences.tenant_id and by.id = influences.by_user_id
  where influences.tenant_id = users.tenant_id and influences.user_id = users.id
    and influences.awaits_second and influences.confirmed_by is null
  order by influences.id desc limit 1)`

const isTwoFactorOn = sql<boolean>`exists (
  select from two_factors
  where two_factors.tenant_id = users.tenant_id and two_factors.user_id = users.id and enabled_at is not null)`

const passkeys = sql<number>`(
  select count(*)::int from passkeys
  where passkeys.tenant_id = users.tenant_id and passkeys.user_id = users.id)`

/** The users of the firm, with what they are granted. Who registers is one once the address is proved. */
export const selectUsers = (tx: Tx, now: number) =>
  tx
    .selectFrom('users')
    .where('users.deletion_time', 'is', null)
    .where((eb) => eb.or([eb('users.is_email_confirmed', '=', true), eb('users.is_registering', '=', false)]))
    .select(['users.id', 'users.user_name', 'users.name', 'users.surname', 'users.email_address'])
    .select(['users.phone_number', 'users.is_active', 'users.last_login_time', 'users.creation_time'])
    .select('users.must_change_password')
    .select([
      roleNames.as('role_names'),
      permissions.as('permissions'),
      accounts.as('accounts'),
      isTwoFactorOn.as('is_two_factor_on'),
      passkeys.as('passkeys'),
      rightsGivenBy.as('rights_given_by'),
      lockedUntil(now).as('locked_until'),
    ])

type SelectedUser =
  ReturnType<typeof selectUsers> extends SelectQueryBuilder<Database, 'users', infer Row> ? Row : never

export const toUserRow = (row: SelectedUser): UserRow => ({
  id: row.id,
  userName: row.user_name,
  name: row.name,
  surname: row.surname,
  fullName: `${row.name} ${row.surname}`,
  emailAddress: row.email_address,
  phoneNumber: row.phone_number,
  isActive: row.is_active,
  isTwoFactorOn: row.is_two_factor_on,
  passkeys: row.passkeys,
  shouldChangePasswordOnNextLogin: row.must_change_password,
  rightsGivenBy: row.rights_given_by,
  lockedUntil: row.locked_until?.toISOString() ?? null,
  lastLoginTime: row.last_login_time?.toISOString() ?? null,
  creationTime: row.creation_time.toISOString(),
  roleNames: row.role_names,
  permissions: row.permissions,
  userTradingAccounts: row.accounts,
})

export async function userOf(tx: Tx, id: number, now: number): Promise<UserRow | Refusal> {
  const row = await selectUsers(tx, now).where('users.id', '=', id).executeTakeFirst()
  return row ? toUserRow(row) : refuse('userIsGone')
}

/**
 * What an administrator changed of a user, as the audit trail keeps it.
 *
 * @param before `null` where the user was not there.
 * @param after `null` where the user was deleted.
 */
export const userChange = (id: number, before: UserRow | null, after: UserRow | null): AuditChange => ({
  ...{ entity: 'User', id: String(id) },
  ...{ before: before && administered(before), after: after && administered(after) },
})

/** What an administrator decides about a user: no times, and the accounts by their numbers. */
const administered = (user: UserRow) => ({
  ...{ userName: user.userName, name: user.name, surname: user.surname },
  ...{ emailAddress: user.emailAddress, phoneNumber: user.phoneNumber },
  ...{ isActive: user.isActive, isTwoFactorOn: user.isTwoFactorOn },
  shouldChangePasswordOnNextLogin: user.shouldChangePasswordOnNextLogin,
  ...{ roleNames: user.roleNames, permissions: user.permissions },
  ...(user.rightsGivenBy !== null && { rightsGivenBy: user.rightsGivenBy }),
  accounts: user.userTradingAccounts.map(({ accountNumber }) => accountNumber),
})

export const storedUsers: StoredList<typeof userList.columns> = {
  list: userList,
  key: sql.ref('users.id'),
  columns: {
    userName: stored('users.user_name'),
    name: stored('users.name'),
    surname: stored('users.surname'),
    emailAddress: stored('users.email_address'),
    roleNames: { value: roleNames },
    lastLoginTime: stored('users.last_login_time'),
    creationTime: stored('users.creation_time'),
  },
}
