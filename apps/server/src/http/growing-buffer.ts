/** The capacity that the first bytes get. */
const SMALLEST = 1024

/**
 * Bytes that arrive in chunks of any size, copied into one buffer. A chunk itself is not kept: as an object it takes
 * some ninety bytes, and it keeps alive the whole block that the network read.
 */
export class GrowingBuffer {
  readonly #limit: number
  #buffer = Buffer.alloc(0)
  #length = 0

  /** @param limit the most bytes that are ever added: the capacity doubles up to it. */
  constructor(limit: number) {
    this.#limit = limit
  }

  get length(): number {
    return this.#length
  }

  /** The bytes that the buffer occupies: less than twice those that were added, or the smallest capacity. */
  get capacity(): number {
    return this.#buffer.length
  }

  /** @throws RangeError beyond the limit */
  add(bytes: Uint8Array): void {
    const length = this.#length + bytes.length
    if (length > this.#limit) throw new RangeError(`More than ${this.#limit} bytes`)
    if (length > this.#buffer.length) {
      const doubled = Math.max(SMALLEST, this.#buffer.length * 2, length)
      // A buffer of its own: one from the shared pool would keep the pool alive.
      const larger = Buffer.allocUnsafeSlow(Math.min(doubled, this.#limit))
      larger.set(this.#buffer.subarray(0, this.#length))
      this.#buffer = larger
    }
    this.#buffer.set(bytes, this.#length)
    this.#length = length
  }

  /** What was added so far. It is a view: it changes with what is added later. */
  view(): Buffer {
    return this.#buffer.subarray(0, this.#length)
  }

  /** Gives the unused capacity back: nothing more is expected. */
  trim(): void {
    if (this.#length === this.#buffer.length) return
    const exact = Buffer.allocUnsafeSlow(this.#length)
    exact.set(this.view())
    this.#buffer = exact
  }
}
