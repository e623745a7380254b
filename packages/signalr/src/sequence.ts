import { ProtocolError } from './messages.ts'

/**
 * Both sides of a stateful connection count the messages from calls to cancellations, each from 1,
 * keep what they sent until the other side has acknowledged it, and send the rest again on a new
 * transport. A sequence message then carries the number with which that begins.
 */

/** Counts what a client sends. */
export class ReceivedNumbers {
  #next = 1
  #latest = 0
  #acknowledged = 0

  /** Counts a message. Returns whether it is new, not sent again. */
  count(): boolean {
    const number = this.#next
    this.#next += 1
    if (number <= this.#latest) return false
    this.#latest = number
    return true
  }

  /**
   * The client continues with this number.
   * @throws ProtocolError when that would leave out messages.
   */
  continueAt(sequenceId: number): void {
    if (sequenceId > this.#next)
      throw new ProtocolError("Sequence ID greater than amount of messages we've received.")
    this.#next = sequenceId
  }

  /** The number to acknowledge, if it has grown since the last time. */
  toAcknowledge(): number | undefined {
    if (this.#latest === this.#acknowledged) return undefined
    this.#acknowledged = this.#latest
    return this.#latest
  }
}

/** What was sent to a client and is not acknowledged yet. Frames are kept whole. */
export class SentFrames {
  readonly #mostBytes: number
  #frames: SentFrame[] = []
  #sent = 0
  #bytes = 0

  /** @param mostBytes With as many bytes kept, nothing more should be sent. */
  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes
  }

  get isFull(): boolean {
    return this.#bytes >= this.#mostBytes
  }

  /** Keeps a frame that contains so many numbered messages. */
  add(bytes: Buffer, messages: number): void {
    if (messages === 0) return
    this.#frames.push({ bytes, first: this.#sent + 1 })
    this.#sent += messages
    this.#bytes += bytes.length
  }

  /** The client has handled the messages up to this number. */
  acknowledge(sequenceId: number): void {
    let handled = 0
    for (; handled < this.#frames.length; handled++) {
      const next = this.#frames[handled + 1]?.first ?? this.#sent + 1
      if (next - 1 > sequenceId) break
      this.#bytes -= this.#frames[handled]!.bytes.length
    }
    this.#frames.splice(0, handled)
  }

  /** The number of the first message in `frames`, or of the next one that is sent. */
  get first(): number {
    return this.#frames[0]?.first ?? this.#sent + 1
  }

  /** What to send again, in order. */
  get frames(): readonly Buffer[] {
    return this.#frames.map(({ bytes }) => bytes)
  }
}

interface SentFrame {
  readonly bytes: Buffer
  /** The number of its first numbered message. */
  readonly first: number
}
