import { type HubMessage, MessageType, ProtocolError } from './messages.ts'

/** Encodes messages as bytes and decodes them. */
export interface HubProtocol {
  readonly name: string
  /** The kind of the bytes, for transports that distinguish text from binary. */
  readonly transferFormat: TransferFormat
  /**
   * The first complete message in the bytes and what follows it, or `undefined` when none is complete yet.
   * @throws ProtocolError when the bytes cannot begin a message.
   */
  split(bytes: Buffer): { readonly message: Buffer; readonly rest: Buffer } | undefined
  /**
   * Reads one message as returned by `split`; `undefined` for one of a type that is not known.
   * @throws ProtocolError when it is malformed.
   */
  parse(message: Buffer): HubMessage | undefined
  /**
   * A message with its framing.
   * @throws Error when it contains what the encoding cannot express.
   */
  write(message: HubMessage): Buffer
}

export type TransferFormat = 'Text' | 'Binary'

/** The members of a message as they were received, by the names of the JSON encoding. */
export type Fields = Readonly<Record<string, unknown>>

/**
 * Checks received members.
 * @returns the message, or `undefined` for one of a type that is not known.
 * @throws ProtocolError when a member is missing or of the wrong type.
 */
export function messageOf(fields: Fields): HubMessage | undefined {
  const { type } = fields
  switch (type) {
    case MessageType.invocation:
      return {
        type,
        ...callOf(fields),
        ...(isAbsent(fields.invocationId) ? {} : { invocationId: text(fields, 'invocationId') }),
      }
    case MessageType.streamInvocation:
      return { type, ...callOf(fields), invocationId: text(fields, 'invocationId') }
    case MessageType.streamItem:
      return { type, invocationId: text(fields, 'invocationId'), item: required(fields, 'item') }
    case MessageType.completion:
      return { type, invocationId: text(fields, 'invocationId'), ...outcomeOf(fields) }
    case MessageType.cancelInvocation:
      return { type, invocationId: text(fields, 'invocationId') }
    case MessageType.ping:
    case MessageType.close:
      return { type }
    case MessageType.ack:
    case MessageType.sequence:
      return { type, sequenceId: whole(fields, 'sequenceId') }
    default:
      if (typeof type !== 'number') throw new ProtocolError("Missing required property 'type'.")
      return undefined
  }
}

function callOf(fields: Fields): { target: string; arguments: unknown[]; streamIds?: string[] } {
  const call = { target: text(fields, 'target'), arguments: list(fields, 'arguments') }
  if (isAbsent(fields.streamIds)) return call
  const streamIds = list(fields, 'streamIds')
  if (!streamIds.every((id) => typeof id === 'string'))
    throw new ProtocolError("Expected 'streamIds' to be of type String[].")
  return { ...call, streamIds }
}

function outcomeOf(fields: Fields): { result?: unknown; error?: string } {
  const { result } = fields
  if (isAbsent(fields.error)) return result === undefined ? {} : { result }
  if (result !== undefined)
    throw new ProtocolError("The 'error' and 'result' properties are mutually exclusive.")
  return { error: text(fields, 'error') }
}

const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null

function required(fields: Fields, name: string): unknown {
  const value = fields[name]
  if (value === undefined) throw new ProtocolError(`Missing required property '${name}'.`)
  return value
}

function text(fields: Fields, name: string): string {
  const value = required(fields, name)
  if (typeof value !== 'string') throw new ProtocolError(`Expected '${name}' to be of type String.`)
  return value
}

function list(fields: Fields, name: string): unknown[] {
  const value = required(fields, name)
  if (!Array.isArray(value)) throw new ProtocolError(`Expected '${name}' to be of type Array.`)
  return value
}

function whole(fields: Fields, name: string): number {
  const value = required(fields, name)
  if (!Number.isSafeInteger(value)) throw new ProtocolError(`Expected '${name}' to be of type Number.`)
  return value as number
}
