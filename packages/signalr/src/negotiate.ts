import { randomBytes } from 'node:crypto'
import { transports } from './transport.ts'

/** The newest negotiation this server knows; since version 1 the id that others may see is not the one that connects. */
const NEGOTIATE_VERSION = 1

export interface Negotiated {
  /** What other parties may know the connection by. */
  readonly connectionId: string
  /** What the client presents to connect. */
  readonly connectionToken: string
  readonly answer: Readonly<Record<string, unknown>>
}

/** Answer a negotiation that asks for this version (`null` when the query has none). */
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

/** An id that cannot be guessed. */
export const randomId = (): string => randomBytes(16).toString('base64url')
