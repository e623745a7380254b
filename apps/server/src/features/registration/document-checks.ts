import { Worker } from 'node:worker_threads'
import { type FileKind, type Refusal, refuse } from '@tradebook/contract'
import { FairGate } from '@tradebook/scheduling'
import type { Person } from './person.ts'

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
   * The bytes of a person's document as they are kept; `undefined` for one that is refused, also because its check
   * needs too much time or memory; a refusal when it cannot be checked now.
   */
  check(person: Pick<Person, 'tenantId' | 'userId'>, type: FileKind, bytes: Uint8Array): Promise<Checked>
  close(): Promise<void>
}
type Checked = Buffer | undefined | Refusal

interface DocumentChecksOptions {
  /** The thread's program. */
  readonly program?: URL
  /** The thread's own time that a document may need, in milliseconds. */
  readonly timeLimit?: number
  /** Has the work done again and again, until it is called off. */
  readonly every?: (work: () => void) => () => void
}

/** Documents that wait for their turn, each of some mebibytes: anyone who hangs up leaves them waiting. */
export const MOST_WAITING = 16
/** So many of them may be of one person: as many as a request has, and one that takes the place of another. */
export const MOST_OF_PERSON = 8
const MEMORY_MB = 256

/** The largest document needs a tenth of it. */
const TIME_LIMIT = 2_000
/** How often it is looked at, in milliseconds. */
const LOOK_EVERY = 250
/** A thread that needs no time of its own and does not answer either is given up after so many. */
export const MOST_LOOKS = 80

function everyQuarterSecond(work: () => void): () => void {
  const timer = setInterval(work, LOOK_EVERY)
  return () => clearInterval(timer)
}

/** What becomes of a document; `failed`: its check did not take place. */
type Outcome = DocumentChecked | 'failed'

export function openDocumentChecks({
  program = new URL('./document-check-worker.ts', import.meta.url),
  timeLimit = TIME_LIMIT,
  every = everyQuarterSecond,
}: DocumentChecksOptions = {}): DocumentChecks {
  let worker: Worker | undefined
  let answer: (outcome: Outcome) => void = () => undefined
  const turns = new FairGate({
    ...{ atOnceEach: 1, atOnce: 1, waitingEach: MOST_OF_PERSON, waiting: MOST_WAITING },
  })

  return {
    async check({ tenantId, userId }, type, bytes) {
      const kept = await turns.enter(`${tenantId} ${userId}`, () => checkInThread(type, bytes))
      // Too many wait, or the thread failed.
      if (typeof kept === 'string') return refuse('documentsWaiting')
      return kept === null ? undefined : Buffer.from(bytes.buffer, bytes.byteOffset, kept)
    },
    close: async () => void (await worker?.terminate()),
  }

  /** Checks one document; never rejects. */
  async function checkInThread(type: FileKind, bytes: Uint8Array): Promise<Outcome> {
    const outcome = new Promise<Outcome>((resolve) => {
      answer = resolve
    })
    let callOff: (() => void) | undefined
    try {
      worker ??= begin()
      const thread = worker
      callOff = limitTime(thread)
      // Copied only now that it is its turn; not transferred, for a detached buffer slows the exchange (decision 096).
      thread.postMessage({ type, bytes: new Uint8Array(bytes) } satisfies DocumentToCheck)
      return await outcome
    } catch {
      return 'failed'
    } finally {
      callOff?.()
    }
  }

  /** Ends a check that needs too much of the thread's own time, however busy the machine is. */
  function limitTime(thread: Worker): () => void {
    let first: NodeJS.CpuUsage | undefined
    let looks = 0
    let isOver = false
    const callOff = every(async () => {
      looks += 1
      const used = looks > MOST_LOOKS ? undefined : await thread.cpuUsage(first).catch(() => undefined)
      if (isOver) return
      const isLate = first !== undefined && used !== undefined && used.user + used.system > timeLimit * 1_000
      if (isLate || looks > MOST_LOOKS) replace(thread, null)
      first ??= used
    })
    return () => {
      isOver = true
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
