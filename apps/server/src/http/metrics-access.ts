import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type Addresses, addressesIn } from './proxies.ts'

const loopback = addressesIn(['127.0.0.0/8', '::1'])
/** What proxies write into the requests they pass on. */
const FORWARDED = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
]

export interface MetricsAccess {
  /** Opens the figures from anywhere; `undefined`: nothing does. */
  readonly token: string | undefined
  readonly trustedProxies: Addresses
}

/**
 * Whether a caller may read the server's figures: from this machine, judged by the socket's own
 * address, or with the token. What a proxy on this machine passes on is not from this machine,
 * whether the proxy is trusted or only known by its headers. The token is compared in constant time.
 */
export function mayReadMetrics(
  { socket: { remoteAddress }, headers }: FastifyRequest,
  { token, trustedProxies }: MetricsAccess,
): boolean {
  const isPassedOn =
    trustedProxies.has(remoteAddress) || FORWARDED.some((name) => headers[name] !== undefined)
  if (loopback.has(remoteAddress) && !isPassedOn) return true
  const shown = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1]
  return token !== undefined && shown !== undefined && timingSafeEqual(digest(shown), digest(token))
}

/** Of one length whatever was shown. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
