import { isOfOneScript, isText, type Refusal, refuse, toUserName } from '@tradebook/contract'
import { sql } from 'kysely'
import type { Tx } from '../store/store.ts'

/** Nobody gets a user name that looks like another's. */

const MOST = 256

/** The name that a user gets, as it is kept. */
export function newUserName({ userName }: { readonly userName: string }): string | Refusal {
  const name = toUserName(userName)
  return isText(name, MOST) && isOfOneScript(name) ? name : refuse('userNameMixed')
}

/** Whether another user has the name in letters of another width or font, from before these were read as the usual ones. */
export const isNameOfAnother = async (tx: Tx, userName: string, id = 0): Promise<boolean> =>
  (await tx
    .selectFrom('users')
    .select('id')
    .where('id', '<>', id)
    .where('deletion_time', 'is', null)
    .where(sql<boolean>`octet_length(user_name) > char_length(user_name)`)
    .where(sql<boolean>`lower(normalize(user_name, NFKC)) = lower(${userName})`)
    .limit(1)
    .executeTakeFirst()) !== undefined
