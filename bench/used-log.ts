import { openAsSuperuser } from '../test/faults/audit.ts'
import type { RunningServer } from '../test/running-server.ts'

/** Of 16 MB each: half of those that PostgreSQL keeps to be used again. */
const LOG_FILES = 32

/**
 * Gives a new server's PostgreSQL files of its log that have been written before, as those are of one that has run
 * for a day. The first gigabyte of log goes to new files, where each commit also has to keep the file's new length:
 * that state lasts once, for about 200,000 orders. Nothing else is on its way to the disk afterwards.
 */
export async function useLogFiles({ dataFolder }: Pick<RunningServer, 'dataFolder'>): Promise<void> {
  const client = await openAsSuperuser(dataFolder)
  await client.query('SET wal_init_zero = on')
  for (let file = 0; file < LOG_FILES; file += 1) {
    // Who writes first into a file creates it.
    await client.query(`SELECT pg_logical_emit_message(false, 'bench', '', true)`)
    await client.query('SELECT pg_switch_wal()')
  }
  // Makes them files for later.
  await client.query('CHECKPOINT')
  await client.end()
}
