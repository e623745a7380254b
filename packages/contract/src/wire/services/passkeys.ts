import { z } from 'zod'
import { byHand, call } from '../call.ts'
import {
  addPasskeyInput,
  beginPasskeyInput,
  passkeySignInInput,
  renamePasskeyInput,
  revokePasskeyInput,
} from '../schemas/passkeys.ts'
import { soughtText } from '../schemas/shown-text.ts'
import { authenticated } from '../sign-in-shapes.ts'
import { time } from '../wire-fields.ts'

const passkeyRow = z.object({
  id: z.string(),
  name: z.string(),
  creationTime: time,
  lastUsedTime: time.nullable(),
  /** Whether the person's other devices have it, too: it is not lost with this one. */
  isSynced: z.boolean(),
})

const credentialType = z.literal('public-key')

/** Passkeys (WebAuthn Level 3) as second factor and as sign-in. */
export const passkeyCalls = {
  'Account/GetPasskeys': call({
    summary: 'The passkeys of the signed-in user, oldest first',
    needs: 'signedIn',
    whileDue: ['secondFactor'],
    input: z.object({}),
    output: z.object({
      items: z.array(passkeyRow),
      /** Whether the sign-in is no longer recent, so that adding and removing asks for the password. */
      isPasswordNeeded: z.boolean(),
    }),
  }),
  'Account/BeginPasskey': call({
    summary:
      'Start adding a passkey, with the password or a recent sign-in; returns the options with which the browser creates it',
    needs: 'signedIn',
    whileDue: ['secondFactor'],
    signsIn: true,
    limit: { perMinute: 20, countedBy: 'user' },
    input: beginPasskeyInput,
    output: z.object({
      challenge: z.string(),
      rp: z.object({ id: z.string(), name: z.string() }),
      user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
      pubKeyCredParams: z.array(z.object({ alg: z.number().int(), type: credentialType })),
      timeout: z.number().int(),
      excludeCredentials: z.array(z.object({ id: z.string(), type: credentialType })),
      authenticatorSelection: z.object({
        residentKey: z.literal('required'),
        requireResidentKey: z.literal(true),
        userVerification: z.literal('required'),
      }),
      attestation: z.literal('none'),
    }),
  }),
  'Account/AddPasskey': call({
    summary: 'Add the passkey that the browser created; the owner is informed by e-mail',
    needs: 'signedIn',
    whileDue: ['secondFactor'],
    limit: { perMinute: 20, countedBy: 'user' },
    input: addPasskeyInput,
    output: passkeyRow,
  }),
  'Account/RenamePasskey': call({
    summary: 'Rename a passkey of the signed-in user',
    needs: 'signedIn',
    limit: byHand,
    input: renamePasskeyInput,
    output: z.object({}),
  }),
  'Account/RevokePasskey': call({
    summary: 'Remove a passkey of the signed-in user, with the password or a recent sign-in',
    needs: 'signedIn',
    signsIn: true,
    limit: { perMinute: 20, countedBy: 'user' },
    input: revokePasskeyInput,
    output: z.object({}),
  }),
  'TokenAuth/BeginPasskeySignIn': call({
    summary:
      'Start signing in with a passkey; returns the options with which the browser asks the authenticator',
    path: '/api/TokenAuth/BeginPasskeySignIn',
    needs: 'anyone',
    signsIn: true,
    refusals: 'none',
    limit: { perMinute: 60, countedBy: 'browser' },
    input: z.object({ tenancyName: soughtText(64).nullish() }),
    output: z.object({
      challenge: z.string(),
      rpId: z.string(),
      timeout: z.number().int(),
      userVerification: z.literal('required'),
    }),
  }),
  'TokenAuth/AuthenticateByPasskey': call({
    summary: 'Sign in with a passkey, which counts as both factors',
    secret: true,
    path: '/api/TokenAuth/AuthenticateByPasskey',
    needs: 'anyone',
    signsIn: true,
    refusals: 'own',
    limit: { perMinute: 30, countedBy: 'browser' },
    input: passkeySignInInput,
    output: authenticated,
  }),
}
