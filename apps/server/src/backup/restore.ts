import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import type { Logger } from 'pino'
import { SUPERUSER, startEmbedded } from '../store/embedded.ts'
import { clusterOf } from '../store/postgres-passwords.ts'
import { type Archive, ArchiveRefused, type Base, firstPosition } from './archive.ts'
import { type Instant, inWords } from './instant.ts'
import { segmentName } from './log-pieces.ts'
import { followLog, quickReach } from './reach.ts'
import { TarUnpacker } from './tar.ts'

/** What was restored. */
export interface Restored {
  /** The instant that was asked for, as PostgreSQL reads it; absent: the newest. */
  readonly at?: string
  /** When the last change was committed that it has; absent where there was none after the base. */
  readonly lastCommit?: Date
}

/** From when to when an archive can be restored, in words. */
export function rangeInWords(archive: Archive): string {
  const [oldest, ...others] = archive.bases()
  if (!oldest) return `${archive.folder} has no complete base backup yet.`
  const newest = others.at(-1) ?? oldest
  return `These backups can be restored to any instant from ${inWords(oldest.endedAt)} to ${inWords(quickReach(archive, newest).until)}.`
}

/**
 * The base to begin with: the newest one before the instant.
 *
 * @throws ArchiveRefused where the archive does not cover the instant.
 */
export function baseFor(archive: Archive, at: Instant | undefined): Base {
  const bases = archive.bases()
  const base = at ? bases.findLast(({ endedAt }) => endedAt <= at.epochMs) : bases.at(-1)
  const isCovered = base && (!at || quickReach(archive, base).until >= at.epochMs)
  if (isCovered) return base
  const refused = at && bases.length > 0 ? `There is no backup of ${inWords(at.epochMs)}. ` : ''
  throw new ArchiveRefused(refused + rangeInWords(archive))
}

/**
 * Restores an archive into a new data folder, which appears when it is complete.
 *
 * @param at the instant; absent: the newest that the archive has.
 * @param into a folder that is empty or not there.
 * @param whileOpen is given the restored database before it is stopped.
 * @throws ArchiveRefused in words, with the range that can be reached.
 */
export async function restore(
  archive: Archive,
  {
    at,
    into,
    log,
    whileOpen,
  }: {
    readonly at?: Instant | undefined
    readonly into: string
    readonly log: Logger
    readonly whileOpen?: (access: ClientConfig) => Promise<void>
  },
): Promise<Restored> {
  const target = resolve(into)
  if (existsSync(target) && readdirSync(target).length > 0)
    throw new ArchiveRefused(
      `${target} is not empty. Restore into an empty folder, or one that does not exist yet.`,
    )
  const base = baseFor(archive, at)
  const aside = `${target}.restoring`
  rmSync(aside, { recursive: true, force: true })
  mkdirSync(aside, { recursive: true, mode: 0o700 })
  try {
    unpack(archive, base, aside)
    unpackLog(archive, base, at, clusterOf(aside))
    const lastCommit = await recover(aside, at, log, whileOpen)
    if (existsSync(target)) rmdirSync(target)
    renameSync(aside, target)
    return { ...(at && { at: at.text }), ...(lastCommit && { lastCommit }) }
  } catch (error) {
    rmSync(aside, { recursive: true, force: true })
    throw error
  }
}

function unpack(archive: Archive, base: Base, folder: string): void {
  const cluster = clusterOf(folder)
  mkdirSync(cluster, { mode: 0o700 })
  const tar = new TarUnpacker(cluster)
  for (const chunk of archive.data(base)) tar.write(chunk)
  tar.end()
  for (const [name, text] of Object.entries(base.files))
    writeFileSync(join(folder, name), text, { mode: 0o600 })
}

/** Writes the log as the segments that PostgreSQL reads, up to the first that is covered after the instant. */
function unpackLog(archive: Archive, base: Base, at: Instant | undefined, cluster: string): void {
  const segment = BigInt(base.segmentBytes)
  const first = firstPosition(base)
  let open: { readonly start: bigint; readonly file: number } | undefined
  const close = () => {
    if (!open) return
    // PostgreSQL wants whole segments; what follows the last record is empty.
    ftruncateSync(open.file, base.segmentBytes)
    closeSync(open.file)
  }
  const write = (position: bigint, bytes: Buffer) => {
    const start = position - (position % segment)
    if (open?.start !== start) {
      close()
      const name = segmentName(base.timeline, start, base.segmentBytes)
      open = { start, file: openSync(join(cluster, 'pg_wal', name), 'w', 0o600) }
    }
    for (let done = 0; done < bytes.length; )
      done += writeSync(open.file, bytes, done, bytes.length - done, Number(position - start) + done)
  }
  let isEnough = false
  const reach = followLog(archive, base, (position, chunk) => {
    if (isEnough) return false
    if ('bytes' in chunk) {
      if (position + BigInt(chunk.bytes.length) > first) write(position, chunk.bytes)
    } else if (at && chunk.coveredUntil > at.epochMs && position >= BigInt(base.end)) isEnough = true
    return true
  })
  close()
  if (isEnough || (reach.fault === undefined && reach.position >= BigInt(base.end))) return
  const range =
    reach.position < BigInt(base.end)
      ? 'Nothing can be restored from this base backup; try an earlier instant with --at.'
      : `It can be restored from ${inWords(base.endedAt)} to ${inWords(reach.until)}: choose an instant with --at.`
  throw new ArchiveRefused(
    `The log in ${archive.folder} is incomplete: ${reach.fault ?? 'it ends before the base backup does'}. ${range}`,
  )
}

/** Starts PostgreSQL on the files, which replays the log up to the instant, and stops it again. */
async function recover(
  folder: string,
  at: Instant | undefined,
  log: Logger,
  whileOpen: (access: ClientConfig) => Promise<void> = async () => {},
): Promise<Date | undefined> {
  writeFileSync(join(clusterOf(folder), 'recovery.signal'), '', { mode: 0o600 })
  const settings = {
    // All of the log is here already.
    restore_command: 'exit 1',
    recovery_target_timeline: 'current',
    recovery_target_action: 'promote',
    hot_standby: 'off',
  }
  const server = await startEmbedded(folder, log, {
    ...settings,
    ...(at && { recovery_target_time: at.text }),
  }).catch((error: Error) => {
    // Nothing was committed between the instant and the end of the archive, which covers it: all of it is wanted.
    if (at && error.message.includes('before configured recovery target was reached'))
      return startEmbedded(folder, log, settings)
    throw error
  })
  try {
    const { host, port, superuserPassword: password } = server
    const access = { host, port, user: SUPERUSER, password, database: 'postgres' }
    const client = new Client(access)
    await client.connect()
    try {
      const { rows } = await client.query('SELECT pg_last_xact_replay_timestamp() AS last')
      await whileOpen(access)
      return rows[0]?.last ?? undefined
    } finally {
      await client.end()
    }
  } finally {
    await server.stop()
  }
}
