import type { Socket } from 'node:net'
import { countedAddress } from '../platform/address.ts'

/** As long as a client may take to read an answer that came before it had sent everything. */
const LINGER_MS = 2_000

/** Of one address, or of one IPv6 network, that close at once otherwise: each of them counts as an open connection. */
const MOST_OF_ADDRESS = 16

/** Connections that were answered and are not read any more. */
export interface LingeringSockets {
  /**
   * Lets a client read the answer to a request whose body is not read. Closing a connection with bytes unread resets it,
   * and a client that is still sending then loses the answer (RFC 9112, section 9.6). So the server ends its own half,
   * reads no more, and closes two seconds later; sooner where one address has many.
   */
  close(socket: Socket): void
  /** Closes all of them: the server ends. */
  end(): void
}

export function openLingeringSockets(): LingeringSockets {
  const byAddress = new Map<string, Set<Socket>>()
  const linger = (socket: Socket) => {
    const address = countedAddress(socket.remoteAddress ?? '')
    const sockets = byAddress.get(address) ?? new Set()
    byAddress.set(address, sockets.add(socket))
    const timer = setTimeout(() => socket.destroy(), LINGER_MS)
    socket.once('close', () => {
      clearTimeout(timer)
      sockets.delete(socket)
      if (sockets.size === 0) byAddress.delete(address)
    })
    const [oldest] = sockets
    if (oldest && sockets.size > MOST_OF_ADDRESS) {
      // Its end comes later: another one that lingers meanwhile closes the next.
      sockets.delete(oldest)
      oldest.destroy()
    }
    socket.end()
    // Node resumes a request that nobody read once its answer is over.
    setImmediate(() => socket.pause())
  }
  return {
    close(socket) {
      socket.destroySoon = () => linger(socket)
    },
    end() {
      for (const sockets of byAddress.values()) for (const socket of sockets) socket.destroy()
    },
  }
}
