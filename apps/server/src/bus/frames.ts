/** A message cut into frames that the broker takes: its number at its sender, which part this is, and of how many. */

/** Below the least that NATS takes by default (1 MiB). */
const FRAME_BYTES = 512 * 1024
/** `number part parts\n` in digits. */
const HEAD = /^(\d+) (\d+) (\d+)$/
const LONGEST_HEAD = 64
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

/** Puts the frames of several senders together again. A message of which a frame is missing never appears. */
export class Frames {
  readonly #unfinished = new Map<string, Unfinished>()

  /** Frames were lost: nothing that was begun is completed any more. */
  clear(): void {
    this.#unfinished.clear()
  }

  /** @returns the message that this frame completes. */
  add(sender: string, frame: Uint8Array): Buffer | undefined {
    const bytes = Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength)
    const end = bytes.subarray(0, LONGEST_HEAD).indexOf(NEWLINE)
    const head = HEAD.exec(bytes.subarray(0, Math.max(0, end)).toString('latin1'))
    if (!head) return undefined
    const [number, part, parts] = head.slice(1).map(Number) as [number, number, number]
    const body = bytes.subarray(end + 1)
    if (parts === 1) return body
    const known = part === 1 ? { number, parts: [] } : this.#unfinished.get(sender)
    if (known?.number !== number || known.parts.length !== part - 1) {
      this.#unfinished.delete(sender)
      return undefined
    }
    // The bytes belong to the connection, which uses them again.
    known.parts.push(Buffer.from(body))
    this.#unfinished.set(sender, known)
    if (part < parts) return undefined
    this.#unfinished.delete(sender)
    return Buffer.concat(known.parts)
  }
}
