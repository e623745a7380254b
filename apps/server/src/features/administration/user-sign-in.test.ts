import { refusals } from '@tradebook/contract'
import { describe, expect, test } from 'vitest'
import { totpCode } from '../../../../../test/totp.ts'
import {
  bearing,
  call,
  current,
  database,
  identity,
  meridian,
  PASSWORD,
  signIn,
} from '../../http/identity.fixture.ts'
import { findSession } from '../../platform/session-rows.ts'
import {
  ACCOUNT,
  administratorsForAllTests,
  clerk,
  made,
  NEW_PASSWORD,
  person,
  refused,
  signInOf,
  tokenOf,
  user,
} from './administration.fixture.ts'

administratorsForAllTests()

describe('permission to sign in', () => {
  test('wrong passwords lock a user, which is shown; an administrator lifts the lock, audited', async () => {
    const { id } = await user('locked-out')
    expect(await made('User/Get', { id })).toMatchObject({ lockedUntil: null })
    for (let n = 0; n < 5; n++) await signIn('locked-out', { password: `wrong ${n}` })
    expect((await signIn('locked-out')).status).toBe(500)
    const lockedUntil = new Date(current.now + 5 * 60_000).toISOString()
    expect(await made('User/Get', { id })).toMatchObject({ lockedUntil })
    const { items } = await made('User/GetAll', { keyword: 'locked-out' })
    expect(items).toMatchObject([{ lockedUntil }])
    expect(await made('User/Unlock', { id })).toBeNull()
    expect(await made('User/Get', { id })).toMatchObject({ lockedUntil: null })
    expect((await signIn('locked-out')).status).toBe(200)
    const { before, after } = await database.store
      .forTenant(meridian)
      .read((tx) =>
        tx
          .selectFrom('audit_changes')
          .select(['before', 'after'])
          .where('entity_id', '=', String(id))
          .orderBy('audit_id', 'desc')
          .executeTakeFirstOrThrow(),
      )
    expect({ before, after }).toEqual({ before: { lockedUntil }, after: { lockedUntil: null } })
    // A lock ends by itself, too.
    for (let n = 0; n < 5; n++) await signIn('locked-out', { password: `wrong ${n}` })
    current.now += 5 * 60_000
    expect(await made('User/Get', { id })).toMatchObject({ lockedUntil: null })
  })

  test('a user with more permissions than the caller cannot be unlocked by the caller', async () => {
    const { id } = await user('locked-chief', { roleNames: ['ADMIN'] })
    for (let n = 0; n < 5; n++) await signIn('locked-chief', { password: `wrong ${n}` })
    expect(await refused('User/Unlock', { id }, clerk)).toBe('userHoldsMore')
    expect((await signIn('locked-chief')).status).toBe(500)
  })

  test('a link that went to an earlier address is no longer valid', async () => {
    const { id } = await user('moved', { password: undefined })
    const mail = (await identity.outbox.waiting(100)).find(({ to }) => to.startsWith('moved@'))
    const [, resetToken] = /#(\S+)/.exec(mail?.text ?? '') ?? []
    const elsewhere = { ...person('moved'), password: undefined, emailAddress: 'moved@elsewhere.example' }
    await made('User/Update', { id, ...elsewhere, adminPassword: PASSWORD })
    const { error } = await call('Account/PasswordReset', { resetToken, newPassword: NEW_PASSWORD })
    expect(error).toMatchObject({ code: refusals.resetLinkInvalid.code })
  })

  test.each(['User/DeActivate', 'User/Update'] as const)(
    'a sign-in in progress at %s gives no session, even once the user is active again',
    async (name) => {
      const userName = `under-way-${name.length}`
      const { id } = await user(userName)
      const row = () =>
        database.store
          .forTenant(meridian)
          .read((tx) =>
            tx.selectFrom('users').select('security_stamp').where('id', '=', id).executeTakeFirstOrThrow(),
          )
      const before = await row()
      await made(name, name === 'User/Update' ? { id, ...person(userName, { isActive: false }) } : { id })
      await made('User/Activate', { id })
      // The password was compared before, and the session is opened now, with the stamp of then.
      const of = { tenantId: meridian, userId: id, securityStamp: before.security_stamp, seconds: 60 }
      const from = { clientIpAddress: '127.0.0.1', browserInfo: '' }
      const found = await database.store.forTenant(meridian).write(async (tx) => {
        const sessionId = await identity.sessions.open(tx, { ...of, ...from })
        return findSession(tx, { ...of, sessionId }, current.now)
      })
      expect(found).toBeUndefined()
    },
  )

  test('a deactivated user is refused on the next request, and no earlier session begins again', async () => {
    const { id } = await user('resting')
    const token = await tokenOf('resting')
    expect(await signInOf(token)).not.toBeNull()
    await made('User/DeActivate', { id })
    expect(await signInOf(token)).toBeNull()
    expect((await signIn('resting')).error.code).toBe(refusals.userIsNotActive.code)
    await made('User/Activate', { id })
    expect(await signInOf(token)).toBeNull()
    expect(await tokenOf('resting')).toEqual(expect.any(String))
  })

  test('a password is reset by the administrator’s own, and ends the user’s sessions', async () => {
    const { id } = await user('forgetful')
    const token = await tokenOf('forgetful')
    const reset = { userId: id, newPassword: NEW_PASSWORD }
    expect(await refused('User/ResetPassword', { ...reset, adminPassword: 'wrong' })).toBe('passwordWrong')
    const common = { ...reset, newPassword: 'password1', adminPassword: PASSWORD }
    expect(await refused('User/ResetPassword', common)).toBe('passwordCommon')
    expect(await signInOf(token)).not.toBeNull()
    // Who tried too often is let in by the new password at once.
    for (let n = 0; n < 5; n++) await signIn('forgetful', { password: `wrong ${n}` })
    expect((await signIn('forgetful')).status).toBe(500)
    expect(await made('User/ResetPassword', { ...reset, adminPassword: PASSWORD })).toBe(true)
    expect(await signInOf(token)).toBeNull()
    expect(await tokenOf('forgetful', NEW_PASSWORD)).toEqual(expect.any(String))
    const mails = (await identity.outbox.waiting(100)).filter(({ to }) => to.startsWith('forgetful@'))
    expect(mails.map(({ subject }) => subject)).toEqual(['Your password for Tradebook was changed'])
  })

  test('a second factor that was lost is turned off, with audit and mail', async () => {
    const { id } = await user('phoneless')
    const token = await tokenOf('phoneless')
    const { secret } = (await call('Account/GetTwoFactorAuthTokens', {}, bearing(token))).result
    const verificationCode = totpCode(secret, current.now)
    await call('Account/EnableTwoFactorAuth', { verificationCode, password: PASSWORD }, bearing(token))
    expect((await made('User/Get', { id })).isTwoFactorOn).toBe(true)
    expect((await signIn('phoneless')).result.twoFactorAuthRequired).toBe(true)
    const input = { userId: id, adminPassword: 'wrong' }
    expect(await refused('User/DisableTwoFactor', input)).toBe('passwordWrong')
    expect(await made('User/DisableTwoFactor', { ...input, adminPassword: PASSWORD })).toBe(true)
    expect(await tokenOf('phoneless')).toEqual(expect.any(String))
    const subjects = (await identity.outbox.waiting(100))
      .filter(({ to }) => to.startsWith('phoneless@'))
      .map(({ subject }) => subject)
    expect(subjects).toContain('Two-factor sign-in to Tradebook was turned off')
    const [row] = await database.store
      .forTenant(meridian)
      .read((tx) =>
        tx
          .selectFrom('audit_log')
          .select(['user_name', 'parameters'])
          .where('method_name', '=', 'DisableTwoFactor')
          .execute(),
      )
    expect(row).toEqual({ user_name: 'admin', parameters: JSON.stringify({ userId: id }) })
  })
})

describe('a person who registers', () => {
  const register = async (userName: string) => {
    const particulars = { tenancyName: 'Meridian', userName, name: 'Ada', surname: 'Obi' }
    const emailAddress = `${userName}@example.com`
    await call('Account/Register', { ...particulars, emailAddress, password: PASSWORD })
    const inFirm = database.store.forTenant(meridian)
    return {
      ...(await inFirm.read((tx) =>
        tx.selectFrom('users').select('id').where('user_name', '=', userName).executeTakeFirstOrThrow(),
      )),
      prove: () =>
        inFirm.write((tx) =>
          tx
            .updateTable('users')
            .set({ is_email_confirmed: true })
            .where('user_name', '=', userName)
            .execute(),
        ),
      asked: { ...particulars, emailAddress },
    }
  }

  test('is not a user of the firm until the address is confirmed, and receives no rights until a request is submitted', async () => {
    const { id, asked, prove } = await register('newcomer')
    const grant = (grants: object) => refused('User/Update', { id, ...asked, isActive: true, ...grants })
    expect((await made('User/GetAll', { keyword: 'newcomer' })).totalCount).toBe(0)
    expect(await grant({ roleNames: ['BROKER'] })).toBe('userIsGone')
    await prove()
    expect((await made('User/GetAll', { keyword: 'newcomer' })).totalCount).toBe(1)
    for (const grants of [
      { roleNames: ['BROKER'] },
      { permissions: ['BUY'] },
      { userTradingAccounts: [{ accountNumber: ACCOUNT }] },
    ])
      expect(await grant(grants)).toBe('userIsRegistering')
    const { items } = await made('User/GetAll', { keyword: 'newcomer' })
    expect(items).toMatchObject([{ roleNames: [], permissions: [], userTradingAccounts: [] }])
    // A change of only a name is not a grant.
    expect((await made('User/Update', { ...items[0], name: 'Adaeze' })).name).toBe('Adaeze')
  })
})
