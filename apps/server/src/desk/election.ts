import { randomInt } from 'node:crypto'
import type { Client } from 'pg'
import { FencedOut } from './failures.ts'

/** What a desk becomes when it takes over: the only one whose commits count. */
export interface Election {
  readonly fence: bigint
  readonly epoch: number
  readonly sequence: number
  /** The newest time ever stamped, epoch milliseconds. */
  readonly marketTime: number
  /** The market day the record stands at; before the first it is null. */
  readonly marketDate: string | null
}

/** A step of the fence is longer than one by chance, so that two desks never arrive at the same. */
const LONGEST_STEP = 2 ** 31

/**
 * Takes over the desk, again and again: a new fence shuts out whoever had it, a new epoch tells
 * readers of new books.
 *
 * An attempt whose answer was lost may still be carried out by PostgreSQL, even after the next one.
 * So an attempt counts only if the fence is still the one that was read, and all that were attempted
 * are known: a fence that is none of them is another desk's.
 */
export class Candidate {
  /** Fences this desk has, or may have; none before it was elected for the first time. */
  #own: Set<bigint> | undefined

  /** @throws FencedOut when another desk was elected after this one. */
  async stand(client: Client): Promise<Election> {
    const read = await client.query('SELECT fence FROM desk WHERE id = 1')
    if (!read.rows[0]) throw new Error('the desk has no row of its own')
    const before = BigInt(read.rows[0].fence)
    if (this.#own && !this.#own.has(before)) throw new FencedOut()
    const fence = before + BigInt(randomInt(1, LONGEST_STEP))
    this.#own?.add(fence)
    const { rows } = await client.query(
      `UPDATE desk SET fence = $2, epoch = epoch + 1 WHERE id = 1 AND fence = $1
       RETURNING epoch, sequence, market_time, market_date`,
      [before, fence],
    )
    const [row] = rows
    if (!row) throw new Error('another attempt to take over was faster')
    // The fence has moved on from all that earlier attempts have read: none of them counts any more.
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
