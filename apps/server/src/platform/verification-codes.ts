import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { Tx } from '../store/store.ts'
import { type Clock, LEAP_MS } from './clock.ts'
import type { Keys } from './keys.ts'

/** Minutes for which a code serves. */
export const CODE_MINUTES = 30
const MINUTE_MS = 60_000
const CODES_AN_HOUR = 5
const TRIES = 5
const DIGITS = 6

/** Whose address a code proves, or in whose name nothing is proved. */
export type CodeSubject = `user ${number}` | `registration ${string}` | `address of user ${number}`

/** Codes of six digits that prove an address: each can be used once, within half an hour, and the fifth wrong try voids it. */
export interface VerificationCodes {
  /**
   * Makes a code in the transaction of the mail that carries it; earlier ones of the subject are no longer valid. Answers
   * the seconds to wait instead, where one was made less than a minute ago or five within the hour.
   *
   * @param about what else the code is bound to, the address where the subject does not name it
   */
  issue(
    tx: Tx,
    tenantId: number,
    subject: CodeSubject,
    about?: string,
  ): Promise<string | { readonly waitSeconds: number }>
  /** Compares a code with the one that serves, which it uses up when right. `over`: none serves. */
  check(
    tx: Tx,
    tenantId: number,
    subject: CodeSubject,
    code: string,
    about?: string,
  ): Promise<'right' | 'wrong' | 'over'>
}

export function openVerificationCodes(keyFor: Keys, clock: Clock): VerificationCodes {
  const key = keyFor('code')
  const digestOf = (tenantId: number, subject: CodeSubject, code: string, about: string): Buffer =>
    createHmac('sha256', key).update(`${tenantId} ${subject} ${code}${about}`).digest()

  return {
    async issue(tx, tenantId, subject, about = '') {
      const now = clock.now()
      const since = (ms: number) => new Date(now - ms)
      const recent = await tx
        .selectFrom('verification_codes')
        .select('creation_time')
        .where('subject', '=', subject)
        .where('creation_time', '>', since(60 * MINUTE_MS))
        // What is of a time to come was made while the clock was ahead.
        .where('creation_time', '<=', since(-LEAP_MS))
        .orderBy('creation_time', 'desc')
        .execute()
      const [last] = recent
      const oldest = recent.length >= CODES_AN_HOUR ? recent.at(CODES_AN_HOUR - 1) : undefined
      const freeAt = Math.max(
        last ? last.creation_time.getTime() + MINUTE_MS : 0,
        oldest ? oldest.creation_time.getTime() + 60 * MINUTE_MS : 0,
      )
      if (freeAt > now) return { waitSeconds: Math.ceil((freeAt - now) / 1000) }
      await tx
        .updateTable('verification_codes')
        .set({ ended_at: new Date(now) })
        .where('subject', '=', subject)
        .where('ended_at', 'is', null)
        .execute()
      const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
      await tx
        .insertInto('verification_codes')
        .values({
          ...{ tenant_id: tenantId, subject, digest: digestOf(tenantId, subject, code, about) },
          ...{ creation_time: new Date(now), expires_at: new Date(now + CODE_MINUTES * MINUTE_MS) },
        })
        .execute()
      return code
    },

    async check(tx, tenantId, subject, code, about = '') {
      const now = new Date(clock.now())
      const row = await tx
        .selectFrom('verification_codes')
        .select(['id', 'digest', 'wrong_tries'])
        .where('subject', '=', subject)
        .where('ended_at', 'is', null)
        .where('expires_at', '>', now)
        .orderBy('id', 'desc')
        .limit(1)
        // Tries that are sent at once are counted one after the other.
        .forUpdate()
        .executeTakeFirst()
      if (!row || row.wrong_tries >= TRIES) return 'over'
      const isRight = timingSafeEqual(row.digest, digestOf(tenantId, subject, code, about))
      await tx
        .updateTable('verification_codes')
        .set(isRight ? { ended_at: now } : { wrong_tries: row.wrong_tries + 1 })
        .where('id', '=', row.id)
        .execute()
      return isRight ? 'right' : 'wrong'
    },
  }
}
