import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Connection, SILENT } from './connection.ts'
import { isAlive } from './postmaster.ts'
import { DatabaseUnavailable, DISK_FULL, whyUnavailable } from './unavailable.ts'

/** Whether something works, and in an operator's words why not. */
export interface Health {
  readonly ok: boolean
  readonly reason?: string
}

export interface LockParts {
  /** A new connection, connected, on which nothing else is asked. */
  connect(): Promise<Connection>
  /** Starts the database again where it died and that is ours to do. */
  revive?(): Promise<void>
  /** Whether the disk of the database has no room to work, where that can be seen. */
  lacksRoom?(): Promise<boolean>
  /** Whether this process could lead at once: the holder of the lock can see that while this one waits for it. */
  isReady?(): boolean
  readonly log: Logger
}

/** The number of the lock: the letters TB, in the namespace of session advisory locks. */
const LOCK = 0x5442
/** Shared by those who wait for the lock and could lead at once: the letters TC. */
const READY_LOCK = 0x5443
/** SQL: the database session that holds the lock, and its process; every role may read this much of both views. */
const LOCK_HOLDER = `pg_locks LEFT JOIN pg_stat_activity USING (pid)
  WHERE locktype = 'advisory' AND granted AND classid = 0 AND objid = ${LOCK}
    AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())`
/**
 * SQL: whether this process holds the lock now. All its connections have one application name, which
 * no other process ever has.
 */
export const HOLDS_LOCK = `EXISTS (SELECT FROM ${LOCK_HOLDER} AND application_name = current_setting('application_name'))`
/** How long PostgreSQL may take to notice that the holder's process has died, and how long one that lives may hesitate. */
const DEAD_HOLDER_MS = 10_000
const LIVING_HOLDER_MS = 250
const POLL_MS = 50
/** How often the database is asked whether it answers, and how late is too late. */
const ASK_EVERY_MS = 250
const SILENT_MS = 2_000
/** Between two attempts to come back. */
const LEAST_WAIT_MS = 100
const MOST_WAIT_MS = 500

/** Distinguishes this process from every other one: operating systems reuse process numbers. */
const PROCESS_ID = randomBytes(4).toString('hex')

/**
 * The application name of this process's connections, which names the holder of the lock to other
 * servers. It fits the 63 bytes of printable ASCII that PostgreSQL keeps of such a name.
 */
export const applicationName = (): string => `tradebook ${process.pid}@${machineName()} ${PROCESS_ID}`

/** The longest name leaves room for the rest: a process number has at most 10 digits. */
const machineName = (): string =>
  hostname()
    .replace(/[^\x21-\x7e]/g, '?')
    .slice(0, 32)

/**
 * Become the database's only server. PostgreSQL drops the lock by itself when the process that
 * holds it dies, which it notices at once on one machine.
 *
 * @throws Error naming the holder when it lives and does not let go at once.
 */
export async function takeServerLock(parts: LockParts): Promise<ServerLock> {
  const session = await parts.connect()
  const started = performance.now()
  const isReady = parts.isReady?.() ?? false
  if (isReady) await session.query('SELECT pg_advisory_lock_shared($1)', [READY_LOCK])
  while (!(await tryLock(session))) {
    const holder = await holderOf(session)
    const waitMs = holder && isDead(holder.name) ? DEAD_HOLDER_MS : LIVING_HOLDER_MS
    if (performance.now() - started > waitMs) {
      await session.end()
      throw new LedByAnother(holder?.name ?? 'unknown process')
    }
    await sleep(POLL_MS)
  }
  if (isReady) await session.query('SELECT pg_advisory_unlock_shared($1)', [READY_LOCK])
  return new ServerLock(parts, session)
}

/** Another process leads the database. */
export class LedByAnother extends Error {
  /** The name of its connections. */
  readonly holder: string

  constructor(holder: string) {
    super(
      `Another Tradebook (${holder}) is running on this database. Stop it first, or give this one a data folder of its own with TRADEBOOK_DATA.`,
    )
    this.holder = holder
  }
}

/**
 * Held for as long as this process is the database's only server. Its session is asked again and
 * again, which shows whether the database answers at all; when the session is lost the lock is taken
 * again, for as long as it takes, unless another server has it by then.
 */
export class ServerLock {
  readonly #parts: LockParts
  readonly #asking: NodeJS.Timeout
  readonly #waiting = new Set<(end?: Error) => void>()
  /** The processes of PostgreSQL that held the lock for us, or may have. */
  readonly #backends = new Set<number | undefined>()
  #session: Connection | undefined
  /** When the question was asked that is not answered yet. */
  #askedAt: number | undefined
  #reason: string | undefined
  #ending = false
  #replaced: (reason: Error) => void = () => {}

  constructor(parts: LockParts, session: Connection) {
    this.#parts = parts
    this.#hold(session)
    this.#asking = setInterval(() => this.#ask(), ASK_EVERY_MS)
  }

  /** Whether the database answers, and to us alone. */
  get health(): Health {
    return this.#reason === undefined ? { ok: true } : { ok: false, reason: this.#reason }
  }

  /** Another server has the lock: this one must end. */
  onReplaced(listener: (reason: Error) => void): void {
    this.#replaced = listener
  }

  /** Whether another process waits for the lock now and could lead at once. */
  async isAnotherReady(): Promise<boolean> {
    const found = await this.#session?.query<{ found: boolean }>(
      `SELECT EXISTS (SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = 0 AND objid = $1
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS found`,
      [READY_LOCK],
    )
    return found?.rows[0]?.found === true
  }

  /** Resolves when the database answers; rejects when the lock is given up before. */
  async whenWell(): Promise<void> {
    if (this.#ending) throw new DatabaseUnavailable(STOPPING)
    if (this.health.ok) return
    await new Promise<void>((resolve, reject) => {
      this.#waiting.add((end) => (end ? reject(end) : resolve()))
    })
  }

  /**
   * Releases the lock. Its session ends with the database where that is stopped too: until then
   * nobody else can come in.
   */
  release({ withDatabase = false } = {}): void {
    this.#ending = true
    clearInterval(this.#asking)
    this.#wake(new DatabaseUnavailable(STOPPING))
    if (!withDatabase) this.#session?.cut()
  }

  #hold(session: Connection): void {
    this.#session = session
    this.#askedAt = undefined
    this.#backends.add(session.backend)
    session.once('error', (error) => this.#lost(session, error))
    session.once('end', () => this.#lost(session))
    this.#becameWell()
  }

  #ask(): void {
    if (!this.#session) return
    if (this.#askedAt !== undefined) {
      if (performance.now() - this.#askedAt > SILENT_MS) this.#becameUnwell(SILENT)
      return
    }
    const session = this.#session
    this.#askedAt = performance.now()
    Promise.all([session.query('SELECT 1'), this.#parts.lacksRoom?.()]).then(
      ([, lacksRoom]) => {
        if (session !== this.#session) return
        this.#askedAt = undefined
        // It answers reads still. Who waits to write is spared attempts that cannot succeed, and wakes with the room.
        if (lacksRoom) this.#becameUnwell(DISK_FULL)
        else this.#becameWell()
      },
      // The session is lost, and its own event reports that.
      () => session.cut(),
    )
  }

  #lost(session: Connection, error?: Error): void {
    if (this.#ending || session !== this.#session) return
    this.#session = undefined
    this.#becameUnwell((error && whyUnavailable(error)) ?? 'The connection to the database was lost.')
    void this.#comeBack()
  }

  async #comeBack(): Promise<void> {
    for (let wait = LEAST_WAIT_MS; !this.#ending; wait = Math.min(2 * wait, MOST_WAIT_MS)) {
      try {
        await this.#parts.revive?.()
        if (this.#ending) return
        const session = await this.#parts.connect()
        try {
          if (await this.#takeAgain(session)) return
        } finally {
          if (session !== this.#session) session.cut()
        }
      } catch (error) {
        this.#becameUnwell(whyUnavailable(error) ?? String(error))
      }
      await sleep(wait)
    }
  }

  /** Whether it is known who holds the lock: this server again, or another one. */
  async #takeAgain(session: Connection): Promise<boolean> {
    // It may get the lock although the answer is lost.
    this.#backends.add(session.backend)
    if (await tryLock(session)) {
      if (!this.#ending) this.#hold(session)
      return true
    }
    const holder = await holderOf(session)
    // The lock is read before the session: of one that has just ended it is known that it had the lock, and no name.
    if (!holder?.name) return false
    if (holder.name.endsWith(PROCESS_ID) && this.#backends.has(holder.backend)) {
      // Our own lost session: PostgreSQL has not noticed yet that nobody listens to it.
      await session.query('SELECT pg_terminate_backend($1)', [holder.backend])
      return false
    }
    this.#ending = true
    clearInterval(this.#asking)
    const reason = new Error(`Another Tradebook (${holder.name}) has taken over this database.`)
    this.#becameUnwell(reason.message)
    this.#wake(reason)
    this.#replaced(reason)
    return true
  }

  #becameWell(): void {
    if (this.#reason !== undefined) this.#parts.log.info('the database answers again')
    this.#reason = undefined
    this.#wake()
  }

  #becameUnwell(reason: string): void {
    if (reason !== this.#reason) this.#parts.log.error({ reason }, 'the database cannot be used')
    this.#reason = reason
  }

  #wake(end?: Error): void {
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const wake of waiting) wake(end)
  }
}

/** Whether the server of this name ran on this machine and is no more. */
function isDead(name: string): boolean {
  const [, pid, machine] = /^tradebook (\d+)@(\S*) \S+$/.exec(name) ?? []
  return machine === machineName() && !isAlive(Number(pid))
}

const STOPPING = 'The server is stopping.'

async function tryLock(session: Connection): Promise<boolean> {
  const { rows } = await session.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [LOCK])
  return rows[0]?.taken === true
}

async function holderOf(session: Connection): Promise<{ name: string; backend: number } | undefined> {
  const { rows } = await session.query<{ name: string; backend: number }>(
    `SELECT coalesce(application_name, '') AS name, pid AS backend FROM ${LOCK_HOLDER}`,
  )
  return rows[0]
}
