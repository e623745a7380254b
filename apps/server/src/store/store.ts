import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { type Access, asAdmin, asLogin, connect } from './access.ts'
import type { Timeouts } from './connection.ts'
import { ConnectionShares } from './connection-shares.ts'
import { migrate } from './migrate.ts'
import { openPool } from './pool.ts'
import { ensureRoles, Role } from './roles.ts'
import { type Connections, type Scope, scopeOf, type Tx, takeRole } from './scope.ts'
import { Standby } from './standby.ts'

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
  /** Why reads that may be made on a standby are made on the primary now; `undefined` where they are not. */
  readonly standbyProblem: string | undefined
  /** Ends all connections; a busy one that takes longer than a second is left to end by itself. */
  close(): Promise<void>
}

export interface StoreOptions {
  readonly migrate: boolean
  /** Address of a standby for reads that may be made on one; `undefined`: all are made on the primary. */
  readonly readUrl?: string | undefined
}

/**
 * Opens a database that runs. With `migrate` its roles are created and its schema is migrated to the
 * newest version, which only the process that leads it may ask for.
 *
 * @throws Error in words for the operator when the database or its user lacks something.
 */
export async function openStore(access: Access, log: Logger, options: StoreOptions): Promise<Store> {
  if (options.migrate) {
    await ensureRoles(await connect(asAdmin(access), MIGRATION_TIMEOUTS), access.login)
    await migrate(access.admin, log)
  }
  const pool = openPool(asLogin(access), log)
  const standby = options.readUrl === undefined ? undefined : new Standby(options.readUrl, pool, log)
  const shares = new ConnectionShares()
  const connections: Connections = { pool, shares, standby }
  const tenants = new Map<number, Scope>()
  const host = scopeOf(connections, Role.host)
  const audit = scopeOf(connections, Role.audit)
  const sweeper = scopeOf(connections, Role.sweeper)
  const notifier = scopeOf(connections, Role.notifier)
  return {
    forTenant(tenantId) {
      const scope = tenants.get(tenantId) ?? scopeOf(connections, Role.tenant, tenantId)
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
    get standbyProblem() {
      return standby?.problem
    },
    async close() {
      const ended = Promise.all([pool.end(), standby?.pool.end()])
      await Promise.race([ended, sleep(CLOSE_MS, undefined, { ref: false })])
    },
  }
}

const MIGRATION_TIMEOUTS: Timeouts = { connectMs: 5_000, answerMs: 30_000 }
const CLOSE_MS = 1_000
