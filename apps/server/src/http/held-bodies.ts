import { Transform } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { RequestPayload } from 'fastify/types/hooks.js'

/** No more bytes of bodies are held now. */
export class BodiesFull extends Error {}

/**
 * The bytes of bodies with files that are in memory, of all requests of one kind of asker together. A body counts by
 * what has come of it: one that is announced and comes slowly, or not at all, keeps nobody else out.
 */
export class HeldBodies {
  readonly #most: number
  #held = 0

  /** @param most bytes */
  constructor(most: number) {
    this.#most = most
  }

  /** The body of a request, counted until its answer is over. It fails with `BodiesFull` where there is no room for it. */
  count(body: RequestPayload, reply: FastifyReply): RequestPayload {
    let bytes = 0
    const counted = new Transform({
      transform: (chunk: Buffer, _, next) => {
        if (this.#held + chunk.length > this.#most) {
          // The rest of the body is not read.
          reply.header('connection', 'close')
          next(new BodiesFull())
          return
        }
        bytes += chunk.length
        this.#held += chunk.length
        next(null, chunk)
      },
    })
    reply.raw.once('close', () => {
      this.#held -= bytes
      // What still comes of a body that was refused is read for the connection's sake, and held by nobody.
      body.unpipe(counted)
      body.resume()
      counted.destroy()
    })
    body.once('error', (error) => counted.destroy(error))
    return body.pipe(counted)
  }
}
