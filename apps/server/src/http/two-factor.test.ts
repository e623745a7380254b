import { describe, expect, test } from 'vitest'
import { totpCode } from '../../../../test/totp.ts'
import {
  addUser,
  attempts,
  bearing,
  call,
  current,
  database,
  identity,
  meridian,
  signIn,
} from './identity.fixture.ts'
import {
  begin,
  enable,
  STEP_MS,
  secondFactorsForAllTests,
  tokenOf,
  userWith,
  withCode,
} from './two-factor.fixture.ts'

secondFactorsForAllTests()

test('a setup gives a secret as text, address and picture, and ten codes; nothing of it is kept in the open or on before a first code', async () => {
  await addUser(meridian, 'beginner')
  const token = await tokenOf('beginner')
  const setup = await begin(token)
  expect(setup.otpauthUri).toBe(
    `otpauth://totp/Tradebook:beginner?issuer=Tradebook&secret=${setup.secret}&algorithm=SHA1&digits=6&period=30`,
  )
  expect(setup.qrCodeSvg).toMatch(/^<svg /)
  expect(new Set(setup.recoveryCodes).size).toBe(10)
  for (const code of setup.recoveryCodes) expect(code).toMatch(/^\d{5}(-\d{5}){3}$/)
  const kept = await database.store
    .forTenant(meridian)
    .read(async (tx) => [
      await tx.selectFrom('two_factors').selectAll().execute(),
      await tx.selectFrom('recovery_codes').selectAll().execute(),
      await tx.selectFrom('audit_log').selectAll().execute(),
    ])
  const text = JSON.stringify(kept, (_, value) =>
    typeof value === 'bigint'
      ? String(value)
      : value?.type === 'Buffer'
        ? Buffer.from(value).toString('latin1')
        : value,
  )
  for (const secret of [setup.secret, ...setup.recoveryCodes, setup.recoveryCodes[0].replaceAll('-', '')])
    expect(text).not.toContain(secret)

  expect((await signIn('beginner')).result.twoFactorAuthRequired).toBe(false)
  expect((await enable(token, '000000')).error).toMatchObject({ code: 1015 })
  // Another beginning replaces the first one.
  const again = await begin(token)
  expect((await enable(token, totpCode(setup.secret, current.now))).error).toMatchObject({ code: 1015 })
  expect((await enable(token, totpCode(again.secret, current.now))).result).toBe(true)
  expect((await call('Account/GetProfile', {}, bearing(token))).result.isTwoFactorOn).toBe(true)
  expect((await call('Account/GetTwoFactorAuthTokens', {}, bearing(token))).error).toMatchObject({
    code: 1014,
  })
  expect((await identity.outbox.waiting(9)).map(({ subject }) => subject)).toEqual([
    'Two-factor sign-in to Tradebook was turned on',
  ])
})

test('a session without the password turns nothing on', async () => {
  await addUser(meridian, 'unlocked')
  const token = await tokenOf('unlocked')
  const { secret } = await begin(token)
  const stolen = { verificationCode: totpCode(secret, current.now), password: 'not the password' }
  expect((await call('Account/EnableTwoFactorAuth', stolen, bearing(token))).error).toMatchObject({
    code: 1011,
  })
  expect((await signIn('unlocked')).result.twoFactorAuthRequired).toBe(false)
})

test('setups at once are one, and one that comes late undoes nothing', async () => {
  await addUser(meridian, 'twice')
  const token = await tokenOf('twice')
  const setups = await Promise.all(Array.from({ length: 8 }, () => begin(token)))
  const codes = setups.map(({ secret }) => totpCode(secret, current.now))
  const answers = await Promise.all(codes.flatMap((code) => [enable(token, code), begin(token)]))
  const enabled = answers.filter(({ result }) => result === true).length
  const isOn = (await call('Account/GetProfile', {}, bearing(token))).result.isTwoFactorOn
  expect([enabled, isOn]).toEqual(isOn ? [1, true] : [0, false])
  if (!isOn) await enable(token, totpCode((await begin(token)).secret, current.now))
  expect((await call('Account/GetTwoFactorAuthTokens', {}, bearing(token))).error).toMatchObject({
    code: 1014,
  })
  expect((await call('Account/GetProfile', {}, bearing(token))).result.isTwoFactorOn).toBe(true)
})

describe('signing in', () => {
  test('asks for a code once the password is right, and gives nothing before', async () => {
    await userWith('asked', totpCode)
    const { status, result, cookies } = await signIn('asked')
    expect(status).toBe(200)
    expect(result).toEqual({
      ...{ accessToken: null, encryptedAccessToken: null, expireInSeconds: 0 },
      ...{ userId: expect.any(Number), registrationIncomplete: false, twoFactorAuthRequired: true },
      twoFactorAuthProviders: ['Authenticator'],
    })
    expect(cookies).toEqual([])
    // A wrong password is answered as ever, with a code or without.
    expect((await signIn('asked', { password: 'a guess' })).error).toMatchObject({ code: 1002 })
    expect((await withCode('asked', '123456', { password: 'a guess' })).error).toMatchObject({ code: 1002 })
    expect(await attempts(meridian, 'asked')).toEqual([1, 11, 3, 3])
  })

  test('is in the audit trail: the request for a code is not a refusal, a wrong code is one', async () => {
    const { secret } = await userWith('traced', totpCode)
    await signIn('traced')
    await withCode('traced', '000000')
    await withCode('traced', totpCode(secret, current.now))
    const rows = await database.store
      .forTenant(meridian)
      .read((tx) =>
        tx
          .selectFrom('audit_log')
          .select(['exception_message', 'custom_data'])
          .where('user_name', '=', 'traced')
          .where('method_name', '=', 'Authenticate')
          .orderBy('id')
          .execute(),
      )
    expect(rows.map((row) => [row.exception_message, row.custom_data])).toEqual([
      // Before the second factor was on.
      [null, null],
      [null, 'second factor asked'],
      ['secondFactorWrong', null],
      [null, null],
    ])
  })

  test('accepts a code once, one step early or late and no further', async () => {
    const { secret } = await userWith('stepper', totpCode)
    const at = (steps: number) => totpCode(secret, current.now + steps * STEP_MS)
    current.now += 10 * STEP_MS
    for (const steps of [-2, 2]) {
      expect((await withCode('stepper', at(steps))).error).toMatchObject({ code: 1015 })
    }
    expect((await withCode('stepper', at(-1))).status).toBe(200)
    expect((await withCode('stepper', at(-1))).error).toMatchObject({ code: 1015 })
    expect((await withCode('stepper', ` ${at(0).slice(0, 3)} ${at(0).slice(3)} `)).status).toBe(200)
    expect((await withCode('stepper', at(1))).status).toBe(200)
    // What was before a code that served does not serve, either.
    expect((await withCode('stepper', at(0))).error).toMatchObject({ code: 1015 })
  })

  test('accepts one of many simultaneous attempts with one code', async () => {
    const { secret, recoveryCodes } = await userWith('racer', totpCode)
    for (const code of [totpCode(secret, current.now), recoveryCodes[0]!]) {
      const answers = await Promise.all(Array.from({ length: 4 }, () => withCode('racer', code)))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      current.now += 10 * 60_000
    }
  })

  test('accepts each recovery code once, in the same field', async () => {
    const { recoveryCodes } = await userWith('lost', totpCode)
    const [first, second] = recoveryCodes
    expect((await withCode('lost', first!)).status).toBe(200)
    expect((await withCode('lost', first!)).error).toMatchObject({ code: 1015 })
    expect((await withCode('lost', second!.replaceAll('-', ' '))).status).toBe(200)
    const others = await userWith('other', totpCode)
    expect((await withCode('lost', others.recoveryCodes[2]!)).error).toMatchObject({ code: 1015 })
  })

  test('five wrong codes lock as five wrong passwords do, and the right password between them resets nothing', async () => {
    const { secret } = await userWith('guessed', totpCode)
    for (let guess = 0; guess < 5; guess++) {
      await signIn('guessed')
      expect((await withCode('guessed', '000000')).error).toMatchObject({ code: 1015 })
    }
    const locked = await withCode('guessed', totpCode(secret, current.now))
    expect(locked.error).toMatchObject({ code: 1002, details: 'Invalid user name or password' })
    expect((await signIn('guessed')).error).toEqual(locked.error)
    current.now += 301_000
    expect((await withCode('guessed', totpCode(secret, current.now))).status).toBe(200)
  })

  test('wrong codes are counted until a complete sign-in: five cause an e-mail, fifty disable the app’s codes', async () => {
    const { secret, recoveryCodes } = await userWith('hunted', totpCode)
    const mailed = async () =>
      (await identity.outbox.waiting(99)).filter(
        ({ text }) => text.includes('user hunted') && text.includes('5 wrong authenticator codes'),
      )
    const enter = (twoFactorVerificationCode: string) => {
      // No earlier one locks the place any more.
      current.now += 301_000
      const from = { remoteAddress: '10.60.0.1' }
      return signIn('hunted', { twoFactorVerificationCode }, {}, from)
    }
    const right = () => enter(totpCode(secret, current.now + 301_000))
    for (let guess = 1; guess <= 4; guess++) expect((await enter('000000')).error.code).toBe(1015)
    expect(await mailed()).toHaveLength(0)
    expect((await enter('000000')).error.code).toBe(1015)
    expect(await mailed()).toHaveLength(1)
    expect((await right()).status).toBe(200)

    await database.store.forTenant(meridian).write(async (tx) => {
      const ofUser = tx.selectFrom('users').select('id').where('user_name', '=', 'hunted')
      const { wrong_codes: counted } = await tx
        .selectFrom('two_factors')
        .select('wrong_codes')
        .where('user_id', '=', ofUser)
        .executeTakeFirstOrThrow()
      expect(counted).toBe(0)
      await tx.updateTable('two_factors').set({ wrong_codes: 48 }).where('user_id', '=', ofUser).execute()
    })
    expect((await enter('000000')).error.code).toBe(1015)
    expect((await enter('000000')).error.code).toBe(1066)
    expect((await right()).error.code).toBe(1066)
    expect((await enter(recoveryCodes[0]!)).status).toBe(200)
    expect((await right()).status).toBe(200)
  })

  test('asks for a code after a reset of the password as before', async () => {
    const { secret } = await userWith('resetter', totpCode)
    await call('Account/PasswordReset', {
      emailAddress: `resetter@firm${meridian}.example`,
      tenancyName: 'Meridian',
    })
    const [mail] = (await identity.outbox.waiting(99)).filter(
      ({ text }) => text.includes('user resetter') && text.includes('#'),
    )
    const [, resetToken] = /#(\S+)/.exec(mail?.text ?? '') ?? []
    const newPassword = 'Quiet-harbour-lamp-7'
    expect((await call('Account/PasswordReset', { resetToken, newPassword })).result).toBe(true)
    expect((await signIn('resetter', { password: newPassword })).result.twoFactorAuthRequired).toBe(true)
    expect(
      (await withCode('resetter', totpCode(secret, current.now), { password: newPassword })).status,
    ).toBe(200)
  })
})
