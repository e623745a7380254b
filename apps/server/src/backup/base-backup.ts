import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import type { Archive, Base } from './archive.ts'
import { Replication } from './replication.ts'
import { CHUNK_BYTES } from './sealed-file.ts'

/** Files of the data folder that are about the process which runs there. */
const NOT_TAKEN = new Set(['in-use.json', 'postgres.log', 'database-url', 'backed-up-to.json'])

/**
 * Copies the files of a running database into the archive, and those of its data folder. Trading goes on meanwhile.
 *
 * @returns what is known of them. They count once it is in the archive, which it may be when the log up to `end` is.
 */
export async function takeBase(archive: Archive, access: ClientConfig, dataFolder: string): Promise<Base> {
  const client = new Client(access)
  client.on('error', () => {})
  await client.connect()
  const replication = await Replication.open(access)
  try {
    const now = async () => {
      const { rows } = await client.query(
        'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now',
      )
      return Math.ceil(Number(rows[0]?.now))
    }
    const startedAt = await now()
    const files = filesOf(dataFolder)
    const { name, data } = archive.beginBase(startedAt)
    const reading = replication.baseBackup('tradebook')
    let next = await reading.next()
    for (; !next.done; next = await reading.next())
      for (let at = 0; at < next.value.length; at += CHUNK_BYTES)
        data.write(next.value.subarray(at, at + CHUNK_BYTES))
    data.finish()
    const { start, end, timeline } = next.value
    const { rows } = await client.query(
      `SELECT current_setting('server_version') AS postgres,
              (SELECT setting::int FROM pg_settings WHERE name = 'wal_segment_size') AS segment`,
    )
    return {
      name,
      timeline,
      start: String(start),
      end: String(end),
      startedAt,
      endedAt: await now(),
      segmentBytes: rows[0]?.segment,
      postgres: rows[0]?.postgres,
      files,
    }
  } finally {
    replication.cut()
    await client.end()
  }
}

function filesOf(dataFolder: string): Record<string, string> {
  const names = readdirSync(dataFolder).filter(
    (name) => !NOT_TAKEN.has(name) && !/\.\d+$/.test(name) && statSync(join(dataFolder, name)).isFile(),
  )
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(dataFolder, name), 'utf8')]))
}
