import { jsonProtocol, readRecord, splitRecord, writeRecord } from './json-protocol.ts'
import { messagePackProtocol } from './messagepack-protocol.ts'
import { ProtocolError } from './messages.ts'
import type { HubProtocol } from './protocol.ts'

/** The protocols that a client may request. */
const protocols: readonly HubProtocol[] = [jsonProtocol, messagePackProtocol]

/** From this version on a client knows stateful connections, which is all that the version adds. */
export const STATEFUL_VERSION = 2
const PROTOCOL_VERSIONS: readonly number[] = [1, STATEFUL_VERSION]

/**
 * The first exchange of a connection, always JSON text: the client requests a protocol, the server
 * accepts it or returns an error. What follows the request in the same bytes uses that protocol already.
 */
export type Handshake =
  | { readonly protocol: HubProtocol; readonly version: number; readonly rest: Buffer }
  | { readonly error: string }

/** Reads the request, or `undefined` while it is incomplete. */
export function readHandshake(bytes: Buffer): Handshake | undefined {
  const record = splitRecord(bytes)
  if (!record) return undefined
  const { protocol: name, version } = fieldsOf(record.message)
  if (typeof name !== 'string' || typeof version !== 'number') return { error: HANDSHAKE_CANCELED }

  const protocol = protocols.find((one) => one.name === name)
  if (!protocol) return { error: `The protocol '${name}' is not supported.` }
  if (!PROTOCOL_VERSIONS.includes(version)) {
    return { error: `The server does not support version ${version} of the '${name}' protocol.` }
  }
  return { protocol, version, rest: record.rest }
}

/** The response: an empty object when the protocol is accepted. */
export const writeHandshake = (error?: string): Buffer => writeRecord(error === undefined ? {} : { error })

/** The client took too long, sent too many bytes, or sent something else than a handshake. */
export const HANDSHAKE_CANCELED = 'Handshake was canceled.'

function fieldsOf(record: Buffer): Readonly<Record<string, unknown>> {
  try {
    return readRecord(record)
  } catch (error) {
    if (error instanceof ProtocolError) return {}
    throw error
  }
}
