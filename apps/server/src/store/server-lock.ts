import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'

/** Held for as long as this process is the database's only server. */
export interface ServerLock {
  onLost(listener: (reason: Error) => void): void
  /** From now on the end of the connection is no loss. */
  expectEnd(): void
  release(): Promise<void>
}

/** The number of the lock: the letters TB, in the namespace of session advisory locks. */
const LOCK = 0x5442
const PATIENCE_MS = 2_000
const POLL_MS = 50

/** What other servers are told about who holds the lock. */
export const applicationName = (): string => `tradebook ${process.pid}@${hostname()}`

/**
 * Become the database's only server. PostgreSQL drops the lock by itself when the process that
 * holds it dies, which it notices at once on one machine.
 *
 * @throws Error naming the holder when it does not let go within two seconds.
 */
export async function takeServerLock(access: ClientConfig): Promise<ServerLock> {
  const client = new Client(access)
  await client.connect()
  let lost: ((reason: Error) => void) | undefined
  let ending = false
  client.on('error', (error) => {
    if (!ending) lost?.(error)
  })
  const deadline = Date.now() + PATIENCE_MS
  while (!(await tryLock(client))) {
    if (Date.now() > deadline) {
      const holder = await holderOf(client)
      await client.end()
      throw new Error(
        `Another Tradebook (${holder}) is running on this database. Stop it first, or give this one a data folder of its own with TRADEBOOK_DATA.`,
      )
    }
    await sleep(POLL_MS)
  }
  return {
    onLost(listener) {
      lost = listener
    },
    expectEnd() {
      ending = true
    },
    async release() {
      ending = true
      await client.end()
    },
  }
}

async function tryLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [LOCK])
  return rows[0]?.taken === true
}

async function holderOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ application_name: string }>(
    `SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND granted AND classid = 0 AND objid = $1
       AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [LOCK],
  )
  return rows[0]?.application_name || 'unknown process'
}
