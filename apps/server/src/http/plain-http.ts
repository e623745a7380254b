import type { Socket } from 'node:net'
import type { Server } from 'node:tls'
import { answerRaw } from './early-refusals.ts'

/** The first byte of every TLS connection: a handshake record (RFC 8446, section 5.1). */
const HANDSHAKE = 0x16

const speaksTls = {
  message: 'This port is for HTTPS only: the address begins with https://.',
}

/**
 * Answers a client that speaks plain HTTP to a port of TLS. Nothing of its request is read: it came in the open. It is
 * not redirected either, because then programs would go on to send their passwords in the open first.
 *
 * @param silentMs how long a connection may take until its first byte
 */
export function refusePlainHttp(server: Server, silentMs: number): void {
  const handlers = server.listeners('connection')
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    const leave = () => void socket.destroy()
    socket.setTimeout(silentMs, leave)
    socket.on('error', leave)
    socket.once('data', (first: Buffer) => {
      socket.setTimeout(0, leave)
      socket.off('error', leave)
      if (first[0] !== HANDSHAKE) {
        answerRaw(socket, 400, speaksTls)
        return
      }
      socket.pause()
      socket.unshift(first)
      for (const handle of handlers) handle.call(server, socket)
    })
  })
}
