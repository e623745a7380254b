import { Transform } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { RequestPayload } from 'fastify/types/hooks.js'

/** No more bytes of bodies are buffered now. */
export class BodiesFull extends Error {}

/** A body whose chunks are so small that reading them would cost more than the bytes are worth. */
export class TinyChunks extends Error {}

/** How many bytes a body may have before its chunks are judged: a short one may come as it likes. */
const JUDGED_FROM = 64 * 1024
/** The bytes of a chunk, on average over the body. Clients and networks send a thousand and more. */
const SMALLEST_AVERAGE = 256

/** How many bytes of bodies are buffered. */
export interface BufferLimits {
  /** Of all requesters together. */
  readonly all: number
  /** Of one requester. */
  readonly each: number
}

/**
 * The bytes of bodies with files that are in memory, of all requests of one kind of requester. A body counts by what has come
 * of it: one that is announced and comes slowly, or not at all, keeps nobody else out. Bytes are copied out of their chunks
 * (`growing-buffer.ts`), so that what is counted is what is buffered.
 */
export class BufferedUploads {
  readonly #limits: BufferLimits
  readonly #byRequester = new Map<string, number>()
  #buffered = 0

  constructor(limits: BufferLimits) {
    this.#limits = limits
  }

  /** The body of a request, counted until its answer is over. It fails with `BodiesFull` if there is no room for it, and with `TinyChunks`. */
  count(requester: string, body: RequestPayload, reply: FastifyReply): RequestPayload {
    let bytes = 0
    let chunks = 0
    const counted = new Transform({
      transform: (chunk: Buffer, _, next) => {
        chunks += 1
        const areTiny = bytes >= JUDGED_FROM && bytes < chunks * SMALLEST_AVERAGE
        if (areTiny || !this.#buffer(requester, chunk.length)) {
          // The rest of the body is not read.
          reply.header('connection', 'close')
          next(areTiny ? new TinyChunks() : new BodiesFull())
          return
        }
        bytes += chunk.length
        next(null, chunk)
      },
    })
    reply.raw.once('close', () => {
      this.#release(requester, bytes)
      // What still comes of a body that was refused is read for the connection's sake, and buffered by nobody.
      body.unpipe(counted)
      body.resume()
      counted.destroy()
    })
    body.once('error', (error) => counted.destroy(error))
    return body.pipe(counted)
  }

  #buffer(requester: string, bytes: number): boolean {
    const buffered = (this.#byRequester.get(requester) ?? 0) + bytes
    if (buffered > this.#limits.each || this.#buffered + bytes > this.#limits.all) return false
    this.#byRequester.set(requester, buffered)
    this.#buffered += bytes
    return true
  }

  #release(requester: string, bytes: number): void {
    this.#buffered -= bytes
    const buffered = (this.#byRequester.get(requester) ?? 0) - bytes
    if (buffered > 0) this.#byRequester.set(requester, buffered)
    else this.#byRequester.delete(requester)
  }
}
