import { setTimeout as sleep } from 'node:timers/promises'
import { lagosDate, lagosInstant } from '@tradebook/contract'
import { Client, type ClientConfig } from 'pg'
import { Archive } from './archive.ts'
import { takeBase } from './base-backup.ts'
import { LogArchiver } from './log-archiver.ts'
import { Replication } from './replication.ts'
import { stateNow } from './state.ts'

/** What is backed up, and where to. */
export interface BackupParts {
  /** The superuser of the database. */
  readonly access: ClientConfig
  readonly dataFolder: string
  /** The folder of the backups. */
  readonly folder: string
  /** The operator's key. */
  readonly key: string
  readonly report: (event: BackupEvent) => void
}

/** What happens as a database is backed up. Times are the database's, epoch milliseconds. */
export type BackupEvent =
  | { readonly kind: 'began' }
  | { readonly kind: 'base'; readonly endedAt: number }
  | { readonly kind: 'covered'; readonly until: number }

/** When a base is due, and how long backups are kept. */
export interface Schedule {
  /** Minutes after midnight in Lagos. */
  readonly baseAt: number
  readonly days: number
  /** Whether a base is made at the beginning, due or not. */
  readonly isFirstNow?: boolean
}

const DAY_MS = 86_400_000
/** How often it is looked whether a base is due, and what is covered is reported. */
const LOOK_EVERY_MS = 1_000
/** A state is read from all rows: often enough to verify what was archived lately, and seldom enough not to matter. */
const STATE_EVERY_MS = 3_600_000

/** When the newest base should have been made, epoch milliseconds. */
export function baseDueAt(now: number, { baseAt }: Schedule): number {
  const today = lagosInstant(lagosDate(now), baseAt)
  return today <= now ? today : today - DAY_MS
}

/**
 * Backs a database up: a base where one is missing or due, and the log from then on.
 *
 * @param schedule absent: a base now, the log until the archive covers it, and no more.
 * @throws Error in words when the archive cannot be used, and when the database or the disk of the archive is lost.
 */
export async function backUp(
  parts: BackupParts,
  schedule: Schedule | undefined,
  ended: AbortSignal,
): Promise<void> {
  const { access, folder, key, report } = parts
  const { system, timeline } = await identify(access)
  const archive = Archive.openFor(folder, key, system)
  const slot = slotOf(archive)
  const archiver = new LogArchiver({
    archive,
    access,
    slot,
    timeline,
    segmentBytes: await segmentBytes(access),
  })
  const isNew = await archiver.begin()
  report({ kind: 'began' })
  const end = () => void archiver.finish()
  ended.addEventListener('abort', end, { once: true })
  const running = archiver.run()
  const reporting = setInterval(() => {
    if (archiver.coveredUntil !== undefined) report({ kind: 'covered', until: archiver.coveredUntil })
  }, LOOK_EVERY_MS)
  let isOver = false
  const work = async () => {
    let base =
      isNew || schedule?.isFirstNow
        ? undefined
        : archive.bases().findLast((found) => found.timeline === timeline)
    let stateAt = 0
    if (base) report({ kind: 'base', endedAt: base.endedAt })
    while (!ended.aborted && !isOver) {
      if (!schedule || !base || base.endedAt < baseDueAt(Date.now(), schedule)) {
        base = await takeBase(archive, access, parts.dataFolder)
        await archiver.reached(BigInt(base.end))
        archive.endBase(base)
        report({ kind: 'base', endedAt: base.endedAt })
        stateAt = 0
        if (schedule) archive.prune(Date.now() - schedule.days * DAY_MS)
      }
      if (Date.now() - stateAt > STATE_EVERY_MS) {
        stateAt = Date.now()
        const state = await stateNow(access)
        await archiver.covers(Date.parse(state.at) + 1)
        archive.addState(state)
        report({ kind: 'covered', until: archiver.coveredUntil ?? base.endedAt })
      }
      if (!schedule) return
      await sleep(LOOK_EVERY_MS)
    }
  }
  try {
    await Promise.race([work(), running])
  } catch (error) {
    if (!ended.aborted) throw error
  } finally {
    isOver = true
    clearInterval(reporting)
    ended.removeEventListener('abort', end)
    if (!ended.aborted) archiver.end()
    await running.catch(() => {})
    if (!schedule && isNew) await dropSlot(access, slot)
  }
}

/** Its name in PostgreSQL is that of the archive, so that two archives of one database do not share what is kept. */
const slotOf = (archive: Archive): string => `tradebook_backup_${archive.id}`

async function identify(access: ClientConfig) {
  const replication = await Replication.open(access)
  try {
    return await replication.identify()
  } finally {
    replication.cut()
  }
}

async function dropSlot(access: ClientConfig, slot: string): Promise<void> {
  const replication = await Replication.open(access)
  try {
    await replication.dropSlot(slot)
  } finally {
    replication.cut()
  }
}

async function segmentBytes(access: ClientConfig): Promise<number> {
  const client = new Client(access)
  await client.connect()
  try {
    const { rows } = await client.query(
      `SELECT setting::int AS bytes FROM pg_settings WHERE name = 'wal_segment_size'`,
    )
    return Number(rows[0]?.bytes)
  } finally {
    await client.end()
  }
}
