import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { parseMessage, type RecordedMessage } from '@tradebook/exchange'

/**
 * The messages of a file of order-level data in the format of LOBSTER, plain or gzipped.
 * @throws Error naming the first line that is not a message, and why.
 */
export function readRecording(path: string): RecordedMessage[] {
  const bytes = readFileSync(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  return parseRecording(text)
}

/** The messages in the text of such a file. @throws Error naming the first line that is not a message, and why. */
export const parseRecording = (text: string): RecordedMessage[] =>
  text
    .trimEnd()
    .split(/\r?\n/)
    .map((line, index) => {
      try {
        return parseMessage(line)
      } catch (error) {
        throw new Error(`recording, line ${index + 1}: ${(error as Error).message}`, { cause: error })
      }
    })
