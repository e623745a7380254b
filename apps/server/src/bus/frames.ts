/** A message cut into frames that the broker takes: its number at its sender, which part this is, and of how many. */

/** Below what NATS takes by default (1 MiB). */
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

/** What is kept of messages that are not complete; beyond it those that were begun first are given up. */
const MOST_UNFINISHED_BYTES = 64 * 1024 * 1024

/** What a frame takes in memory besides its bytes, about. */
const FRAME_COSTS = 512

/** Puts the frames of several senders together again. A message of which a frame is missing never appears. */
export class Frames {
  readonly #unfinished = new Map<string, Unfinished>()
  readonly #mostBytes: number
  /** The number of the newest message of each sender, where none is taken twice. */
  readonly #newest: Map<string, number> | undefined
  #bytes = 0

  /**
   * @param mostBytes with what frames take besides their bytes.
   * @param takesOnce whether each message of a sender has a higher number than the one before, and others are dropped.
   */
  constructor({ mostBytes = MOST_UNFINISHED_BYTES, takesOnce = false } = {}) {
    this.#mostBytes = mostBytes
    this.#newest = takesOnce ? new Map() : undefined
  }

  /** Frames were lost: nothing that was begun is completed any more. */
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
