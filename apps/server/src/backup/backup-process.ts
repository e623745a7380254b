import { existsSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../config.ts'
import { runningEmbedded } from '../store/embedded.ts'
import { readPrivate, replacePrivate } from '../store/private-file.ts'
import { DatabaseUnavailable } from '../store/unavailable.ts'
import { ArchiveRefused } from './archive.ts'
import { backUp } from './backup-run.ts'
import { whyNotBackedUp } from './failure.ts'
import type { BackupReport } from './scheduled-backup.ts'

/** The server's process of backups. It ends with the server, and when it fails; the server then begins another one. */

/** Where the last backup of a data folder went. */
const MARK = 'backed-up-to.json'

const ended = new AbortController()
const end = () => ended.abort()
process.once('SIGTERM', end)
// A terminal's Ctrl-C goes to all processes: the server ends this one.
process.on('SIGINT', () => {})
process.once('disconnect', end)
// The desk goes first, but even a machine that is busy for hours gets its backup.
setPriority(3)

const send = (report: BackupReport): Promise<void> =>
  new Promise((resolve) => {
    if (process.connected) process.send?.(report, undefined, {}, () => resolve())
    else resolve()
  })

const config = readConfig(process.env)
const { backup: folder = '', backupKey: key = '', dataFolder, backupAt: baseAt, backupDays: days } = config
try {
  const access = runningEmbedded(dataFolder)
  if (!access) throw new DatabaseUnavailable('The database is not running.')
  const mark = join(dataFolder, MARK)
  // The folder of a disk that is not mounted is empty: backups in it would fill another disk.
  if (readPrivate(mark)?.folder === folder && !existsSync(join(folder, 'archive.json')))
    throw new ArchiveRefused(
      `${folder} no longer has the backups that were made there: is its disk mounted? If they were removed on purpose, delete ${mark}.`,
    )
  await backUp(
    {
      access,
      dataFolder,
      folder,
      key,
      report: (event) => {
        if (event.kind === 'began') replacePrivate(mark, { folder })
        void send(event)
      },
    },
    { baseAt, days },
    ended.signal,
  )
} catch (error) {
  await send({ kind: 'failed', reason: whyNotBackedUp(error, folder) })
}
process.exit(0)
