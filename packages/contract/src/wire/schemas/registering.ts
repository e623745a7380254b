import { z } from 'zod'
import { chosenPassword, personName } from './identity.ts'
import { email, message, phone } from './registration.ts'
import { lineOfText, soughtText } from './shown-text.ts'

/**
 * The name of somebody who has proved nothing, and may be mailed by the firm to anybody's address: letters alone, and
 * no address of a page.
 */
const newName = personName.regex(
  /^(?!.*\.\p{L}{2})[\p{L}\p{M} .'’-]*$/u,
  message('Registration.Wrong.personName'),
)

/**
 * The user name of somebody who registers: letters that are on every keyboard, because others look like those of
 * somebody else's name, or the e-mail address.
 */
const newUserName = lineOfText(256).regex(/@|^[A-Za-z0-9._-]+$/, message('Registration.Wrong.userName'))

/** A person registers. A user name with an `@` is the e-mail address. */
export const registerInput = z
  .object({
    /** Besides the firm that the request's header names. */
    tenancyName: soughtText(64).nullish(),
    name: newName,
    surname: newName,
    userName: newUserName,
    emailAddress: email,
    password: chosenPassword,
    phoneNumber: phone.nullish(),
  })
  .refine(
    ({ userName, emailAddress }) =>
      !userName.includes('@') || userName.toLowerCase() === emailAddress.toLowerCase(),
    { path: ['userName'], error: 'Registration.Wrong.userName' },
  )
