import { randomBytes } from 'node:crypto'
import type { TransportKind } from './transport.ts'

/** The newest supported version of negotiation. Since version 1 the public id differs from the secret token. */
const NEGOTIATE_VERSION = 1

export interface NegotiationRequest {
  /** The requested version of negotiation, `null` when the query has none. */
  readonly version: string | null
  readonly transports: readonly TransportKind[]
  /** Whether the client asks for a stateful connection, and the hub offers them. */
  readonly isStateful: boolean
}

export interface Negotiation {
  /** The public id of the connection. */
  readonly id: string
  /** The secret that the client presents to connect. */
  readonly token: string
  readonly answer: Readonly<Record<string, unknown>>
}

/** Negotiates a connection. */
export function negotiate({
  version,
  transports,
  isStateful,
}: NegotiationRequest): Negotiation | { readonly error: string } {
  if (version !== null && !/^\d{1,9}$/.test(version)) {
    return { error: `The client requested an invalid protocol version '${version.slice(0, 32)}'` }
  }
  const negotiateVersion = Math.min(Number(version ?? 0), NEGOTIATE_VERSION)
  const id = randomId()
  const token = negotiateVersion === 0 ? id : randomId()
  return {
    id,
    token,
    answer: {
      negotiateVersion,
      connectionId: id,
      ...(negotiateVersion === 0 ? {} : { connectionToken: token }),
      availableTransports: transports.map(({ transport, transferFormats }) => ({
        transport,
        transferFormats,
      })),
      // A client that has not asked refuses an answer with this property.
      ...(isStateful ? { useStatefulReconnect: true } : {}),
    },
  }
}

/** An unguessable id of 128 random bits. */
export const randomId = (): string => randomBytes(16).toString('base64url')
