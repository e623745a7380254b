import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/**
 * Who is an operator shows by a token, never by an address: a proxy on this machine passes on everybody's requests, and
 * may add nothing that says so.
 */

/** Whether a request shows the operators' token, as `Authorization: Bearer`. */
export function isOperator({ headers }: FastifyRequest, token: string): boolean {
  const shown = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1]
  return isSame(shown, token)
}

/** What opens the pages of a demo in a browser, which sends no token by itself. The token cannot be found from it. */
export const demoKey = (token: string): string =>
  createHmac('sha256', token).update('pages of the demo').digest('base64url')

/** Whether the address of a request carries the key of the demo's pages. */
export const hasDemoKey = ({ query }: FastifyRequest, token: string): boolean =>
  isSame((query as Readonly<Record<string, unknown>>).key, demoKey(token))

/** Compared in constant time. */
const isSame = (shown: unknown, secret: string): boolean =>
  typeof shown === 'string' && timingSafeEqual(digest(shown), digest(secret))

/** Of one length whatever was shown. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
