import type { Exchange } from './http.ts'

/** With more requests than this waiting, another one is refused: a client sends them one after the other. */
const MOST_WAITING = 16

/**
 * What a client sends in the bodies of POST requests, for transports that carry only what the server
 * sends. Bodies are read one at a time, in the order of the requests, and none while it is paused.
 */
export class PostedMessages {
  readonly #maxBytes: number
  readonly #received: (bytes: Buffer) => void
  readonly #waiting: Exchange[] = []
  #isReading = false
  #isPaused = false
  #isClosed = false

  /** @param maxBytes A longer body is refused. */
  constructor(maxBytes: number, received: (bytes: Buffer) => void) {
    this.#maxBytes = maxBytes
    this.#received = received
  }

  post(exchange: Exchange): void {
    if (this.#waiting.length >= MOST_WAITING) {
      exchange.answer({ status: 429, body: 'Send one request after the other.' })
      return
    }
    this.#waiting.push(exchange)
    void this.#readAll()
  }

  pause(): void {
    this.#isPaused = true
  }

  resume(): void {
    this.#isPaused = false
    void this.#readAll()
  }

  /** Refuses what waits. */
  close(): void {
    this.#isClosed = true
    this.resume()
  }

  async #readAll(): Promise<void> {
    if (this.#isReading) return
    this.#isReading = true
    while (!this.#isPaused) {
      const exchange = this.#waiting.shift()
      if (!exchange) break
      await this.#read(exchange)
    }
    this.#isReading = false
  }

  async #read(exchange: Exchange): Promise<void> {
    const body = this.#isClosed ? undefined : await bodyOf(exchange, this.#maxBytes)
    if (this.#isClosed) exchange.answer({ status: 404 })
    else if (body === 'tooLong') exchange.answer({ status: 413, headers: { connection: 'close' } })
    else if (body) {
      this.#received(body)
      exchange.answer({ status: 200 })
    }
  }
}

/** The whole body; `undefined` when the client has gone. */
async function bodyOf({ request }: Exchange, maxBytes: number): Promise<Buffer | 'tooLong' | undefined> {
  const pieces: Buffer[] = []
  let size = 0
  try {
    // Destroying the request would destroy the socket that is to carry the answer.
    for await (const piece of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += piece.length
      if (size > maxBytes) return 'tooLong'
      pieces.push(piece)
    }
  } catch {
    return undefined
  }
  return Buffer.concat(pieces)
}
