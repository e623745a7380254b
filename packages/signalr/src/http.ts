import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

/** An HTTP answer: text as it is, anything else as JSON. */
export interface Answer {
  readonly status: number
  readonly body?: unknown
}

/** The path in lower case and the query by lower-cased names: neither is told apart by case. */
export function placeOf(request: IncomingMessage): { path: string; query: URLSearchParams } {
  const [path = '', search = ''] = (request.url ?? '').split('?', 2)
  const query = new URLSearchParams()
  for (const [name, value] of new URLSearchParams(search)) query.append(name.toLowerCase(), value)
  return { path: path.toLowerCase().replace(/\/$/, ''), query }
}

export function writeAnswer(response: ServerResponse, answer: Answer): void {
  const { contentType, text } = bodyOf(answer)
  response.writeHead(answer.status, {
    'content-type': contentType,
    'cache-control': 'no-cache, no-store',
    pragma: 'no-cache',
  })
  response.end(text)
}

/** Answer an upgrade that is not taken. */
export function refuseUpgrade(socket: Duplex, answer: Answer): void {
  const { contentType, text } = bodyOf(answer)
  socket.end(
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\nConnection: close\r\n` +
      `Content-Type: ${contentType}\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  )
}

const bodyOf = ({ body = '' }: Answer): { contentType: string; text: string } =>
  typeof body === 'string'
    ? { contentType: 'text/plain', text: body }
    : { contentType: 'application/json', text: JSON.stringify(body) }
