import { type ClientConfig, Pool } from 'pg'
import type { Logger } from 'pino'
import { connectionSettings } from './access.ts'
import { type ConnectAs, Connection, type Timeouts } from './connection.ts'
import { POOL_SIZE } from './connection-shares.ts'

/** A pool of connections for queries. An idle one that breaks is replaced; a query that loses its connection fails. */
export function openPool(connectAs: ConnectAs, log: Logger, timeouts: Timeouts = QUERY_TIMEOUTS): Pool {
  const pool = new Pool({
    ...connectionSettings(),
    max: POOL_SIZE,
    connectionTimeoutMillis: timeouts.connectMs,
    ...QUERY_LIMITS,
    Client: class extends Connection {
      constructor(settings: ClientConfig = {}) {
        super(connectAs, timeouts, settings)
      }
    },
  })
  pool.on('error', (error) => log.warn({ reason: error.message }, 'a database connection was lost'))
  return pool
}

const QUERY_TIMEOUTS: Timeouts = { connectMs: 5_000, answerMs: 10_000 }
/**
 * PostgreSQL gives up before the client does, where it can: that spares the connection. And it ends
 * a transaction that nobody goes on with, whose locks would keep everyone else waiting.
 */
const QUERY_LIMITS = { statement_timeout: 9_000, idle_in_transaction_session_timeout: 10_000 }
