import type { ClientConfig } from 'pg'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { columnTypes } from './column-types.ts'
import { type ConnectAs, Connection, type Timeouts } from './connection.ts'
import { isStandby, SUPERUSER, startEmbedded } from './embedded.ts'
import { lacksRoom } from './postmaster.ts'
import { hostOf, hostUrls, Primary } from './primary.ts'
import { applicationName } from './server-lock.ts'
import { isDiskFull, whyUnavailable } from './unavailable.ts'

/** Where the database is, and which roles connect to it. */
export interface Access {
  /** The role that creates roles and migrates. Read at each connect, because an embedded database can move. */
  readonly admin: ClientConfig
  /** The role that queries run as, where it is not the admin. */
  readonly login?: { readonly user: string; readonly password: string }
  /** Starts the database again after it died, or finds where it is now; absent where it can only be waited for. */
  readonly revive?: () => Promise<void>
  /** Whether its disk has no room to work; absent where its disk is not seen. */
  readonly lacksRoom?: () => Promise<boolean>
  /** Stops the database, after the last connection has ended. */
  readonly stop?: (withinMs?: number) => Promise<void>
  /** Whether this process has just started the database. */
  readonly wasStarted?: boolean
  /** Where other processes of this machine reach an embedded database now, as the role that queries run as. */
  readonly databaseUrl?: () => string
}

/** What of the configuration names the database. */
export type DatabaseConfig = Pick<Config, 'databaseUrl' | 'dataFolder'> & {
  readonly databasePort?: number | undefined
}

/** Access to the configured database, or to the embedded one, which is started if it does not run. */
export async function accessTo(
  { databaseUrl, dataFolder, databasePort: port }: DatabaseConfig,
  log: Logger,
): Promise<Access> {
  if (databaseUrl) return accessToHosts(hostUrls(databaseUrl), log)
  if (isStandby(dataFolder))
    throw new Error(
      `The data folder ${dataFolder} is the standby of another one, and follows what is done there. To trade here instead, stop the other one and run: npm run promote -- --data ${dataFolder}`,
    )
  const server = await startEmbedded(dataFolder, log, port === undefined ? {} : { port: String(port) })
  return {
    get admin() {
      const { host, port, superuserPassword: password } = server
      return { host, port, user: SUPERUSER, password, database: 'postgres' }
    },
    login: { user: 'tradebook', password: server.loginPassword },
    revive: server.revive,
    lacksRoom: server.lacksRoom,
    stop: server.stop,
    wasStarted: server.wasStarted,
    databaseUrl: () =>
      `postgres://tradebook:${encodeURIComponent(server.loginPassword)}@${server.host}:${server.port}/postgres`,
  }
}

/** Access to a database of the operator's own. Where it has several hosts, it is looked for whenever it was lost. */
async function accessToHosts(urls: readonly string[], log: Logger): Promise<Access> {
  const primary = new Primary(urls, log)
  if (urls.length === 1) return { admin: primary.config }
  await primary.find()
  return {
    get admin() {
      return primary.config
    },
    revive: () => primary.find(),
  }
}

/** Connects as the role that creates roles and migrates. */
export const asAdmin =
  (access: Access): ConnectAs =>
  () =>
    access.admin

/** Connects as the role that queries run as. */
export const asLogin =
  (access: Access): ConnectAs =>
  () => ({ ...access.admin, ...access.login })

/** A connected connection with the settings that all connections of this process share. */
export async function connect(
  connectAs: ConnectAs,
  timeouts: Timeouts,
  settings: ClientConfig = {},
): Promise<Connection> {
  const connection = new Connection(connectAs, timeouts, { ...connectionSettings(), ...settings })
  await connection.connect()
  return connection
}

/** Lets PostgreSQL notice a link that was dropped without notice, within about 11 s. */
export const LINK_CHECKS = Object.entries({
  tcp_keepalives_idle: 5,
  tcp_keepalives_interval: 2,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 11_000,
})
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ')

/** What all connections of this process share. */
export const connectionSettings = () =>
  ({
    application_name: applicationName(),
    types: columnTypes,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    options: LINK_CHECKS,
  }) satisfies ClientConfig

/** Why a start failed: in an operator's words where the database or its folder caused it, else the error itself. */
export function whyNotStarted(error: unknown, { databaseUrl, dataFolder }: DatabaseConfig): unknown {
  const code = String((error as { code?: unknown } | undefined)?.code ?? '')
  const why = whyUnavailable(error)
  const words = databaseUrl
    ? (unwritable(code) ?? why)
    : (unwritable(code) ?? noRoom() ?? strangePasswords(code) ?? why)
  return words === undefined ? error : new Error(inContext(words), { cause: error })

  function inContext(words: string): string {
    if (words !== why) return words
    if (!databaseUrl) return `The PostgreSQL of the data folder ${dataFolder} cannot be used. ${why}`
    const hosts = hostUrls(databaseUrl)
    if (hosts.length > 1) return `The database of DATABASE_URL cannot be used. ${why}`
    return `The database of DATABASE_URL cannot be reached at ${hosts.map(hostOf).join()}${code ? ` (${code})` : ''}. ${why}`
  }

  function unwritable(code: string): string | undefined {
    if (code === 'EROFS')
      return `The data folder ${dataFolder} is on a disk that can only be read. Make it writable, or choose another folder with TRADEBOOK_DATA, and start again.`
    if (code !== 'EACCES' && code !== 'EPERM') return undefined
    // A port below 1024 is refused with the same code.
    const { path } = error as { path?: string }
    if (path === undefined) return undefined
    return `The user that runs Tradebook cannot write ${path}. Give it the data folder ${dataFolder}, or choose another folder with TRADEBOOK_DATA, and start again.`
  }

  function noRoom(): string | undefined {
    if (!isDiskFull(error) && !(why !== undefined && lacksRoom(dataFolder))) return undefined
    return `There is no room left on the disk of the data folder ${dataFolder}. Make some, or choose another folder with TRADEBOOK_DATA, and start again.`
  }

  function strangePasswords(code: string): string | undefined {
    if (code !== WRONG_PASSWORD) return undefined
    return `The passwords in postgres.json of the data folder ${dataFolder} are not those of its database. Restore both from the same copy of the data folder.`
  }
}

const WRONG_PASSWORD = '28P01'
