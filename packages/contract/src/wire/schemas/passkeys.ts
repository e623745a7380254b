import { z } from 'zod'
import { ownPassword } from './identity.ts'
import { code, lineOfText, soughtText } from './shown-text.ts'

/** What a person does with their own passkeys, and how a browser sends what an authenticator answered (WebAuthn Level 3, 5.1.1). */

/** Bytes in base64url, as WebAuthn writes them in JSON. */
const base64url = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]+$/)

/** A credential id has up to 1,023 bytes. */
const credentialID = base64url(1_364)

/** What a new passkey is called; the person recognises it by that. */
export const passkeyName = lineOfText(64)

/** The password, unless the sign-in is recent. */
const proof = { password: ownPassword.nullish() }

export const beginPasskeyInput = z.object(proof)

/** The form by which a passkey is added: the name is sent once the browser has created it. */
export const newPasskeyForm = z.object({ name: passkeyName, ...proof })

/** What the authenticator answered to the creation of a passkey. */
export const addPasskeyInput = z.object({
  name: passkeyName,
  credential: z.object({
    id: credentialID,
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: base64url(4_096),
      attestationObject: base64url(16_384),
      transports: z.array(code(32)).max(8).nullish(),
    }),
  }),
})

const id = z.uuid()
export const renamePasskeyInput = z.object({ id, name: passkeyName })
export const revokePasskeyInput = z.object({ id, ...proof })

/** What the authenticator answered to a sign-in. */
export const passkeySignInInput = z.object({
  tenancyName: soughtText(64).nullish(),
  rememberClient: z.boolean().default(false),
  /** After a right password: whose passkey it has to be. */
  userId: z.number().int().nullish(),
  credential: z.object({
    id: credentialID,
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: base64url(4_096),
      authenticatorData: base64url(4_096),
      signature: base64url(8_192),
      userHandle: base64url(128).nullish(),
    }),
  }),
})
