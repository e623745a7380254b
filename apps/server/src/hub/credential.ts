import type { IncomingMessage } from 'node:http'
import { HUB_TOKEN } from '@tradebook/contract'

/** What a request to the hub shows of the person who makes it: an access token as it is, or encrypted. */
export interface Credential {
  readonly kind: 'access' | 'encrypted'
  readonly token: string
}

/**
 * Browsers cannot set headers on a WebSocket, so the official client repeats its token in the
 * query; older clients send the encrypted one there, and the page leaves it to its cookie.
 */
export function credentialOf(request: IncomingMessage): Credential | undefined {
  const query = new URLSearchParams(request.url?.split('?', 2)[1])
  const shown: readonly (readonly [Credential['kind'], string | null | undefined])[] = [
    ['encrypted', query.get(HUB_TOKEN)],
    ['access', query.get('access_token')],
    ['access', /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]],
    ['encrypted', cookieOf(request, HUB_TOKEN)],
  ]
  for (const [kind, token] of shown) if (token) return { kind, token }
  return undefined
}

function cookieOf(request: IncomingMessage, name: string): string | undefined {
  const cookies = request.headers.cookie?.split(';').map((pair) => pair.trim()) ?? []
  const value = cookies.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
  try {
    return value && decodeURIComponent(value)
  } catch {
    return undefined
  }
}
