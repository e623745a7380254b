import { jsonProtocol, readRecord, splitRecord, writeRecord } from './json-protocol.ts'
import { ProtocolError } from './messages.ts'
import type { HubProtocol } from './protocol.ts'

/** The protocols a client may name. */
const protocols: Readonly<Record<string, HubProtocol>> = { [jsonProtocol.name]: jsonProtocol }

/** Versions 1 and 2 differ only in what stateful reconnect adds. */
const PROTOCOL_VERSIONS: readonly number[] = [1, 2]

/**
 * The first exchange of a connection, always JSON text: the client names its protocol, the server
 * agrees or says why not. What follows the request in the same bytes is in that protocol already.
 */
export type Handshake = { readonly protocol: HubProtocol; readonly rest: Buffer } | { readonly error: string }

/** Read the request, or `undefined` while it is not whole. */
export function readHandshake(bytes: Buffer): Handshake | undefined {
  const record = splitRecord(bytes)
  if (!record) return undefined
  const { protocol: name, version } = fieldsOf(record.message)
  if (typeof name !== 'string' || typeof version !== 'number') return { error: HANDSHAKE_CANCELED }

  const protocol = Object.hasOwn(protocols, name) ? protocols[name] : undefined
  if (!protocol) return { error: `The protocol '${name}' is not supported.` }
  if (!PROTOCOL_VERSIONS.includes(version)) {
    return { error: `The server does not support version ${version} of the '${name}' protocol.` }
  }
  return { protocol, rest: record.rest }
}

/** The answer: empty when agreed. */
export const writeHandshake = (error?: string): Buffer => writeRecord(error === undefined ? {} : { error })

/** The client took too long, sent too much or sent what is no handshake. */
export const HANDSHAKE_CANCELED = 'Handshake was canceled.'

function fieldsOf(record: Buffer): Readonly<Record<string, unknown>> {
  try {
    return readRecord(record)
  } catch (error) {
    if (error instanceof ProtocolError) return {}
    throw error
  }
}
