import type { Socket } from 'node:net'

/** As long as a client may take to read an answer that came before it had sent everything. */
const LINGER_MS = 2_000

/**
 * Lets a client read the answer to a request whose body is not read. Closing a connection with bytes unread resets it, and a client
 * that is still sending then loses the answer (RFC 9112, section 9.6). So the server ends its own half, reads no more, and
 * closes when the client does or after two seconds.
 */
export function lingerOnClose(socket: Socket): void {
  socket.destroySoon = () => {
    socket.end()
    // Node resumes a request that nobody read once its answer is over.
    setImmediate(() => socket.pause())
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  }
}
