import { Worker } from 'node:worker_threads'
import type { PrintedDocument } from './document.ts'

/** Makes a PDF of a document. */
export type Print = (document: PrintedDocument) => Promise<Uint8Array>

/** What the worker is asked. */
export interface PrintRequest {
  readonly id: number
  readonly document: PrintedDocument
}

/** What the worker answers. */
export type PrintAnswer =
  | { readonly id: number; readonly pdf: Uint8Array }
  | { readonly id: number; readonly error: string }

interface Waiting {
  readonly resolve: (pdf: Uint8Array) => void
  readonly reject: (reason: Error) => void
}

/**
 * Prints documents in a thread of its own, one after the other, so that the thread that takes orders does
 * nothing of it. The thread begins with the first document and ends with the printer; one that fails takes
 * the documents in its queue with it, and the next document begins another.
 */
export class Printer {
  #worker: Worker | undefined
  #last = 0
  readonly #waiting = new Map<number, Waiting>()

  readonly print: Print = (document) =>
    new Promise((resolve, reject) => {
      this.#last += 1
      this.#waiting.set(this.#last, { resolve, reject })
      this.#worker ??= this.#start()
      this.#worker.postMessage({ id: this.#last, document } satisfies PrintRequest)
    })

  async close(): Promise<void> {
    const worker = this.#worker
    this.#fail(new Error('the printer is closed'))
    await worker?.terminate()
  }

  #start(): Worker {
    const worker = new Worker(new URL('./print-worker.ts', import.meta.url))
    worker.unref()
    worker.on('message', (answer: PrintAnswer) => {
      const waiting = this.#waiting.get(answer.id)
      this.#waiting.delete(answer.id)
      if ('pdf' in answer) waiting?.resolve(answer.pdf)
      else waiting?.reject(new Error(answer.error))
    })
    worker.on('error', (error) => this.#worker === worker && this.#fail(error as Error))
    worker.on('exit', () => this.#worker === worker && this.#fail(new Error('the printing thread has ended')))
    return worker
  }

  #fail(reason: Error): void {
    this.#worker = undefined
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { reject } of waiting) reject(reason)
  }
}
