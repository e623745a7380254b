import type { Writable } from 'node:stream'
import pino, { type Logger } from 'pino'

/** So many bytes wait for a slow reader of the log; lines that come then are lost. */
const MOST_WAITING_BYTES = 1024 * 1024

/** Where lines are written to. */
export type Output = Pick<Writable, 'write' | 'writableLength'>

/**
 * The server's log, on its standard output. Where that is full or nobody reads it any more, lines are lost and
 * counted, and the server goes on.
 */
export function openLog(level: string, output: Output = process.stdout): Logger {
  let lost = 0
  const written = (error: Error | null | undefined) => {
    if (error) lost += 1
    else if (lost > 0) {
      const lines = lost
      lost = 0
      log.warn({ lines }, 'lines of this log were lost: they could not be written')
    }
  }
  // Pino's own destination waits for room for ever where its last line does not fit on the disk.
  const log = pino(
    { level },
    {
      write(line) {
        if (output.writableLength > MOST_WAITING_BYTES) lost += 1
        else output.write(line, written)
      },
    },
  )
  return log
}

/** Goes on where what is printed cannot be written; without a listener that would end the process. */
export function outliveReaders(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => {})
}
