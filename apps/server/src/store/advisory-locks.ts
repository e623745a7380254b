import { sql } from 'kysely'
import type { Tx } from './store.ts'

/**
 * What is done one after the other in a firm, where no row stands for it that could be locked. Each has a number of its
 * own, which is the first key of the lock; the second is the firm. The lock of the server has one key and is not such a lock.
 */
const locks = {
  /** Registering: of two with one name or address the second finds the first. */
  registration: 5_006,
  /** Giving customers their depository numbers: of two who would get the same one the second is refused. */
  depositoryNumbers: 5_007,
  /** Payment requests: what an earlier one would withdraw counts for the next. */
  payments: 5_008,
} as const

/** Waits until nobody else of the firm is in it; held until the transaction ends. */
export const lockOfFirm = async (tx: Tx, lock: keyof typeof locks, tenantId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${locks[lock]}::int, ${tenantId}::int)`.execute(tx)
}
