import { type CallName, refusals } from '@tradebook/contract'
import { beforeAll, expect } from 'vitest'
import {
  addUser,
  bearing,
  call,
  database,
  edgeForAllTests,
  meridian,
  ownPasswordOf,
  PASSWORD,
  signIn,
} from '../../http/identity.fixture.ts'

/** A firm, and who administers its users and roles. */

export const NEW_PASSWORD = 'Quiet-harbour-lamp-7'
export const ACCOUNT = 'MSL000001'
/** The administrator of the firm, and one who administers users and roles but holds little else. */
export let admin: string
export let clerk: string
export let clerkId: number

/** One edge and one database for the tests of a file, with both signed in. */
export function administratorsForAllTests(): void {
  edgeForAllTests()

  beforeAll(async () => {
    await addUser(meridian, 'admin', 'ADMIN')
    admin = await tokenOf('admin')
    await database.run(
      `INSERT INTO customers (tenant_id, id, name) VALUES (${meridian}, 1, 'Ngozi Eze');
       INSERT INTO trading_accounts (tenant_id, account, cscs_account, customer_id)
         VALUES (${meridian}, '${ACCOUNT}', '0012345678', 1)`,
    )
    const administers = ['VIEW_ADMINSETTING', 'Pages.Users', 'Pages.Roles', 'BUY']
    await made('Role/Create', { name: 'Clerk', displayName: 'Clerk', grantedPermissions: administers })
    clerkId = (await made('User/Create', person('clerk', { roleNames: ['clerk'] }))).id
    clerk = await tokenOf('clerk')
  })
}

/** Both, again, once the clock went on past their sessions. */
export async function signAdministratorsIn(): Promise<void> {
  admin = await tokenOf('admin')
  clerk = await tokenOf('clerk')
}

export const ask = (name: CallName, input: object, token = admin) => call(name, input, bearing(token))

/** The answer of a call that is not refused. */
export async function made(name: CallName, input: object, token = admin) {
  const { error, result } = await ask(name, input, token)
  expect(error).toBeNull()
  return result
}

/** The name of the refusal of a call. */
export async function refused(name: CallName, input: object, token = admin): Promise<string | undefined> {
  const { status, error } = await ask(name, input, token)
  expect(status).toBe(500)
  return Object.entries(refusals).find(([, { code }]) => code === error.code)?.[0]
}

export const person = (userName: string, more: object = {}) => ({
  userName,
  name: 'Ada',
  surname: 'Obi',
  emailAddress: `${userName}@meridian.example`,
  isActive: true,
  roleNames: [] as string[],
  password: PASSWORD,
  ...more,
})

export const user = (userName: string, more: object = {}) => made('User/Create', person(userName, more))

export async function tokenOf(userName: string, password = PASSWORD): Promise<string> {
  await ownPasswordOf(meridian, userName)
  return (await signIn(userName, { password })).result.accessToken
}

export const signInOf = async (token: string) =>
  (await call('Session/GetCurrentLoginInformations', {}, bearing(token))).result.user

export const grantsOf = async (token: string): Promise<string[]> =>
  Object.keys((await call('AbpUserConfiguration/GetAll', {}, bearing(token))).result.auth.grantedPermissions)
