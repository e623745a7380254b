import type { IncomingMessage } from 'node:http'

/**
 * WebSockets know no same-origin rule of their own: a page of another site must not be able to
 * connect with this site's cookie. A client that is no browser sends no Origin.
 */
export function sameOrigin({ headers }: IncomingMessage): boolean {
  if (headers.origin === undefined) return true
  return URL.canParse(headers.origin) && new URL(headers.origin).host === headers.host
}
