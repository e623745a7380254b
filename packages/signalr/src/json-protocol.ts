import { type HubMessage, ProtocolError } from './messages.ts'
import { type Fields, type HubProtocol, messageOf } from './protocol.ts'

/** Ends every JSON message. JSON text itself never contains it. */
const RECORD_SEPARATOR = 0x1e
const TERMINATOR = String.fromCharCode(RECORD_SEPARATOR)

/** One JSON text followed by the separator. */
export const writeRecord = (value: unknown): Buffer => Buffer.from(JSON.stringify(value) + TERMINATOR)

/** The first record without its separator, and the bytes that follow it. */
export function splitRecord(bytes: Buffer): { message: Buffer; rest: Buffer } | undefined {
  const end = bytes.indexOf(RECORD_SEPARATOR)
  return end === -1 ? undefined : { message: bytes.subarray(0, end), rest: bytes.subarray(end + 1) }
}

/** @throws ProtocolError unless the record is a JSON object. */
export function readRecord(record: Buffer): Fields {
  let value: unknown
  try {
    value = JSON.parse(record.toString())
  } catch {
    throw new ProtocolError('A message is not JSON.')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ProtocolError('A message is not a JSON object.')
  }
  return value as Fields
}

/** The hub protocol as JSON text. Unknown properties and message types are ignored; bytes are base64 text. */
export const jsonProtocol: HubProtocol = {
  name: 'json',
  transferFormat: 'Text',
  split: splitRecord,
  parse: (record) => messageOf(readRecord(record)),
  // Replacing is slow, and hardly any message contains bytes.
  write: (message: HubMessage) =>
    hasBytes(message)
      ? Buffer.from(JSON.stringify(message, bytesAsBase64) + TERMINATOR)
      : writeRecord(message),
}

function hasBytes(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (value instanceof Uint8Array) return true
  for (const name in value) if (hasBytes((value as Fields)[name])) return true
  return false
}

/** A replacer for `JSON.stringify`. Buffers have been made objects by their own `toJSON` already, so the original is read. */
function bytesAsBase64(this: Fields, name: string, value: unknown): unknown {
  const original = this[name]
  return original instanceof Uint8Array
    ? Buffer.from(original.buffer, original.byteOffset, original.byteLength).toString('base64')
    : value
}
