import { refusals, settingTexts } from '@tradebook/contract'
import { describe, expect, test } from 'vitest'
import { bearing, call, current, database, meridian, signIn, zenith } from '../../http/identity.fixture.ts'
import { inOrderBehind } from '../../store/locks.fixture.ts'
import {
  ask,
  codeTo,
  mailsTo,
  registerAs,
  registrationForAllTests,
  set,
  verified,
} from './registration.fixture.ts'

registrationForAllTests()

const MINUTE_MS = 60_000

const statusOf = (accessToken: string) =>
  ask('Customer/GetCustomerAccountCreationRequestStatus', {}, bearing(accessToken))

describe('registering', () => {
  test('a taken address gets the same answer, and its owner an e-mail', async () => {
    const free = await registerAs('fresh')
    const taken = await registerAs('fresher', { emailAddress: `broker@firm${meridian}.example` })
    const shapeOf = ({ status, result }: typeof free) => ({
      status,
      result: { ...result, accessToken: result.accessToken.length },
    })
    expect(shapeOf(taken)).toEqual(shapeOf(free))
    const [mail] = await mailsTo(`broker@firm${meridian}.example`)
    expect(mail?.subject).toBe('You are already registered with Meridian Securities')
    // Neither signs in: whether the user was added cannot be found out so.
    const outcomes = [await signIn('fresh'), await signIn('fresher'), await signIn('nobody-at-all')]
    expect(new Set(outcomes.map(({ error }) => error.code))).toEqual(
      new Set([refusals.invalidUserNameOrPassword.code]),
    )
    // Nor does the user name show it: each keeps it from other addresses, and none from its own.
    for (const userName of ['fresh', 'fresher'])
      expect(await registerAs(userName, { emailAddress: 'third@example.com' })).toMatchObject({
        error: { code: refusals.userNameTaken.code },
      })
    // Nor do its codes.
    for (const { result } of [free, taken]) {
      const accessToken = result.accessToken
      expect(await ask('Account/GetResendVerificationCode', { accessToken })).toMatchObject({ status: 429 })
      expect(await statusOf(accessToken)).toMatchObject({ result: { id: null, isEmailVerified: false } })
      for (let at = 0; at < 5; at++)
        expect((await call('Account/VerifyAccount', { accessToken, code: 'x' })).result).toEqual({
          verified: false,
        })
      expect((await call('Account/VerifyAccount', { accessToken, code: 'x' })).error.code).toBe(
        refusals.verificationCodeOver.code,
      )
    }
  })

  test('a code can be used once, within half an hour, and no more often than asked for', async () => {
    const { result } = await registerAs('coded')
    const { accessToken } = result
    const verify = (code: string) => call('Account/VerifyAccount', { accessToken, code })
    const first = await codeTo('coded@example.com')
    expect(first).toMatch(/^\d{6}$/)
    const stored = await database.store
      .forTenant(meridian)
      .read((tx) => tx.selectFrom('verification_codes').selectAll().execute())
    expect(
      JSON.stringify(stored, (_, value) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toContain(first)
    current.now += 2 * MINUTE_MS
    // As older clients send it, or without the token in the address.
    expect(await ask('Account/GetResendVerificationCode', { accessToken })).toMatchObject({ status: 200 })
    current.now += 2 * MINUTE_MS
    expect(await ask('Account/GetResendVerificationCode', {}, bearing(accessToken))).toMatchObject({
      status: 200,
    })
    const next = await codeTo('coded@example.com')
    if (next !== first) expect((await verify(first)).result).toEqual({ verified: false })
    current.now += 31 * MINUTE_MS
    expect((await verify(next)).error.code).toBe(refusals.verificationCodeOver.code)
    await ask('Account/GetResendVerificationCode', { accessToken })
    expect((await verify(await codeTo('coded@example.com'))).result).toEqual({ verified: true })
  })

  test('the token identifies no one elsewhere, and ends after a day or a new password', async () => {
    const token = await verified('bearer')
    const { result } = await call('Session/GetCurrentLoginInformations', {}, bearing(token))
    expect(result.user).toBeNull()
    expect((await call('Account/GetProfile', {}, bearing(token))).status).toBe(401)
    expect(await statusOf(token)).toMatchObject({ result: { id: null, isEmailVerified: true } })
    current.now += 25 * 60 * MINUTE_MS
    expect(await statusOf(token)).toMatchObject({ error: { code: refusals.registrationTokenInvalid.code } })
    const resumed = await signIn('bearer')
    expect(resumed.result).toMatchObject({ registrationIncomplete: true, encryptedAccessToken: null })
    expect(resumed.cookies).toEqual([])
    expect(await statusOf(resumed.result.accessToken)).toMatchObject({ result: { isEmailVerified: true } })
    await database.store
      .forTenant(meridian)
      .write((tx) =>
        tx
          .updateTable('users')
          .set({ security_stamp: '00000000-0000-4000-8000-00000000abcd' })
          .where('user_name', '=', 'bearer')
          .execute(),
      )
    expect(await statusOf(resumed.result.accessToken)).toMatchObject({
      error: { code: refusals.registrationTokenInvalid.code },
    })
  })

  test('a person who does not confirm the address within a day is deleted, or replaced by a new registration with it', async () => {
    const first = await registerAs('vague', { name: 'Wrong' })
    current.now += 2 * MINUTE_MS
    const again = await registerAs('vague', { name: 'Right' })
    expect(again.result.accessToken).toBeTypeOf('string')
    expect(await statusOf(first.result.accessToken)).toMatchObject({
      error: { code: refusals.registrationTokenInvalid.code },
    })
    current.now += 25 * 60 * MINUTE_MS
    await registerAs('someone-else')
    const { rows } = await database.store.forTenant(meridian).read(async (tx) => ({
      rows: await tx.selectFrom('users').select('id').where('user_name', '=', 'vague').execute(),
    }))
    expect(rows).toEqual([])
  })

  test.each([
    ['register', 'verify'],
    ['verify', 'register'],
  ] as const)(
    'an address is proved only for the person who proves it: %s before %s at the same moment',
    async (...order) => {
      const userName = `raced-${order[0]}`
      const emailAddress = `${userName}@example.com`
      const { result } = await registerAs(userName)
      const code = await codeTo(emailAddress)
      const calls = {
        register: () => registerAs(userName, { password: 'another password of a stranger' }),
        verify: () => call('Account/VerifyAccount', { accessToken: result.accessToken, code }),
      }
      const answers = await inOrderBehind(
        database.store.forTenant(meridian),
        (tx) => tx.selectFrom('users').select('id').where('user_name', '=', userName).forUpdate().execute(),
        order.map((name) => calls[name]),
      )
      const verified = answers[order.indexOf('verify')]
      const wrong = { error: { code: refusals.invalidUserNameOrPassword.code } }
      if (order[0] === 'verify') {
        expect(verified).toMatchObject({ result: { verified: true } })
        expect(await signIn(userName)).toMatchObject({ result: { registrationIncomplete: true } })
      } else {
        expect(verified).toMatchObject({ error: { code: refusals.registrationTokenInvalid.code } })
        expect(await signIn(userName)).toMatchObject(wrong)
      }
      expect(await signIn(userName, { password: 'another password of a stranger' })).toMatchObject(wrong)
    },
  )

  test('an unconfirmed user name is free for others after an hour, whether the address was free or taken', async () => {
    await registerAs('chosen', { emailAddress: 'stranger@example.com' })
    await registerAs('chosen-too', { emailAddress: `broker@firm${meridian}.example` })
    const ofOwner = (userName: string) => registerAs(userName, { emailAddress: `${userName}@owner.example` })
    current.now += 59 * MINUTE_MS
    for (const userName of ['chosen', 'chosen-too'])
      expect((await ofOwner(userName)).error.code).toBe(refusals.userNameTaken.code)
    current.now += 2 * MINUTE_MS
    for (const userName of ['chosen', 'chosen-too']) {
      const { result } = await ofOwner(userName)
      const code = await codeTo(`${userName}@owner.example`)
      expect((await call('Account/VerifyAccount', { accessToken: result.accessToken, code })).result).toEqual(
        {
          verified: true,
        },
      )
    }
    // Who proved the address keeps the name.
    current.now += 61 * MINUTE_MS
    expect((await registerAs('chosen', { emailAddress: 'stranger@example.com' })).error.code).toBe(
      refusals.userNameTaken.code,
    )
  })

  test('a code sent while the clock was days ahead does not prevent a new one afterwards', async () => {
    current.now += 3 * 24 * 60 * MINUTE_MS
    await registerAs('leapt')
    current.now -= 3 * 24 * 60 * MINUTE_MS
    const { result } = await registerAs('leapt')
    // The newest by its time is the one of a time to come.
    const [, mail] = await mailsTo('leapt@example.com')
    const [code = ''] = /^\d{6}$/m.exec(mail?.text ?? '') ?? []
    const { accessToken } = result
    expect((await call('Account/VerifyAccount', { accessToken, code })).result).toEqual({ verified: true })
  })

  test('a link for a forgotten password proves the address that it was mailed to', async () => {
    const { result } = await registerAs('forgotten')
    const emailAddress = 'forgotten@example.com'
    await call('Account/PasswordReset', { emailAddress, tenancyName: 'Meridian' })
    const link = (await mailsTo(emailAddress)).map(({ text }) => /#(\S+)/.exec(text)?.[1]).find(Boolean)
    const password = 'Quiet-harbour-lamp-7'
    const asked = { resetToken: link, newPassword: password }
    expect(await call('Account/PasswordReset', asked)).toMatchObject({ status: 200, result: true })
    expect(await signIn('forgotten', { password })).toMatchObject({
      result: { registrationIncomplete: true },
    })
    // Who registered without the mailbox goes on with nothing.
    expect(await statusOf(result.accessToken)).toMatchObject({
      error: { code: refusals.registrationTokenInvalid.code },
    })
  })

  test.each([
    ['a firm that is not there', { tenancyName: 'Nobody' }, refusals.noTenantWithName.code],
    ['the host', { tenancyName: null }, refusals.registrationClosed.code],
    ['a password with their own name', { password: 'Zainab-is-my-name' }, refusals.passwordHasName.code],
    ['a user name that is taken', { userName: 'BROKER' }, refusals.userNameTaken.code],
  ])('is refused with %s', async (_, more, code) => {
    expect((await registerAs('refused', more)).error?.code).toBe(code)
  })

  test('is refused with a user name that is another address', async () => {
    expect((await registerAs('other@example.com', { emailAddress: 'mine@example.com' })).status).toBe(400)
  })

  test('is closed by a setting of the firm', async () => {
    await set(zenith, settingTexts({ registrationOpen: false }))
    const closed = await registerAs('early', { tenancyName: 'Zenith-Hill' })
    expect(closed.error.code).toBe(refusals.registrationClosed.code)
    expect((await call('Account/IsTenantAvailable', { tenancyName: 'Zenith-Hill' })).result).toMatchObject({
      isRegistrationOpen: false,
    })
  })
})
