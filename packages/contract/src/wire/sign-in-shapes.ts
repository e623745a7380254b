import { z } from 'zod'

/** What a user can have besides the password: an authenticator app, with its recovery codes, and passkeys. */
export const secondFactors = ['Authenticator', 'Passkey'] as const
export type SecondFactor = (typeof secondFactors)[number]

/** The answer of a sign-in (ABP's AuthenticateResultModel). */
export const authenticated = z.object({
  accessToken: z.string().nullable(),
  encryptedAccessToken: z.string().nullable(),
  expireInSeconds: z.number().int(),
  userId: z.number().int(),
  registrationIncomplete: z.boolean(),
  twoFactorAuthRequired: z.boolean(),
  /** What the user can show after the right password; empty where nothing is asked for. */
  twoFactorAuthProviders: z.array(z.enum(secondFactors)),
})
