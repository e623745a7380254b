import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** What one request sends: the call's path, who asks, and its JSON. */
export interface Post {
  readonly path: string
  readonly authorization: string
  readonly body: string
}

interface Asked extends Post {
  readonly answered: () => void
  readonly failed: (error: Error) => void
}

/** Behind the version of the first line: "HTTP/1.1 200 OK". */
const STATUS_AT = 9
const SUCCESS = '200'
const END_OF_HEADERS = '\r\n\r\n'
/** An order's answer is a few hundred bytes. */
const LARGEST_READ = 16_384

/**
 * One connection that sends a request and waits for its answer. What a client costs is taken from what it measures, for
 * they share the machine: so this one has no more of HTTP than an answer with its length before it, and every server
 * that is measured has the same client.
 */
class OrderConnection {
  readonly #host: string
  readonly #socket: Socket
  readonly #free: (connection: OrderConnection) => void
  #asked: Asked | undefined
  /** What has come of an answer that is not complete. */
  #part = ''

  constructor({ hostname, port, host }: URL, free: (connection: OrderConnection) => void) {
    this.#host = host
    this.#free = free
    const buffer = Buffer.allocUnsafe(LARGEST_READ)
    this.#socket = connect({
      host: hostname,
      port: Number(port),
      noDelay: true,
      onread: {
        buffer,
        callback: (length) => {
          this.#receive(buffer.toString('latin1', 0, length))
          return true
        },
      },
    })
    this.#socket.on('error', (error) => this.#fail(error))
    this.#socket.on('close', () => this.#fail(new Error('the server closed a connection')))
  }

  send(asked: Asked): void {
    if (this.#socket.destroyed) {
      asked.failed(new Error('a connection was closed while it was not used'))
      return
    }
    this.#asked = asked
    const { path, authorization, body } = asked
    this.#socket.write(
      `POST ${path} HTTP/1.1\r\nhost: ${this.#host}\r\nauthorization: ${authorization}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
  }

  async close(): Promise<void> {
    this.#asked = undefined
    const closed = once(this.#socket, 'close')
    this.#socket.destroy()
    await closed
  }

  #receive(read: string): void {
    const answer = this.#part === '' ? read : this.#part + read
    const end = answer.indexOf(END_OF_HEADERS)
    const length = end < 0 ? Number.NaN : lengthIn(answer.slice(0, end))
    if (!(answer.length >= end + END_OF_HEADERS.length + length)) {
      this.#part = answer
      return
    }
    this.#part = ''
    const asked = this.#asked
    this.#asked = undefined
    if (answer.startsWith(SUCCESS, STATUS_AT)) {
      this.#free(this)
      asked?.answered()
    } else asked?.failed(new Error(`an order was answered ${answer}`))
  }

  #fail(error: Error): void {
    this.#asked?.failed(error)
    this.#asked = undefined
  }
}

/** How long the body is; 0 where an answer does not say so. */
const lengthIn = (headers: string): number => Number(/\r\ncontent-length: (\d+)/i.exec(headers)?.[1] ?? 0)

/** Connections that send what waits, the first first, each in its turn: a server closes one that is not used for long. */
export class OrderConnections {
  readonly #connections: OrderConnection[]
  readonly #idle: OrderConnection[]
  readonly #waiting: Asked[] = []

  constructor(url: string, count: number) {
    const at = new URL(url)
    this.#connections = Array.from({ length: count }, () => new OrderConnection(at, this.#freed))
    this.#idle = [...this.#connections]
  }

  /** @throws Error on any answer but a success. */
  send(post: Post): Promise<void> {
    return new Promise((answered, failed) => {
      const asked = { ...post, answered, failed }
      const connection = this.#idle.shift()
      if (connection) connection.send(asked)
      else this.#waiting.push(asked)
    })
  }

  async close(): Promise<void> {
    await Promise.all(this.#connections.map((connection) => connection.close()))
  }

  readonly #freed = (connection: OrderConnection): void => {
    const next = this.#waiting.shift()
    if (next) connection.send(next)
    else this.#idle.push(connection)
  }
}
