import { randomInt } from 'node:crypto'
import type { Client } from 'pg'
import { HOLDS_LOCK } from '../../store/server-lock.ts'
import { FencedOut } from './failures.ts'

/** What a desk has when it takes over: its commits are the only ones that count. */
export interface Election {
  readonly fence: bigint
  readonly epoch: number
  readonly sequence: number
  /** The newest time ever stamped, epoch milliseconds. */
  readonly marketTime: number
  /** The market day of the record; null before the first. */
  readonly marketDate: string | null
}

/** The fence moves by a random step, so that two desks never arrive at the same value. */
const LONGEST_STEP = 2 ** 31

/**
 * Takes over the desk, again and again: a new fence shuts out the desk that had it before, a new
 * epoch announces new books to readers.
 *
 * Only the process that leads the database takes over: the statement that moves the fence checks
 * that this process holds the lock at that moment, because the lock may have been lost since the
 * connection was opened.
 *
 * PostgreSQL may carry out an attempt whose answer was lost, even after the next attempt. Therefore
 * an attempt counts only if the fence is still the one that was read, and all attempted fences are
 * known: a fence that is none of them belongs to another desk.
 */
export class Candidate {
  /** Fences this desk has, or may have; `undefined` before it was elected for the first time. */
  #own: Set<bigint> | undefined

  /**
   * Takes over once.
   *
   * @throws FencedOut when another desk was elected after this one. Error when this process does not
   * lead the database now; nothing has changed then.
   */
  async stand(client: Client): Promise<Election> {
    const read = await client.query('SELECT fence FROM desk WHERE id = 1')
    if (!read.rows[0]) throw new Error('the desk has no row of its own')
    const before = BigInt(read.rows[0].fence)
    if (this.#own && !this.#own.has(before)) throw new FencedOut()
    const fence = before + BigInt(randomInt(1, LONGEST_STEP))
    this.#own?.add(fence)
    const { rows } = await client.query(
      `UPDATE desk SET fence = $2, epoch = epoch + 1 WHERE id = 1 AND fence = $1 AND ${HOLDS_LOCK}
       RETURNING epoch, sequence, market_time, market_date`,
      [before, fence],
    )
    const [row] = rows
    if (!row) throw new Error('this process does not lead the database, or another attempt was faster')
    // The fence has moved on from what earlier attempts have read: none of them counts any more.
    this.#own = new Set([fence])
    return {
      fence,
      epoch: row.epoch,
      sequence: Number(row.sequence),
      marketTime: row.market_time.getTime(),
      marketDate: row.market_date,
    }
  }
}
