import { sql } from 'kysely'
import type { Logger } from 'pino'
import { runForAll } from '../store/connection-shares.ts'
import type { Scope, Store } from '../store/store.ts'
import { type Every, systemEvery } from './clock.ts'
import { repeatFromNow } from './repeated-work.ts'

/** Of the tables that are swept: their key, and when a row ended, as the policies of migrations 058 and 333 have it; null: not yet. */
const sweptTables = [
  { table: 'sessions', key: ['tenant_id', 'id'], ended: sql`LEAST(expires_at, revoked_at)` },
  { table: 'login_attempts', key: ['tenant_id', 'id'], ended: sql`creation_time` },
  { table: 'verification_codes', key: ['tenant_id', 'id'], ended: sql`expires_at` },
  { table: 'password_resets', key: ['tenant_id', 'digest'], ended: sql`expires_at` },
  { table: 'recovery_codes', key: ['tenant_id', 'user_id', 'digest'], ended: sql`used_at` },
  {
    table: 'two_factors',
    key: ['tenant_id', 'user_id'],
    ended: sql`CASE WHEN enabled_at IS NULL THEN creation_time END`,
  },
  { table: 'venue_exec_ids', key: ['tenant_id', 'market_date', 'exec_id'], ended: sql`taken_at` },
] as const

const KEPT_MS = 90 * 86_400_000
/** So many rows are deleted in one transaction. */
const ROWS_AT_ONCE = 1_000
const SWEEP_EVERY_MS = 3_600_000

export interface SweepParts {
  readonly store: Pick<Store, 'forSweeper'>
  readonly now: () => number
  readonly rowsAtOnce?: number
}

/** Deletes what ended 90 days ago by the clock of the server and of the database, and answers how many rows of each table. */
export async function sweep({
  store,
  now,
  rowsAtOnce = ROWS_AT_ONCE,
}: SweepParts): Promise<Record<string, number>> {
  const scope = store.forSweeper()
  const before = new Date(now() - KEPT_MS)
  const counts: Record<string, number> = {}
  for (const swept of sweptTables) {
    let count = 0
    for (;;) {
      const deleted = await deleteSome(scope, swept, before, rowsAtOnce)
      count += deleted
      if (deleted < rowsAtOnce) break
    }
    counts[swept.table] = count
  }
  return counts
}

function deleteSome(
  scope: Scope,
  { table, key, ended }: (typeof sweptTables)[number],
  before: Date,
  most: number,
): Promise<number> {
  const columns = sql.join(key.map((column) => sql.ref(column)))
  return scope.write(async (tx) => {
    const { numAffectedRows } = await sql`DELETE FROM ${sql.table(table)} WHERE (${columns}) IN
      (SELECT ${columns} FROM ${sql.table(table)} WHERE ${ended} <= ${before} ORDER BY ${ended} LIMIT ${most})`.execute(
      tx,
    )
    return Number(numAffectedRows ?? 0)
  })
}

/** Sweeps now and every hour. Answers how to end it. */
export const sweepRegularly = (
  parts: SweepParts & { readonly log: Pick<Logger, 'info' | 'warn'>; readonly every?: Every },
): (() => Promise<void>) =>
  repeatFromNow(
    parts.every ?? systemEvery,
    SWEEP_EVERY_MS,
    async () => {
      const counts = await runForAll(() => sweep(parts))
      if (Object.values(counts).some((count) => count > 0))
        parts.log.info({ counts }, 'rows that ended long ago were deleted')
    },
    (err) => parts.log.warn({ err }, 'rows that ended long ago could not be deleted; trying again'),
  )
