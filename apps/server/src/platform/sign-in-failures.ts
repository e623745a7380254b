import type { FirmSettings } from '@tradebook/contract'
import { sql } from 'kysely'
import type { Tx } from '../store/store.ts'
import { LEAP_MS } from './clock.ts'

/** Whose password is guessed, and from where. */
export interface Guess {
  readonly tenantId: number
  /** A user, or a name that nobody has: both are counted alike, so that an answer does not reveal which of them it is. */
  readonly subject: string
  /** A block of addresses, or a device the user signed in on before. */
  readonly place: string
  /** Whether the place is such a device. What is guessed there slows nobody elsewhere. */
  readonly isKnownDevice: boolean
}

export interface Failures {
  /** Whether too many wrong passwords came from this very place just now. */
  readonly locked: boolean
  /** Wrong passwords for the subject, from wherever; 0 for a known device. */
  readonly anywhere: number
}

/** How many wrong passwords lock, and for how long: here the place they came from alone. */
export type Lockout = Pick<FirmSettings, 'lockoutTries' | 'lockoutMinutes'>

const MINUTE_MS = 60_000
/** After so long without a failure they are counted again; no lock lasts longer. */
const QUIET_MS = 3_600_000
const ANYWHERE = 'anywhere'

/** So many failures from wherever, and each attempt from an unknown place begins to take longer. */
const FREE_FAILURES = 10
const FIRST_GAP_MS = 250
const LONGEST_GAP_MS = 5_000

/** Milliseconds between two attempts from unknown places, after so many failures. */
export const gapAfter = (failures: number): number =>
  failures < FREE_FAILURES ? 0 : Math.min(LONGEST_GAP_MS, FIRST_GAP_MS * 2 ** (failures - FREE_FAILURES))

/**
 * What is known of a guess's place and subject at this time. Failures of a time to come are of a
 * clock that was wrong, and locks with them: they do not count, except for a small correction.
 */
export async function failuresOf(
  tx: Tx,
  { subject, place, isKnownDevice }: Guess,
  now: number,
): Promise<Failures> {
  const rows = await tx
    .selectFrom('sign_in_failures')
    .select(['place', 'failures', 'locked_until'])
    .where('subject', '=', subject)
    .where('place', 'in', [place, ANYWHERE])
    .where('last_failure', '>', new Date(now - QUIET_MS))
    .where('last_failure', '<=', new Date(now + LEAP_MS))
    .execute()
  const rowAt = (at: string) => rows.find((row) => row.place === at)
  return {
    locked: (rowAt(place)?.locked_until?.getTime() ?? 0) > now,
    anywhere: isKnownDevice ? 0 : (rowAt(ANYWHERE)?.failures ?? 0),
  }
}

/** One more wrong password; every so many lock the place. What is long over, or of a time to come, is dropped. */
export async function countFailure(
  tx: Tx,
  { tenantId, subject, place, isKnownDevice }: Guess,
  { lockoutTries, lockoutMinutes }: Lockout,
  now: number,
): Promise<void> {
  await tx
    .deleteFrom('sign_in_failures')
    .where((eb) =>
      eb.or([
        eb('last_failure', '<=', new Date(now - QUIET_MS)),
        eb('last_failure', '>', new Date(now + LEAP_MS)),
      ]),
    )
    .execute()
  const row = (at: string) => ({
    tenant_id: tenantId,
    subject,
    place: at,
    failures: 1,
    last_failure: new Date(now),
    locked_until: null,
  })
  await tx
    .insertInto('sign_in_failures')
    .values(isKnownDevice ? [row(place)] : [row(place), row(ANYWHERE)])
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'subject', 'place']).doUpdateSet({
        failures: sql<number>`sign_in_failures.failures + 1`,
        last_failure: sql<Date>`excluded.last_failure`,
        locked_until: sql<Date | null>`CASE
          WHEN excluded.place = ${ANYWHERE} OR (sign_in_failures.failures + 1) % ${sql.lit(lockoutTries)} > 0 THEN NULL
          ELSE ${new Date(now + lockoutMinutes * MINUTE_MS)}::timestamptz END`,
      }),
    )
    .execute()
}

/** The subject of a user's wrong passwords. */
export const subjectOfUser = (userId: number): string => `user ${userId}`

/**
 * Until when a user of the firm cannot sign in somewhere, because of wrong passwords from there. What a session
 * is locked for is not a sign-in.
 */
export const lockedUntil = (now: number) => sql<Date | null>`(
  select max(locked_until) from sign_in_failures f
  where f.tenant_id = users.tenant_id and f.subject = 'user ' || users.id
    and f.place not like 'session %' and f.locked_until > ${new Date(now)} and f.last_failure <= ${new Date(now + LEAP_MS)})`

/**
 * Ends the locks of a user, wherever the wrong passwords came from. What was counted from wherever stays, so
 * that guesses are no quicker because of it.
 */
export async function liftLocks(tx: Tx, userId: number): Promise<void> {
  await tx
    .deleteFrom('sign_in_failures')
    .where('subject', '=', subjectOfUser(userId))
    .where('place', '!=', ANYWHERE)
    .execute()
}

/** The right password was given there: the count of wrong ones before it is reset. */
export async function forgetFailures(tx: Tx, { subject, place }: Guess): Promise<void> {
  await tx.deleteFrom('sign_in_failures').where('subject', '=', subject).where('place', '=', place).execute()
}
