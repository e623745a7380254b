import { parseArgs } from 'node:util'
import pino from 'pino'
import { type Config, readConfig } from '../config.ts'
import { whyNotStarted } from '../store/access.ts'
import { isStandby, runningEmbedded } from '../store/embedded.ts'
import { lead } from '../store/lead.ts'
import { Archive, ArchiveRefused } from './archive.ts'
import { type BackupEvent, backUp } from './backup-run.ts'
import { whyNotBackedUp } from './failure.ts'
import { instantOf, inWords } from './instant.ts'
import { rangeInWords, restore } from './restore.ts'
import { addressOf, follow, goAlone, makeStandby, promote } from './standby.ts'
import { recordState, verifyState } from './state-file.ts'
import { type Verified, verify } from './verify.ts'

/** `npm run backup`, `restore`, `standby` and `promote`. */

const print = (line: string): void => void process.stdout.write(`${line}\n`)
/** What is done is said in words; PostgreSQL's own log is in the data folder. */
const log = pino({ level: 'silent' })

const USAGE = {
  backup: `npm run backup -- --to DIR [--once] or npm run backup -- --verify DIR; of your own PostgreSQL npm run backup -- --record FILE --database URL and --verify FILE --database URL`,
  standby: `npm run standby -- --of URL --data DIR [--sync], or on the first machine npm run standby -- --alone`,
  promote: `npm run promote -- --data DIR [--force]`,
  restore: `npm run restore -- --from DIR --into DIR [--at "2026-11-26 11:42"]`,
}

/** The operator's key of the environment. @throws ArchiveRefused where there is none. */
function keyOf({ backupKey }: Config): string {
  if (backupKey === undefined)
    throw new ArchiveRefused('TRADEBOOK_BACKUP_KEY is not set: it is the key that encrypts backups.')
  return backupKey
}

async function backup(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...{ to: { type: 'string' }, verify: { type: 'string' }, once: { type: 'boolean' } },
      ...{ record: { type: 'string' }, database: { type: 'string' } },
    },
  })
  const { record, verify: verified, database } = values
  if (record !== undefined && database !== undefined) return recordDatabase(record, database)
  if (verified !== undefined && database !== undefined) return verifyDatabase(verified, database)
  if (record !== undefined || database !== undefined) throw new ArchiveRefused(`Usage: ${USAGE.backup}`)
  const config = readConfig(process.env)
  if (verified !== undefined) return verifyFolder(Archive.open(verified, keyOf(config)))
  if (values.to === undefined) throw new ArchiveRefused(`Usage: ${USAGE.backup}`)
  await backUpInto(values.to, config, values.once === true)
  return 0
}

async function backUpInto(folder: string, config: Config, isOnce: boolean): Promise<void> {
  const key = keyOf(config)
  if (config.databaseUrl)
    throw new ArchiveRefused(
      'DATABASE_URL is set: this command backs up the embedded PostgreSQL. For one of your own use pgBackRest (docs/operations/backup.md).',
    )
  const running = runningEmbedded(config.dataFolder)
  const leadership = running ? undefined : await lead(config, log)
  const ended = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended.abort())
  let until: number | undefined
  const report = (event: BackupEvent) => {
    if (event.kind === 'base') print(`The base backup is complete: ${inWords(event.endedAt)}.`)
    if (event.kind === 'base' && !isOnce)
      print('The log is archived as it is written, until you stop this command (Ctrl-C).')
    if (event.kind === 'covered') until = event.until
  }
  const access = running ?? leadership?.access.admin
  if (!access) throw new Error('the database has no address')
  const { backupAt: baseAt, backupDays: days } = config
  try {
    print(`Backing up the data folder ${config.dataFolder} to ${folder} …`)
    await backUp(
      { access, dataFolder: config.dataFolder, folder, key, report },
      isOnce ? undefined : { baseAt, days, isFirstNow: true },
      ended.signal,
    )
    if (until !== undefined) print(`Everything up to ${inWords(until)} is backed up.`)
  } catch (error) {
    throw new ArchiveRefused(whyNotBackedUp(error, folder), { cause: error })
  } finally {
    await leadership?.giveUp()
  }
}

async function recordDatabase(file: string, url: string): Promise<number> {
  const { at } = await recordState(url, file)
  print(
    `Recorded the contents of the database at ${at} in ${file}. To verify a backup, restore it to this instant.`,
  )
  return 0
}

async function verifyDatabase(file: string, url: string): Promise<number> {
  return compared(await verifyState(url, file))
}

async function verifyFolder(archive: Archive): Promise<number> {
  print(rangeInWords(archive))
  print('Restoring to a scratch folder …')
  return compared(await verify(archive, log))
}

/** Prints how what was restored compares with what was recorded. @returns the exit code. */
function compared({ state, differences }: Verified): number {
  if (differences.length > 0) {
    print(`The backup of ${inWords(Date.parse(state.at))} differs from what was recorded then:`)
    for (const difference of differences) print(`  ${difference}`)
    return 1
  }
  const { orders, ledger_entries: entries } = state.tables
  print(`Restored to ${inWords(Date.parse(state.at))}, and the same as recorded then:`)
  print(`  last input ${state.sequence}, ${orders?.rows} orders, ${entries?.rows} ledger entries,`)
  print(`  the audit chains of ${state.auditHeads.length} firms.`)
  return 0
}

async function restoreFolder(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { from: { type: 'string' }, into: { type: 'string' }, at: { type: 'string' } },
  })
  if (values.from === undefined || values.into === undefined)
    throw new ArchiveRefused(`Usage: ${USAGE.restore}`)
  const archive = Archive.open(values.from, keyOf(readConfig(process.env)))
  const at = values.at === undefined ? undefined : instantOf(values.at)
  print(`Restoring ${at ? inWords(at.epochMs) : 'the newest instant'} …`)
  const { lastCommit } = await restore(archive, { at, into: values.into, log })
  print(`Restored into ${values.into}.`)
  if (lastCommit) print(`The last change in it was made on ${inWords(lastCommit.getTime())}.`)
  print(`Start it with TRADEBOOK_DATA=${values.into} npm start.`)
  return 0
}

async function standby(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      of: { type: 'string' },
      data: { type: 'string' },
      sync: { type: 'boolean' },
      alone: { type: 'boolean' },
    },
  })
  if (values.alone) {
    const { dataFolder } = readConfig(process.env)
    const access = runningEmbedded(dataFolder)
    if (!access) throw new ArchiveRefused(`No server runs on the data folder ${dataFolder}.`)
    await goAlone(access)
    print('This machine no longer waits for a standby, and keeps nothing for one.')
    return 0
  }
  const { data: folder } = values
  if (folder === undefined || (values.of === undefined && !isStandby(folder)))
    throw new ArchiveRefused(`Usage: ${USAGE.standby}`)
  if (values.of !== undefined && !isStandby(folder)) {
    print(`Copying the database of ${addressOf(values.of)} …`)
    await makeStandby(values.of, folder)
  }
  const ended = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ended.abort())
  const isPromoted = await follow(folder, {
    isSynchronous: values.sync === true,
    log,
    print,
    ended: ended.signal,
  })
  if (isPromoted) print(`It was promoted: start it with TRADEBOOK_DATA=${folder} npm start.`)
  return 0
}

async function promoteFolder(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: { data: { type: 'string' }, force: { type: 'boolean' } },
  })
  if (values.data === undefined) throw new ArchiveRefused(`Usage: ${USAGE.promote}`)
  await promote(values.data, { isForced: values.force === true, log })
  print(`${values.data} is now the primary.`)
  print(
    `Start it with TRADEBOOK_DATA=${values.data} npm start. Never start the other one again: docs/operations/standby.md.`,
  )
  return 0
}

const commands = { backup, restore: restoreFolder, standby, promote: promoteFolder }

if (import.meta.main) {
  const [name = '', ...args] = process.argv.slice(2)
  try {
    // Nothing that is still under way matters once it is said how it ended.
    process.exit(await commands[name as keyof typeof commands](args))
  } catch (error) {
    const why = error instanceof ArchiveRefused ? error : whyNotStarted(error, readConfig(process.env))
    process.stderr.write(`${why instanceof Error ? why.message : String(why)}\n`)
    process.exit(1)
  }
}
