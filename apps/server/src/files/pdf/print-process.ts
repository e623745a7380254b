import { setPriority } from 'node:os'
import { pdfOf } from './layout.ts'
import type { PrintAnswer, PrintRequest } from './printer.ts'

/** The program of the printing process. It prints what it was asked at once by turns, row by row. */

/**
 * Of nice: orders go first wherever they need the processor. At the lowest priority, 19, nothing is printed while
 * others keep every processor busy.
 */
const LOW_PRIORITY = 10

setPriority(LOW_PRIORITY)
// The server decides when it ends: a terminal sends these to both.
process.on('SIGINT', () => {}).on('SIGTERM', () => {})
process.once('disconnect', () => process.exit())
process.on('message', async (asked: PrintRequest) => {
  if (asked === 'alive?') return answer('alive')
  const { id, document } = asked
  try {
    answer({ id, pdf: await pdfOf(document) })
  } catch (error) {
    answer({ id, error: String(error) })
  }
})

/** The server may be gone before 'disconnect' says so; what can then not be written fails nothing. */
const answer = (message: PrintAnswer): void => void process.send?.(message, undefined, undefined, () => {})
