import type { CallInput, CallOutput } from '@tradebook/contract'
import { t } from 'i18next'
import { ApiError } from './api-error.ts'

/** What the browser does with the person's authenticators. Its library is loaded when a passkey is made or shown. */

type SigningCredential = CallInput<'TokenAuth/AuthenticateByPasskey'>['credential']

const library = () => import('@simplewebauthn/browser')

/** Whether the browser knows passkeys, on a page to which it may show them. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in globalThis

/** Why the authenticator did nothing, and what to do. */
const failures = {
  'AccountSettings.Passkeys.notCreated': 'AccountSettings.Passkeys.notCreated.details',
  'AccountSettings.Passkeys.exists': 'AccountSettings.Passkeys.exists.details',
  'Login.Passkey.none': 'Login.Passkey.none.details',
} as const

const failed = (key: keyof typeof failures) =>
  new ApiError({ status: 400, code: 0, message: t(key), details: t(failures[key]), data: {} })

/** Has an authenticator make a passkey. @throws ApiError when it did not. */
export async function createPasskey(
  optionsJSON: CallOutput<'Account/BeginPasskey'>,
): Promise<CallInput<'Account/AddPasskey'>['credential']> {
  const { startRegistration, WebAuthnError } = await library()
  try {
    const { id, type, response } = await startRegistration({ optionsJSON })
    const { clientDataJSON, attestationObject, transports } = response
    return { id, type, response: { clientDataJSON, attestationObject, transports } }
  } catch (error) {
    const isThere =
      error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED'
    throw failed(isThere ? 'AccountSettings.Passkeys.exists' : 'AccountSettings.Passkeys.notCreated')
  }
}

/** Whether a person is asked for a passkey now: an offer that comes late would end that. */
let isAsking = false

/** Has an authenticator sign in. @throws ApiError when it did not. */
export async function showPasskey(
  optionsJSON: CallOutput<'TokenAuth/BeginPasskeySignIn'>,
): Promise<SigningCredential> {
  const { startAuthentication } = await library()
  isAsking = true
  try {
    return credentialOf(await startAuthentication({ optionsJSON }))
  } catch {
    throw failed('Login.Passkey.none')
  } finally {
    isAsking = false
  }
}

/** Whether the browser offers passkeys where it offers user names. */
export const offersPasskeys = async (): Promise<boolean> =>
  hasPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true

/** Has the browser offer passkeys in the field of the user name; `undefined` where the person chose none. */
export async function offerPasskeys(
  optionsJSON: CallOutput<'TokenAuth/BeginPasskeySignIn'>,
): Promise<SigningCredential | undefined> {
  const { startAuthentication } = await library()
  if (isAsking) return undefined
  return startAuthentication({ optionsJSON, useBrowserAutofill: true }).then(credentialOf, () => undefined)
}

/** Takes the offer back. */
export const endOffer = async (): Promise<void> => {
  const { WebAuthnAbortService } = await library()
  WebAuthnAbortService.cancelCeremony()
}

type Shown = Awaited<ReturnType<Awaited<ReturnType<typeof library>>['startAuthentication']>>

const credentialOf = ({ id, type, response }: Shown): SigningCredential => {
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return { id, type, response: { clientDataJSON, authenticatorData, signature, userHandle } }
}
