import { call } from '../../api/client.ts'
import { cookies, writeCookie } from '../../api/cookies.ts'
import { forgetRegistration, keepRegistrationToken } from '../../api/registration-token.ts'
import { chooseFirm, type FirmFault } from '../../firm.ts'

export interface Credentials {
  /** The firm's short name; empty for the host. */
  readonly tenancyName: string
  readonly userNameOrEmailAddress: string
  readonly password: string
  /** Empty until it is asked for. */
  readonly twoFactorVerificationCode: string
  readonly rememberMe: boolean
}

export type SignInOutcome = 'signedIn' | FirmFault | 'twoFactorRequired' | 'registrationIncomplete'

/**
 * Signs in and keeps the token: until it expires with `rememberMe`, else until the browser closes.
 * The encrypted token for the realtime hub comes as a cookie of its own, which no script can read.
 * Whose registration is incomplete receives a token for that alone.
 *
 * @throws ApiError when the server refuses or does not answer.
 */
export async function signIn({ tenancyName, rememberMe, ...who }: Credentials): Promise<SignInOutcome> {
  const { fault } = await chooseFirm(tenancyName.trim())
  if (fault) return fault
  const credentials = {
    userNameOrEmailAddress: who.userNameOrEmailAddress.trim(),
    password: who.password,
    rememberClient: rememberMe,
    twoFactorVerificationCode: who.twoFactorVerificationCode.trim() || null,
  }
  // The form shows a refusal above its fields.
  const answer = await call('TokenAuth/Authenticate', credentials, { failure: 'inline' })
  if (answer.twoFactorAuthRequired || !answer.accessToken) return 'twoFactorRequired'
  if (answer.registrationIncomplete) {
    keepRegistrationToken(answer.accessToken)
    return 'registrationIncomplete'
  }
  forgetRegistration()
  writeCookie(cookies.token, answer.accessToken, rememberMe ? answer.expireInSeconds : undefined)
  return 'signedIn'
}
