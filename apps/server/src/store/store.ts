import type { DatabaseConnection, Transaction } from 'kysely'
import { CompiledQuery, Kysely, PostgresDialect, PostgresDriver, type PostgresPool, sql } from 'kysely'
import { Client, type ClientConfig, Pool } from 'pg'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { columnTypes } from './column-types.ts'
import { SUPERUSER, startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { ensureRoles, Role } from './roles.ts'
import type { Database } from './schema.ts'
import { applicationName, takeServerLock } from './server-lock.ts'

/** A transaction that sees the rows its scope may see. */
export type Tx = Transaction<Database>

/** Whose rows a piece of work is about. Every piece of work is one transaction. */
export interface Scope {
  /** One unchanging picture of the rows; PostgreSQL refuses to write. */
  read<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

export interface DeskScope extends Pick<Scope, 'read'> {
  /**
   * A connection of its own for the one writer, connected, under the desk's role. Whoever asks for
   * it ends it; its `error` event says that it was lost.
   */
  connection(): Promise<Client>
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
  /** Another server could take over from now on: nothing may be written any more. */
  onLockLost(listener: (reason: Error) => void): void
  /** End all connections, and the embedded PostgreSQL. */
  close(): Promise<void>
}

/** A database, and as whom it is entered. */
export interface Access {
  /** Who may make roles and migrate. */
  readonly admin: ClientConfig
  /** Who queries run as, where that is not the admin. */
  readonly login?: { readonly user: string; readonly password: string }
  /** Called after the last connection was ended. */
  readonly stop?: () => Promise<void>
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
  try {
    return await openDatabase(await embeddedAccess(config.dataFolder, log), log)
  } catch (error) {
    // The server before us took the database down with it while we were coming in.
    if (!isShutdown(error)) throw error
    return openDatabase(await embeddedAccess(config.dataFolder, log), log)
  }
}

async function openGiven(connectionString: string, log: Logger): Promise<Store> {
  try {
    return await openDatabase({ admin: { connectionString } }, log)
  } catch (error) {
    // Node says of a server that nobody answers for no more than this code.
    const code = (error as { code?: string }).code ?? ''
    if (!unreachableCodes.has(code)) throw error
    const { host } = new URL(connectionString)
    throw new Error(`The database of DATABASE_URL can not be reached at ${host} (${code}).`, { cause: error })
  }
}

async function embeddedAccess(dataFolder: string, log: Logger): Promise<Access> {
  const { host, port, superuserPassword, loginPassword, stop } = await startEmbedded(dataFolder, log)
  return {
    admin: { host, port, user: SUPERUSER, password: superuserPassword, database: 'postgres' },
    login: { user: 'tradebook', password: loginPassword },
    stop,
  }
}

/** Open a database that is running. */
export async function openDatabase(access: Access, log: Logger): Promise<Store> {
  const entrance: ClientConfig = { ...access.admin, ...access.login, ...connectionSettings() }
  await ensureRoles(access.admin, access.login)
  const lock = await takeServerLock(entrance)
  try {
    await migrate(access.admin, log)
  } catch (error) {
    await lock.release()
    await access.stop?.()
    throw error
  }
  // An idle connection that breaks is replaced; what a query was doing fails at the query.
  const pool = new Pool({ ...entrance, max: POOL_SIZE, statement_timeout: STATEMENT_TIMEOUT_MS })
  pool.on('error', (error) => log.warn({ err: error }, 'a database connection was lost'))

  const tenants = new Map<number, Scope>()
  const host = scopeOf(pool, Role.host)
  const desk = scopeOf(pool, Role.desk)
  return {
    forTenant(tenantId) {
      const scope = tenants.get(tenantId) ?? scopeOf(pool, Role.tenant, tenantId)
      tenants.set(tenantId, scope)
      return scope
    },
    forHost: () => host,
    forDesk: () => ({
      read: desk.read,
      async connection() {
        const client = new Client({ ...entrance, options: `-c role=${Role.desk}`, pipeline: true })
        await client.connect()
        return client
      },
    }),
    async become(tx, tenantId) {
      await sql.raw(takeRole(Role.tenant, tenantId)).execute(tx)
    },
    onLockLost: lock.onLost,
    async close() {
      await pool.end()
      // Held until the embedded server is down: whoever waits for the lock finds it free or gone.
      if (access.stop) lock.expectEnd()
      else await lock.release()
      await access.stop?.()
    },
  }
}

const POOL_SIZE = 10
const STATEMENT_TIMEOUT_MS = 30_000

const connectionSettings = () =>
  ({ application_name: applicationName(), types: columnTypes, keepAlive: true }) satisfies ClientConfig

function scopeOf(pool: Pool, role: Role, tenantId?: number): Scope {
  const identity = takeRole(role, tenantId)
  const reading = new Kysely<Database>({
    dialect: new ScopedDialect(pool, `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${identity}`),
  })
  const writing = new Kysely<Database>({ dialect: new ScopedDialect(pool, `BEGIN; ${identity}`) })
  return {
    read: (work) => reading.transaction().execute(work),
    write: (work) => writing.transaction().execute(work),
  }
}

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

const unreachableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
])

const shutdownCodes = new Set(['57P01', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'])

const isShutdown = (error: unknown): boolean =>
  error instanceof Error &&
  (shutdownCodes.has((error as { code?: string }).code ?? '') || /terminated/.test(error.message))
