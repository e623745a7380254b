import { Worker } from 'node:worker_threads'
import { type FileKind, type Refusal, refuse } from '@tradebook/contract'

/** A document for the thread, in memory of its own. */
export interface DocumentToCheck {
  readonly type: FileKind
  readonly bytes: Uint8Array<ArrayBuffer>
}
/** How many of its bytes are kept, from its beginning; null for a document that is refused. */
export type DocumentChecked = number | null

/** `documentBytes` in a thread of its own, so that the thread that takes orders does nothing of it. */
export interface DocumentChecks {
  /**
   * The bytes of a document as they are kept; `undefined` for one that is refused, also because its check needs too
   * much time or memory; a refusal when it can not be checked now.
   */
  check(type: FileKind, bytes: Uint8Array): Promise<Buffer | undefined | Refusal>
  close(): Promise<void>
}

interface DocumentChecksOptions {
  /** The thread's program. */
  readonly program?: URL
  /** Has the work done when a check takes too long, unless it is called off. */
  readonly late?: (work: () => void) => () => void
}

/** Documents that wait for their turn, each of some mebibytes: whoever hangs up leaves them waiting. */
export const MOST_WAITING = 16
const MEMORY_MB = 256

/** In milliseconds; the largest document takes a tenth of it. */
const TIME_LIMIT = 20_000

function afterTimeLimit(work: () => void): () => void {
  const timer = setTimeout(work, TIME_LIMIT)
  return () => clearTimeout(timer)
}

/** What becomes of a document; `failed`: its check did not take place. */
type Outcome = DocumentChecked | 'failed'

export function openDocumentChecks({
  program = new URL('./document-check-worker.ts', import.meta.url),
  late = afterTimeLimit,
}: DocumentChecksOptions = {}): DocumentChecks {
  let worker: Worker | undefined
  let answer: (outcome: Outcome) => void = () => undefined
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  return {
    async check(type, bytes) {
      if (waiting >= MOST_WAITING) return refuse('documentsWaiting')
      waiting += 1
      const turn = last.then(() => {
        waiting -= 1
        return checkInThread(type, bytes)
      })
      last = turn
      const kept = await turn
      if (kept === 'failed') return refuse('documentsWaiting')
      return kept === null ? undefined : Buffer.from(bytes.buffer, bytes.byteOffset, kept)
    },
    close: async () => void (await worker?.terminate()),
  }

  /** Checks one document; never rejects. */
  async function checkInThread(type: FileKind, bytes: Uint8Array): Promise<Outcome> {
    const outcome = new Promise<Outcome>((resolve) => {
      answer = resolve
    })
    const callOff = late(() => replace(worker, null))
    try {
      worker ??= begin()
      // Copied only now that it is its turn.
      const copy = new Uint8Array(bytes)
      worker.postMessage({ type, bytes: copy } satisfies DocumentToCheck, [copy.buffer])
      return await outcome
    } catch {
      return 'failed'
    } finally {
      callOff()
    }
  }

  function begin(): Worker {
    const thread = new Worker(program, { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } })
    // It keeps no process alive.
    thread.unref()
    thread.on('message', (checked: DocumentChecked) => thread === worker && answer(checked))
    thread.on('error', ({ code }: NodeJS.ErrnoException) =>
      replace(thread, code === 'ERR_WORKER_OUT_OF_MEMORY' ? null : 'failed'),
    )
    thread.on('exit', () => replace(thread, 'failed'))
    return thread
  }

  /** Another thread checks the next document. */
  function replace(thread: Worker | undefined, outcome: Outcome): void {
    if (thread !== worker) return
    worker = undefined
    answer(outcome)
    void thread?.terminate()
  }
}
