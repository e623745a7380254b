import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import {
  type Access,
  accessTo,
  asAdmin,
  asLogin,
  connect,
  type DatabaseConfig,
  LINK_CHECKS,
} from './access.ts'
import type { Connection, Timeouts } from './connection.ts'
import { Role } from './roles.ts'
import { type Health, LedByAnother, type LockParts, takeServerLock } from './server-lock.ts'
import { isDiskFull, whyUnavailable } from './unavailable.ts'

/** The right to be the database's only desk, which one process at a time has. */
export interface Leadership {
  /** The database that is led. */
  readonly access: Access
  /** Whether the database answers, and this process still leads it. */
  readonly health: Health
  /** Whether another process stands by now and could lead at once. */
  isAnotherReady(): Promise<boolean>
  /** Subscribes to the end of the leadership: another process has taken the database over. */
  onReplaced(listener: (reason: Error) => void): void
  /**
   * A new connection under the desk's role, for the one writer, which ends it. Its `error` event
   * reports that it was lost. While this process does not lead, or the database is away, the promise
   * stays pending; it rejects when the leadership is given up.
   */
  connectDesk(): Promise<Connection>
  /** Another process uses the database from now on: giving up does not stop it. */
  handOver(): void
  /** Gives up the lock and stops the embedded PostgreSQL, which goes on stopping if it takes longer than this. */
  giveUp(withinMs?: number): Promise<void>
}

/**
 * Becomes the leader of the configured database. Nothing in it is read or written before.
 *
 * @throws Error in words for the operator when another process leads.
 */
export async function lead(
  config: DatabaseConfig,
  log: Logger,
  isReady?: LockParts['isReady'],
): Promise<Leadership> {
  const attempt = async () => {
    const access = await accessTo(config, log)
    try {
      return await leadDatabase(access, log, isReady)
    } catch (error) {
      // Nobody else uses what was started here, unless another server was faster to lead it.
      if (access.wasStarted && !(error instanceof LedByAnother)) await access.stop?.()
      throw error
    }
  }
  return attempt().catch((error: unknown) => {
    // The process before this one may have stopped the embedded database while this one connected.
    const isStopping = whyUnavailable(error) !== undefined && !isDiskFull(error)
    if (config.databaseUrl || !isStopping) throw error
    return attempt()
  })
}

/**
 * Stands by until no other process leads the configured database, and becomes its leader.
 *
 * @param standsBy is told once why, where it has to wait, and knows whether this process could lead at once.
 * @throws the reason of the signal when it is given up before.
 */
export async function leadWhenFree(
  config: DatabaseConfig,
  log: Logger,
  standsBy: { tell(why: string): void; isReady(): boolean },
  signal: AbortSignal,
): Promise<Leadership> {
  for (let isTold = false; ; ) {
    signal.throwIfAborted()
    try {
      return await lead(config, log, standsBy.isReady)
    } catch (error) {
      const isPassing = error instanceof LedByAnother || whyUnavailable(error) !== undefined
      if (!isPassing || isDiskFull(error)) throw error
      if (!isTold)
        standsBy.tell(error instanceof LedByAnother ? `${error.holder} leads.` : (error as Error).message)
      isTold = true
      await sleep(STAND_BY_MS)
    }
  }
}

/** Becomes the leader of a database that runs. @throws as `lead` does. */
export async function leadDatabase(
  access: Access,
  log: Logger,
  isReady?: LockParts['isReady'],
): Promise<Leadership> {
  const lock = await takeServerLock({
    connect: () => connect(asAdmin(access), LOCK_TIMEOUTS),
    ...(access.revive ? { revive: access.revive } : {}),
    ...(access.lacksRoom ? { lacksRoom: access.lacksRoom } : {}),
    ...(isReady ? { isReady } : {}),
    log,
  })
  let isOurs = true
  return {
    access,
    get health() {
      return lock.health
    },
    isAnotherReady: () => lock.isAnotherReady(),
    onReplaced(listener) {
      lock.onReplaced((reason) => {
        isOurs = false
        listener(reason)
      })
    },
    async connectDesk() {
      await lock.whenWell()
      return connect(asLogin(access), DESK_TIMEOUTS, {
        ...DESK_LIMITS,
        options: `${LINK_CHECKS} -c role=${Role.desk}`,
        pipeline: true,
      })
    },
    handOver() {
      isOurs = false
    },
    async giveUp(withinMs = GIVE_UP_MS) {
      // A process that replaced this one needs the database. Otherwise the lock is held until the
      // embedded server is down: anyone who waits for the lock finds it free or the server gone.
      const stop = isOurs ? access.stop : undefined
      lock.release({ withDatabase: stop !== undefined })
      await stop?.(withinMs - LAST_WORD_MS)
    },
  }
}

/** Between two looks whether the leader is gone. */
const STAND_BY_MS = 250
const LOCK_TIMEOUTS: Timeouts = { connectMs: 2_000, answerMs: 10_000 }
const DESK_TIMEOUTS: Timeouts = { connectMs: 5_000, answerMs: 5_000 }
/** PostgreSQL gives up before the client does, where it can: that spares the connection. */
const DESK_LIMITS = {
  statement_timeout: 4_500,
  lock_timeout: 4_000,
  idle_in_transaction_session_timeout: 5_000,
}
const GIVE_UP_MS = 30_000
/** Time reserved to signal a PostgreSQL that did not stop in time. */
const LAST_WORD_MS = 500
