import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Timeouts } from './connection.ts'
import { openPool } from './pool.ts'
import type { Database } from './schema.ts'
import { DatabaseUnavailable, whyUnavailable } from './unavailable.ts'

/** How far the log of a database is, and of which history it is: a promoted standby begins another one. */
interface Position {
  readonly history: string
  readonly flushed: string
}

/** Reads of a standby that does not answer are not kept waiting for long. */
const TIMEOUTS: Timeouts = { connectMs: 1_000, answerMs: 10_000 }
/** A read waits so long for the standby to replay what was committed before it. */
const REPLAY_MS = 250
const ASK_AGAIN_MS = 5
/** A standby that was of no use is not asked again for so long. */
const AVOIDED_MS = 1_000

/**
 * Past the last commit that anyone was told of: each waited until its record was flushed. The name of a file of the log
 * begins with the timeline.
 */
const POSITION = `
  SELECT (SELECT system_identifier FROM pg_control_system()) || '/'
      || ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int AS history,
    pg_current_wal_flush_lsn()::text AS flushed`

/**
 * A standby of the database for reads that ask for no more than what was committed before they began, by anyone: each
 * asks the primary how far its log is, and the standby whether it has replayed that. So everybody reads their own
 * writes, through whichever process they made them.
 */
export class Standby {
  readonly pool: Pool
  readonly #primary: Pool
  readonly #log: Logger
  #asking: Promise<Position> | undefined
  #askingNext: Promise<Position> | undefined
  #avoidedUntil = 0
  #problem: string | undefined

  constructor(url: string, primary: Pool, log: Logger) {
    this.#primary = primary
    this.#log = log
    this.pool = openPool(() => ({ connectionString: url }), log, TIMEOUTS)
  }

  /** Why reads go to the primary now; `undefined` while the standby is of use. */
  get problem(): string | undefined {
    return this.#problem
  }

  /**
   * Reads on the standby, or on the primary where the standby is gone or behind. What was begun on a standby that fails
   * meanwhile is begun again on the primary.
   *
   * @param onStandby the read. It first calls what it is given with the connection that it reads on.
   */
  async read<T>(
    onStandby: (whenReplayed: (connection: Kysely<Database>) => Promise<void>) => Promise<T>,
    onPrimary: () => Promise<T>,
  ): Promise<T> {
    if (performance.now() < this.#avoidedUntil) return onPrimary()
    const position = await this.#position()
    try {
      const result = await onStandby((connection) => replayed(connection, position))
      this.#isOfUse()
      return result
    } catch (error) {
      const why = isConflict(error) ? CONFLICT : whyUnavailable(error)
      if (why === undefined) throw error
      this.#isAvoided(why)
      return onPrimary()
    }
  }

  /** The primary's position, read after this call. Calls made while a read is under way share the next one. */
  #position(): Promise<Position> {
    if (!this.#asking) return this.#ask()
    this.#askingNext ??= this.#asking.then(
      () => this.#ask(),
      () => this.#ask(),
    )
    return this.#askingNext
  }

  #ask(): Promise<Position> {
    this.#askingNext = undefined
    const asking = this.#primary.query<Position>(POSITION).then(
      ({ rows: [position] }) => position as Position,
      (error: unknown) => {
        const why = whyUnavailable(error)
        throw why === undefined ? error : new DatabaseUnavailable(why, error)
      },
    )
    this.#asking = asking
    const end = () => {
      if (this.#asking === asking) this.#asking = undefined
    }
    asking.then(end, end)
    return asking
  }

  #isOfUse(): void {
    if (this.#problem !== undefined) this.#log.info('reads go to the standby again')
    this.#problem = undefined
  }

  #isAvoided(reason: string): void {
    this.#avoidedUntil = performance.now() + AVOIDED_MS
    if (this.#problem === undefined)
      this.#log.warn({ reason }, 'the standby cannot be read: reads go to the primary')
    this.#problem = reason
  }
}

/**
 * Resolves when the standby at the other end of a connection has replayed so much. Asked before the read's transaction
 * takes its snapshot, on the same connection: behind one address there may be several standbys.
 *
 * @throws DatabaseUnavailable where it has not in time, follows another history, or follows nothing.
 */
async function replayed(connection: Kysely<Database>, { history, flushed }: Position): Promise<void> {
  const began = performance.now()
  for (;;) {
    const { rows } = await sql<{ standby: boolean; follows: boolean; has: boolean }>`
      SELECT pg_is_in_recovery() AS standby,
        (SELECT system_identifier FROM pg_control_system()) || '/'
          || (SELECT timeline_id FROM pg_control_checkpoint()) = ${history} AS follows,
        coalesce(pg_last_wal_replay_lsn() >= ${flushed}::pg_lsn, false) AS has`.execute(connection)
    const [state] = rows
    if (!state?.standby) throw new DatabaseUnavailable('It is no standby.')
    if (!state.follows)
      throw new DatabaseUnavailable('It does not follow the primary, or not since it was promoted.')
    if (state.has) return
    if (performance.now() - began > REPLAY_MS) throw new DatabaseUnavailable('It is behind the primary.')
    await sleep(ASK_AGAIN_MS)
  }
}

/** A read of a standby that kept it from replaying the log was ended (SQLSTATE 40001). */
const isConflict = (error: unknown): boolean =>
  (error as { code?: string } | undefined)?.code === '40001' ||
  (error instanceof DatabaseUnavailable && isConflict(error.cause))
const CONFLICT = 'A read kept it from following the primary.'
