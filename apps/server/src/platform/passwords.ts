import { readFileSync } from 'node:fs'
import { hash, verify } from '@node-rs/argon2'
import { type Refusal, refuse, toPassword } from '@tradebook/contract'

/** Argon2id (RFC 9106) with the least that OWASP recommends: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** A password as it is stored: composed as `toPassword` does, then Argon2id with a salt of its own. */
export const hashPassword = (password: string): Promise<string> => hash(toPassword(password), COST)

/** What a password is compared with where there is no user: the same work as for one. */
const hashOfNobody = hashPassword('the password of nobody')

/**
 * The forms of one password that may have been hashed: the one that is hashed today, and those that earlier releases hashed,
 * which took it as the keyboard sent it. Of a password in ASCII they are one.
 */
const formsOf = (password: string): readonly [string, ...string[]] => {
  const today = toPassword(password)
  const earlier = new Set([password, password.normalize('NFC'), password.normalize('NFD')])
  earlier.delete(today)
  return [today, ...earlier]
}

/**
 * How a password compares with the one that was stored. An `earlier` form matches, and is to be hashed again. Of nobody, whose
 * hash is `undefined`, no password is; the work is the same.
 */
export async function comparePassword(
  stored: string | undefined,
  password: string,
): Promise<'none' | 'today' | 'earlier'> {
  const against = stored ?? (await hashOfNobody)
  const [today, ...earlier] = formsOf(password)
  if ((await verify(against, today)) && stored !== undefined) return 'today'
  for (const form of earlier) if ((await verify(against, form)) && stored !== undefined) return 'earlier'
  return 'none'
}

/** Whether a password is the one that was stored. */
export const matchesPassword = async (stored: string | undefined, password: string): Promise<boolean> =>
  (await comparePassword(stored, password)) !== 'none'

/** The names that a password may not contain. */
export interface Names {
  readonly userName: string
  readonly name: string
  readonly surname: string
  readonly emailAddress: string
  readonly tenancyName: string
  readonly firm: string
}

/** A name of fewer letters is in many a word by chance. */
const LEAST_NAME = 4

/**
 * Why a new password is refused, if it is: one of the 10,000 most common ones, or one that contains a name
 * of the user or of the firm, in any letter case. Its length is checked by the schema of its call.
 */
export function refusalOfPassword(password: string, names: Names): Refusal | undefined {
  const typed = password.normalize('NFKC').toLowerCase()
  if (common().has(typed)) return refuse('passwordCommon')
  const contained = namesIn(names).some((name) => typed.includes(name))
  return contained ? refuse('passwordHasName') : undefined
}

const namesIn = ({ userName, name, surname, emailAddress, tenancyName, firm }: Names): string[] =>
  [userName, name, surname, emailAddress, emailAddress.split('@')[0] ?? '', tenancyName, firm]
    .flatMap((text) => [text, text.replaceAll(/\s+/g, '')])
    .map((text) => text.normalize('NFKC').toLowerCase())
    .filter((text) => text.length >= LEAST_NAME)

let known: ReadonlySet<string> | undefined

/** The 10,000 most common passwords of at least eight characters, read when the first one is chosen. */
function common(): ReadonlySet<string> {
  known ??= new Set(
    readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
      .trim()
      .split('\n'),
  )
  return known
}
