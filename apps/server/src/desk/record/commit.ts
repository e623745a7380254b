import { isoTime } from '@tradebook/contract'
import type { Connection } from '../../store/connection.ts'
import type { BatchChanges } from '../decisions/batch-changes.ts'
import { FencedOut, isAboutData, sqlStateOf, Unrecordable } from './failures.ts'
import { firmWrites } from './firm-writes.ts'
import { marketWrites } from './market-writes.ts'
import { nameRowTypes, type RowTypes, type Write } from './set-insert.ts'

/**
 * Persists a batch in one transaction of set-based statements, one a table, only for the tables that it
 * touches. All of it travels at once: when a statement fails PostgreSQL skips those after it and keeps nothing.
 * So the check that this desk is still the elected one must fail, not answer: it divides by the number of rows it
 * found.
 *
 * @param rowTypes those of the database that the client is connected to.
 * @throws FencedOut when it is not; Unrecordable when PostgreSQL refused what the batch contains, or has no type for it.
 * After both nothing was kept. After any other error it is unknown whether something was.
 */
export async function commit(
  client: Pick<Connection, 'transact'>,
  fence: bigint,
  changes: BatchChanges,
  rowTypes: RowTypes,
): Promise<void> {
  const { sequence, time, marketDate } = changes
  const writes = writesOf(changes)
  nameRowTypes(writes, rowTypes)
  const failure = await client.transact([
    {
      name: 'elected',
      text: `WITH elected AS (
          UPDATE desk SET sequence = $2, market_time = $3, market_date = $4 WHERE id = 1 AND fence = $1 RETURNING 1)
        SELECT 1 / count(*) FROM elected`,
      values: [String(fence), String(sequence), isoTime(time), marketDate],
    },
    ...writes,
  ])
  if (!failure) return
  const { at, error } = failure
  if (at === ELECTED && sqlStateOf(error) === DIVISION_BY_ZERO) throw new FencedOut()
  throw isAboutData(error) ? new Unrecordable(error) : error
}

/** The place of the check among the statements, and how it fails. */
const ELECTED = 0
const DIVISION_BY_ZERO = '22012'

/** Whether a batch changed anything that is kept: reports that are only published are not. */
export const isWorthKeeping = ({ events: _, workReports: __, ...kept }: BatchChanges): boolean =>
  Object.values(kept).some((part) => (Array.isArray(part) ? part.length > 0 : part instanceof Object))

/** @throws Unrecordable when a value is none of its column's type. */
function writesOf(changes: BatchChanges): Write[] {
  try {
    return [...firmWrites(changes), ...marketWrites(changes)].filter((statement) => statement !== undefined)
  } catch (error) {
    throw new Unrecordable(error)
  }
}
