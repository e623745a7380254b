import { z } from 'zod'
import { ownPassword } from './identity.ts'
import { code, lineOfText, lineOfTextIfAny, soughtText } from './shown-text.ts'

/** What staff sign in by, and what a firm sets about it. */

/** An issuer is an address without query and fragment (OpenID Connect Core 1.0, 2). Plain HTTP serves on one machine alone. */
const issuer = soughtText(512).regex(
  /^(https:\/\/[^\s?#@/]+|http:\/\/(localhost|127\.0\.0\.1)(:\d{1,5})?)(\/[^\s?#]*)?$/,
)

/** So many groups have roles, and so many roles a group. */
const MOST_GROUPS = 200
const MOST_ROLES = 20

const connection = {
  issuer,
  clientId: code(256),
  /** Absent: the one that is kept. */
  clientSecret: soughtText(512)
    .regex(/^[\x20-\x7E]*$/)
    .nullish(),
  /** Asked for besides `openid profile email`, separated by spaces. */
  scopes: soughtText(256).regex(/^[\x21\x23-\x5B\x5D-\x7E ]*$/),
  /** The claim that names a person's groups. */
  groupsClaim: code(128),
}

export const identityProviderInput = z.object({
  /** What the button calls it: "Sign in with …". */
  name: lineOfText(64),
  ...connection,
  isEnabled: z.boolean(),
  /** Whether staff sign in by nothing else. */
  isRequired: z.boolean(),
  /** Who signs in by password all the same. */
  emergencyUserName: lineOfTextIfAny(256),
  groups: z
    .array(z.object({ group: lineOfText(256), roleNames: z.array(code(32)).min(1).max(MOST_ROLES) }))
    .max(MOST_GROUPS),
  /** Of the administrator who makes the change: a stolen session must not decide how everybody signs in. */
  adminPassword: ownPassword,
})

export const identityProviderTest = z.object(connection)

/** What a browser was given at the provider: the query of the address that it was sent back to. */
export const providerSignInInput = z.object({ providerAnswer: code(8_192) })
