/** Bytes as PostgreSQL's protocol has them, written one behind another. Their space grows as they need it. */
export class Bytes {
  #buffer: Buffer
  #view: DataView
  #length = 0

  /** @param size the space to begin with. */
  constructor(size: number) {
    this.#buffer = Buffer.allocUnsafeSlow(size)
    this.#view = new DataView(this.#buffer.buffer)
  }

  byte(value: number): void {
    const at = this.#room(1)
    this.#view.setUint8(at, value)
  }

  /** @param value of which the lowest 32 bits are written. */
  int32(value: number): void {
    const at = this.#room(4)
    this.#view.setInt32(at, value)
  }

  /** @param value an integer whose size is safe. */
  int64(value: number): void {
    const at = this.#room(8)
    this.#view.setInt32(at, Math.floor(value / 2 ** 32))
    this.#view.setInt32(at + 4, value)
  }

  /** @param value of which the lowest 64 bits are written. */
  bigint64(value: bigint): void {
    const at = this.#room(8)
    this.#view.setBigInt64(at, value)
  }

  /** The text in UTF-8; a surrogate without its other half becomes the replacement character. */
  text(value: string): void {
    const at = this.#room(value.length * MOST_BYTES)
    this.#length = at + this.#buffer.write(value, at)
  }

  copy(value: Uint8Array): void {
    const at = this.#room(value.length)
    this.#buffer.set(value, at)
  }

  /** Leaves room for the length of what is written next. @returns where it is, for `end`. */
  begin(): number {
    return this.#room(LENGTH)
  }

  /** Writes the length of what was written since `begin`; it does not count itself. */
  end(begun: number): void {
    this.#view.setInt32(begun, this.#length - begun - LENGTH)
  }

  /** A copy of all that was written, after which there is nothing. */
  take(): Buffer {
    const taken = Buffer.from(this.#buffer.subarray(0, this.#length))
    this.#length = 0
    return taken
  }

  /** Forgets what was written. */
  clear(): void {
    this.#length = 0
  }

  /** @returns where so many bytes begin. What was written before may have moved then. */
  #room(size: number): number {
    const at = this.#length
    this.#length = at + size
    if (this.#length > this.#buffer.length) {
      const longer = Buffer.allocUnsafeSlow(2 * this.#length)
      longer.set(this.#buffer.subarray(0, at))
      this.#buffer = longer
      this.#view = new DataView(longer.buffer)
    }
    return at
  }
}

const LENGTH = 4
/** In UTF-8, for one unit of UTF-16. */
const MOST_BYTES = 3
