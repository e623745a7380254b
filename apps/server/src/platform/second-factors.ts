import type { SecondFactor } from '@tradebook/contract'
import { sql } from 'kysely'
import type { Tx } from '../store/store.ts'

/** What a user has besides the password: where there is anything, the password alone signs nobody in. */
export async function secondFactorsOf(tx: Tx, userId: number): Promise<SecondFactor[]> {
  const { rows } = await sql<Record<SecondFactor, boolean>>`select
    exists (select from two_factors where user_id = ${userId} and enabled_at is not null) as "Authenticator",
    exists (select from passkeys where user_id = ${userId}) as "Passkey"`.execute(tx)
  return (['Authenticator', 'Passkey'] as const).filter((factor) => rows[0]?.[factor])
}
