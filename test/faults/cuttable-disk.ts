import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A disk of its own whose power can be cut: what was written and not flushed to it is gone. */
export interface CuttableDisk {
  readonly folder: string
  /** Writes to the disk what was written so far, as after an installation. */
  flush(): void
  /**
   * Kills what works in the folder, and mounts the disk again as it was at that moment: with what reached it, and
   * without what only the memory of the operating system had.
   */
  cutPower(): Promise<void>
  remove(): Promise<void>
}

/**
 * Mounts an ext4 of this size in a file, or answers why this machine does not allow it. Nothing is written to the file
 * without being asked for while it is copied: metadata are committed by `fsync` only (`commit`), and what is written
 * back of the data of files, any disk may have written at any time.
 */
export function mountCuttableDisk(megabytes: number): CuttableDisk | { readonly refused: string } {
  const base = mkdtempSync(join(tmpdir(), 'tradebook-disk-'))
  const [image, next, folder] = ['disk', 'next', 'mounted'].map((name) => join(base, name)) as [
    string,
    string,
    string,
  ]
  // PostgreSQL runs by an account of its own, which has to come through.
  chmodSync(base, 0o755)
  mkdirSync(folder)
  const mount = () => run('mount', '-o', 'loop,commit=3600', image, folder)
  try {
    run('truncate', '-s', `${megabytes}M`, image)
    run('mkfs.ext4', '-q', '-E', 'lazy_itable_init=0,lazy_journal_init=0', image)
    mount()
  } catch (error) {
    rmSync(base, { recursive: true, force: true })
    return { refused: `no disk whose power can be cut can be mounted here: ${(error as Error).message}` }
  }
  return {
    folder,
    flush: () => run('sync', '-f', folder),
    async cutPower() {
      await killAllIn(folder)
      run('cp', '--sparse=always', image, next)
      run('umount', folder)
      renameSync(next, image)
      mount()
    },
    async remove() {
      await killAllIn(folder)
      run('umount', folder)
      rmSync(base, { recursive: true, force: true })
    },
  }
}

function run(command: string, ...args: readonly string[]): void {
  const { status, error, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command}: ${error?.message ?? stderr.trim()}`)
}

/** `kill -9` of the processes whose working directory is in the folder: those of a database are in its data. */
async function killAllIn(folder: string): Promise<void> {
  for (let found = processesIn(folder); found.length > 0; found = processesIn(folder)) {
    for (const pid of found) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It ended by itself.
      }
    }
    await sleep(5)
  }
}

const processesIn = (folder: string): readonly number[] =>
  readdirSync('/proc').flatMap((name) => {
    try {
      return /^\d+$/.test(name) && readlinkSync(`/proc/${name}/cwd`).startsWith(folder) ? [Number(name)] : []
    } catch {
      return []
    }
  })
