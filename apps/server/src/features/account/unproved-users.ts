import { sql } from 'kysely'
import type { Tx } from '../../store/store.ts'

/** User names that registrations keep from others, and how those who prove nothing lose them. Times are epoch milliseconds. */

/** A user who has not proved the address within a day is deleted, which frees both names. */
const UNPROVED_MS = 86_400_000
/** So long a registration that proves nothing keeps its user name from others: a code serves half as long. */
const NAME_KEPT_MS = 3_600_000
/** So many with each registration: more than come, and never a long statement. */
const SWEPT_AT_ONCE = 100

/** Whether a user name is somebody's, or kept by a registration without a user that is of another address. */
export async function isNameTaken(
  tx: Tx,
  userName: string,
  {
    emailDigest,
    except,
    now,
  }: { readonly emailDigest: Buffer; readonly except: number | null; readonly now: number },
): Promise<boolean> {
  const lower = userName.toLowerCase()
  const user = await tx
    .selectFrom('users')
    .select('id')
    .where((eb) => eb(eb.fn('lower', ['user_name']), '=', lower))
    .where('deletion_time', 'is', null)
    .executeTakeFirst()
  if (user) return user.id !== except
  const kept = await tx
    .selectFrom('registrations')
    .select('id')
    .where((eb) => eb(eb.fn('lower', ['user_name']), '=', lower))
    .where('user_id', 'is', null)
    .where('email_digest', '!=', emailDigest)
    .where('creation_time', '>', new Date(now - NAME_KEPT_MS))
    .executeTakeFirst()
  return kept !== undefined
}

/** Deletes who has kept a user name for an hour with another address and proved nothing: anyone who asks for it gets it. */
export async function freeName(tx: Tx, userName: string, email: string, now: number): Promise<void> {
  await tx
    .deleteFrom('users')
    .where('is_registering', '=', true)
    .where('is_email_confirmed', '=', false)
    .where('creation_time', '<=', new Date(now - NAME_KEPT_MS))
    .where((eb) => eb(eb.fn('lower', ['user_name']), '=', userName.toLowerCase()))
    .where((eb) => eb(eb.fn('lower', ['email_address']), '!=', email))
    .execute()
}

/** Deletes some of those who have not proved their addresses for a day. */
export async function sweepUnproved(tx: Tx, now: number): Promise<void> {
  await sql`
    DELETE FROM users WHERE (tenant_id, id) IN (
      SELECT tenant_id, id FROM users
      WHERE is_registering AND NOT is_email_confirmed
        AND creation_time <= ${new Date(now - UNPROVED_MS)}
      LIMIT ${SWEPT_AT_ONCE} FOR UPDATE SKIP LOCKED)`.execute(tx)
}
