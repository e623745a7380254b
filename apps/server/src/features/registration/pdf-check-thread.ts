import { Worker } from 'node:worker_threads'

/** How long a check may take, in milliseconds; the largest file takes a tenth of it. */
const TIME_LIMIT = 20_000
const MEMORY_MB = 256

let last: Promise<unknown> = Promise.resolve()

/**
 * `isPlainPdf` in a thread of its own, one file at a time, so that the thread that takes orders does nothing of it.
 * A file whose check fails or takes too long is refused.
 */
export function checkPdf(bytes: Uint8Array): Promise<boolean> {
  const answer = last.then(() => checkInThread(bytes))
  last = answer
  return answer
}

async function checkInThread(bytes: Uint8Array): Promise<boolean> {
  const worker = new Worker(new URL('./pdf-check-worker.ts', import.meta.url), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  const late = setTimeout(() => void worker.terminate(), TIME_LIMIT)
  try {
    return await new Promise<boolean>((resolve) => {
      worker.on('message', resolve)
      worker.on('error', () => resolve(false))
      worker.on('exit', () => resolve(false))
    })
  } finally {
    clearTimeout(late)
    await worker.terminate()
  }
}
