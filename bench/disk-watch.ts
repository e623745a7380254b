import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

/**
 * How long the disk takes to keep a few bytes while something else is measured: an order waits for the disk, so a
 * run in which the disk itself paused says nothing about the program.
 */
export interface DiskWatch {
  /** The slowest of the writes that ended since it was last asked, in milliseconds. */
  slowestMs(): number
  end(): Promise<void>
}

const EVERY_MS = 50
const PIECE = Buffer.alloc(4_096, 1)

/** Watches the disk of a folder from a thread of its own, which what is measured does not delay. */
export function watchDisk(folder: string): DiskWatch {
  let slowest = 0
  const worker = new Worker(new URL(import.meta.url), { workerData: join(folder, 'disk-watch') })
  worker.on('message', (ms: number) => {
    slowest = Math.max(slowest, ms)
  })
  return {
    slowestMs() {
      const since = slowest
      slowest = 0
      return since
    },
    async end() {
      await worker.terminate()
    },
  }
}

async function write(file: string): Promise<never> {
  const descriptor = openSync(file, 'w')
  // The file is gone with its descriptor, however this thread ends.
  rmSync(file)
  try {
    for (;;) {
      const began = performance.now()
      writeSync(descriptor, PIECE, 0, PIECE.length, 0)
      fdatasyncSync(descriptor)
      parentPort?.postMessage(performance.now() - began)
      await sleep(EVERY_MS)
    }
  } finally {
    closeSync(descriptor)
  }
}

if (!isMainThread) await write(workerData as string)
