import { readlinkSync } from 'node:fs'
import { setPriority } from 'node:os'
import { basename } from 'node:path'
import { parentPort } from 'node:worker_threads'
import { pdfOf } from './layout.ts'
import type { PrintAnswer, PrintRequest } from './printer.ts'

/** The program of the printing thread. */

/**
 * Of nice: orders go first wherever they need the processor. At the lowest priority, 19, nothing is printed while
 * others keep every processor busy.
 */
const LOW_PRIORITY = 10

/** Linux names each thread, and schedules it by its own priority; elsewhere all threads have that of the process. */
function yieldToOthers(): void {
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), LOW_PRIORITY)
  } catch {
    // Printing is then as urgent as everything else.
  }
}

yieldToOthers()
parentPort?.on('message', async ({ id, document }: PrintRequest) => {
  try {
    const pdf = await pdfOf(document)
    answer({ id, pdf }, [pdf.buffer])
  } catch (error) {
    answer({ id, error: String(error) }, [])
  }
})

function answer(message: PrintAnswer, given: readonly ArrayBuffer[]): void {
  parentPort?.postMessage(message, given)
}
