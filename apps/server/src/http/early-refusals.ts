import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { afterAnswers } from './connection-limits.ts'
import { type Failure, failure } from './envelope.ts'
import { securityHeaders } from './security-headers.ts'
import { unreadable } from './validation.ts'

/**
 * What is refused before a request exists: bytes that are not HTTP, headers that are too long or too
 * late. Answered like every other request, in the envelope and with the security headers, and after
 * the answers to the requests before it.
 */
export function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  // Nobody is there to read an answer.
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  afterAnswers(socket, () => answerUnreadable(error, socket))
}

function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  answerRaw(socket, statuses[error.code ?? ''] ?? 400, unreadable, error)
}

/** Answers where there is no request to answer, and ends the connection. */
export function answerRaw(socket: Socket, status: number, refusal: Failure, error?: Error): void {
  if (socket.writable) {
    const body = failure(refusal)
    const headers = {
      ...securityHeaders,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      connection: 'close',
    }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  }
  socket.destroy(error)
}

const statuses: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}

/** Node would answer these itself, without a word of ours. */
export function refuseExpectations(server: Server): void {
  server.on('checkExpectation', (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(417, { ...securityHeaders, 'content-length': 0, connection: 'close' }).end()
  })
}

const versions = new Set(['1.0', '1.1'])

/**
 * Whether a request is HTTP/1.1. Node's parser also takes a line without a version (HTTP
 * 0.9), one with a later version, and a request that names no host or several, which HTTP/1.1 forbids
 * (RFC 9112, section 3.2).
 */
export function isHttp({ httpVersion, headers, rawHeaders }: IncomingMessage): boolean {
  // Another coding than the one Node decodes would be read as the body itself (RFC 9112, section 6.1).
  const { 'transfer-encoding': coding = 'chunked' } = headers
  if (!versions.has(httpVersion) || coding.toLowerCase() !== 'chunked') return false
  return hostsIn(rawHeaders) <= 1 && (httpVersion === '1.0' || headers.host !== undefined)
}

/** How many hosts a request names: of several Node keeps the first and drops the others silently. */
function hostsIn(rawHeaders: readonly string[]): number {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === HOST.length && name.toLowerCase() === HOST) hosts += 1
  }
  return hosts
}

const HOST = 'host'
