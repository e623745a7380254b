import { randomBytes } from 'node:crypto'
import { transports } from './transport.ts'

/** The newest supported version of negotiation. Since version 1 the public id differs from the secret token. */
const NEGOTIATE_VERSION = 1

export interface Negotiated {
  /** The public id of the connection. */
  readonly connectionId: string
  /** The secret that the client presents to connect. */
  readonly connectionToken: string
  readonly answer: Readonly<Record<string, unknown>>
}

/** Negotiates a connection; `version` is the requested one, `null` when the query has none. */
export function negotiate(version: string | null): Negotiated | { readonly error: string } {
  if (version !== null && !/^\d{1,9}$/.test(version)) {
    return { error: `The client requested an invalid protocol version '${version.slice(0, 32)}'` }
  }
  const negotiateVersion = Math.min(Number(version ?? 0), NEGOTIATE_VERSION)
  const connectionId = randomId()
  const connectionToken = negotiateVersion === 0 ? connectionId : randomId()
  return {
    connectionId,
    connectionToken,
    answer: {
      negotiateVersion,
      connectionId,
      ...(negotiateVersion === 0 ? {} : { connectionToken }),
      availableTransports: transports,
    },
  }
}

/** An unguessable id of 128 random bits. */
export const randomId = (): string => randomBytes(16).toString('base64url')
