import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A small disk of its own that can be filled up. */
export interface SmallDisk {
  readonly folder: string
  /** Fills the disk. */
  fill(): void
  /** Frees the disk. */
  clear(): void
  remove(): void
}

/** Mounts one, or answers why this machine does not allow it. */
export function mountSmallDisk(megabytes: number): SmallDisk | { readonly refused: string } {
  const folder = mkdtempSync(join(tmpdir(), 'tradebook-disk-'))
  const { status, error, stderr } = spawnSync(
    'mount',
    ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tradebook-test', folder],
    { encoding: 'utf8' },
  )
  if (status !== 0) {
    rmdirSync(folder)
    return { refused: `no small disk can be mounted here: ${error?.message ?? stderr.trim()}` }
  }
  const filler = join(folder, 'filler')
  return {
    folder,
    fill() {
      const file = openSync(filler, 'w')
      try {
        // Whole pages first, then what is left of the last one.
        for (const bytes of [1024 * 1024, 4096]) writeUntilFull(file, Buffer.alloc(bytes))
      } finally {
        closeSync(file)
      }
    },
    clear: () => rmSync(filler, { force: true }),
    remove() {
      spawnSync('umount', ['-l', folder])
      rmdirSync(folder)
    },
  }
}

function writeUntilFull(file: number, bytes: Buffer): void {
  try {
    while (writeSync(file, bytes) === bytes.length);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}
