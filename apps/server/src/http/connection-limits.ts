import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { countedAddress } from '../platform/address.ts'
import type { Addresses } from './proxies.ts'

/** How many connections the server accepts. */
export interface ConnectionLimits {
  readonly total: number
  /** Of one address, or of one IPv6 network, that is not a trusted proxy: an office of a few hundred people behind one. */
  readonly perAddress: number
}

/**
 * Three of four file descriptors that the operating system allows the process are for connections:
 * anyone who opens them all leaves the database's connections and the files of the record their own.
 */
export function connectionLimits(): ConnectionLimits {
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files?: { soft: number | string } }
  }
  const descriptors = Number(userLimits?.open_files?.soft)
  // 'unlimited' is not a number.
  const total = Number.isFinite(descriptors) ? Math.floor((descriptors * 3) / 4) : 100_000
  return { total, perAddress: Math.min(2_000, Math.ceil(total / 2)) }
}

/** Closes connections above the limits as they are opened. */
export function limitConnections(server: Server, trustedProxies: Addresses, limits: ConnectionLimits): void {
  const connections = new Map<string, number>()
  server.maxConnections = limits.total
  server.prependListener('connection', (socket: Socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || trustedProxies.has(remoteAddress)) return
    const address = countedAddress(remoteAddress)
    const open = (connections.get(address) ?? 0) + 1
    connections.set(address, open)
    socket.once('close', () => {
      const left = (connections.get(address) ?? 1) - 1
      if (left === 0) connections.delete(address)
      else connections.set(address, left)
    })
    if (open > limits.perAddress) socket.destroy()
  })
}

/** Browsers do not pipeline, and the clients that do keep a few requests under way. */
const MOST_UNANSWERED = 32

/** The requests under way of each connection, and what is due when those read whole are answered. */
const underWay = new WeakMap<Socket, { requests: Set<IncomingMessage>; due?: () => void }>()

/**
 * Closes a connection with more requests under way than a client has reason to send (RFC 9112,
 * section 9.3.2, lets a server do so). Node parses all requests of a segment in one turn of the
 * event loop: without a limit, one segment of small requests for large answers stops everybody.
 */
export function limitPipelining(server: Server): void {
  // In front of Fastify, whose work for a request is most of what an answer costs.
  const handlers = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const { socket } = request
    // The requests behind the one that closed the connection arrive in the same turn.
    if (socket.destroyed) return
    const connection = underWay.get(socket) ?? { requests: new Set() }
    const { requests } = connection
    underWay.set(socket, connection)
    requests.add(request)
    if (requests.size > MOST_UNANSWERED) {
      socket.destroy()
      return
    }
    response.once('close', () => {
      requests.delete(request)
      if (!hasWhole(requests)) connection.due?.()
    })
    for (const handle of handlers) handle(request, response)
  })
}

/**
 * Calls back when every request of the connection that was read whole is answered: what is sent
 * before would be read as the answer to one of them.
 */
export function afterAnswers(socket: Socket, due: () => void): void {
  const connection = underWay.get(socket)
  if (connection && hasWhole(connection.requests)) connection.due = due
  else due()
}

const hasWhole = (requests: Iterable<IncomingMessage>): boolean =>
  [...requests].some(({ complete }) => complete)
