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

/** A process is gone before it printed a document. */
class ProcessEnded extends Error {}

/** The document did not reach the process, so it is not what ended it. */
class NotWritten extends ProcessEnded {}

/** So many processes in a row are begun for a document that none of them could be given. */
const MOST_BEGUN = 3

/** How often a process is asked whether it is alive, and how often without an answer before it is ended. */
const ASK_EVERY_MS = 10_000
const MOST_IN_VAIN = 3

/**
 * Prints documents in a process of its own, so that what takes orders does nothing of it: the threads that collect
 * garbage are a process's, whichever of its threads made it. The process begins with the first document and ends with
 * the printer. Where it ends before, as without memory, or hangs, the next document begins another, and those that were
 * not printed are printed again, one after the other: what ends a process again takes no other document with it.
 */
export class Printer {
  readonly #parts: PrinterParts
  #process: PrintingProcess | undefined
  /** What is printed again. */
  #again: Promise<unknown> = Promise.resolve()

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
    await this.#process?.close()
  }

  /** Prints it in the first process that it can be given. */
  async #print(document: PrintedDocument): Promise<Uint8Array> {
    for (let begun = 1; ; begun += 1) {
      try {
        this.#process ??= this.#begin()
        return await this.#process.print(document)
      } catch (error) {
        if (!(error instanceof NotWritten) || begun === MOST_BEGUN) throw error
      }
    }
  }

  #begin(): PrintingProcess {
    const process = new PrintingProcess(this.#parts, () => {
      if (this.#process === process) this.#process = undefined
    })
    return process
  }
}

/** One process, from its beginning to its end, and what it is to print. */
class PrintingProcess {
  readonly #process: ChildProcess
  readonly #waiting = new Map<number, Waiting>()
  readonly #endAsking: () => void
  /** Nothing more is to be given to it. */
  readonly #left: () => void
  #last = 0
  #inVain = 0

  constructor({ begin = beginProcess, every }: PrinterParts, left: () => void) {
    this.#left = left
    this.#process = begin()
    this.#process.unref()
    this.#process.channel?.unref()
    this.#process.on('message', (answer: PrintAnswer) => this.#answered(answer))
    this.#process.on('error', (error) => {
      this.#process.kill('SIGKILL')
      this.#end(new ProcessEnded(error.message))
    })
    this.#process.on('exit', () => this.#end(new ProcessEnded('the printing process has ended')))
    this.#endAsking = every(ASK_EVERY_MS, () => this.#askWhetherAlive())
  }

  print: Print = (document) =>
    new Promise((resolve, reject) => {
      const id = ++this.#last
      this.#write({ id, document }, (why) => {
        this.#waiting.delete(id)
        reject(new NotWritten(why))
      })
      this.#waiting.set(id, { resolve, reject })
    })

  async close(): Promise<void> {
    this.#end(new Error('the printer is closed'))
    const { pid, exitCode, signalCode } = this.#process
    if (pid === undefined || exitCode !== null || signalCode !== null) return
    const ended = once(this.#process, 'exit')
    this.#process.kill('SIGKILL')
    await ended
  }

  /** A process may have ended before we notice: what can then not be written says so first. */
  #write(request: PrintRequest, failed: (why: string) => void): void {
    const fail = (why: string) => {
      this.#process.kill('SIGKILL')
      this.#left()
      failed(why)
    }
    // One that could not be begun has nothing to write to.
    if (!this.#process.connected) fail('the printing process is not there')
    else this.#process.send(request, (error) => error && fail(error.message))
  }

  #answered(answer: PrintAnswer): void {
    this.#inVain = 0
    if (answer === 'alive') return
    const waiting = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    if ('pdf' in answer) waiting?.resolve(answer.pdf)
    else waiting?.reject(new Error(answer.error))
  }

  #askWhetherAlive(): void {
    if (this.#inVain === MOST_IN_VAIN) this.#process.kill('SIGKILL')
    else {
      this.#inVain += 1
      this.#write('alive?', () => {})
    }
  }

  #end(reason: Error): void {
    this.#left()
    this.#endAsking()
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { reject } of waiting) reject(reason)
  }
}
