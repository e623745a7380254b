import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Line } from './line.ts'
import type { GatewayProfile } from './profile.ts'

/** Between two attempts to connect: the pause doubles up to the longest. */
const PAUSE_MS = { first: 500, longest: 15_000 }
/** How long a connection may take to be made. */
const CONNECT_MS = 10_000

type Address = Pick<GatewayProfile['marketData'], 'host' | 'port' | 'tls'>

/** Connects a line whenever it has no connection, until it is stopped. */
export class Initiator {
  readonly #line: Line
  readonly #address: Address
  readonly #log: (text: string) => void
  #pauseMs = PAUSE_MS.first
  #timer: NodeJS.Timeout | undefined
  #socket: Socket | undefined
  #isStopped = false
  #isUp = false
  #said = ''

  constructor(line: Line, address: Address, log: (text: string) => void) {
    this.#line = line
    this.#address = address
    this.#log = log
  }

  start(): void {
    if (this.#isStopped || this.#line.isBusy) return
    clearTimeout(this.#timer)
    let socket: Socket
    try {
      socket = opened(this.#address)
    } catch (error) {
      // A file of TLS that is missing or has no certificate; it can be there at the next attempt.
      this.#say((error as Error).message)
      this.#again()
      return
    }
    this.#socket = socket
    socket.setNoDelay(true)
    socket.setTimeout(CONNECT_MS, () => socket.destroy(new Error('the connection was not made in time')))
    socket.on('error', (error) => this.#say(error.message))
    socket.once(this.#address.tls ? 'secureConnect' : 'connect', () => {
      socket.setTimeout(0)
      this.#line.attach(socket, new Uint8Array())
    })
    this.#isUp = false
    socket.once('close', (hadError) => {
      // A peer that refuses our certificate, or us, says no more than that.
      if (!hadError && !this.#isUp && !this.#isStopped)
        this.#say('the connection ended before the session was up')
      // The session may have let the connection go before its end.
      if (this.#socket === socket) this.#again()
    })
  }

  /** The session is up: the next outage begins with a short pause. */
  succeeded(): void {
    this.#isUp = true
    this.#said = ''
    this.#pauseMs = PAUSE_MS.first
  }

  /** Logs out, and connects no more. A connection that is not logged on ends at once. */
  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
    const isLoggedOn = this.#line.isLoggedOn
    this.#line.logout()
    if (!isLoggedOn) this.#socket?.destroy()
  }

  /** Ends the connection once what was sent is on its way. */
  end(): void {
    this.#socket?.destroySoon()
  }

  /** The same problem at each attempt is told once. */
  #say(problem: string): void {
    if (problem !== this.#said) this.#log(problem)
    this.#said = problem
  }

  #again(): void {
    if (this.#isStopped) return
    this.#timer = setTimeout(() => this.start(), this.#pauseMs)
    this.#timer.unref()
    this.#pauseMs = Math.min(this.#pauseMs * 2, PAUSE_MS.longest)
  }
}

function opened({ host, port, tls }: Address): Socket {
  if (!tls) return connect({ host, port })
  const { ca, cert, key, serverName } = tls
  return connectTls({
    ...{ host, port, minVersion: 'TLSv1.2' },
    ...(serverName !== undefined && { servername: serverName }),
    ...(ca !== undefined && { ca: readFileSync(ca) }),
    ...(cert !== undefined && key !== undefined && { cert: readFileSync(cert), key: readFileSync(key) }),
  })
}
