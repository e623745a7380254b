import { beforeAll, expect } from 'vitest'
import {
  addUser,
  bearing,
  call,
  current,
  edgeForAllTests,
  meridian,
  PASSWORD,
  signIn,
} from './identity.fixture.ts'

/** Users who sign in with a second factor. */

export const STEP_MS = 30_000

export const tokenOf = async (userName: string, more: object = {}) =>
  (await signIn(userName, more)).result.accessToken as string

export const begin = async (token: string) =>
  (await call('Account/GetTwoFactorAuthTokens', {}, bearing(token))).result

export const enable = (token: string, verificationCode: string) =>
  call('Account/EnableTwoFactorAuth', { verificationCode, password: PASSWORD }, bearing(token))

/** A user with a second factor that is on, since the step before this one; `codeOf` is the authenticator app. */
export async function userWith(userName: string, codeOf: (secret: string, now: number) => string) {
  await addUser(meridian, userName)
  const token = await tokenOf(userName)
  const { secret, recoveryCodes } = await begin(token)
  expect((await enable(token, codeOf(secret, current.now))).result).toBe(true)
  current.now += STEP_MS
  return { token, secret: secret as string, recoveryCodes: recoveryCodes as string[] }
}

export const withCode = (userName: string, twoFactorVerificationCode: string, more: object = {}) =>
  signIn(userName, { twoFactorVerificationCode, ...more })

/** One edge and one database for the tests of a file, in the middle of a step. */
export function secondFactorsForAllTests(): void {
  edgeForAllTests()

  beforeAll(() => {
    // The middle of a step.
    current.now = Math.ceil(current.now / STEP_MS) * STEP_MS + STEP_MS / 2
  })
}
