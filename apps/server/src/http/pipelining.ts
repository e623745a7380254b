import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Browsers do not pipeline, and the clients that do keep a few requests under way. */
const MOST_UNANSWERED = 32

/**
 * Closes a connection with more requests under way than a client has reason to send (RFC 9112,
 * section 9.3.2, lets a server do so). Node parses all requests of a segment in one turn of the
 * event loop: without a limit, one segment of small requests for large answers stops everybody.
 */
export function limitPipelining(app: FastifyInstance): void {
  const unanswered = new WeakMap<Socket, number>()
  const count = (socket: Socket, by: 1 | -1): number => {
    const requests = (unanswered.get(socket) ?? 0) + by
    unanswered.set(socket, requests)
    return requests
  }
  app.addHook('onRequest', ({ raw: { socket } }, { raw: response }, done) => {
    // The requests behind the one that closed the connection arrive in the same turn.
    if (socket.destroyed) return
    if (count(socket, 1) > MOST_UNANSWERED) {
      socket.destroy()
      return
    }
    response.once('close', () => count(socket, -1))
    done()
  })
}
