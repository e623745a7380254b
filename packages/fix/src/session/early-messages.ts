import type { Fields } from '../wire/message.ts'

/** A message that arrived after a gap, or that was already answered and only has to be counted. */
type EarlyMessage = Fields | 'answered'

/** An entry that has no bytes takes memory too. */
const BYTES_OF_ENTRY = 100

/** The messages that arrived before others that are missing, up to a size. */
export class EarlyMessages {
  readonly #largest: number
  readonly #messages = new Map<number, EarlyMessage>()
  #size = 0

  /** @param largest the bytes that are kept. */
  constructor(largest: number) {
    this.#largest = largest
  }

  /** Keeps a message. What is not kept is asked for when the next message shows that it is missing. */
  add(number: number, message: EarlyMessage, bytes: number): void {
    if (this.#messages.has(number) || this.#size + bytes > this.#largest) return
    this.#messages.set(number, message)
    this.#size += bytes + BYTES_OF_ENTRY
  }

  /** Gives a message out whose turn it is. */
  take(number: number): EarlyMessage | undefined {
    const message = this.#messages.get(number)
    this.#messages.delete(number)
    return message
  }

  /** Forgets what is not needed any more. */
  forgetBefore(next: number): void {
    for (const number of this.#messages.keys()) if (number < next) this.#messages.delete(number)
    if (this.#messages.size === 0) this.#size = 0
  }

  clear(): void {
    this.#messages.clear()
    this.#size = 0
  }
}
