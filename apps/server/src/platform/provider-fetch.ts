import { lookup as lookupByName } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net'

/**
 * Requests to identity providers, whose addresses administrators of firms enter: such a request must not reach what is
 * in the operator's own network (OWASP: server-side request forgery). The address is checked when the connection is
 * made, so that a name cannot mean another address a moment later; redirects are not followed.
 */

/** For a request and its whole answer. */
const MOST_MS = 10_000
/** The longest answers are sets of keys. */
const MOST_BYTES = 512 * 1024

/** An address that is refused, or an answer that is too long: what the provider said is not known. */
export class ProviderUnreachable extends Error {
  readonly reason: 'private' | 'insecure' | 'long' | 'slow' | 'failed'

  constructor(reason: ProviderUnreachable['reason'], cause?: unknown) {
    super(`the identity provider cannot be reached: ${reason}`, { cause })
    this.reason = reason
  }
}

/** What is not the public internet (IANA special-purpose address registries, RFC 6890). */
const special = new BlockList()
for (const [address, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  special.addSubnet(address, prefix, 'ipv4')
/** Of IPv6 only this block is the public internet; these parts of it carry other addresses or none. */
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')
for (const [address, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  special.addSubnet(address, prefix, 'ipv6')

/** Whether an address is one of the public internet. An IPv4 address written as IPv6 is not: no provider needs that. */
export const isPublicAddress = (address: string): boolean =>
  isIPv6(address)
    ? globalUnicast.check(address, 'ipv6') && !special.check(address, 'ipv6')
    : isIP(address) === 4 && !special.check(address, 'ipv4')

/** Which addresses that are not public an operator allows. */
export interface AllowedNetworks {
  has(address: string | undefined): boolean
}

/** As much of `fetch` as the libraries for OpenID Connect use: bodies are texts, and redirects are not followed. */
export type ProviderFetch = (
  url: string,
  options: {
    readonly method: string
    readonly headers?: RequestInit['headers']
    readonly body?: unknown
    readonly signal?: AbortSignal | undefined
  },
) => Promise<Response>

/** A `fetch` for `openid-client` that reaches public addresses, and those that the operator allows. */
export function openProviderFetch(allowed: AllowedNetworks): ProviderFetch {
  const isAllowed = (address: string) => isPublicAddress(address) || allowed.has(address)

  const lookup: LookupFunction = (hostname, options, done) =>
    lookupByName(hostname, { ...options, all: true }, (error, found) => {
      // A name that nobody knows is answered as one of a private network: the answer must not tell which names exist there.
      if (error?.code === 'ENOTFOUND') return done(new ProviderUnreachable('private'), '', 0)
      if (error) return done(error, '', 0)
      const [first, ...others] = found.filter(({ address }) => isAllowed(address))
      if (!first) return done(new ProviderUnreachable('private'), '', 0)
      if (options.all) done(null, [first, ...others])
      else done(null, first.address, first.family)
    })

  return (url, { method, headers, body, signal }) => {
    const target = new URL(url)
    const literal = target.hostname.replace(/^\[|\]$/g, '')
    if (isIP(literal) !== 0 && !isAllowed(literal)) return Promise.reject(new ProviderUnreachable('private'))
    // Without TLS only where the operator allows the address, which is this machine's in tests.
    const isPlain = target.protocol === 'http:'
    if (isPlain && !(literal === 'localhost' || (isIP(literal) !== 0 && allowed.has(literal))))
      return Promise.reject(new ProviderUnreachable('insecure'))
    return new Promise<Response>((resolve, reject) => {
      const limit = AbortSignal.timeout(MOST_MS)
      const fail = (error: unknown) =>
        reject(
          error instanceof ProviderUnreachable
            ? error
            : new ProviderUnreachable(limit.aborted ? 'slow' : 'failed', error),
        )
      const send = isPlain ? requestHttp : requestHttps
      const request = send(
        target,
        {
          method,
          headers: { ...Object.fromEntries(new Headers(headers)), 'accept-encoding': 'identity' },
          lookup,
          agent: false,
          signal: signal ? AbortSignal.any([signal, limit]) : limit,
        },
        (answer) => {
          const chunks: Buffer[] = []
          let bytes = 0
          answer.on('data', (chunk: Buffer) => {
            bytes += chunk.length
            if (bytes > MOST_BYTES) answer.destroy(new ProviderUnreachable('long'))
            else chunks.push(chunk)
          })
          answer.on('error', fail)
          answer.on('end', () => {
            const { statusCode: status = 500 } = answer
            const read = new Headers()
            for (const [name, value] of Object.entries(answer.headers))
              for (const each of [value ?? []].flat()) read.append(name, each)
            const hasBody = status !== 204 && status !== 205 && status !== 304
            resolve(new Response(hasBody ? Buffer.concat(chunks) : null, { status, headers: read }))
          })
        },
      )
      request.on('error', fail)
      request.end(body === null || body === undefined ? undefined : String(body))
    })
  }
}
