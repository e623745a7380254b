import { refusals } from '@tradebook/contract'
import { Client } from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { addUser, call, database, meridian } from '../../http/identity.fixture.ts'
import {
  ask,
  auditKept,
  CUSTOMER,
  clerk,
  colleague,
  customersForAllTests,
  ofOther,
  particulars,
} from './customers.fixture.ts'

customersForAllTests()

/** Customers whom staff opened from a paper form, without an address. */
const AGBEKE = 8
const TAKEN = 9
const store = () => database.store.forTenant(meridian)

beforeAll(async () => {
  const { emailAddress: _, ...without } = particulars
  const of = (id: number, name: string) => ({
    ...{ tenant_id: meridian, id, name, account_type: 'individual', phone_number: '08030000001' },
    ...{ address: '9 Marina, Lagos', particulars: JSON.stringify({ ...without, firstName: name }) },
  })
  await store().write((tx) =>
    tx
      .insertInto('customers')
      .values([of(AGBEKE, 'Agbeke'), of(TAKEN, 'Taiwo')])
      .execute(),
  )
  const admin = new Client(database.access.admin)
  await admin.connect()
  for (const [account, customer, cscs] of [
    ['MSL000008', AGBEKE, '0000000888'],
    ['MSL000018', AGBEKE, '0000000889'],
    ['MSL000009', TAKEN, '0000000999'],
  ])
    await admin.query(
      'INSERT INTO trading_accounts (tenant_id, account, customer_id, cscs_account) VALUES ($1, $2, $3, $4)',
      [meridian, account, customer, cscs],
    )
  await admin.end()
})

const invite = (id: number, who = clerk) => call('Customer/InviteCustomer', { id }, who)
const addAddress = async (id: number, emailAddress: string) => {
  const { result } = await call(
    'Customer/UpdateCustomer',
    { id, reason: 'By telephone', emailAddress },
    clerk,
  )
  expect(result.state).toBe('waiting')
  return call('Customer/ApproveCustomerChange', { id: result.changeId }, colleague)
}
const recordOf = async (id: number) => (await ask('Customer/GetCustomerRecord', { id: String(id) })).result

test('a customer without an address is invited once a correction has added one: the user trades for all accounts', async () => {
  expect((await invite(AGBEKE)).error.code).toBe(refusals.customerHasNoAddress.code)
  expect((await addAddress(AGBEKE, 'agbeke@example.com')).result).toEqual({})
  // The address alone lets nobody in.
  expect(await recordOf(AGBEKE)).toMatchObject({
    ...{ users: [], particulars: { emailAddress: 'agbeke@example.com' } },
  })
  expect((await invite(AGBEKE, colleague)).result).toEqual({ userName: 'agbeke@example.com' })
  const { users } = await recordOf(AGBEKE)
  expect(users).toMatchObject([{ emailAddress: 'agbeke@example.com', isEmailConfirmed: false }])
  const userId = users[0].userId as number
  const { accounts, roles, influences, mails } = await store().read(async (tx) => ({
    accounts: await tx
      .selectFrom('user_trading_accounts')
      .select('account')
      .where('user_id', '=', userId)
      .orderBy('account')
      .execute(),
    roles: await tx
      .selectFrom('user_roles')
      .innerJoin('roles', 'roles.id', 'user_roles.role_id')
      .select('roles.name')
      .where('user_id', '=', userId)
      .execute(),
    influences: await tx
      .selectFrom('influences')
      .innerJoin('users', 'users.id', 'influences.by_user_id')
      .select(['user_name', 'kind'])
      .where('user_id', '=', userId)
      .orderBy('kind')
      .execute(),
    mails: await tx.selectFrom('mails').select('template').where('user_id', '=', userId).execute(),
  }))
  expect(accounts.map(({ account }) => account)).toEqual(['MSL000008', 'MSL000018'])
  expect(roles).toEqual([{ name: 'CUSTOMER' }])
  // Who entered the address may read what goes there; who invited made the user.
  expect(influences).toEqual([
    { user_name: 'clerk', kind: 'address' },
    { user_name: 'colleague', kind: 'created' },
  ])
  expect(mails).toEqual([{ template: 'userInvited' }])
  expect((await invite(AGBEKE)).error.code).toBe(refusals.customerSignsIn.code)
  expect((await auditKept()).at(-1)).toMatchObject({ method_name: 'InviteCustomer' })
})

test('a customer whose address is another user’s is not invited, and nothing is kept', async () => {
  await addAddress(TAKEN, particulars.emailAddress)
  const { error } = await invite(TAKEN)
  expect([refusals.emailAddressTaken.code, refusals.userNameTaken.code]).toContain(error.code)
  expect((await recordOf(TAKEN)).users).toEqual([])
})

test('only a person who maintains customers can invite one, and a customer who can sign in is not invited', async () => {
  expect((await invite(CUSTOMER)).error.code).toBe(refusals.customerSignsIn.code)
  expect((await invite(TAKEN, ofOther)).error.code).toBe(refusals.unknownCustomer.code)
  await addUser(meridian, 'reader', 'CUSTOMER')
  expect((await call('Customer/InviteCustomer', { id: TAKEN }, {})).status).toBe(401)
})
