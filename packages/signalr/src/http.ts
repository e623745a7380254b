import { type IncomingMessage, ServerResponse } from 'node:http'

/** An HTTP response. A body that is text or bytes is sent as it is, any other as JSON. */
export interface HttpResponse {
  readonly status: number
  readonly body?: unknown
  readonly headers?: Headers
}

export type Headers = Readonly<Record<string, string>>

/** A request and the ways to answer it. */
export interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Headers of every response. */
  readonly headers: Headers
  /** Of an upgrade: what the client has sent after its request. */
  readonly upgradeHead?: Buffer
  /** Sends a complete response. */
  answer(response: HttpResponse): void
}

/** @param headers of every response. */
export const exchangeOf = (
  request: IncomingMessage,
  response: ServerResponse,
  headers: Headers,
): Exchange => ({
  request,
  response,
  headers,
  answer: (answer) => writeResponse(response, answer, headers),
})

/**
 * The exchange of an upgrade. An answer to it ends its socket. `undefined` while an earlier request on
 * the same connection has not been answered: its answer and the upgrade would write to one socket.
 */
export function upgradeOf(
  request: IncomingMessage,
  upgradeHead: Buffer,
  headers: Headers,
): Exchange | undefined {
  const response = new ServerResponse(request)
  const { socket } = request
  try {
    response.assignSocket(socket)
  } catch {
    return undefined
  }
  response.detachSocket(socket)
  return {
    request,
    response,
    headers,
    upgradeHead,
    answer(answer) {
      response.assignSocket(socket)
      // The sockets of HTTP servers allow half-open: without this one would wait for its peer for ever.
      response.once('finish', () => socket.destroy())
      writeResponse(response, answer, { ...headers, connection: 'close' })
    },
  }
}

/** The request target: its path in lower case and its query by lower-case names, for neither is case-sensitive. */
export function targetOf(request: IncomingMessage): { path: string; query: URLSearchParams } {
  const [path = '', search = ''] = (request.url ?? '').split('?', 2)
  const query = new URLSearchParams()
  for (const [name, value] of new URLSearchParams(search)) query.append(name.toLowerCase(), value)
  return { path: path.toLowerCase().replace(/\/$/, ''), query }
}

/** No answer of a hub may be kept by anybody. */
export const NOT_CACHED: Headers = { 'cache-control': 'no-cache, no-store', pragma: 'no-cache' }

function writeResponse(out: ServerResponse, response: HttpResponse, headers: Headers): void {
  const { contentType, content } = bodyOf(response)
  out.writeHead(response.status, {
    ...NOT_CACHED,
    ...headers,
    'content-type': contentType,
    'content-length': content.length,
    ...response.headers,
  })
  out.end(content)
}

function bodyOf({ body = '' }: HttpResponse): { contentType: string; content: Buffer } {
  if (Buffer.isBuffer(body)) return { contentType: 'application/octet-stream', content: body }
  return typeof body === 'string'
    ? { contentType: 'text/plain', content: Buffer.from(body) }
    : { contentType: 'application/json', content: Buffer.from(JSON.stringify(body)) }
}
