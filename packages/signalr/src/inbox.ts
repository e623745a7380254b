/** Bytes that were received and are yet to be read. */
export class Inbox {
  #pieces: Buffer[] = []
  #size = 0

  get size(): number {
    return this.#size
  }

  add(bytes: Buffer): void {
    if (bytes.length === 0) return
    this.#pieces.push(bytes)
    this.#size += bytes.length
  }

  /** All of it, in one piece. */
  get bytes(): Buffer {
    if (this.#pieces.length !== 1) this.#pieces = [Buffer.concat(this.#pieces)]
    return this.#pieces[0]!
  }

  /** What is left of it. */
  set bytes(rest: Buffer) {
    this.#pieces = rest.length === 0 ? [] : [rest]
    this.#size = rest.length
  }
}
