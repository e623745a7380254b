import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { Side } from '@tradebook/contract'

/** What happened to an order in a recorded market. */
export interface RecordedMessage {
  /** Milliseconds since midnight. */
  readonly timeMs: number
  readonly kind: 'entered' | 'reduced' | 'deleted' | 'executed' | 'hidden' | 'halted'
  readonly orderID: number
  readonly size: number
  /** In the recording's own unit. */
  readonly price: number
  /** The side of the resting order. */
  readonly side: Side
}

const kinds: Readonly<Record<string, RecordedMessage['kind']>> = {
  1: 'entered',
  2: 'reduced',
  3: 'deleted',
  4: 'executed',
  5: 'hidden',
  7: 'halted',
}

/**
 * The messages of a file of order-level data in LOBSTER's form, plain or gzipped: time in seconds
 * after midnight, type, order id, size, price, direction of the resting order.
 * @throws Error naming the first line that is not as it must be.
 */
export function readRecording(path: string): RecordedMessage[] {
  const bytes = readFileSync(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  return parseRecording(text)
}

/** The messages in the text of such a file. @throws Error naming the first line that is not as it must be. */
export const parseRecording = (text: string): RecordedMessage[] =>
  text
    .trimEnd()
    .split(/\r?\n/)
    .map((line, index) => {
      const message = parseRow(line)
      if (!message) throw new Error(`recording, line ${index + 1}: not a message`)
      return message
    })

// Times are in nanoseconds, but some files went through doubles and have more digits.
const ROW = /^(\d{1,5}(?:\.\d{1,12})?),(\d),(\d{1,15}),(\d{1,9}),(-?\d{1,10}),(-?1)$/

function parseRow(line: string): RecordedMessage | undefined {
  const [, seconds, type = '', orderID, size, price, way] = ROW.exec(line) ?? []
  const kind = kinds[type]
  if (kind === undefined) return undefined
  const message: RecordedMessage = {
    timeMs: Number(seconds) * 1_000,
    kind,
    orderID: Number(orderID),
    size: Number(size),
    price: Number(price),
    side: way === '1' ? Side.buy : Side.sell,
  }
  // Only a halt is of no order and has neither size nor price.
  return kind === 'halted' || (message.size > 0 && message.price > 0) ? message : undefined
}
