import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Access, accessTo, asLogin, connect, type DatabaseConfig } from './access.ts'
import type { Connection, Timeouts } from './connection.ts'
import { migrationNames } from './migrate.ts'
import { Role } from './roles.ts'
import type { Health } from './server-lock.ts'
import { whyUnavailable } from './unavailable.ts'

/** A database that another process leads. */
export interface Following {
  readonly access: Access
  /** Whether the database answers. */
  readonly health: Health
  end(): void
}

const TIMEOUTS: Timeouts = { connectMs: 2_000, answerMs: 2_000 }
const ASK_EVERY_MS = 250
const WAIT_MS = 500

/**
 * Follows the configured database: waits until it can be reached and has the schema that this release knows, which
 * only the leader brings about, and from then on asks it again and again whether it answers.
 *
 * @param print writes a line of words for anyone who started the process, about what it waits for.
 */
export async function follow(
  config: DatabaseConfig,
  log: Logger,
  print: (line: string) => void,
): Promise<Following> {
  const access = await untilDone(() => accessTo(config, log), print)
  let session = await untilDone(() => openSession(access), print)
  let reason: string | undefined
  let isEnding = false

  const watch = async () => {
    while (!isEnding) {
      try {
        await session.query('SELECT 1')
        if (reason !== undefined) log.info('the database answers again')
        reason = undefined
        await sleep(ASK_EVERY_MS)
      } catch (error) {
        const why = whyUnavailable(error) ?? String(error)
        if (reason === undefined && !isEnding) log.error({ reason: why }, 'the database cannot be used')
        reason = why
        session.cut()
        await sleep(ASK_EVERY_MS)
        await comeBack()
      }
    }
    session.cut()
  }
  const comeBack = async () => {
    try {
      await access.revive?.()
      session = await connect(asLogin(access), TIMEOUTS)
    } catch (error) {
      reason = whyUnavailable(error) ?? String(error)
    }
  }
  void watch()
  return {
    access,
    get health() {
      return reason === undefined ? { ok: true } : { ok: false, reason }
    },
    end() {
      isEnding = true
    },
  }
}

/** A connection to a database whose schema is new enough. */
async function openSession(access: Access): Promise<Connection> {
  const session = await connect(asLogin(access), TIMEOUTS)
  try {
    await requireSchema(session)
    return session
  } catch (error) {
    session.cut()
    throw error
  }
}

/** @throws Error in words where a migration is missing. One that this release does not know is of a newer one. */
async function requireSchema(session: Connection): Promise<void> {
  const applied = await session
    .query<{ name: string }>(`SET ROLE ${Role.host}; SELECT name FROM kysely_migration`)
    .then(
      // Of two statements there are two results.
      (results) => [results].flat().flatMap(({ rows }) => rows.map(({ name }) => name)),
      (error: unknown) => {
        if (whyUnavailable(error) !== undefined) throw error
        return []
      },
    )
  await session.query('RESET ROLE').catch(() => {})
  const known = new Set(applied)
  const missing = migrationNames().filter((name) => !known.has(name))
  if (missing.length > 0)
    throw new Error('The database does not have the schema of this release: a desk of it must start first.')
}

/** Tries until it can be done; says once what it waits for. */
async function untilDone<T>(attempt: () => Promise<T>, print: (line: string) => void): Promise<T> {
  let said = ''
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      const why = whyUnavailable(error) ?? (error as Error).message
      if (why !== said) print(`  Waiting for the database. ${why}`)
      said = why
      await sleep(WAIT_MS)
    }
  }
}
