/** A message cut into frames that the broker accepts: its number at its sender, which part this is, and of how many. */

/** Below what NATS accepts by default (1 MiB). */
export const FRAME_BYTES = 512 * 1024
/** `number part parts\n` in digits. */
const HEAD = /^(\d+) (\d+) (\d+)$/
export const LONGEST_HEAD = 64
const NEWLINE = 0x0a

/** The frames of a message, in the order in which they are sent. */
export function framesOf(number: number, message: Buffer, frameBytes = FRAME_BYTES): Buffer[] {
  const parts = Math.max(1, Math.ceil(message.length / frameBytes))
  return Array.from({ length: parts }, (_, part) =>
    Buffer.concat([
      Buffer.from(`${number} ${part + 1} ${parts}\n`),
      message.subarray(part * frameBytes, (part + 1) * frameBytes),
    ]),
  )
}

interface Unfinished {
  readonly number: number
  readonly parts: Buffer[]
}

/** How much is kept of incomplete messages; beyond it the oldest are given up. */
const MOST_UNFINISHED_BYTES = 64 * 1024 * 1024

/** Roughly what a frame takes in memory in addition to its bytes. */
const FRAME_COSTS = 512

/** Puts the frames of several senders together again. A message of which a frame is missing never appears. */
export class Frames {
  readonly #unfinished = new Map<string, Unfinished>()
  readonly #mostBytes: number
  /** The number of the newest message of each sender, if none is accepted twice. */
  readonly #newest: Map<string, number> | undefined
  #bytes = 0

  /**
   * @param mostBytes including what frames take in addition to their bytes.
   * @param takesOnce whether only messages with a higher number than the sender's previous one are accepted.
   */
  constructor({ mostBytes = MOST_UNFINISHED_BYTES, takesOnce = false } = {}) {
    this.#mostBytes = mostBytes
    this.#newest = takesOnce ? new Map() : undefined
  }

  /** Frames were lost: no message that was begun can be completed. */
  clear(): void {
    this.#unfinished.clear()
    this.#bytes = 0
  }

  #forget(sender: string): void {
    for (const part of this.#unfinished.get(sender)?.parts ?? []) this.#bytes -= part.length + FRAME_COSTS
    this.#unfinished.delete(sender)
  }

  /** @returns the message that this frame completes. */
  add(sender: string, frame: Uint8Array): Buffer | undefined {
    const bytes = Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength)
    const end = bytes.subarray(0, LONGEST_HEAD).indexOf(NEWLINE)
    const head = HEAD.exec(bytes.subarray(0, Math.max(0, end)).toString('latin1'))
    if (!head) return undefined
    const [number, part, parts] = head.slice(1).map(Number) as [number, number, number]
    const body = bytes.subarray(end + 1)
    if (part === 1 && this.#newest) {
      if (number <= (this.#newest.get(sender) ?? 0)) return undefined
      this.#newest.set(sender, number)
    }
    if (parts === 1) return body
    if (part === 1) this.#forget(sender)
    const known = part === 1 ? { number, parts: [] } : this.#unfinished.get(sender)
    if (known?.number !== number || known.parts.length !== part - 1) {
      this.#forget(sender)
      return undefined
    }
    // The bytes belong to the connection, which uses them again.
    known.parts.push(Buffer.from(body))
    this.#bytes += body.length + FRAME_COSTS
    this.#unfinished.set(sender, known)
    if (part === parts) {
      this.#forget(sender)
      return Buffer.concat(known.parts)
    }
    for (const oldest of this.#unfinished.keys()) {
      if (this.#bytes <= this.#mostBytes) break
      this.#forget(oldest)
    }
    return undefined
  }
}
