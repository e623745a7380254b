import type { Socket } from 'node:net'
import { WebSocket, WebSocketServer } from 'ws'
import type { TransportLimits, TransportRow } from './acceptor.ts'
import type { TransferFormat } from './protocol.ts'
import type { Transport } from './transport.ts'
import { frameOf } from './websocket-frame.ts'

/** One WebSocket carries both directions. */
export const webSockets: TransportRow = {
  transport: 'WebSockets',
  transferFormats: ['Text', 'Binary'],
  hasInherentKeepAlive: false,
  isOpenedBy: ({ upgradeHead }) => upgradeHead !== undefined,
  acceptor(options) {
    const server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      // Broadcasts are many small shared frames; deflating each of them for each client would cost more than all else.
      perMessageDeflate: false,
      // Handles one frame of each connection in a turn of the event loop, however many arrived at once.
      allowSynchronousEvents: false,
      maxPayload: options.maxFrameBytes,
      WebSocket: NormallyClosed,
    })
    const frames = new FrameCache()
    return (exchange, open) => {
      const { request, upgradeHead = NOTHING } = exchange
      const { socket } = request
      const refused = ({ message }: Error) => exchange.answer({ status: 400, body: message })
      server.once('wsClientError', refused)
      server.handleUpgrade(request, socket, upgradeHead, (webSocket) => {
        const listener = open(transportOver(webSocket, socket, frames, options), {})
        webSocket.on('message', (data: Buffer) => listener.received(data))
        // Control frames cost something, too.
        for (const name of ['ping', 'pong'] as const) webSocket.on(name, () => listener.received(NOTHING))
        webSocket.on('close', (code) => listener.closed(code !== LOST))
        // An invalid frame or a reset is always followed by 'close', which is handled above.
        webSocket.on('error', () => {})
        socket.on('drain', () => listener.drained())
        socket.setTimeout(options.stalledMs)
        // Not the callback of `setTimeout`, which is called once: a socket that was idle may stall later.
        socket.on('timeout', () => {
          if (webSocket.bufferedAmount > 0) listener.stalled()
        })
      })
      // By now the upgrade has been accepted or refused.
      server.off('wsClientError', refused)
    }
  },
}

const NORMAL_CLOSURE = 1000
/** The code of a socket that ended without a close frame. */
const LOST = 1006
const NOTHING = Buffer.alloc(0)

const transportOver = (
  webSocket: WebSocket,
  socket: Socket,
  frames: FrameCache,
  { closeMs }: TransportLimits,
): Transport => ({
  kind: webSockets,
  get bufferedBytes() {
    return socket.writableLength
  },
  send(bytes: Buffer, format: TransferFormat) {
    // `ws` would write the header of a frame and its bytes apart, for each connection of a broadcast again.
    // Without compression it never holds a frame back, so what is written here keeps its order.
    if (webSocket.readyState === WebSocket.OPEN) socket.write(frames.frameOf(bytes, format))
  },
  pause: () => webSocket.pause(),
  resume: () => webSocket.resume(),
  close() {
    // The peer's close frame is only noticed while reading.
    webSocket.resume()
    webSocket.close()
    const timer = setTimeout(() => webSocket.terminate(), closeMs).unref()
    webSocket.once('close', () => clearTimeout(timer))
  },
  destroy: () => webSocket.terminate(),
})

/** Answers a close frame without a code with 1000: the official clients treat any other code as an error. */
class NormallyClosed extends WebSocket {
  override close(code: number = NORMAL_CLOSURE, reason?: string | Buffer): void {
    super.close(code, reason)
  }
}

/** The frame of the bytes that were sent last: a broadcast sends the same bytes to many connections in a row. */
class FrameCache {
  #bytes: Buffer = NOTHING
  #format: TransferFormat = 'Text'
  #frame = frameOf(NOTHING, 'Text')

  frameOf(bytes: Buffer, format: TransferFormat): Buffer {
    if (bytes !== this.#bytes || format !== this.#format) {
      this.#bytes = bytes
      this.#format = format
      this.#frame = frameOf(bytes, format)
    }
    return this.#frame
  }
}
