import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type ClientConfig, Pool } from 'pg'
import type { Logger } from 'pino'
import { type Access, asAdmin, asLogin, connect, connectionSettings } from './access.ts'
import { Connection, type Timeouts } from './connection.ts'
import { ConnectionShares, POOL_SIZE } from './connection-shares.ts'
import { migrate } from './migrate.ts'
import { ensureRoles, Role } from './roles.ts'
import { type Scope, scopeOf, type Tx, takeRole } from './scope.ts'

export type { Scope, Tx }

/** The database as everyone but the desk uses it. */
export interface Store {
  /** The rows of one firm; 0 is the host. @throws RangeError unless the id is an integer from 0. */
  forTenant(tenantId: number): Scope
  /** The list of firms and the installation's secrets: what is needed before a firm is known. */
  forHost(): Scope
  /** The audit rows of every firm to read, and their hashes to add: for the one who chains them. */
  forAudit(): Scope
  /** The sessions, codes and sign-in attempts of every firm that have ended long ago, to delete: for the sweeper. */
  forSweeper(): Scope
  /** Which securities each firm watches, and up to which news it was notified: for the notifier. */
  forNotifier(): Scope
  /** In a transaction of the host, go on as a firm: how a new firm is made in one piece. */
  become(tx: Tx, tenantId: number): Promise<void>
  /** In a transaction of a person of the host, go on as what administers the list of firms. */
  becomeHost(tx: Tx): Promise<void>
  /** The pool's connections in use, and the transactions that wait for one. */
  readonly pool: { readonly inUse: number; readonly waiting: number }
  /** Ends all connections; a busy one that takes longer than a second is left to end by itself. */
  close(): Promise<void>
}

/**
 * Opens a database that runs. With `migrate` its roles are created and its schema is migrated to the
 * newest version, which only the process that leads it may ask for.
 *
 * @throws Error in words for the operator when the database or its user lacks something.
 */
export async function openStore(
  access: Access,
  log: Logger,
  options: { readonly migrate: boolean },
): Promise<Store> {
  if (options.migrate) {
    await ensureRoles(await connect(asAdmin(access), MIGRATION_TIMEOUTS), access.login)
    await migrate(access.admin, log)
  }
  // An idle connection that breaks is replaced; a query that loses its connection fails.
  const pool = new Pool({
    ...connectionSettings(),
    max: POOL_SIZE,
    connectionTimeoutMillis: QUERY_TIMEOUTS.connectMs,
    ...QUERY_LIMITS,
    Client: class extends Connection {
      constructor(settings: ClientConfig = {}) {
        super(asLogin(access), QUERY_TIMEOUTS, settings)
      }
    },
  })
  pool.on('error', (error) => log.warn({ reason: error.message }, 'a database connection was lost'))

  const shares = new ConnectionShares()
  const tenants = new Map<number, Scope>()
  const host = scopeOf(pool, shares, Role.host)
  const audit = scopeOf(pool, shares, Role.audit)
  const sweeper = scopeOf(pool, shares, Role.sweeper)
  const notifier = scopeOf(pool, shares, Role.notifier)
  return {
    forTenant(tenantId) {
      const scope = tenants.get(tenantId) ?? scopeOf(pool, shares, Role.tenant, tenantId)
      tenants.set(tenantId, scope)
      return scope
    },
    forHost: () => host,
    forAudit: () => audit,
    forSweeper: () => sweeper,
    forNotifier: () => notifier,
    async become(tx, tenantId) {
      await sql.raw(takeRole(Role.tenant, tenantId)).execute(tx)
    },
    async becomeHost(tx) {
      await sql.raw(takeRole(Role.host)).execute(tx)
    },
    get pool() {
      return { inUse: pool.totalCount - pool.idleCount, waiting: pool.waitingCount + shares.waiting }
    },
    async close() {
      await Promise.race([pool.end(), sleep(CLOSE_MS, undefined, { ref: false })])
    },
  }
}

const MIGRATION_TIMEOUTS: Timeouts = { connectMs: 5_000, answerMs: 30_000 }
const QUERY_TIMEOUTS: Timeouts = { connectMs: 5_000, answerMs: 10_000 }
/**
 * PostgreSQL gives up before the client does, where it can: that spares the connection. And it ends
 * a transaction that nobody goes on with, whose locks would keep everyone else waiting.
 */
const QUERY_LIMITS = { statement_timeout: 9_000, idle_in_transaction_session_timeout: 10_000 }
const CLOSE_MS = 1_000
