import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stopEmbedded } from '../src/store/embedded.ts'

/**
 * Vitest's global set-up of each project: a place for the run's one PostgreSQL. It is started by the first test
 * that asks for a database (`test-database.ts`), and taken away here when the run is over.
 */
export function setup(): () => Promise<void> {
  // Another project has made it.
  if (process.env[TEST_CLUSTER]) return async () => {}
  const folder = mkdtempSync(join(tmpdir(), 'tradebook-test-'))
  process.env[TEST_CLUSTER] = folder
  return async () => {
    if (existsSync(join(folder, 'postgres.json'))) await stopEmbedded(folder)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The environment variable by which the workers find it. */
export const TEST_CLUSTER = 'TRADEBOOK_TEST_CLUSTER'
