import { describe, expect, test } from 'vitest'
import { totpCode } from '../../../../test/totp.ts'
import { addUser, bearing, call, current, identity, meridian, PASSWORD, signIn } from './identity.fixture.ts'
import { begin, secondFactorsForAllTests, tokenOf, userWith, withCode } from './two-factor.fixture.ts'

secondFactorsForAllTests()

const disable = (token: string, input: object) => call('Account/DisableTwoFactorAuth', input, bearing(token))

describe('turning it off', () => {
  test('needs the password and a code, and informs the owner', async () => {
    const { token, secret } = await userWith('leaver', totpCode)
    const verificationCode = totpCode(secret, current.now)
    expect((await disable(token, { verificationCode })).status).toBe(400)
    expect((await disable(token, { password: PASSWORD })).status).toBe(400)
    expect((await disable(token, { verificationCode, password: 'a guess' })).error).toMatchObject({
      code: 1011,
    })
    expect((await disable(token, { verificationCode: '000000', password: PASSWORD })).error).toMatchObject({
      code: 1015,
    })
    expect((await signIn('leaver')).result.twoFactorAuthRequired).toBe(true)
    expect((await disable(token, { verificationCode, password: PASSWORD })).result).toBe(true)
    expect((await signIn('leaver')).result.twoFactorAuthRequired).toBe(false)
    const subjects = (await identity.outbox.waiting(99)).map(({ subject }) => subject)
    expect(subjects).toContain('Two-factor sign-in to Tradebook was turned off')
    expect((await disable(token, { verificationCode, password: PASSWORD })).error).toMatchObject({
      code: 1015,
    })
  })

  test('is not guessed by anyone who stole a session; a recovery code works, too', async () => {
    const { token, recoveryCodes } = await userWith('robbed', totpCode)
    for (let guess = 0; guess < 5; guess++)
      expect((await disable(token, { verificationCode: '000000', password: PASSWORD })).error).toMatchObject({
        code: 1015,
      })
    const right = { recoveryCode: recoveryCodes[0], password: PASSWORD }
    expect((await disable(token, right)).error).toMatchObject({ code: 1011 })
    current.now += 301_000
    expect((await disable(token, right)).result).toBe(true)
  })
})

describe('recovery codes', () => {
  const renew = (token: string, input: object) => call('Account/RenewRecoveryCodes', input, bearing(token))
  const left = async (token: string) =>
    (await call('Account/GetProfile', {}, bearing(token))).result.recoveryCodesLeft

  test('are regenerated with password and code; how many are left is shown, and earlier ones no longer work', async () => {
    await addUser(meridian, 'unset')
    const unset = await tokenOf('unset')
    await begin(unset)
    // What was begun is not on yet.
    expect(await left(unset)).toBe(0)

    const { token, secret, recoveryCodes } = await userWith('keeper', totpCode)
    expect(await left(token)).toBe(10)
    await withCode('keeper', recoveryCodes[0]!)
    expect(await left(token)).toBe(9)
    const verificationCode = totpCode(secret, current.now)
    expect((await renew(token, { verificationCode, password: 'a guess' })).error).toMatchObject({
      code: 1011,
    })
    expect((await renew(token, { verificationCode: '000000', password: PASSWORD })).error).toMatchObject({
      code: 1015,
    })
    expect((await renew(token, { password: PASSWORD })).status).toBe(400)
    expect(await left(token)).toBe(9)
    const { recoveryCodes: others } = (await renew(token, { verificationCode, password: PASSWORD })).result
    expect(new Set([...others, ...recoveryCodes]).size).toBe(20)
    expect(await left(token)).toBe(10)
    expect((await withCode('keeper', recoveryCodes[1]!)).error).toMatchObject({ code: 1015 })
    expect((await withCode('keeper', others[0])).status).toBe(200)
    // A recovery code of their own serves for it, too.
    const again = await renew(token, { recoveryCode: others[1], password: PASSWORD })
    expect(again.result.recoveryCodes).toHaveLength(10)
    expect(again.headers['cache-control']).toContain('no-store')
  })

  test('cannot be generated while the second factor is off', async () => {
    const answer = await renew(await tokenOf('unset'), { verificationCode: '000000', password: PASSWORD })
    expect(answer.error).toMatchObject({ code: 1015 })
  })
})
