import { z } from 'zod'
import { notificationWishes } from './notification.ts'
import { lineOfText } from './shown-text.ts'

export const authenticateInput = z.object({
  userNameOrEmailAddress: z.string().min(1).max(256),
  password: z.string().min(1).max(128),
  rememberClient: z.boolean().default(false),
  twoFactorVerificationCode: z.string().max(32).nullish(),
  tenancyName: z.string().max(64).nullish(),
})

/** A password that is chosen: of any characters, none of which is cut off. Which are refused is decided by the server. */
export const chosenPassword = z.string().min(8).max(128)

/** The two steps of a reset: an address is sent a link, then the link replaces the password. */
export const passwordResetInput = z
  .object({
    tenancyName: z.string().max(64).nullish(),
    emailAddress: z.string().min(1).max(256).optional(),
    resetToken: z.string().min(1).max(128).optional(),
    newPassword: chosenPassword.optional(),
  })
  .refine(({ emailAddress, resetToken }) => (emailAddress === undefined) !== (resetToken === undefined), {
    path: ['emailAddress'],
    error: 'Either emailAddress or resetToken is required.',
  })
  .refine(({ resetToken, newPassword }) => (resetToken === undefined) === (newPassword === undefined), {
    path: ['newPassword'],
    error: 'A resetToken and a newPassword belong together.',
  })

export const changePasswordInput = z.object({
  currentPassword: z.string().min(1).max(128),
  newPassword: chosenPassword,
})

/** A first name or a surname. */
export const personName = lineOfText(64)

/** By which a person signs in. */
export const userName = lineOfText(256)

/** With its country code, as a person writes it. */
export const phoneNumber = z
  .string()
  .trim()
  .max(32)
  .regex(/^(\+?\d[\d ()-]*)?$/)
  .nullish()

/** One address, and nothing that mail servers read as another one beside it: a list, a name, a comment, a route. */
export const emailPattern = z.regexes.html5Email

/** As lenient as the mail servers are: an address of the same machine has no dot. */
export const emailAddress = z.email({ pattern: emailPattern }).max(256)

/** What a person changes of the own user; the e-mail address is changed by calls of its own. */
export const profileInput = z.object({
  name: personName,
  surname: personName,
  phoneNumber,
  /** Those that are not named stay. */
  notifications: notificationWishes.partial().optional(),
})

/** A code of the app or a recovery code, grouped as a person likes. */
const secondFactorCode = z.string().trim().min(6).max(32)

/** The password that a person has, asked for again before what a stolen session must not do. */
export const ownPassword = z.string().min(1).max(128)

/** The two steps of another e-mail address: by the password a code is mailed to it, and by the code it counts. */
export const changeEmailAddressInput = z.object({ emailAddress, password: ownPassword })
export const confirmEmailAddressInput = z.object({
  emailAddress,
  code: z
    .string()
    .trim()
    .regex(/^\d{6}$/),
})

export const enableTwoFactorInput = z.object({ verificationCode: secondFactorCode, password: ownPassword })

/** By the password and a code, of the app or a recovery code: the second factor is turned off, or has other recovery codes. */
export const disableTwoFactorInput = z
  .object({
    verificationCode: secondFactorCode.optional(),
    recoveryCode: secondFactorCode.optional(),
    password: ownPassword,
  })
  .refine(
    ({ verificationCode, recoveryCode }) => (verificationCode === undefined) !== (recoveryCode === undefined),
    { path: ['verificationCode'], error: 'Either verificationCode or recoveryCode is required.' },
  )
