import type { DatabaseConnection, Transaction } from 'kysely'
import { CompiledQuery, Kysely, PostgresDialect, PostgresDriver, type PostgresPool } from 'kysely'
import type { Pool } from 'pg'
import { type ConnectionShares, mayReadStandby } from './connection-shares.ts'
import type { Role } from './roles.ts'
import type { Database } from './schema.ts'
import type { Standby } from './standby.ts'
import { DatabaseUnavailable, OutcomeUnknown, whyUnavailable } from './unavailable.ts'

/** A transaction that sees the rows its scope may see. */
export type Tx = Transaction<Database>

type Work<T> = (tx: Tx) => Promise<T>

/**
 * The rows that a piece of work may see and change. Every piece of work is one transaction.
 *
 * @throws DatabaseUnavailable from each when the database is away or does not answer in time:
 * nothing was persisted then. OutcomeUnknown, which is one, from `write` when the database was lost
 * at COMMIT. DatabaseBusy from `read` when too many questions of the same requester wait already.
 */
export interface Scope {
  /** Reads one unchanging picture of the rows; PostgreSQL refuses to write. */
  read<T>(work: Work<T>): Promise<T>
  write<T>(work: Work<T>): Promise<T>
}

/** The connections that scopes share. */
export interface Connections {
  readonly pool: Pool
  readonly shares: ConnectionShares
  readonly standby: Standby | undefined
}

/** A scope whose transactions run under a role and, for a firm, with its id. */
export function scopeOf({ pool, shares, standby }: Connections, role: Role, tenantId?: number): Scope {
  const identity = takeRole(role, tenantId)
  const readingOf = (pool: Pool) =>
    new Kysely<Database>({
      dialect: new ScopedDialect(pool, `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${identity}`),
    })
  const reading = readingOf(pool)
  const readingStandby = standby && readingOf(standby.pool)
  const writing = new Kysely<Database>({ dialect: new ScopedDialect(pool, `BEGIN; ${identity}`) })
  return {
    read: (work) =>
      standby && readingStandby && mayReadStandby()
        ? shares.readStandby(() => readStandby(standby, readingStandby, work))
        : shares.read(() => read(work)),
    write: (work) => shares.write(() => write(work)),
  }

  async function read<T>(work: Work<T>): Promise<T> {
    try {
      return await reading.transaction().execute(work)
    } catch (error) {
      // A read-only database is away; a read-only transaction is the rule of this method.
      if (isReadOnly(error)) throw error
      throw asUnavailable(error, DatabaseUnavailable)
    }
  }

  function readStandby<T>(standby: Standby, reading: Kysely<Database>, work: Work<T>): Promise<T> {
    return standby.read(
      (whenReplayed) =>
        reading.connection().execute(async (connection) => {
          await whenReplayed(connection)
          return connection.transaction().execute(work)
        }),
      () => shares.read(() => read(work)),
    )
  }

  async function write<T>(work: Work<T>): Promise<T> {
    let isDone = false
    try {
      return await writing.transaction().execute(async (tx) => {
        const result = await work(tx)
        isDone = true
        return result
      })
    } catch (error) {
      // After the work only COMMIT is sent.
      throw asUnavailable(error, isDone ? OutcomeUnknown : DatabaseUnavailable)
    }
  }
}

/**
 * The statements that give a transaction its role and firm: for this transaction only, so that a
 * connection that goes back to the pool carries nobody's rights.
 *
 * @throws RangeError unless the firm's id is an integer from 0.
 */
export function takeRole(role: Role, tenantId?: number): string {
  if (tenantId === undefined) return `SET LOCAL ROLE ${role}`
  if (!Number.isInteger(tenantId) || tenantId < 0) throw new RangeError(`not a tenant: ${tenantId}`)
  return `SET LOCAL ROLE ${role}; SELECT set_config('app.tenant_id', '${tenantId}', true)`
}

/** Begins every transaction with its scope, in the same round trip. */
class ScopedDriver extends PostgresDriver {
  readonly #begin: string

  constructor(pool: PostgresPool, begin: string) {
    super({ pool })
    this.#begin = begin
  }

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(this.#begin))
  }
}

class ScopedDialect extends PostgresDialect {
  readonly #pool: PostgresPool
  readonly #begin: string

  constructor(pool: PostgresPool, begin: string) {
    super({ pool })
    this.#pool = pool
    this.#begin = begin
  }

  override createDriver() {
    return new ScopedDriver(this.#pool, this.#begin)
  }
}

/** SQLSTATE 25006, read_only_sql_transaction. */
const isReadOnly = (error: unknown): boolean => (error as { code?: string }).code === '25006'

/** Distinguishes an error of the database itself from one about what was asked. */
function asUnavailable(error: unknown, Unavailable: typeof DatabaseUnavailable): unknown {
  const why = whyUnavailable(error)
  return why === undefined ? error : new Unavailable(why, error)
}
