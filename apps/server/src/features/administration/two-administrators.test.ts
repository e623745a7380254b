import { parentOf, permissionsOf, permissionsOfTwo } from '@tradebook/contract'
import { beforeEach, expect, test } from 'vitest'
import { database, meridian, PASSWORD } from '../../http/identity.fixture.ts'
import {
  administratorsForAllTests,
  made,
  NEW_PASSWORD,
  refused,
  tokenOf,
  user,
} from './administration.fixture.ts'

/** What administrators do to users is kept, so that nobody makes a second pair of eyes; rights to approve are given by two. */

administratorsForAllTests()
beforeEach(() => database.run('DELETE FROM influences'))

/** What was done to a user since the test began, and whether it waits for a second administrator. */
const kept = async (userId: number) =>
  (
    await database.store
      .forTenant(meridian)
      .read((tx) =>
        tx
          .selectFrom('influences')
          .innerJoin('users', 'users.id', 'influences.by_user_id')
          .select(['users.user_name', 'kind', 'awaits_second', 'confirmed_by'])
          .where('user_id', '=', userId)
          .orderBy('influences.id')
          .execute(),
      )
  ).map(({ user_name, kind, awaits_second, confirmed_by }) => [
    ...[user_name, kind],
    awaits_second && confirmed_by === null,
  ])

const setByTwo = (value: boolean) =>
  database.run(
    `INSERT INTO settings (tenant_id, user_id, name, value) VALUES (${meridian}, NULL, 'APPROVERS_BY_TWO', '${value}')
     ON CONFLICT (tenant_id, user_id, name) DO UPDATE SET value = excluded.value`,
  )

test('every created user and every changed sign-in names the administrator', async () => {
  const { id, ...made_ } = await user('influenced')
  expect(await kept(id)).toEqual([['admin', 'created', false]])
  const changes = { ...made_, id, roleNames: ['BROKER'] }
  await made('User/Update', changes)
  await made('User/Update', { ...changes, roleNames: [], surname: 'Other' })
  await made('User/ResetPassword', { adminPassword: PASSWORD, userId: id, newPassword: NEW_PASSWORD })
  await made('User/Update', {
    ...{ ...changes, roleNames: [], adminPassword: PASSWORD },
    emailAddress: 'moved@meridian.example',
  })
  expect((await kept(id)).slice(1)).toEqual([
    ['admin', 'postingRight', false],
    ['admin', 'password', false],
    ['admin', 'address', false],
  ])
})

test('a role that grants more changes the rights of everyone who has it', async () => {
  const role = { name: 'Till', displayName: 'Till' }
  const { id: roleId } = await made('Role/Create', { ...role, grantedPermissions: ['BUY'] })
  const { id } = await user('teller', { roleNames: ['till'] })
  await made('Role/Update', { id: roleId, ...role, grantedPermissions: ['BUY', 'SELL'] })
  await made('Role/Update', { id: roleId, ...role, grantedPermissions: ['SELL'] })
  expect(await kept(id)).toEqual([
    ['admin', 'created', false],
    ['admin', 'rights', false],
  ])
})

test('a right to approve waits for a second administrator, who is neither the giver nor created by the giver', async () => {
  const earlier = await user('second', { roleNames: ['ADMIN'] })
  await database.run('DELETE FROM influences')
  await setByTwo(true)
  const { id, rightsGivenBy } = await user('approver', { permissions: ['POST_LEDGER'] })
  expect(rightsGivenBy).toBe('admin')
  expect(await refused('User/ConfirmRights', { id })).toBe('confirmedByOther')
  const puppet = await user('puppet', { roleNames: ['ADMIN'] })
  expect(await refused('User/ConfirmRights', { id }, await tokenOf('puppet'))).toBe('confirmedByOther')
  expect(puppet.rightsGivenBy).toBe('admin')
  await made('User/ConfirmRights', { id }, await tokenOf('second'))
  expect((await made('User/Get', { id })).rightsGivenBy).toBeNull()
  // A repetition changes nothing.
  expect(await made('User/ConfirmRights', { id })).toBeNull()
  expect(earlier.rightsGivenBy).toBeNull()
})

test.each(permissionsOf('tenant').filter((permission) => permissionsOfTwo.has(permission)))(
  'two users who got %s from one administrator do not decide both parts of a request',
  async (permission) => {
    const parent = parentOf(permission)
    const permissions = parent === undefined ? [permission] : [parent, permission]
    await setByTwo(false)
    const { id, ...made_ } = await user(`two-${permission.toLowerCase()}`)
    await database.run('DELETE FROM influences')
    await made('User/Update', { ...made_, id, permissions })
    expect(await kept(id)).toEqual([['admin', 'postingRight', false]])
  },
)

test('a right is confirmed by a person who holds it', async () => {
  await user('keeper', { permissions: ['VIEW_ADMINSETTING', 'Pages.Users', 'APPROVE_LEDGER'] })
  await database.run('DELETE FROM influences')
  await setByTwo(true)
  const { id } = await user('reviewer', { permissions: ['REVIEW_REQUESTS'] })
  expect(await refused('User/ConfirmRights', { id }, await tokenOf('keeper'))).toBe('grantNotHeld')
  await setByTwo(false)
})
