import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabaseConnection, Transaction } from 'kysely'
import { CompiledQuery, Kysely, PostgresDialect, PostgresDriver, type PostgresPool, sql } from 'kysely'
import { type ClientConfig, Pool } from 'pg'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { columnTypes } from './column-types.ts'
import { Connection, type Entrance, type Patience } from './connection.ts'
import { SUPERUSER, startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { Places, POOL_SIZE } from './places.ts'
import { lacksRoom } from './postmaster.ts'
import { ensureRoles, Role } from './roles.ts'
import type { Database } from './schema.ts'
import { applicationName, type Health, takeServerLock } from './server-lock.ts'
import { DatabaseUnavailable, isDiskFull, OutcomeUnknown, whyUnavailable } from './unavailable.ts'

/** A transaction that sees the rows its scope may see. */
export type Tx = Transaction<Database>

/**
 * Whose rows a piece of work is about. Every piece of work is one transaction.
 *
 * @throws DatabaseUnavailable from each when the database is away or does not answer in time: nothing
 * is kept then. OutcomeUnknown, which is one, from `write` when the database was lost at COMMIT.
 * DatabaseBusy from `read` when too many of the same asker wait already.
 */
export interface Scope {
  /** One unchanging picture of the rows; PostgreSQL refuses to write. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

export interface DeskScope extends Pick<Scope, 'read'> {
  /**
   * A connection of its own for the one writer, connected, under the desk's role. Whoever asks for
   * it ends it; its `error` event says that it was lost. While the database is away this waits,
   * however long, until it answers again; it rejects when the store is closed meanwhile.
   */
  connection(): Promise<Connection>
}

export interface Store {
  /** The rows of one firm; 0 is the host. @throws RangeError unless the id is an integer from 0. */
  forTenant(tenantId: number): Scope
  /** The list of firms and the installation's secrets: what is needed before a firm is known. */
  forHost(): Scope
  /** The order and ledger tables of every firm. */
  forDesk(): DeskScope
  /** In a transaction of the host, go on as a firm: how a new firm is made in one piece. */
  become(tx: Tx, tenantId: number): Promise<void>
  /** Whether the database answers, and this process is its only server. */
  readonly health: Health
  /** Another server has taken the database over: this one must end. */
  onReplaced(listener: (reason: Error) => void): void
  /** Another server uses the database from now on: closing the store does not stop it. */
  handOver(): void
  /**
   * End all connections, and the embedded PostgreSQL. What does not end within so many milliseconds
   * is left to end by itself.
   */
  close(withinMs?: number): Promise<void>
}

/** A database, and as whom it is entered. */
export interface Access {
  /** Who may make roles and migrate. Read anew at each connect: the database may have moved. */
  readonly admin: ClientConfig
  /** Who queries run as, where that is not the admin. */
  readonly login?: { readonly user: string; readonly password: string }
  /** Start it again where it died; a database that is not ours has none. */
  readonly revive?: () => Promise<void>
  /** Called after the last connection was ended. */
  readonly stop?: (withinMs?: number) => Promise<void>
}

/**
 * Open the configured database, or the embedded one, ready for use: roles made, migrations run,
 * and this process its only server.
 *
 * @throws Error in words for the operator when the database can not be used or another server holds it.
 */
export async function openStore(
  config: Pick<Config, 'databaseUrl' | 'dataFolder'>,
  log: Logger,
): Promise<Store> {
  if (config.databaseUrl) return openGiven(config.databaseUrl, log)
  const open = async () => openDatabase(await embeddedAccess(config.dataFolder, log), log)
  return open().catch((error: unknown) => {
    // The server before us took the database down with it while we were coming in.
    if (whyUnavailable(error) === undefined || isDiskFull(error)) throw error
    return open()
  })
}

/** Why a start failed, in words for the operator where it was the database's fault. */
export function whyNotStarted(
  error: unknown,
  { databaseUrl, dataFolder }: Pick<Config, 'databaseUrl' | 'dataFolder'>,
): unknown {
  const why = whyUnavailable(error)
  if (databaseUrl || (why === undefined && !isDiskFull(error))) return error
  const words =
    isDiskFull(error) || lacksRoom(dataFolder)
      ? `There is no room left on the disk of the data folder ${dataFolder}. Make some, or choose another folder with TRADEBOOK_DATA, and start again.`
      : `The PostgreSQL of the data folder ${dataFolder} can not be used. ${why}`
  return new Error(words, { cause: error })
}

async function openGiven(connectionString: string, log: Logger): Promise<Store> {
  try {
    return await openDatabase({ admin: { connectionString } }, log)
  } catch (error) {
    const why = whyUnavailable(error)
    if (why === undefined) throw error
    const { host } = new URL(connectionString)
    const code = (error as { code?: string }).code
    throw new Error(
      `The database of DATABASE_URL can not be reached at ${host}${code ? ` (${code})` : ''}. ${why}`,
      { cause: error },
    )
  }
}

async function embeddedAccess(dataFolder: string, log: Logger): Promise<Access> {
  const server = await startEmbedded(dataFolder, log)
  return {
    get admin() {
      const { host, port, superuserPassword: password } = server
      return { host, port, user: SUPERUSER, password, database: 'postgres' }
    },
    login: { user: 'tradebook', password: server.loginPassword },
    revive: server.revive,
    stop: server.stop,
  }
}

/** Open a database that is running. */
export async function openDatabase(access: Access, log: Logger): Promise<Store> {
  const asAdmin: Entrance = () => access.admin
  const asLogin: Entrance = () => ({ ...access.admin, ...access.login })
  const connect = async (entrance: Entrance, patience: Patience, settings: ClientConfig = {}) => {
    const connection = new Connection(entrance, patience, { ...connectionSettings(), ...settings })
    await connection.connect()
    return connection
  }
  const lock = await takeServerLock({
    connect: () => connect(asAdmin, LOCK_PATIENCE),
    ...(access.revive ? { revive: access.revive } : {}),
    log,
  })
  let isOurs = true
  try {
    await ensureRoles(await connect(asAdmin, START_PATIENCE), access.login)
    await migrate(access.admin, log)
  } catch (error) {
    lock.release()
    await access.stop?.()
    throw error
  }
  // An idle connection that breaks is replaced; what a query was doing fails at the query.
  const pool = new Pool({
    ...connectionSettings(),
    max: POOL_SIZE,
    connectionTimeoutMillis: READ_PATIENCE.connectMs,
    ...READ_LIMITS,
    Client: class extends Connection {
      constructor(settings: ClientConfig = {}) {
        super(asLogin, READ_PATIENCE, settings)
      }
    },
  })
  pool.on('error', (error) => log.warn({ reason: error.message }, 'a database connection was lost'))

  const places = new Places()
  const tenants = new Map<number, Scope>()
  const host = scopeOf(pool, places, Role.host)
  const desk = scopeOf(pool, places, Role.desk)
  return {
    forTenant(tenantId) {
      const scope = tenants.get(tenantId) ?? scopeOf(pool, places, Role.tenant, tenantId)
      tenants.set(tenantId, scope)
      return scope
    },
    forHost: () => host,
    forDesk: () => ({
      read: desk.read,
      async connection() {
        await lock.whenWell()
        return connect(asLogin, DESK_PATIENCE, {
          ...DESK_LIMITS,
          options: `${LINK_CHECKS} -c role=${Role.desk}`,
          pipeline: true,
        })
      },
    }),
    async become(tx, tenantId) {
      await sql.raw(takeRole(Role.tenant, tenantId)).execute(tx)
    },
    get health() {
      return lock.health
    },
    onReplaced(listener) {
      lock.onReplaced((reason) => {
        isOurs = false
        listener(reason)
      })
    },
    handOver() {
      isOurs = false
    },
    async close(withinMs = CLOSE_MS) {
      // Whoever replaced us needs the database. Else the lock is held until the embedded server is
      // down: whoever waits for it finds it free or gone.
      const stop = isOurs ? access.stop : undefined
      lock.release({ withDatabase: stop !== undefined })
      await Promise.race([pool.end(), sleep(POOL_CLOSE_MS, undefined, { ref: false })])
      await stop?.(withinMs - POOL_CLOSE_MS - LAST_WORD_MS)
    },
  }
}

/** How long each kind of connection waits for the database. */
const LOCK_PATIENCE: Patience = { connectMs: 2_000, answerMs: 10_000 }
const START_PATIENCE: Patience = { connectMs: 5_000, answerMs: 30_000 }
const READ_PATIENCE: Patience = { connectMs: 5_000, answerMs: 10_000 }
const DESK_PATIENCE: Patience = { connectMs: 5_000, answerMs: 5_000 }
/**
 * PostgreSQL gives up before we do, where it can: that spares the connection. And it ends a
 * transaction that nobody goes on with, whose locks would keep everyone else waiting.
 */
const READ_LIMITS = { statement_timeout: 9_000, idle_in_transaction_session_timeout: 10_000 }
const DESK_LIMITS = {
  statement_timeout: 4_500,
  lock_timeout: 4_000,
  idle_in_transaction_session_timeout: 5_000,
}
/** How PostgreSQL notices that a link was dropped without a word, within some 11 s. */
const LINK_CHECKS = Object.entries({
  tcp_keepalives_idle: 5,
  tcp_keepalives_interval: 2,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 11_000,
})
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ')
const POOL_CLOSE_MS = 1_000
/** What a PostgreSQL that did not end in time still has to be told before we are gone. */
const LAST_WORD_MS = 500
const CLOSE_MS = 30_000

const connectionSettings = () =>
  ({
    application_name: applicationName(),
    types: columnTypes,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    options: LINK_CHECKS,
  }) satisfies ClientConfig

function scopeOf(pool: Pool, places: Places, role: Role, tenantId?: number): Scope {
  const identity = takeRole(role, tenantId)
  const reading = new Kysely<Database>({
    dialect: new ScopedDialect(pool, `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${identity}`),
  })
  const writing = new Kysely<Database>({ dialect: new ScopedDialect(pool, `BEGIN; ${identity}`) })
  return {
    read: (work) => places.read(() => read(work)),
    write: (work) => places.write(() => write(work)),
  }

  function read<T>(work: Work<T>): Promise<T> {
    return (
      reading
        .transaction()
        .execute(work)
        // Here it is us who forbid to write, not the database.
        .catch((error) =>
          isReadOnly(error) ? Promise.reject(error) : throwUnavailable(error, DatabaseUnavailable),
        )
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
      // Nothing is asked after the work but COMMIT.
      return throwUnavailable(error, isDone ? OutcomeUnknown : DatabaseUnavailable)
    }
  }
}

type Work<T> = (tx: Tx) => Promise<T>

/**
 * The statements that say who a transaction is: for this transaction only, so that a connection
 * that goes back to the pool carries nobody's rights.
 */
function takeRole(role: Role, tenantId?: number): string {
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

/** An error of the database itself is told apart from those about what was asked. */
function throwUnavailable(error: unknown, Unavailable: typeof DatabaseUnavailable): never {
  const why = whyUnavailable(error)
  throw why === undefined ? error : new Unavailable(why, error)
}
