import type { CallInput, SecondFactor } from '@tradebook/contract'
import { showPasskey } from '../../api/authenticator.ts'
import { call, type FailureKind } from '../../api/client.ts'
import { leaveForProvider } from '../../api/provider-sign-in.ts'
import { keepRegistrationToken } from '../../api/registration-token.ts'
import { keepToken } from '../../api/token.ts'
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

/** What the right password does not suffice for. */
export interface SecondFactorAsked {
  readonly userId: number
  readonly factors: readonly SecondFactor[]
}

export type SignInOutcome = 'signedIn' | 'leaving' | FirmFault | 'registrationIncomplete' | SecondFactorAsked

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
  if (answer.twoFactorAuthRequired || !answer.accessToken)
    return { userId: answer.userId, factors: answer.twoFactorAuthProviders }
  if (answer.registrationIncomplete) {
    keepRegistrationToken(answer.accessToken)
    return 'registrationIncomplete'
  }
  keepToken(answer, rememberMe)
  return 'signedIn'
}

interface PasskeyWay extends Pick<Credentials, 'tenancyName' | 'rememberMe'> {
  /** Whose passkey it has to be, after the password. */
  readonly userId?: number | undefined
  /** The passkey that the person chose where the browser offers them; without it the browser asks for one. */
  readonly credential?: CallInput<'TokenAuth/AuthenticateByPasskey'>['credential'] | undefined
}

/**
 * Signs in with a passkey, and keeps the token as after a password.
 *
 * @throws ApiError when the server refuses or does not answer, or no passkey was shown.
 */
export async function signInByPasskey({ rememberMe, userId, ...way }: PasskeyWay): Promise<SignInOutcome> {
  const tenancyName = way.tenancyName.trim()
  const { fault } = await chooseFirm(tenancyName)
  if (fault) return fault
  const credential = way.credential ?? (await showPasskey(await beginPasskey(tenancyName, 'inline')))
  const answer = await call(
    'TokenAuth/AuthenticateByPasskey',
    { tenancyName: tenancyName || null, rememberClient: rememberMe, credential, userId: userId ?? null },
    { failure: 'inline' },
  )
  keepToken(answer, rememberMe)
  return 'signedIn'
}

/**
 * Sends the browser to the identity provider of the firm.
 *
 * @param place where the person goes afterwards.
 * @throws ApiError when the server refuses or does not answer.
 */
export async function goToProvider(tenancyName: string, place: string | null): Promise<SignInOutcome> {
  const { fault } = await chooseFirm(tenancyName.trim())
  if (fault) return fault
  await leaveForProvider(tenancyName.trim(), place)
  return 'leaving'
}

/** What the browser asks an authenticator by. */
export const beginPasskey = (tenancyName: string, failure: FailureKind) =>
  call('TokenAuth/BeginPasskeySignIn', { tenancyName: tenancyName || null }, { failure })
