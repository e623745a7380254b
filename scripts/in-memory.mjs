import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm'
const NAME = 'tradebook-tests-'
/** What the files of a test run may need, and as much again for what runs. */
const ROOM_BYTES = 4 * 1024 ** 3

/**
 * Runs something with its temporary files in memory, where there is room for them: databases and browser profiles are
 * written again and again, and a disk that others use too makes that the larger part of the work. They are gone
 * afterwards.
 * @template T
 * @param {(env: Record<string, string>) => Promise<T>} work with what is to be in its environment
 * @returns {Promise<T>}
 */
export async function inMemory(work) {
  removeLeftovers()
  if (!hasRoom()) return work({})
  const folder = mkdtempSync(join(MEMORY, `${NAME}${process.pid}-`))
  // PostgreSQL runs under an account of its own where root runs the tests.
  chmodSync(folder, 0o755)
  try {
    return await work({ TMPDIR: folder })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize > ROOM_BYTES && process.availableMemory() > 2 * ROOM_BYTES
  } catch {
    return false
  }
}

/** Removes the folders of runs that were killed. One in which a disk is still mounted stays, and hinders nobody. */
function removeLeftovers() {
  for (const name of namesIn(MEMORY)) {
    const pid = name.startsWith(NAME) ? Number.parseInt(name.slice(NAME.length), 10) : 0
    if (pid === 0 || isAlive(pid)) continue
    try {
      rmSync(join(MEMORY, name), { recursive: true, force: true })
    } catch {}
  }
}

/** @param {string} folder */
function namesIn(folder) {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}
