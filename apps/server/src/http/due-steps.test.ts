import { refusals } from '@tradebook/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { totpCode } from '../../../../test/totp.ts'
import { HOST } from '../store/host.ts'
import {
  addUser,
  bearing,
  call,
  current,
  database,
  edgeForAllTests,
  identity,
  meridian,
  PASSWORD,
  signIn,
  withSetting,
  zenith,
} from './identity.fixture.ts'

/** What a person has to do before anything else: choose another password, or set up a second factor. */

edgeForAllTests()

const NEW_PASSWORD = 'Quiet-harbour-lamp-7'

const tokenOf = async (userName: string, more: object = {}) =>
  (await signIn(userName, more)).result.accessToken as string
/** What is due, and the code with which a call of every signed-in person is answered. */
async function standing(token: string): Promise<[string | null, number]> {
  const { user } = (await call('Session/GetCurrentLoginInformations', {}, bearing(token))).result
  const { status, error } = await call('Account/GetSessions', {}, bearing(token))
  expect(status).toBe(user.due === null ? 200 : 403)
  return [user.due, error?.code ?? 0]
}
const free = [null, 0]
const owesFactor = ['secondFactor', refusals.secondFactorDue.code]
const owesPassword = ['newPassword', refusals.newPasswordDue.code]

beforeAll(async () => {
  await addUser(meridian, 'admin', 'ADMIN')
  await addUser(meridian, 'customer', 'CUSTOMER')
  await addUser(zenith, 'admin', 'ADMIN')
})

describe('a second factor that the firm demands', () => {
  test.each([
    ['nobody', 'firm', { admin: free, broker: free, customer: free, ofOther: free, host: free }],
    [
      'administrators',
      'firm',
      { admin: owesFactor, broker: free, customer: free, ofOther: free, host: free },
    ],
    [
      'everybody',
      'firm',
      { admin: owesFactor, broker: owesFactor, customer: owesFactor, ofOther: free, host: free },
    ],
    [
      'administrators',
      'host',
      { admin: owesFactor, broker: free, customer: free, ofOther: owesFactor, host: owesFactor },
    ],
  ] as const)('of %s, set by the %s, applies to the next request of only those', async (of, by, expected) => {
    const tokens = {
      admin: await tokenOf('admin'),
      broker: await tokenOf('broker'),
      customer: await tokenOf('customer'),
      ofOther: await tokenOf('admin', { tenancyName: 'Zenith-Hill' }),
      host: await tokenOf('admin', { tenancyName: null }),
    }
    const seen = async () =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(tokens).map(async ([who, token]) => [who, await standing(token)] as const),
        ),
      )
    const before = await seen()
    await withSetting(by === 'host' ? HOST : meridian, { secondFactor: of }, async () =>
      expect(await seen()).toEqual(expected),
    )
    for (const one of [before, await seen()])
      expect(new Set(Object.values(one).flat())).toEqual(new Set([null, 0]))
  })

  test('is not asked of anyone who has no role', async () => {
    const id = await addUser(meridian, 'applicant')
    await database.store
      .forTenant(meridian)
      .write((tx) => tx.deleteFrom('user_roles').where('user_id', '=', id).execute())
    await withSetting(meridian, { secondFactor: 'everybody' }, async () => {
      const token = await tokenOf('applicant')
      expect(
        (await call('Session/GetCurrentLoginInformations', {}, bearing(token))).result.user.due,
      ).toBeNull()
    })
  })

  test('is set up by the very session that owes it, and owed again once it is off', async () => {
    await addUser(meridian, 'chief', 'ADMIN')
    await withSetting(meridian, { secondFactor: 'administrators' }, async () => {
      const token = await tokenOf('chief')
      expect(await standing(token)).toEqual(owesFactor)
      const { secret, recoveryCodes } = (await call('Account/GetTwoFactorAuthTokens', {}, bearing(token)))
        .result
      const verificationCode = totpCode(secret, current.now)
      const enabling = { verificationCode, password: PASSWORD }
      expect((await call('Account/EnableTwoFactorAuth', enabling, bearing(token))).result).toBe(true)
      expect(await standing(token)).toEqual(free)
      const disabling = { recoveryCode: recoveryCodes[0], password: PASSWORD }
      expect((await call('Account/DisableTwoFactorAuth', disabling, bearing(token))).result).toBe(true)
      expect(await standing(token)).toEqual(owesFactor)
    })
  })

  test('is a refusal in the audit trail by its name', async () => {
    await withSetting(meridian, { secondFactor: 'everybody' }, async () => {
      const token = await tokenOf('customer')
      await call('Account/UpdateProfile', { name: 'A', surname: 'B' }, bearing(token))
    })
    const rows = await database.store
      .forTenant(meridian)
      .read((tx) =>
        tx
          .selectFrom('audit_log')
          .select(['user_name', 'method_name'])
          .where('exception_message', '=', 'secondFactorDue')
          .execute(),
      )
    expect(rows).toEqual([{ user_name: 'customer', method_name: 'UpdateProfile' }])
  })
})

describe('a password set by someone else', () => {
  const person = (userName: string, more: object = {}) => ({
    ...{ userName, name: 'Ada', surname: 'Obi', emailAddress: `${userName}@meridian.example` },
    ...{ isActive: true, roleNames: ['BROKER'], ...more },
  })
  const change = (token: string, currentPassword: string, newPassword: string) =>
    call('Account/ChangePassword', { currentPassword, newPassword }, bearing(token))
  const mailedLink = async (to: string) => {
    const mails = (await identity.outbox.waiting(99)).filter((mail) => mail.to === to)
    return mails.flatMap(({ text }) => /#(\S+)/.exec(text)?.[1] ?? [])[0]
  }
  let admin: Record<string, string>
  beforeAll(async () => {
    admin = bearing(await tokenOf('admin'))
  })
  const flagOf = async (id: number) =>
    (await call('User/Get', { id }, admin)).result.shouldChangePasswordOnNextLogin

  test('of a new user is replaced before anything else, by another one', async () => {
    const { id } = (await call('User/Create', person('hired', { password: PASSWORD }), admin)).result
    expect(await flagOf(id)).toBe(true)
    const token = await tokenOf('hired')
    expect(await standing(token)).toEqual(owesPassword)
    expect((await change(token, PASSWORD, PASSWORD)).error.code).toBe(refusals.passwordUnchanged.code)
    expect((await change(token, 'a guess', NEW_PASSWORD)).error.code).toBe(refusals.passwordWrong.code)
    expect(await standing(token)).toEqual(owesPassword)
    expect((await change(token, PASSWORD, NEW_PASSWORD)).result).toBe(true)
    expect([await standing(token), await flagOf(id)]).toEqual([free, false])
  })

  test('comes before the second factor, which is due then', async () => {
    await call('User/Create', person('both', { password: PASSWORD }), admin)
    await withSetting(meridian, { secondFactor: 'everybody' }, async () => {
      const token = await tokenOf('both')
      expect(await standing(token)).toEqual(owesPassword)
      expect((await call('Account/GetTwoFactorAuthTokens', {}, bearing(token))).error.code).toBe(
        refusals.newPasswordDue.code,
      )
      await change(token, PASSWORD, NEW_PASSWORD)
      expect(await standing(token)).toEqual(owesFactor)
    })
  })

  test('is also replaced after a forgotten password, or by an e-mailed link', async () => {
    const { id } = (await call('User/Create', person('forgot', { password: PASSWORD }), admin)).result
    await change(await tokenOf('forgot'), PASSWORD, NEW_PASSWORD)
    const reset = { adminPassword: PASSWORD, userId: id, newPassword: PASSWORD }
    expect((await call('User/ResetPassword', reset, admin)).result).toBe(true)
    expect(await standing(await tokenOf('forgot'))).toEqual(owesPassword)
    const emailAddress = 'forgot@meridian.example'
    await call('Account/PasswordReset', { emailAddress, tenancyName: 'Meridian' })
    const resetToken = await mailedLink(emailAddress)
    const chosen = { resetToken, newPassword: `${NEW_PASSWORD}2` }
    expect((await call('Account/PasswordReset', chosen)).result).toBe(true)
    expect(await standing(await tokenOf('forgot', { password: `${NEW_PASSWORD}2` }))).toEqual(free)
  })

  test('is not what a user chooses by the link of an invitation, or sets for their own user', async () => {
    const { id } = (await call('User/Create', person('invited'), admin)).result
    expect(await flagOf(id)).toBe(false)
    const resetToken = await mailedLink('invited@meridian.example')
    await call('Account/PasswordReset', { resetToken, newPassword: NEW_PASSWORD })
    expect(await standing(await tokenOf('invited', { password: NEW_PASSWORD }))).toEqual(free)

    const own = await addUser(meridian, 'self', 'ADMIN')
    const reset = { adminPassword: PASSWORD, userId: own, newPassword: NEW_PASSWORD }
    await call('User/ResetPassword', reset, bearing(await tokenOf('self')))
    expect(await standing(await tokenOf('self', { password: NEW_PASSWORD }))).toEqual(free)
  })
})
