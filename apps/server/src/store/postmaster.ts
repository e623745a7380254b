import { spawn } from 'node:child_process'
import { closeSync, fstatSync, openSync, readFileSync, statfsSync, statSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Account } from './embedded-binaries.ts'
import { DatabaseUnavailable, isDiskFull } from './unavailable.ts'

/** Where PostgreSQL's `postgres` is, whose data it serves, and how. */
export interface PostmasterParts {
  readonly binaries: string
  readonly cluster: string
  readonly logFile: string
  readonly account: Account | undefined
  readonly settings: Readonly<Record<string, string>>
}

export const LOOPBACK = '127.0.0.1'
const START_TIMEOUT_MS = 30_000
const POLL_MS = 5
const RETRY_MS = 100
/** How long a shutdown that is under way at our start may take before it is cut short. */
const STOPPING_MS = 5_000

/** Nothing of our own environment: neither its locale nor its PG… variables. */
export const environment = { LC_ALL: 'C', TZ: 'UTC' }

const serverSettings = {
  listen_addresses: LOOPBACK,
  unix_socket_directories: '',
  max_connections: '100',
  // Durability is PostgreSQL's default; it is written down because everything rests on it.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // A commit does not wait until 16 MB of zeros are written for what comes after it, and segments are used again.
  wal_init_zero: 'off',
  min_wal_size: '1GB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Many small statements by one writer: no compiler, no helper processes for reading ahead.
  jit: 'off',
  io_method: 'sync',
}

/**
 * See to it that the cluster's server runs: one that runs is taken over, one that is starting or
 * stopping is waited for, and where there is none it is started.
 *
 * @returns the port it listens on; another one at each start.
 * @throws DatabaseUnavailable with the reason when it does not start.
 */
export async function ensureRunning(parts: PostmasterParts): Promise<number> {
  const deadline = performance.now() + START_TIMEOUT_MS
  for (;;) {
    const running = readPostmaster(parts.cluster)
    if (running?.ready) return running.port
    if (performance.now() > deadline) throw notStarted(parts, 'It is neither ready nor gone.')
    if (!running) await startServer(parts)
    // Somebody else is starting it, or it is shutting down: a part of it may be suspended and never end.
    else if (running.stopping) await stopServer(parts.cluster, STOPPING_MS)
    else await sleep(POLL_MS)
  }
}

/** Starts it and waits until it is ready or has given up, which it does when another one was faster. */
async function startServer(parts: PostmasterParts): Promise<void> {
  const { binaries, cluster, logFile, account, settings } = parts
  const port = await freePort()
  const options = Object.entries({ ...serverSettings, ...settings, port: String(port) }).flatMap(
    ([name, value]) => ['-c', `${name}=${value}`],
  )
  // The log is appended to, because another process may be starting it too; new output follows what was there.
  const log = openSync(logFile, sizeOf(logFile) > MOST_LOG_BYTES ? 'w' : 'a', 0o600)
  const { size: before } = fstatSync(log)
  const server = spawn(join(binaries, 'postgres'), ['-D', cluster, ...options], {
    ...account,
    cwd: '/',
    env: environment,
    // It lives on when we are killed: the next start takes it over, with its memory warm.
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  server.unref()
  let gone = false
  server.once('exit', () => {
    gone = true
  })
  server.once('error', () => {
    gone = true
  })
  const deadline = performance.now() + START_TIMEOUT_MS
  while (!gone && !readPostmaster(cluster)?.ready && performance.now() < deadline) await sleep(POLL_MS)
  if (gone && !readPostmaster(cluster)) {
    const logged = readFileSync(logFile).subarray(before).toString('utf8')
    if (!passing.test(logged)) throw notStarted(parts, logged)
    await sleep(RETRY_MS)
  }
}

/** A log longer than this is begun again at the next start. */
const MOST_LOG_BYTES = 16 * 1024 * 1024

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/**
 * Worth another try: the port was taken in between, another start was faster or is just writing its
 * lock file, or processes of a killed server are still ending.
 */
const passing =
  /could not bind|lock file "postmaster.pid" (already exists|is empty)|lock file "postmaster.pid": No such file|bogus data in lock file|is still in use/

/** PostgreSQL needs at least a segment of its log to start: less room than that is none. */
const LEAST_ROOM_BYTES = 16 * 1024 * 1024

/** Whether the disk of a folder has no room for a database to work. */
export function lacksRoom(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize < LEAST_ROOM_BYTES
}

/** Why it did not start. A full disk may have kept it from logging the reason. */
function notStarted({ cluster }: PostmasterParts, logged: string): DatabaseUnavailable {
  const full = isDiskFull(new Error(logged)) || lacksRoom(cluster)
  return new DatabaseUnavailable(
    full
      ? `The disk of the database is full: PostgreSQL can not start in ${cluster}.`
      : `PostgreSQL did not start.\n${logged}`,
  )
}

interface Running {
  readonly pid: number
  readonly port: number
  readonly ready: boolean
  readonly stopping: boolean
}

/** The running server by its lock file: the file of a process that is gone counts for nothing. */
function readPostmaster(cluster: string): Running | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const pid = Number(lines[0])
  if (!(pid > 0) || !isServer(pid, cluster)) return undefined
  const status = lines[7]?.trim()
  return { pid, port: Number(lines[3]), ready: status === 'ready', stopping: status === 'stopping' }
}

/** A process id is soon given to another process; on Linux we can see whether it is that cluster's server. */
function isServer(pid: number, cluster: string): boolean {
  if (!isAlive(pid)) return false
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(cluster)
  } catch {
    return process.platform !== 'linux'
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * PostgreSQL's fast shutdown: ends the connections, keeps everything committed. One that has not
 * ended in time is stopped at once (its log makes it whole again at the next start) and is not
 * waited for.
 */
export async function stopServer(cluster: string, withinMs = START_TIMEOUT_MS): Promise<void> {
  const running = readPostmaster(cluster)
  if (!running) return
  const ended = async (ms: number) => {
    const deadline = performance.now() + ms
    while (readPostmaster(cluster)?.pid === running.pid) {
      if (performance.now() > deadline) return false
      await sleep(POLL_MS)
    }
    return true
  }
  signal(running.pid, 'SIGINT')
  if (await ended(withinMs)) return
  signal(running.pid, 'SIGQUIT')
}

/** One that was suspended can not obey before it goes on. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
    process.kill(pid, 'SIGCONT')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function freePort(): Promise<number> {
  return new Promise((resolvePort, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, LOOPBACK, () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolvePort(port))
    })
  })
}
