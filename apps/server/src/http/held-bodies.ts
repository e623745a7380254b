import { Transform } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { RequestPayload } from 'fastify/types/hooks.js'

/** No more bytes of bodies are held now. */
export class BodiesFull extends Error {}

/** A body whose chunks are so small that reading them would cost more than the bytes are worth. */
export class TinyChunks extends Error {}

/** How many bytes a body may have before its chunks are judged: a short one may come as it likes. */
const JUDGED_FROM = 64 * 1024
/** The bytes of a chunk, on average over the body. Clients and networks send a thousand and more. */
const SMALLEST_AVERAGE = 256

/** How many bytes of bodies are held. */
export interface HeldLimits {
  /** Of all askers together. */
  readonly all: number
  /** Of one asker. */
  readonly each: number
}

/**
 * The bytes of bodies with files that are in memory, of all requests of one kind of asker. A body counts by what has come
 * of it: one that is announced and comes slowly, or not at all, keeps nobody else out. Bytes are copied out of their chunks
 * (`growing-buffer.ts`), so that what is counted is what is held.
 */
export class HeldBodies {
  readonly #limits: HeldLimits
  readonly #byAsker = new Map<string, number>()
  #held = 0

  constructor(limits: HeldLimits) {
    this.#limits = limits
  }

  /** The body of a request, counted until its answer is over. It fails with `BodiesFull` if there is no room for it, and with `TinyChunks`. */
  count(asker: string, body: RequestPayload, reply: FastifyReply): RequestPayload {
    let bytes = 0
    let chunks = 0
    const counted = new Transform({
      transform: (chunk: Buffer, _, next) => {
        chunks += 1
        const areTiny = bytes >= JUDGED_FROM && bytes < chunks * SMALLEST_AVERAGE
        if (areTiny || !this.#hold(asker, chunk.length)) {
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
      this.#release(asker, bytes)
      // What still comes of a body that was refused is read for the connection's sake, and held by nobody.
      body.unpipe(counted)
      body.resume()
      counted.destroy()
    })
    body.once('error', (error) => counted.destroy(error))
    return body.pipe(counted)
  }

  #hold(asker: string, bytes: number): boolean {
    const held = (this.#byAsker.get(asker) ?? 0) + bytes
    if (held > this.#limits.each || this.#held + bytes > this.#limits.all) return false
    this.#byAsker.set(asker, held)
    this.#held += bytes
    return true
  }

  #release(asker: string, bytes: number): void {
    this.#held -= bytes
    const held = (this.#byAsker.get(asker) ?? 0) - bytes
    if (held > 0) this.#byAsker.set(asker, held)
    else this.#byAsker.delete(asker)
  }
}
