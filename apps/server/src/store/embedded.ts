import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { Logger } from 'pino'
import { type Account, canReach, commonGround, findBinaries, serverAccount } from './embedded-binaries.ts'
import { ensureRunning, environment, isAlive, LOOPBACK, stopServer } from './postmaster.ts'

/** The PostgreSQL that Tradebook brings along. */
export interface EmbeddedServer {
  readonly host: string
  /** As of its last start. */
  readonly port: number
  /** The superuser: for roles and migrations only. */
  readonly superuserPassword: string
  /** The role that queries run under. */
  readonly loginPassword: string
  /** Starts it again where it died. @throws DatabaseUnavailable when it does not start. */
  revive(): Promise<void>
  /**
   * Shut it down and wait until it is, or until the time is over. Connections still open are ended.
   */
  stop(withinMs?: number): Promise<void>
}

export const SUPERUSER = 'postgres'

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
  const { cluster, superuserPassword, loginPassword } = facts
  if (!existsSync(join(cluster, 'PG_VERSION'))) createCluster(binaries, facts, account, log)

  const parts = { binaries, cluster, logFile: join(dataFolder, 'postgres.log'), account, settings }
  let port = await ensureRunning(parts)
  return {
    host: LOOPBACK,
    get port() {
      return port
    },
    superuserPassword,
    loginPassword,
    async revive() {
      port = await ensureRunning(parts)
    },
    stop: (withinMs) => stopServer(cluster, withinMs),
  }
}

/** Stops the data folder's PostgreSQL where one runs, whoever started it. */
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

/** Writes the facts unless another process just did: a link never replaces a file. */
function keepFacts(dataFolder: string, facts: Facts): Facts {
  const aside = `${factsFile(dataFolder)}.${process.pid}`
  try {
    writeFileSync(aside, `${JSON.stringify(facts, undefined, 2)}\n`, { mode: 0o600 })
    linkSync(aside, factsFile(dataFolder))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(aside, { force: true })
  }
  return readFacts(dataFolder) ?? facts
}

/** Creates the cluster under another name and renames it: a start that was cut off leaves nothing incomplete. */
function createCluster(binaries: string, facts: Facts, account: Account | undefined, log: Logger): void {
  log.info({ folder: facts.cluster }, 'creating the database')
  removeLeftovers(facts.cluster)
  const aside = `${facts.cluster}.${process.pid}`
  mkdirSync(aside, { mode: 0o700 })
  const passwordFile = `${aside}.password`
  try {
    writeFileSync(passwordFile, facts.superuserPassword, { mode: 0o600 })
    if (account) for (const path of [aside, passwordFile]) chownSync(path, account.uid, account.gid)
    runInitdb(binaries, aside, passwordFile, account)
    renameSync(aside, facts.cluster)
  } catch (error) {
    if (!existsSync(join(facts.cluster, 'PG_VERSION'))) throw error
  } finally {
    for (const path of [passwordFile, aside]) rmSync(path, { recursive: true, force: true })
  }
}

/** @throws Error with the output of `initdb`. */
function runInitdb(
  binaries: string,
  folder: string,
  passwordFile: string,
  account: Account | undefined,
): void {
  // Sorting and letter case must not depend on the machine's locale, nor the days on its time zone.
  const made = spawnSync(
    join(binaries, 'initdb'),
    [
      `--pgdata=${folder}`,
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
  if (made.status !== 0)
    throw new Error(`The database could not be created: ${made.error?.message ?? made.stderr}`)
}

function removeLeftovers(cluster: string): void {
  for (const name of readdirSync(dirname(cluster))) {
    const pid = name.startsWith(`${basename(cluster)}.`)
      ? Number.parseInt(name.slice(basename(cluster).length + 1), 10)
      : 0
    if (pid > 0 && !isAlive(pid)) rmSync(join(dirname(cluster), name), { recursive: true, force: true })
  }
}
