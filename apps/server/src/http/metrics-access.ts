import { createHash, timingSafeEqual } from 'node:crypto'
import { BlockList, isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/**
 * Whether a caller may read the server's figures: from this machine, told by the socket's own
 * address and no header, or with the token. The token is compared in constant time.
 */
export function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  const { remoteAddress = '' } = request.socket
  if (loopback.check(remoteAddress, isIPv4(remoteAddress) ? 'ipv4' : 'ipv6')) return true
  const shown = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  return token !== undefined && shown !== undefined && timingSafeEqual(digest(shown), digest(token))
}

/** Of one length whatever was shown. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
