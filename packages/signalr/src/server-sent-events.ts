import type { TransportRow } from './acceptor.ts'
import { NOT_CACHED } from './http.ts'
import { PostedMessages } from './posted-messages.ts'

/** A response that does not end carries what the server sends; POST requests carry what the client sends. */
export const serverSentEvents: TransportRow = {
  transport: 'ServerSentEvents',
  transferFormats: ['Text'],
  hasInherentKeepAlive: false,
  isOpenedBy: ({ request }) => request.headers.accept?.includes('text/event-stream') ?? false,
  acceptor:
    ({ maxFrameBytes, closeMs, stalledMs }) =>
    ({ response, headers }, open) => {
      response.writeHead(200, {
        ...headers,
        ...NOT_CACHED,
        'content-type': 'text/event-stream',
        'content-encoding': 'identity',
        'x-accel-buffering': 'no',
      })
      response.write(COMMENT)
      const posted = new PostedMessages(maxFrameBytes, (bytes) => listener.received(bytes))
      const listener = open(
        {
          kind: serverSentEvents,
          get bufferedBytes() {
            return response.writableLength
          },
          send: (bytes) => void response.write(eventOf(bytes)),
          pause: () => posted.pause(),
          resume: () => posted.resume(),
          close() {
            response.end()
            const timer = setTimeout(() => response.destroy(), closeMs).unref()
            response.once('close', () => clearTimeout(timer))
          },
          destroy: () => void response.destroy(),
        },
        { POST: (exchange) => posted.post(exchange) },
      )
      response.on('drain', () => listener.drained())
      response.on('close', () => {
        posted.close()
        listener.closed(response.writableFinished)
      })
      response.setTimeout(stalledMs, () => {
        if (response.writableLength > 0) listener.stalled()
      })
    },
}

/** It makes the client's stream open. */
const COMMENT = ':\r\n'
const LINE_FEED = 0x0a
const DATA = Buffer.from('data: ')
const END_OF_LINE = Buffer.from('\r\n')
const END_OF_EVENT = Buffer.from('\r\n\r\n')

/** The bytes as one event. An event contains no line feeds, so each line of the bytes is a field of its own. */
function eventOf(bytes: Buffer): Buffer {
  const pieces: Buffer[] = []
  for (let from = 0, to = 0; to !== -1; from = to + 1) {
    to = bytes.indexOf(LINE_FEED, from)
    const line = bytes.subarray(from, to === -1 ? bytes.length : to)
    pieces.push(DATA, line, to === -1 ? END_OF_EVENT : END_OF_LINE)
  }
  return Buffer.concat(pieces)
}
