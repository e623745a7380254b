/** Received bytes that have not been parsed yet. */
export class ReceiveBuffer {
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

  /** All of them in one piece. */
  get bytes(): Buffer {
    if (this.#pieces.length !== 1) this.#pieces = [Buffer.concat(this.#pieces)]
    return this.#pieces[0]!
  }

  /** Replaces them by the rest that is still to be parsed. */
  set bytes(rest: Buffer) {
    this.#pieces = rest.length === 0 ? [] : [rest]
    this.#size = rest.length
  }
}
