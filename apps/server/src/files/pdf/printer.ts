import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { PrintedDocument } from './document.ts'

/** Makes a PDF of a document. */
export type Print = (document: PrintedDocument) => Promise<Uint8Array>

/** What the printing process is asked: to print a document, or whether it is alive. */
export type PrintRequest = { readonly id: number; readonly document: PrintedDocument } | 'alive?'

/** What it answers. */
export type PrintAnswer =
  | { readonly id: number; readonly pdf: Uint8Array }
  | { readonly id: number; readonly error: string }
  | 'alive'

interface Waiting {
  readonly resolve: (pdf: Uint8Array) => void
  readonly reject: (reason: Error) => void
}

export interface PrinterParts {
  /** Repeats work until what it returns is called. */
  readonly every: (ms: number, work: () => void) => () => void
  /** Begins the printing process. */
  readonly begin?: () => ChildProcess
}

export const beginProcess = (): ChildProcess => {
  const { NODE_COMPILE_CACHE: cache } = process.env
  return fork(new URL('./print-process.ts', import.meta.url), {
    // It collects its garbage itself, with the priority that it gives itself.
    execArgv: ['--single-threaded-gc'],
    env: cache ? { NODE_COMPILE_CACHE: cache } : {},
    serialization: 'advanced',
  })
}

/** The printing process is gone before it printed a document. */
class ProcessEnded extends Error {}

/** How often the process is asked whether it is alive, and how often in vain before it is ended. */
const ASK_EVERY_MS = 10_000
const MOST_IN_VAIN = 3

/**
 * Prints documents in a process of its own, so that what takes orders does nothing of it: the threads that collect
 * garbage are a process's, whichever of its threads made it. The process begins with the first document and ends with
 * the printer. Where it ends before, as without memory, or hangs, the next document begins another, and those that were
 * not printed are printed once more, one after the other: what ends a process again takes no other document with it.
 */
export class Printer {
  readonly #parts: PrinterParts
  #process: ChildProcess | undefined
  #last = 0
  readonly #waiting = new Map<number, Waiting>()
  /** What is printed once more. */
  #again: Promise<unknown> = Promise.resolve()
  #inVain = 0
  #endAsking = () => {}

  constructor(parts: PrinterParts) {
    this.#parts = parts
  }

  readonly print: Print = (document) =>
    this.#print(document).catch((error: unknown) => {
      if (!(error instanceof ProcessEnded)) throw error
      const printed = this.#again.then(() => this.#print(document))
      this.#again = printed.catch(() => {})
      return printed
    })

  async close(): Promise<void> {
    const printing = this.#process
    this.#end(new Error('the printer is closed'))
    if (!printing || printing.exitCode !== null || printing.signalCode !== null) return
    const ended = once(printing, 'exit')
    printing.kill('SIGKILL')
    await ended
  }

  #print: Print = (document) =>
    new Promise((resolve, reject) => {
      this.#last += 1
      this.#process ??= this.#start()
      this.#process.send({ id: this.#last, document } satisfies PrintRequest)
      this.#waiting.set(this.#last, { resolve, reject })
    })

  #start(): ChildProcess {
    const { begin = beginProcess, every } = this.#parts
    const printing = begin()
    printing.unref()
    printing.channel?.unref()
    printing.on('message', (answer: PrintAnswer) => {
      this.#inVain = 0
      if (answer === 'alive') return
      const waiting = this.#waiting.get(answer.id)
      this.#waiting.delete(answer.id)
      if ('pdf' in answer) waiting?.resolve(answer.pdf)
      else waiting?.reject(new Error(answer.error))
    })
    const ended = (reason: string) => this.#process === printing && this.#end(new ProcessEnded(reason))
    printing.on('error', (error) => {
      printing.kill('SIGKILL')
      ended(error.message)
    })
    printing.on('exit', () => ended('the printing process has ended'))
    this.#endAsking = every(ASK_EVERY_MS, () => this.#askWhetherAlive(printing))
    return printing
  }

  #askWhetherAlive(printing: ChildProcess): void {
    if (this.#inVain === MOST_IN_VAIN) printing.kill('SIGKILL')
    else {
      this.#inVain += 1
      printing.send('alive?' satisfies PrintRequest)
    }
  }

  #end(reason: Error): void {
    this.#process = undefined
    this.#inVain = 0
    this.#endAsking()
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { reject } of waiting) reject(reason)
  }
}
