import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type ClientConfig } from 'pg'
import type { Logger } from 'pino'
import { isStandby, runningEmbedded, SUPERUSER, startEmbedded, stopEmbedded } from '../store/embedded.ts'
import { clusterOf, databasePasswords, keepPasswords } from '../store/postgres-passwords.ts'
import { readPrivate, replacePrivate } from '../store/private-file.ts'
import { ArchiveRefused } from './archive.ts'
import { Replication } from './replication.ts'
import { TarUnpacker } from './tar.ts'

/** What a primary calls its standby, and the name under which it keeps the log for it. */
const STANDBY = 'tradebook_standby'
const CONNECT_MS = 3_000
const LOOK_EVERY_MS = 1_000

/** In the data folder of a standby: whom it follows. */
const FOLLOWS = 'follows.json'

const accessOf = (url: string): ClientConfig => {
  try {
    const { hostname: host, port, username, password } = new URL(url)
    if (password !== '')
      return {
        host,
        port: Number(port || 5432),
        user: decodeURIComponent(username) || SUPERUSER,
        password: decodeURIComponent(password),
        database: 'postgres',
      }
  } catch {
    // Said below.
  }
  throw new ArchiveRefused('--of must look like postgres://postgres:PASSWORD@127.0.0.1:5433')
}

/** Host and port of a database, without the password. */
export function addressOf(url: string): string {
  const { host, port } = accessOf(url)
  return `${host}:${port}`
}

/**
 * Copies a running database into a new data folder, as one that follows it.
 *
 * @throws ArchiveRefused in words where the folder is not empty, or another standby follows that database.
 */
export async function makeStandby(url: string, into: string): Promise<void> {
  const access = accessOf(url)
  const folder = resolve(into)
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new ArchiveRefused(
      `${folder} is not empty. A standby starts with a full copy: choose a new folder, also on a machine that was the primary before.`,
    )
  const aside = `${folder}.copying`
  rmSync(aside, { recursive: true, force: true })
  const cluster = clusterOf(aside)
  mkdirSync(cluster, { recursive: true, mode: 0o700 })
  try {
    await keepLogFor(access)
    const replication = await Replication.open(access)
    try {
      const tar = new TarUnpacker(cluster)
      for await (const piece of replication.baseBackup('standby')) tar.write(piece)
      tar.end()
    } finally {
      replication.cut()
    }
    writeFileSync(join(cluster, 'postgresql.auto.conf'), settingsOf(access), { mode: 0o600 })
    writeFileSync(join(cluster, 'standby.signal'), '', { mode: 0o600 })
    keepPasswords(aside, String(access.password))
    replacePrivate(join(aside, FOLLOWS), { url })
    if (existsSync(folder)) rmdirSync(folder)
    renameSync(aside, folder)
  } catch (error) {
    rmSync(aside, { recursive: true, force: true })
    throw error
  }
}

/** Makes the primary keep its log from now on until the standby has it, up to `max_slot_wal_keep_size`. */
async function keepLogFor(access: ClientConfig): Promise<void> {
  const { rows } = await ask(access, `SELECT active FROM pg_replication_slots WHERE slot_name = '${STANDBY}'`)
  if (rows[0]?.active) throw new ArchiveRefused('Another standby already follows that database.')
  const replication = await Replication.open(access)
  try {
    if (rows[0]) await replication.dropSlot(STANDBY)
    await replication.createSlot(STANDBY)
  } finally {
    replication.cut()
  }
}

/** What was set on the primary is not for the standby. */
function settingsOf({ host, port, user, password }: ClientConfig): string {
  const quoted = (value: unknown) => `'${String(value).replace(/[\\']/g, '\\$&')}'`
  const link = Object.entries({
    host,
    port,
    user,
    password,
    application_name: STANDBY,
    connect_timeout: 5,
    keepalives_idle: 5,
    keepalives_interval: 2,
    keepalives_count: 3,
  }).map(([name, value]) => `${name}=${quoted(value)}`)
  const setting = (text: string) => text.replace(/\\/g, '\\\\').replaceAll("'", "''")
  return `primary_conninfo = '${setting(link.join(' '))}'\nprimary_slot_name = '${STANDBY}'\n`
}

/**
 * Follows the primary until it is stopped or promoted.
 *
 * @param isSynchronous whether the primary acknowledges nothing that is not here, too.
 * @returns whether it was promoted.
 */
export async function follow(
  folder: string,
  {
    isSynchronous,
    log,
    print,
    ended,
  }: {
    readonly isSynchronous: boolean
    readonly log: Logger
    readonly print: (line: string) => void
    readonly ended: AbortSignal
  },
): Promise<boolean> {
  const url = String(readPrivate(join(folder, FOLLOWS))?.url)
  const server = await startEmbedded(folder, log)
  let isSet = !isSynchronous
  let wasFollowing: boolean | undefined
  try {
    while (!ended.aborted && isStandby(folder)) {
      const isFollowing = await isStreaming(folder)
      if (isFollowing !== wasFollowing && isFollowing !== undefined)
        print(
          isFollowing
            ? `Following ${addressOf(url)}.`
            : `The primary ${addressOf(url)} cannot be followed now. Trying again until it can.`,
        )
      wasFollowing = isFollowing ?? wasFollowing
      if (isFollowing && !isSet) {
        await waitForStandby(accessOf(url))
        isSet = true
        print('From now on, nothing is acknowledged there that is not also here.')
      }
      await sleep(LOOK_EVERY_MS, undefined, { signal: ended }).catch(() => {})
    }
    return !isStandby(folder)
  } finally {
    if (isStandby(folder)) await server.stop()
  }
}

/** Nothing where it cannot be asked. */
async function isStreaming(folder: string): Promise<boolean | undefined> {
  const access = runningEmbedded(folder)
  if (!access) return undefined
  try {
    const { rows } = await ask(access, `SELECT FROM pg_stat_wal_receiver WHERE status = 'streaming'`)
    return rows.length > 0
  } catch {
    return undefined
  }
}

/** Has each commit of the primary wait until its standby has it on its disk. */
async function waitForStandby(access: ClientConfig): Promise<void> {
  await ask(access, `ALTER SYSTEM SET synchronous_standby_names = '${STANDBY}'`)
  await ask(access, 'SELECT pg_reload_conf()')
}

/** Has the primary go on without a standby: it waits for none and keeps no log for it. */
export async function goAlone(access: ClientConfig): Promise<void> {
  await ask(access, 'ALTER SYSTEM RESET synchronous_standby_names')
  await ask(access, 'SELECT pg_reload_conf()')
  const { rows } = await ask(access, `SELECT active FROM pg_replication_slots WHERE slot_name = '${STANDBY}'`)
  if (rows[0] && !rows[0].active) await ask(access, `SELECT pg_drop_replication_slot('${STANDBY}')`)
}

/**
 * Makes a standby a database of its own, which has everything that reached it.
 *
 * @param isForced although the primary still answers.
 * @throws ArchiveRefused in words where the folder is not a standby, or the primary still answers.
 */
export async function promote(
  folder: string,
  { isForced, log }: { readonly isForced: boolean; readonly log: Logger },
): Promise<void> {
  if (!isStandby(folder))
    throw new ArchiveRefused(
      `${folder} is not a standby: it was promoted before, or never followed another database.`,
    )
  const url = String(readPrivate(join(folder, FOLLOWS))?.url)
  if (!isForced && (await isPrimary(accessOf(url))))
    throw new ArchiveRefused(
      `The primary still answers at ${addressOf(url)}. If both trade, their records diverge: stop it first. With --force, this one is promoted anyway.`,
    )
  if (!runningEmbedded(folder)) await startEmbedded(folder, log)
  const access = runningEmbedded(folder)
  if (!access) throw new ArchiveRefused(`The database of ${folder} is not running.`)
  const { rows } = await ask(access, `SELECT pg_promote(true, ${PROMOTE_S}) AS done`, PROMOTE_S * 1_000)
  if (!rows[0]?.done)
    throw new ArchiveRefused(`PostgreSQL has not finished its promotion after ${PROMOTE_S} seconds.`)
  for (const name of ['primary_conninfo', 'primary_slot_name'])
    await ask(access, `ALTER SYSTEM RESET ${name}`)
  // The password of the primary's login is only on that machine.
  const { loginPassword } = databasePasswords(folder)
  await ask(
    access,
    `DO $$ BEGIN IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'tradebook')
     THEN ALTER ROLE tradebook PASSWORD '${loginPassword}'; END IF; END $$`,
  )
  await stopEmbedded(folder)
  rmSync(join(folder, FOLLOWS), { force: true })
}

const PROMOTE_S = 60

async function isPrimary(access: ClientConfig): Promise<boolean> {
  try {
    const { rows } = await ask(access, 'SELECT NOT pg_is_in_recovery() AS "isPrimary"')
    return rows[0]?.isPrimary === true
  } catch {
    return false
  }
}

async function ask(access: ClientConfig, query: string, withinMs = CONNECT_MS) {
  const client = new Client({
    ...access,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: withinMs,
    // In a synchronous database, what is set about the standby may not wait for the standby.
    options: '-c synchronous_commit=local',
  })
  client.on('error', () => {})
  await client.connect()
  try {
    return await client.query(query)
  } finally {
    await client.end()
  }
}
