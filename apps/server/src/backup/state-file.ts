import type { ClientConfig } from 'pg'
import { z } from 'zod'
import { readPrivate, replacePrivate } from '../store/private-file.ts'
import { whyUnavailable } from '../store/unavailable.ts'
import { ArchiveRefused } from './archive.ts'
import { differences, type State, stateNow } from './state.ts'

/**
 * What a database had at an instant, in a file of its own: by it a database is verified that other programs back up and
 * restore.
 */

const stateSchema = z.object({
  ...{ at: z.string(), sequence: z.string(), cash: z.string() },
  tables: z.record(z.string(), z.object({ rows: z.string(), hash: z.string() })),
  auditHeads: z.array(z.object({ tenant: z.number(), position: z.string(), hash: z.string() })),
})

/**
 * Records what the database of a URL has now, while the desk works.
 *
 * @throws ArchiveRefused in words where it cannot be read whole, or the file cannot be written.
 */
export async function recordState(url: string, file: string): Promise<State> {
  const state = await inWords(() => stateNow(accessOf(url)))
  onFile(file, () => replacePrivate(file, state))
  return state
}

/**
 * Compares the database of a URL, which was restored to the instant of a file, with what was recorded then.
 *
 * @returns the record, and how the database differs from it; no differences where it is the same.
 * @throws ArchiveRefused in words where the file is not a record, or the database cannot be read whole.
 */
export async function verifyState(
  url: string,
  file: string,
): Promise<{ readonly state: State; readonly differences: readonly string[] }> {
  const state = stateOf(file)
  return { state, differences: await inWords(() => differences(accessOf(url), state)) }
}

function stateOf(file: string): State {
  const state = stateSchema.safeParse(onFile(file, () => readPrivate(file) ?? {}))
  if (state.success) return state.data
  throw new ArchiveRefused(`${file} is not a record of a database: npm run backup -- --record makes one.`)
}

function onFile<Result>(file: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw new ArchiveRefused(`${file} cannot be used: ${(error as Error).message}`)
  }
}

const accessOf = (url: string): ClientConfig => ({ connectionString: url })

/** PostgreSQL refuses, where row-level security would leave rows out. */
const INSUFFICIENT_PRIVILEGE = '42501'
const UNDEFINED_TABLE = '42P01'

async function inWords<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === INSUFFICIENT_PRIVILEGE)
      throw new ArchiveRefused('The user of --database has no right to read all rows. Use a superuser.')
    if (code === UNDEFINED_TABLE) throw new ArchiveRefused('The database of --database is not Tradebook’s.')
    throw new ArchiveRefused(
      `The database of --database cannot be read. ${whyUnavailable(error) ?? (error as Error).message}`,
    )
  }
}
