import { z } from 'zod'
import { toDigits, toPassword, toPhone } from '../text.ts'
import { notificationPreferences } from './notification.ts'
import { code, lineOfText, soughtText } from './shown-text.ts'

/** A password that is chosen: of any characters, none of which is cut off. Which are refused is decided by the server. */
export const chosenPassword = z.string().overwrite(toPassword).min(8).max(128)

/**
 * The password that a person has, as it is typed: the server knows its earlier forms. Letters and marks apart, which is how some
 * keyboards send them, are longer than what was chosen.
 */
export const ownPassword = z.string().min(1).max(512)

export const authenticateInput = z.object({
  userNameOrEmailAddress: code(256),
  password: ownPassword,
  rememberClient: z.boolean().default(false),
  twoFactorVerificationCode: soughtText(32).nullish(),
  tenancyName: soughtText(64).nullish(),
})

/** The two steps of a reset: an address is sent a link, then the link replaces the password. */
export const passwordResetInput = z
  .object({
    tenancyName: soughtText(64).nullish(),
    emailAddress: code(256).optional(),
    resetToken: code(128).optional(),
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
  currentPassword: ownPassword,
  newPassword: chosenPassword,
})

/** A first name or a surname. */
export const personName = lineOfText(64)

/** By which a person signs in. */
export const userName = lineOfText(256)

/** With its country code, as a person writes it. */
export const phoneNumber = z
  .string()
  .overwrite(toPhone)
  .max(32)
  .regex(/^(\+?[\d(][\d ()./-]*)?$/)
  .nullish()

/** One address, and nothing that mail servers read as another one next to it: a list, a name, a comment, a route. */
export const emailPattern = z.regexes.html5Email

/** As lenient as the mail servers are: an address of the same machine has no dot. */
export const emailAddress = soughtText(256).check(z.email({ pattern: emailPattern }))

/** What a person changes of their own user; the e-mail address is changed by calls of its own. */
export const profileInput = z.object({
  name: personName,
  surname: personName,
  phoneNumber,
  /** Those that are not named stay. */
  notifications: notificationPreferences.partial().optional(),
})

/** A code of the app or a recovery code, grouped as a person likes. */
const secondFactorCode = code(32).min(6)

/** The code of a mail, grouped as a person likes. */
export const verificationCode = z.string().overwrite(toDigits).min(1).max(16)

/** The two steps of another e-mail address: by the password a code is mailed to it, and by the code it counts. */
export const changeEmailAddressInput = z.object({ emailAddress, password: ownPassword })
export const confirmEmailAddressInput = z.object({
  emailAddress,
  code: verificationCode,
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
