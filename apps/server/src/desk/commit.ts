import { isoTime } from '@tradebook/contract'
import type { Connection } from '../store/connection.ts'
import type { BatchChanges } from './batch-changes.ts'
import { FencedOut, isAboutData, sqlStateOf, Unrecordable } from './failures.ts'
import { firmWrites } from './firm-writes.ts'
import { marketWrites } from './market-writes.ts'
import type { Write } from './set-insert.ts'

/**
 * Persists a batch in one transaction of set-based statements, one a table, only for the tables that it
 * touches. All of it travels at once, COMMIT included: when a statement fails PostgreSQL refuses
 * those after it and keeps nothing. So the check that this desk is still the elected one must fail,
 * not answer: it divides by the number of rows it found.
 *
 * @throws FencedOut when it is not; Unrecordable when PostgreSQL refused what the batch contains.
 * After both nothing was kept. After any other error it is unknown whether something was.
 */
export async function commit(
  client: Pick<Connection, 'query' | 'inOneWrite'>,
  fence: bigint,
  changes: BatchChanges,
): Promise<void> {
  const statements = [
    'BEGIN',
    {
      name: 'elected',
      text: `WITH elected AS (
          UPDATE desk SET sequence = $2, market_time = $3, market_date = $4 WHERE id = 1 AND fence = $1 RETURNING 1)
        SELECT 1 / count(*) FROM elected`,
      values: [fence, changes.sequence, isoTime(changes.time), changes.marketDate],
    },
    ...writesOf(changes),
    'COMMIT',
  ]
  const outcomes = await Promise.allSettled(
    client.inOneWrite(() => statements.map((statement) => client.query(statement))),
  )
  if (outcomes[ELECTED]?.status === 'rejected' && sqlStateOf(outcomes[ELECTED].reason) === DIVISION_BY_ZERO)
    throw new FencedOut()
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw isAboutData(failed.reason) ? new Unrecordable(failed.reason) : failed.reason
}

/** The place of the check among the statements, and how it fails. */
const ELECTED = 1
const DIVISION_BY_ZERO = '22012'

/** Whether a batch changed anything that is kept: reports that are only published are not. */
export const isWorthKeeping = ({ published: _, crowd: __, ...kept }: BatchChanges): boolean =>
  Object.values(kept).some((part) => (Array.isArray(part) ? part.length > 0 : part instanceof Object))

const writesOf = (changes: BatchChanges): Write[] =>
  [...firmWrites(changes), ...marketWrites(changes)].filter((statement) => statement !== undefined)
