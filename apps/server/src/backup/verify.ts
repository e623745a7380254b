import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { type Archive, ArchiveRefused } from './archive.ts'
import { instantOf } from './instant.ts'
import { restore } from './restore.ts'
import { differences, type State } from './state.ts'

/** How a restored database compares with what was recorded. */
export interface Verified {
  readonly state: State
  /** Nothing where it is the same. */
  readonly differences: readonly string[]
}

/**
 * Restores the newest instant of which the archive has a record into a folder of its own, compares it with that, and
 * removes it.
 *
 * @param scratch where there is room for the database.
 * @throws ArchiveRefused where there is nothing to verify, or it cannot be restored.
 */
export async function verify(archive: Archive, log: Logger, scratch = tmpdir()): Promise<Verified> {
  const [state] = archive.statesFromNewest()
  if (!state) throw new ArchiveRefused(`${archive.folder} has no complete backup yet.`)
  const folder = mkdtempSync(join(scratch, 'tradebook-verify-'))
  try {
    let found: string[] = []
    await restore(archive, {
      at: instantOf(state.at),
      into: join(folder, 'data'),
      log,
      whileOpen: async (access) => {
        found = await differences(access, state)
      },
    })
    return { state, differences: found }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
