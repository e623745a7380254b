import { TenantState } from '@tradebook/contract'
import { call } from '../../api/client.ts'
import { clearCookie, cookies, FIVE_YEARS_S, writeCookie } from '../../api/cookies.ts'

export interface Credentials {
  /** The firm's short name; empty for the host. */
  readonly tenancyName: string
  readonly userNameOrEmailAddress: string
  readonly password: string
  /** Empty until it is asked for. */
  readonly twoFactorVerificationCode: string
  readonly rememberMe: boolean
}

export type SignInOutcome =
  | 'signedIn'
  | 'firmNotFound'
  | 'firmInActive'
  | 'twoFactorRequired'
  | 'registrationIncomplete'

/**
 * Signs in and keeps the token: until it expires with `rememberMe`, else until the browser closes.
 * The encrypted token for the realtime hub comes as a cookie of its own, which no script can read.
 *
 * @throws ApiError when the server refuses or does not answer.
 */
export async function signIn({ tenancyName, rememberMe, ...who }: Credentials): Promise<SignInOutcome> {
  const refusal = await chooseFirm(tenancyName.trim())
  if (refusal) return refusal
  const credentials = {
    userNameOrEmailAddress: who.userNameOrEmailAddress.trim(),
    password: who.password,
    rememberClient: rememberMe,
    twoFactorVerificationCode: who.twoFactorVerificationCode.trim() || null,
  }
  // The form shows a refusal above its fields.
  const answer = await call('TokenAuth/Authenticate', credentials, { silent: true })
  if (answer.registrationIncomplete) return 'registrationIncomplete'
  if (answer.twoFactorAuthRequired || !answer.accessToken) return 'twoFactorRequired'
  writeCookie(cookies.token, answer.accessToken, rememberMe ? answer.expireInSeconds : undefined)
  return 'signedIn'
}

/** Makes the firm the one that all calls before sign-in are about. */
async function chooseFirm(tenancyName: string): Promise<SignInOutcome | undefined> {
  if (!tenancyName) {
    clearCookie(cookies.tenantId)
    clearCookie(cookies.firm)
    return undefined
  }
  const { state, tenantId } = await call('Account/IsTenantAvailable', { tenancyName }, { silent: true })
  if (state === TenantState.inActive) return 'firmInActive'
  if (state !== TenantState.available || tenantId === null) return 'firmNotFound'
  writeCookie(cookies.tenantId, String(tenantId), FIVE_YEARS_S)
  writeCookie(cookies.firm, tenancyName, FIVE_YEARS_S)
  return undefined
}
