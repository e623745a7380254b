import { spawn } from 'node:child_process'
import {
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  type StatsFs,
  statfsSync,
  statSync,
} from 'node:fs'
import { statfs } from 'node:fs/promises'
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

/**
 * Where a process of the cluster works, and what it calls the cluster's folder. On Linux it is told where it works
 * before it gives up the rights of root, so it needs none on the folders above, and may be moved with its folder.
 */
export const atCluster = (cluster: string): { readonly cwd: string; readonly dataDirectory: string } =>
  process.platform === 'linux'
    ? { cwd: cluster, dataDirectory: '/proc/self/cwd' }
    : { cwd: '/', dataDirectory: cluster }

export const LOOPBACK = '127.0.0.1'
/** How long another process may take to start or stop it. */
const OTHERS_TIMEOUT_MS = 30_000
/** How long it may take to make a database whole that was not shut down. */
const START_TIMEOUT_MS = 300_000
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
  // A backup whose disk is away may not fill the disk of the database: it then begins again.
  max_slot_wal_keep_size: '4GB',
  // Many small statements by one writer: no compiler, no helper processes for reading ahead.
  jit: 'off',
  io_method: 'sync',
}

/** Whether a server of the cluster runs, starts or stops. */
export const isServed = (cluster: string): boolean => readPostmaster(cluster) !== undefined

/** The port of the cluster's server where one takes connections. */
export function portOf(cluster: string): number | undefined {
  const running = readPostmaster(cluster)
  return running?.ready ? running.port : undefined
}

export interface Started {
  /** Another one at each start. */
  readonly port: number
  /** Whether this call started it. */
  readonly wasStarted: boolean
}

/**
 * See to it that the cluster's server runs: one that runs is taken over, one that is starting or
 * stopping is waited for, and where there is none it is started.
 *
 * @throws DatabaseUnavailable with the reason when it does not start; then none that was started here runs.
 */
export async function ensureRunning(parts: PostmasterParts): Promise<Started> {
  let deadline = performance.now() + OTHERS_TIMEOUT_MS
  let ours: number | undefined
  for (;;) {
    const running = readPostmaster(parts.cluster)
    if (running?.ready) return { port: running.port, wasStarted: running.pid === ours }
    if (performance.now() > deadline) throw notStarted(parts, 'It is still running, but not ready.')
    if (!running) {
      const began = performance.now()
      ours = await startServer(parts)
      deadline += performance.now() - began
    }
    // Somebody else is starting it, or it is shutting down: a part of it may be suspended and never end.
    else if (running.stopping) await stopServer(parts.cluster, STOPPING_MS)
    else await sleep(POLL_MS)
  }
}

/** Starts it and waits until it is ready or has given up, which it does when another one was faster. */
async function startServer(parts: PostmasterParts): Promise<number | undefined> {
  const { binaries, cluster, logFile, account, settings } = parts
  const { cwd, dataDirectory } = atCluster(cluster)
  removeStrangeLock(cluster)
  const port = settings.port ?? String(await freePort())
  const options = Object.entries({ ...serverSettings, ...settings, port }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  // The log is appended to, because another process may be starting it too; new output follows what was there.
  const log = openSync(logFile, sizeOf(logFile) > MOST_LOG_BYTES ? 'w' : 'a', 0o600)
  const { size: before } = fstatSync(log)
  const server = spawn(join(binaries, 'postgres'), ['-D', dataDirectory, ...options], {
    ...account,
    cwd,
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
  while (!gone && !readPostmaster(cluster)?.ready) {
    if (performance.now() > deadline) {
      signal(server.pid ?? 0, 'SIGQUIT')
      throw notStarted(parts, `It was not ready after ${START_TIMEOUT_MS / 60_000} minutes.`)
    }
    await sleep(POLL_MS)
  }
  if (gone && !readPostmaster(cluster)) {
    const logged = readFileSync(logFile).subarray(before).toString('utf8')
    if (settings.port !== undefined && logged.includes('could not bind'))
      throw new DatabaseUnavailable(`Another program uses port ${port} (TRADEBOOK_DATABASE_PORT).`)
    if (!passing.test(logged)) throw notStarted(parts, logged)
    await sleep(RETRY_MS)
  }
  return server.pid
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

const isTooLittle = ({ bavail, bsize }: StatsFs): boolean => bavail * bsize < LEAST_ROOM_BYTES

/** Whether the disk of a folder has no room for a database to work. */
export const lacksRoom = (folder: string): boolean => isTooLittle(statfsSync(folder))

/** The same without waiting for the disk; one that cannot be asked lacks nothing that is known. */
export const hasNoRoom = (folder: string): Promise<boolean> => statfs(folder).then(isTooLittle, () => false)

/** Why it did not start. A full disk may have kept it from logging the reason. */
function notStarted({ cluster }: PostmasterParts, logged: string): DatabaseUnavailable {
  const full = isDiskFull(new Error(logged)) || lacksRoom(cluster)
  return new DatabaseUnavailable(
    full
      ? `The disk of the database is full: PostgreSQL cannot start in ${cluster}.`
      : `PostgreSQL did not start.\n${logged}`,
  )
}

interface Running {
  readonly pid: number
  readonly port: number
  readonly ready: boolean
  readonly stopping: boolean
}

/** The running server by its lock file: the file of a process that is gone, or works elsewhere, counts for nothing. */
function readPostmaster(cluster: string): Running | undefined {
  const lines = readLock(cluster)
  const pid = Number(lines?.[0])
  if (!lines || !(pid > 0) || !isServer(pid, cluster, lines[1] ?? '')) return undefined
  const status = lines[7]?.trim()
  return { pid, port: Number(lines[3]), ready: status === 'ready', stopping: status === 'stopping' }
}

const lockFile = (cluster: string) => join(cluster, 'postmaster.pid')

function readLock(cluster: string): string[] | undefined {
  try {
    return readFileSync(lockFile(cluster), 'utf8').split('\n')
  } catch {
    return undefined
  }
}

/**
 * PostgreSQL refuses to start while a process of its account has the number in the lock file, although that may be
 * the server of the folder that this one was copied from.
 */
function removeStrangeLock(cluster: string): void {
  const pid = Number(readLock(cluster)?.[0])
  if (pid > 0 && isAlive(pid) && !isServed(cluster)) rmSync(lockFile(cluster), { force: true })
}

/** A process number is soon given to another process; on Linux we can see whether it works in that cluster. */
function isServer(pid: number, cluster: string, dataDirectory: string): boolean {
  if (!isAlive(pid)) return false
  if (process.platform !== 'linux') return dataDirectory === realpathSync(cluster)
  try {
    const works = statSync(`/proc/${pid}/cwd`, { bigint: true })
    const folder = statSync(cluster, { bigint: true })
    return works.ino === folder.ino && works.dev === folder.dev
  } catch {
    return false
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
 *
 * @returns whether it has ended.
 */
export async function stopServer(cluster: string, withinMs = OTHERS_TIMEOUT_MS): Promise<boolean> {
  const running = readPostmaster(cluster)
  if (!running) return true
  const ended = async (ms: number) => {
    const deadline = performance.now() + ms
    while (readPostmaster(cluster)?.pid === running.pid) {
      if (performance.now() > deadline) return false
      await sleep(POLL_MS)
    }
    return true
  }
  signal(running.pid, 'SIGINT')
  if (await ended(withinMs)) return true
  signal(running.pid, 'SIGQUIT')
  return false
}

/** One that was suspended cannot obey before it goes on. */
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
