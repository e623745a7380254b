import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { ClientConfig } from 'pg'
import type { Logger } from 'pino'
import { type Account, findBinaries, serverAccount } from './embedded-binaries.ts'
import { claimFolder, releaseFolder } from './folder-claim.ts'
import { clusterOf, databasePasswords } from './postgres-passwords.ts'
import {
  atCluster,
  ensureRunning,
  environment,
  hasNoRoom,
  isAlive,
  isServed,
  LOOPBACK,
  type PostmasterParts,
  portOf,
  stopServer,
} from './postmaster.ts'
import { DatabaseUnavailable, DISK_FULL } from './unavailable.ts'

/** The PostgreSQL that Tradebook brings along. */
export interface EmbeddedServer {
  readonly host: string
  /** As of its last start. */
  readonly port: number
  /** The superuser: for roles and migrations only. */
  readonly superuserPassword: string
  /** The role that queries run under. */
  readonly loginPassword: string
  /** Whether this call started it; else it ran before. */
  readonly wasStarted: boolean
  /** Whether its disk has no room for it to work. */
  lacksRoom(): Promise<boolean>
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
  // Made absolute now: where the process works may change, and nothing that is stored says where the folder is.
  const folder = resolve(dataFolder)
  const account = serverAccount()
  const binaries = findBinaries(account, folder)
  const cluster = clusterOf(folder)
  const onLost = (reason: Error) => {
    log.fatal({ reason: reason.message }, 'the database is stopped')
    void stopServer(cluster, 0)
  }
  const claim = await claimFolder(folder, onLost)
  const parts = { binaries, cluster, logFile: join(folder, 'postgres.log'), account, settings }
  try {
    const passwords = databasePasswords(folder)
    if (existsSync(join(cluster, 'PG_VERSION'))) giveTo(account, cluster)
    else createCluster(parts, passwords.superuserPassword, log)
    const started = await ensureRunning(parts)
    let { port } = started
    return {
      host: LOOPBACK,
      get port() {
        return port
      },
      ...passwords,
      wasStarted: started.wasStarted,
      lacksRoom: () => hasNoRoom(cluster),
      async revive() {
        // A start that fails at its end has read all of the log for nothing.
        if (!isServed(cluster) && (await hasNoRoom(cluster))) throw new DatabaseUnavailable(DISK_FULL)
        await claim.renew()
        port = (await ensureRunning(parts)).port
      },
      async stop(withinMs) {
        if (await stopServer(cluster, withinMs)) claim.release()
      },
    }
  } catch (error) {
    // Another process of this machine may use it: then the claim is needed.
    if (!isServed(cluster)) claim.release()
    throw error
  }
}

/** Whether the data folder's database follows another one. */
export const isStandby = (dataFolder: string): boolean =>
  existsSync(join(clusterOf(dataFolder), 'standby.signal'))

/** How the superuser enters the data folder's PostgreSQL where it runs, no matter who started it. */
export function runningEmbedded(dataFolder: string): ClientConfig | undefined {
  const port = portOf(clusterOf(dataFolder))
  if (port === undefined) return undefined
  const { superuserPassword: password } = databasePasswords(dataFolder)
  return { host: LOOPBACK, port, user: SUPERUSER, password, database: 'postgres' }
}

/** Stops the data folder's PostgreSQL where one runs, no matter who started it. */
export async function stopEmbedded(dataFolder: string): Promise<void> {
  if (await stopServer(clusterOf(dataFolder))) releaseFolder(dataFolder)
}

/**
 * PostgreSQL serves only files of its own account that no other can read. A copy may have been made by another
 * account, or come from a machine where the account has another number.
 */
function giveTo(account: Account | undefined, cluster: string): void {
  const { uid, mode } = statSync(cluster)
  const { uid: mine } = account ?? { uid: process.getuid?.() }
  if (account && uid !== account.uid && !isServed(cluster)) {
    lchownSync(cluster, account.uid, account.gid)
    for (const { parentPath, name } of readdirSync(cluster, { withFileTypes: true, recursive: true }))
      lchownSync(join(parentPath, name), account.uid, account.gid)
  }
  if ((mode & 0o027) !== 0 && (account || uid === mine)) chmodSync(cluster, 0o700)
}

/** Creates the cluster under another name and renames it: a start that was cut off leaves nothing incomplete. */
function createCluster({ binaries, cluster, account }: PostmasterParts, password: string, log: Logger): void {
  log.info({ folder: cluster }, 'creating the database')
  removeLeftovers(cluster)
  const aside = `${cluster}.${process.pid}`
  const made = join(aside, 'cluster')
  try {
    mkdirSync(made, { recursive: true, mode: 0o700 })
    writeFileSync(join(aside, PASSWORD), password, { mode: 0o600 })
    if (account)
      for (const path of [aside, made, join(aside, PASSWORD)]) chownSync(path, account.uid, account.gid)
    runInitdb(binaries, made, account)
    renameSync(made, cluster)
  } catch (error) {
    if (!existsSync(join(cluster, 'PG_VERSION'))) throw error
  } finally {
    rmSync(aside, { recursive: true, force: true })
  }
}

/** The superuser's, for `initdb` alone, in the folder around the new cluster. */
const PASSWORD = 'password'

/** @throws Error with the output of `initdb`. */
function runInitdb(binaries: string, cluster: string, account: Account | undefined): void {
  const { cwd, dataDirectory } = atCluster(cluster)
  const passwordFile = cwd === cluster ? `../${PASSWORD}` : join(cluster, '..', PASSWORD)
  // Sorting and letter case must not depend on the machine's locale, nor the days on its time zone.
  const made = spawnSync(
    join(binaries, 'initdb'),
    [
      `--pgdata=${dataDirectory}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    ],
    { ...account, cwd, env: environment, encoding: 'utf8' },
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
