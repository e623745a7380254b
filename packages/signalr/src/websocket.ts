import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type Server, WebSocket, WebSocketServer } from 'ws'
import type { TransferFormat } from './protocol.ts'
import type { Transport, TransportListener } from './transport.ts'

export interface WebSocketOptions {
  /** A longer frame closes the connection with code 1009. */
  readonly maxFrameBytes: number
  /** How long a peer may take to answer a close frame before its socket is destroyed. */
  readonly closeTimeoutMs: number
  /** Answers an upgrade that is no valid WebSocket request; `reason` is for its author. */
  refused(socket: Duplex, reason: string): void
}

/** Accepts upgrade requests as WebSocket transports. */
export class WebSocketAcceptor {
  readonly #server: Server<typeof NormallyClosed>
  readonly #closeTimeoutMs: number

  constructor({ maxFrameBytes, closeTimeoutMs, refused }: WebSocketOptions) {
    this.#server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      // Broadcasts are many small shared frames; deflating each of them for each client would cost more than all else.
      perMessageDeflate: false,
      // Handles one frame of each connection in a turn of the event loop, however many arrived at once.
      allowSynchronousEvents: false,
      maxPayload: maxFrameBytes,
      WebSocket: NormallyClosed,
    })
    this.#server.on('wsClientError', ({ message }, socket) => refused(socket, message))
    this.#closeTimeoutMs = closeTimeoutMs
  }

  /** Answers the upgrade. A malformed request is refused, and `open` is not called for it. */
  accept(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    open: (transport: Transport) => TransportListener,
  ): void {
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      const listener = open(transportOver(webSocket, this.#closeTimeoutMs))
      webSocket.on('message', (data: Buffer) => listener.received(data))
      // Control frames cost something, too.
      for (const name of ['ping', 'pong'] as const) webSocket.on(name, () => listener.received(EMPTY))
      webSocket.on('close', (code) => listener.closed(code !== LOST))
      // An invalid frame or a reset is always followed by 'close', which is handled above.
      webSocket.on('error', () => {})
      socket.on('drain', () => listener.drained())
    })
  }
}

const NORMAL_CLOSURE = 1000
/** The code of a socket that ended without a close frame. */
const LOST = 1006
const EMPTY = Buffer.alloc(0)

const transportOver = (webSocket: WebSocket, closeTimeoutMs: number): Transport => ({
  get bufferedBytes() {
    return webSocket.bufferedAmount
  },
  send(bytes: Buffer, format: TransferFormat) {
    webSocket.send(bytes, { binary: format === 'Binary' })
  },
  pause: () => webSocket.pause(),
  resume: () => webSocket.resume(),
  close() {
    // The peer's close frame is only noticed while reading.
    webSocket.resume()
    webSocket.close()
    const timer = setTimeout(() => webSocket.terminate(), closeTimeoutMs).unref()
    webSocket.once('close', () => clearTimeout(timer))
  },
})

/** Answers a close frame without a code with 1000: the official clients treat any other code as an error. */
class NormallyClosed extends WebSocket {
  override close(code: number = NORMAL_CLOSURE, reason?: string | Buffer): void {
    super.close(code, reason)
  }
}
