import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Account, canReach, commonGround, findBinaries, serverAccount } from './embedded-binaries.ts'

/** The PostgreSQL that Tradebook brings along, running. */
export interface EmbeddedServer {
  readonly host: string
  readonly port: number
  /** The superuser: for roles and migrations only. */
  readonly superuserPassword: string
  /** The role that queries run under. */
  readonly loginPassword: string
  /** Shut it down and wait until it is. Connections still open are ended. */
  stop(): Promise<void>
}

export const SUPERUSER = 'postgres'
const HOST = '127.0.0.1'
const START_TIMEOUT_MS = 30_000
const POLL_MS = 5
const RETRY_MS = 100

/**
 * The data folder's own PostgreSQL: made at first start, started when it is not running, and
 * taken over when it is, for it outlives a Tradebook that was killed.
 *
 * Several processes may do this at once: each step is decided by the file system or by
 * PostgreSQL's own lock, and the losers use what the winner made.
 *
 * @param settings more settings of PostgreSQL, for tests.
 */
export async function startEmbedded(
  dataFolder: string,
  log: Logger,
  settings: Readonly<Record<string, string>> = {},
): Promise<EmbeddedServer> {
  mkdirSync(dataFolder, { recursive: true })
  const account = serverAccount()
  const binaries = findBinaries(account, dataFolder)
  const facts = readFacts(dataFolder) ?? keepFacts(dataFolder, newFacts(dataFolder, account))
  if (!existsSync(join(facts.cluster, 'PG_VERSION'))) createCluster(binaries, facts, account, log)

  const deadline = Date.now() + START_TIMEOUT_MS
  for (;;) {
    const running = readPostmaster(facts.cluster)
    if (running?.ready) {
      const { superuserPassword, loginPassword } = facts
      return {
        host: HOST,
        port: running.port,
        superuserPassword,
        loginPassword,
        stop: () => stopServer(facts.cluster),
      }
    }
    if (!running) await startServer(binaries, facts.cluster, dataFolder, account, settings)
    // Otherwise somebody else is starting it, or it is shutting down.
    else await sleep(POLL_MS)
    if (Date.now() > deadline) throw new Error(`PostgreSQL did not start.\n${endOfLog(dataFolder)}`)
  }
}

/** Stop the data folder's PostgreSQL where one runs, whoever started it. */
export async function stopEmbedded(dataFolder: string): Promise<void> {
  const facts = readFacts(dataFolder)
  if (facts) await stopServer(facts.cluster)
}

/** What must be known to find and enter the cluster. Readable by its owner alone. */
interface Facts {
  /** Where the cluster is: in the data folder, or where PostgreSQL's own account can reach it. */
  readonly cluster: string
  readonly superuserPassword: string
  readonly loginPassword: string
}

const factsFile = (dataFolder: string) => join(dataFolder, 'postgres.json')

function readFacts(dataFolder: string): Facts | undefined {
  const file = factsFile(dataFolder)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Facts) : undefined
}

function newFacts(dataFolder: string, account: Account | undefined): Facts {
  const secret = () => randomBytes(24).toString('base64url')
  const folder = resolve(dataFolder)
  // Its account may pass through the data folder, not look around: each file there is its owner's alone.
  if (account) chmodSync(folder, statSync(folder).mode | 0o001)
  const cluster = canReach(folder, account)
    ? join(folder, 'postgres')
    : join(commonGround(), `postgres-${randomBytes(6).toString('hex')}`)
  return { cluster, superuserPassword: secret(), loginPassword: secret() }
}

/** Write the facts unless another process just did: a link never replaces a file. */
function keepFacts(dataFolder: string, facts: Facts): Facts {
  const aside = `${factsFile(dataFolder)}.${process.pid}`
  writeFileSync(aside, `${JSON.stringify(facts, undefined, 2)}\n`, { mode: 0o600 })
  try {
    linkSync(aside, factsFile(dataFolder))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(aside)
  }
  return readFacts(dataFolder) ?? facts
}

/** Make the cluster aside and rename it: a start that was cut off leaves nothing half-made behind. */
function createCluster(binaries: string, facts: Facts, account: Account | undefined, log: Logger): void {
  log.info({ folder: facts.cluster }, 'creating the database')
  removeLeftovers(facts.cluster)
  const aside = `${facts.cluster}.${process.pid}`
  mkdirSync(aside, { mode: 0o700 })
  const passwordFile = `${aside}.password`
  writeFileSync(passwordFile, facts.superuserPassword, { mode: 0o600 })
  if (account) for (const path of [aside, passwordFile]) chownSync(path, account.uid, account.gid)

  // Sorting and letter case must not depend on the machine's locale, nor the days on its time zone.
  const made = spawnSync(
    join(binaries, 'initdb'),
    [
      `--pgdata=${aside}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    ],
    { ...account, cwd: '/', env: environment, encoding: 'utf8' },
  )
  rmSync(passwordFile)
  if (made.status !== 0) {
    rmSync(aside, { recursive: true, force: true })
    throw new Error(`The database could not be created: ${made.error?.message ?? made.stderr}`)
  }
  try {
    renameSync(aside, facts.cluster)
  } catch (error) {
    rmSync(aside, { recursive: true, force: true })
    if (!existsSync(join(facts.cluster, 'PG_VERSION'))) throw error
  }
}

function removeLeftovers(cluster: string): void {
  for (const name of readdirSync(dirname(cluster))) {
    const pid = name.startsWith(`${basename(cluster)}.`)
      ? Number.parseInt(name.slice(basename(cluster).length + 1), 10)
      : 0
    if (pid > 0 && !isAlive(pid)) rmSync(join(dirname(cluster), name), { recursive: true, force: true })
  }
}

/** Nothing of our own environment: neither its locale nor its PG… variables. */
const environment = { LC_ALL: 'C', TZ: 'UTC' }

const serverSettings = {
  listen_addresses: HOST,
  unix_socket_directories: '',
  max_connections: '100',
  // Durability is PostgreSQL's default; it is written down because everything rests on it.
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Many small statements by one writer: no compiler, no helper processes for reading ahead.
  jit: 'off',
  io_method: 'sync',
}

/** Start it and wait until it is ready or has given up, which it does when another one was faster. */
async function startServer(
  binaries: string,
  cluster: string,
  dataFolder: string,
  account: Account | undefined,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const port = await freePort()
  const options = Object.entries({ ...serverSettings, ...settings, port: String(port) }).flatMap(
    ([name, value]) => ['-c', `${name}=${value}`],
  )
  const log = openSync(logFile(dataFolder), 'w', 0o600)
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
  const deadline = Date.now() + START_TIMEOUT_MS
  while (!gone && !readPostmaster(cluster)?.ready && Date.now() < deadline) await sleep(POLL_MS)
  if (gone && !readPostmaster(cluster)) {
    const text = endOfLog(dataFolder)
    if (!passing.test(text)) throw new Error(`PostgreSQL did not start.\n${text}`)
    await sleep(RETRY_MS)
  }
}

/** Worth another try: the port was taken in between, or processes of a killed server are still ending. */
const passing = /could not bind|"postmaster.pid" already exists|is still in use/

/** The running server as its lock file tells: a file of a process that is gone counts for nothing. */
function readPostmaster(cluster: string): { pid: number; port: number; ready: boolean } | undefined {
  let lines: string[]
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const pid = Number(lines[0])
  if (!(pid > 0) || !isServer(pid, cluster)) return undefined
  return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
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

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** PostgreSQL's fast shutdown: ends the connections, keeps everything committed. */
async function stopServer(cluster: string): Promise<void> {
  const running = readPostmaster(cluster)
  if (!running) return
  process.kill(running.pid, 'SIGINT')
  const deadline = Date.now() + START_TIMEOUT_MS
  while (readPostmaster(cluster)?.pid === running.pid && Date.now() < deadline) await sleep(POLL_MS)
}

function freePort(): Promise<number> {
  return new Promise((resolvePort, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, HOST, () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolvePort(port))
    })
  })
}

const logFile = (dataFolder: string) => join(dataFolder, 'postgres.log')

const endOfLog = (dataFolder: string): string =>
  existsSync(logFile(dataFolder))
    ? readFileSync(logFile(dataFolder), 'utf8').split('\n').slice(-20).join('\n')
    : ''
