import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { latin1, MessageStream, parse, type SessionSettings } from '@tradebook/fix'
import { Line, type LineParts, type Log, type Opening } from '../../server/src/gateway/line.ts'

/** How long a connection may take until it has said who it is. */
const FIRST_MESSAGE_MS = 10_000
/** The greatest first message, and how many connections may be without one. */
const LARGEST_LOGON = 4096
const MOST_STRANGERS = 100

/** The certificate and its key as PEM, with which connections are encrypted. */
export interface Certificate {
  readonly cert: string
  readonly key: string
  /** The issuers of members' certificates as PEM; members need none unless it is given. */
  readonly ca?: string | undefined
}

/** A session that an acceptor offers, and what its messages are for. */
export interface Member {
  readonly settings: SessionSettings
  readonly open: Opening
  /** What the session is joined to; nothing outlives the process unless given. */
  readonly parts?: LineParts
}

/**
 * Takes connections for many FIX sessions on one port. The first message says whose it is; a stranger, a message that
 * is none, and a second connection of a session that has one are closed without an answer.
 */
export class Acceptor {
  readonly #lines = new Map<string, Line>()
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #log: Log
  readonly #now: () => number
  #strangers = 0

  constructor(members: readonly Member[], log: Log, now: () => number = Date.now, tls?: Certificate) {
    this.#log = log
    this.#now = now
    for (const member of members) this.add(member)
    const connected = (socket: Socket) => this.#connected(socket)
    this.#server = tls
      ? createTlsServer(
          {
            ...{ ...tls, requestCert: tls.ca !== undefined, minVersion: 'TLSv1.2' },
            ...{ handshakeTimeout: FIRST_MESSAGE_MS, noDelay: true },
          },
          connected,
        )
      : createServer({ noDelay: true }, connected)
    this.#server.on('tlsClientError', (error: Error) => this.#log('?', '!', error.message))
  }

  /** Offers one session more. */
  add({ settings, open, parts }: Member): Line {
    const line = new Line(settings, open, this.#log, this.#now, parts)
    const { protocol, targetCompId, senderCompId } = settings
    this.#lines.set(keyOf(protocol.beginString, targetCompId, senderCompId), line)
    return line
  }

  /** @returns the port, which the system chooses if it is 0. */
  async listen(port: number, host: string): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(port, host, resolve)
    })
    const address = this.#server.address()
    return typeof address === 'object' && address ? address.port : port
  }

  /** Logs every session out and ends all connections. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    for (const line of this.#lines.values()) line.logout()
    for (const socket of this.#sockets) socket.destroySoon()
    await closed
  }

  /** Ends all connections at once, and says nothing. */
  abandon(): void {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }

  #connected(socket: Socket): void {
    if (this.#strangers >= MOST_STRANGERS) {
      socket.destroy()
      return
    }
    this.#strangers++
    this.#sockets.add(socket)
    socket.on('error', (error) => this.#log('?', '!', error.message))
    socket.on('close', () => this.#sockets.delete(socket))
    const waiting = setTimeout(() => socket.destroy(), FIRST_MESSAGE_MS)
    const parts: Buffer[] = []
    const stream = new MessageStream(LARGEST_LOGON)

    const known = () => {
      clearTimeout(waiting)
      socket.off('data', read)
      socket.off('close', known)
      this.#strangers--
    }
    const read = (bytes: Buffer) => {
      parts.push(bytes)
      const { value: frame, done } = stream.push(bytes).next()
      if (done) return
      known()
      const line = frame.kind === 'message' ? this.#lineOf(frame.bytes) : undefined
      if (!line || line.isBusy) {
        const problem = line ? `${line.name} has a connection` : 'a stranger'
        this.#log('?', '!', `closed: ${problem}, ${latin1(frame.bytes).length} bytes`)
        socket.destroy()
        return
      }
      line.attach(socket, Buffer.concat(parts))
    }
    socket.on('data', read)
    socket.on('close', known)
  }

  #lineOf(bytes: Uint8Array): Line | undefined {
    const message = parse(bytes)
    return this.#lines.get(keyOf(message.get(8) ?? '', message.get(49) ?? '', message.get(56) ?? ''))
  }
}

/** No value has a delimiter. */
const keyOf = (beginString: string, peer: string, own: string) => [beginString, peer, own].join('\x01')
