import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

/** An HTTP answer: text as it is, anything else as JSON. */
export interface Answer {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Headers
}

export type Headers = Readonly<Record<string, string>>

/** The path in lower case and the query by lower-cased names: neither is told apart by case. */
export function placeOf(request: IncomingMessage): { path: string; query: URLSearchParams } {
  const [path = '', search = ''] = (request.url ?? '').split('?', 2)
  const query = new URLSearchParams()
  for (const [name, value] of new URLSearchParams(search)) query.append(name.toLowerCase(), value)
  return { path: path.toLowerCase().replace(/\/$/, ''), query }
}

/** @param headers sent with every answer. */
export function writeAnswer(response: ServerResponse, answer: Answer, headers: Headers = {}): void {
  const { contentType, text } = bodyOf(answer)
  response.writeHead(answer.status, {
    'cache-control': 'no-cache, no-store',
    pragma: 'no-cache',
    ...headers,
    ...answer.headers,
    'content-type': contentType,
  })
  response.end(text)
}

/** Answer an upgrade that is not taken, and let go of its socket. */
export function refuseUpgrade(socket: Duplex, answer: Answer, headers: Headers = {}): void {
  const { contentType, text } = bodyOf(answer)
  const lines = Object.entries({
    ...headers,
    ...answer.headers,
    connection: 'close',
    'content-type': contentType,
    'content-length': Buffer.byteLength(text),
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  // The sockets of HTTP servers stay half open: without this one would wait for its peer for ever.
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\n${lines.join('')}\r\n${text}`)
}

const bodyOf = ({ body = '' }: Answer): { contentType: string; text: string } =>
  typeof body === 'string'
    ? { contentType: 'text/plain', text: body }
    : { contentType: 'application/json', text: JSON.stringify(body) }
