import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

/** An HTTP response. A body that is text is sent as it is, any other as JSON. */
export interface HttpResponse {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Headers
}

export type Headers = Readonly<Record<string, string>>

/** The request target: its path in lower case and its query by lower-case names, for neither is case-sensitive. */
export function targetOf(request: IncomingMessage): { path: string; query: URLSearchParams } {
  const [path = '', search = ''] = (request.url ?? '').split('?', 2)
  const query = new URLSearchParams()
  for (const [name, value] of new URLSearchParams(search)) query.append(name.toLowerCase(), value)
  return { path: path.toLowerCase().replace(/\/$/, ''), query }
}

/** @param headers sent with every response. */
export function writeResponse(out: ServerResponse, response: HttpResponse, headers: Headers = {}): void {
  const { contentType, text } = bodyOf(response)
  out.writeHead(response.status, {
    'cache-control': 'no-cache, no-store',
    pragma: 'no-cache',
    ...headers,
    ...response.headers,
    'content-type': contentType,
  })
  out.end(text)
}

/** Answers an upgrade that is refused, and destroys its socket. */
export function refuseUpgrade(socket: Duplex, response: HttpResponse, headers: Headers = {}): void {
  const { contentType, text } = bodyOf(response)
  const lines = Object.entries({
    ...headers,
    ...response.headers,
    connection: 'close',
    'content-type': contentType,
    'content-length': Buffer.byteLength(text),
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  // The sockets of HTTP servers allow half-open: without this one would wait for its peer for ever.
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${response.status} ${STATUS_CODES[response.status]}\r\n${lines.join('')}\r\n${text}`)
}

const bodyOf = ({ body = '' }: HttpResponse): { contentType: string; text: string } =>
  typeof body === 'string'
    ? { contentType: 'text/plain', text: body }
    : { contentType: 'application/json', text: JSON.stringify(body) }
