import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { PrintedDocument } from './document.ts'

/** Makes a PDF of a document. */
export type Print = (document: PrintedDocument) => Promise<Uint8Array>

/** What the printing process is asked. */
export interface PrintRequest {
  readonly id: number
  readonly document: PrintedDocument
}

/** What it answers. */
export type PrintAnswer =
  | { readonly id: number; readonly pdf: Uint8Array }
  | { readonly id: number; readonly error: string }

interface Waiting {
  readonly resolve: (pdf: Uint8Array) => void
  readonly reject: (reason: Error) => void
}

/**
 * Prints documents in a process of its own, one after the other, so that what takes orders does nothing of it:
 * the threads that collect garbage are a process's, whichever of its threads made it. The process begins with the
 * first document and ends with the printer; one that fails takes the documents in its queue with it, and the next
 * document begins another.
 */
export class Printer {
  #process: ChildProcess | undefined
  #last = 0
  readonly #waiting = new Map<number, Waiting>()

  readonly print: Print = (document) =>
    new Promise((resolve, reject) => {
      this.#last += 1
      this.#waiting.set(this.#last, { resolve, reject })
      this.#process ??= this.#start()
      this.#process.send({ id: this.#last, document } satisfies PrintRequest)
    })

  async close(): Promise<void> {
    const printing = this.#process
    this.#fail(new Error('the printer is closed'))
    if (!printing || printing.exitCode !== null || printing.signalCode !== null) return
    const ended = once(printing, 'exit')
    printing.kill('SIGKILL')
    await ended
  }

  #start(): ChildProcess {
    const printing = fork(new URL('./print-process.ts', import.meta.url), {
      // It collects its garbage itself, with the priority that it gives itself.
      execArgv: ['--single-threaded-gc'],
      env: process.env['NODE_COMPILE_CACHE'] ? { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] } : {},
      serialization: 'advanced',
    })
    printing.unref()
    printing.channel?.unref()
    printing.on('message', (answer: PrintAnswer) => {
      const waiting = this.#waiting.get(answer.id)
      this.#waiting.delete(answer.id)
      if ('pdf' in answer) waiting?.resolve(answer.pdf)
      else waiting?.reject(new Error(answer.error))
    })
    printing.on('error', (error) => this.#process === printing && this.#fail(error))
    printing.on(
      'exit',
      () => this.#process === printing && this.#fail(new Error('the printing process has ended')),
    )
    return printing
  }

  #fail(reason: Error): void {
    this.#process = undefined
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { reject } of waiting) reject(reason)
  }
}
