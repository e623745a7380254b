import { readFileSync } from 'node:fs'
import { hash, verify } from '@node-rs/argon2'
import { type Refusal, refuse } from '@tradebook/contract'

/** Argon2id (RFC 9106) with the least that OWASP recommends: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** A password as it is stored: Argon2id with a salt of its own. */
export const hashPassword = (password: string): Promise<string> => hash(password, COST)

/** What a password is compared with where there is no user: the same work as for one. */
const hashOfNobody = hashPassword('the password of nobody')

/** Whether a password is the one that was stored; of nobody, whose hash is `undefined`, none is. */
export async function matchesPassword(stored: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await hashOfNobody), password)
  return stored !== undefined && matches
}

/** The names that a password may not contain. */
export interface Names {
  readonly userName: string
  readonly name: string
  readonly surname: string
  readonly emailAddress: string
  readonly tenancyName: string
  readonly firm: string
}

/** A name of fewer letters stands in many a word by chance. */
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
