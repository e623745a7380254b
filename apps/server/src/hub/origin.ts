import type { IncomingMessage } from 'node:http'

/**
 * Whether the page that makes this request, if it is a page, is ours. Browsers send cookies with a
 * WebSocket of any page and check nothing, so the server must; programs send no `Origin`. Only the
 * host is compared: behind a proxy that ends TLS the scheme is not known here.
 */
export function sameOrigin(request: IncomingMessage): boolean {
  const { origin, host } = request.headers
  if (origin === undefined) return true
  return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase()
}
