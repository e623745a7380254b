import { type IncomingMessage, MessageType, type OutgoingMessage, ProtocolError } from './messages.ts'
import type { HubProtocol } from './protocol.ts'

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
export function readRecord(record: Buffer): Readonly<Record<string, unknown>> {
  let value: unknown
  try {
    value = JSON.parse(record.toString())
  } catch {
    throw new ProtocolError('A message is not JSON.')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ProtocolError('A message is not a JSON object.')
  }
  return value as Record<string, unknown>
}

/** The hub protocol as JSON text. Unknown properties and message types are ignored. */
export const jsonProtocol: HubProtocol = {
  name: 'json',
  transferFormat: 'Text',
  split: splitRecord,
  parse,
  write: (message: OutgoingMessage) => writeRecord(message),
}

function parse(record: Buffer): IncomingMessage | undefined {
  const message = readRecord(record)
  switch (message.type) {
    case MessageType.invocation:
      return {
        type: MessageType.invocation,
        ...callOf(message),
        ...(message.invocationId === undefined ? {} : { invocationId: text(message, 'invocationId') }),
      }
    case MessageType.streamInvocation:
      return {
        type: MessageType.streamInvocation,
        ...callOf(message),
        invocationId: text(message, 'invocationId'),
      }
    case MessageType.ping:
      return { type: MessageType.ping }
    case MessageType.close:
      return { type: MessageType.close }
    default:
      // Items, completions and cancels refer to streams or calls of this server, which opens none.
      if (typeof message.type !== 'number') throw new ProtocolError("Missing required property 'type'.")
      return undefined
  }
}

type Fields = Readonly<Record<string, unknown>>

function callOf(message: Fields): { target: string; arguments: unknown[]; streamIds?: string[] } {
  const call = { target: text(message, 'target'), arguments: list(message, 'arguments') }
  return message.streamIds === undefined
    ? call
    : { ...call, streamIds: list(message, 'streamIds').map(String) }
}

function text(message: Fields, name: string): string {
  const value = message[name]
  if (value === undefined) throw new ProtocolError(`Missing required property '${name}'.`)
  if (typeof value !== 'string') throw new ProtocolError(`Expected '${name}' to be of type String.`)
  return value
}

function list(message: Fields, name: string): unknown[] {
  const value = message[name]
  if (value === undefined) throw new ProtocolError(`Missing required property '${name}'.`)
  if (!Array.isArray(value)) throw new ProtocolError(`Expected '${name}' to be of type Array.`)
  return value
}
