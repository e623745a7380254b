import { Decoder, Encoder } from '@msgpack/msgpack'
import { assertElementsPresent } from './messagepack-structure.ts'
import { type HubMessage, MessageType, ProtocolError } from './messages.ts'
import { type Fields, type HubProtocol, messageOf } from './protocol.ts'

/**
 * The hub protocol as MessagePack: each message is an array after its length. Members that are
 * `undefined` are left out as in JSON; dates are timestamps and bytes are binary.
 */
export const messagePackProtocol: HubProtocol = {
  name: 'messagepack',
  transferFormat: 'Binary',
  split,
  parse(bytes) {
    assertElementsPresent(bytes)
    let elements: unknown
    try {
      elements = decoder.decode(bytes)
    } catch {
      throw new ProtocolError('A message is not MessagePack.')
    }
    if (!Array.isArray(elements)) throw new ProtocolError('A message is not a MessagePack array.')
    return messageOf(fieldsOf(elements))
  },
  write(message) {
    const body = encoder.encodeSharedRef(elementsOf(message))
    return Buffer.concat([lengthPrefix(body.length), body])
  },
}

const decoder = new Decoder()
const encoder = new Encoder({ ignoreUndefined: true })

/** Of the length that precedes each message: seven bits a byte, the lowest first; the top bit announces another byte. */
const LENGTH_BITS = 7
const MOST_LENGTH_BYTES = 5

function split(bytes: Buffer): { message: Buffer; rest: Buffer } | undefined {
  let length = 0
  for (let at = 0; at < MOST_LENGTH_BYTES; at++) {
    const byte = bytes[at]
    if (byte === undefined) return undefined
    length += (byte & 0x7f) * 2 ** (LENGTH_BITS * at)
    if (byte < 0x80) {
      const end = at + 1 + length
      return end > bytes.length
        ? undefined
        : { message: bytes.subarray(at + 1, end), rest: bytes.subarray(end) }
    }
  }
  throw new ProtocolError('The length of a message has too many bytes.')
}

function lengthPrefix(length: number): Buffer {
  const bytes: number[] = []
  let rest = length
  for (; rest > 0x7f; rest >>>= LENGTH_BITS) bytes.push((rest & 0x7f) | 0x80)
  return Buffer.from([...bytes, rest])
}

/** What a completion contains after its kind. */
const CompletionKind = { error: 1, nothing: 2, result: 3 } as const

/** The names of the elements, those of the JSON encoding. A completion's depend on its kind. */
function fieldsOf([type, ...rest]: readonly unknown[]): Fields {
  switch (type) {
    case MessageType.invocation:
    case MessageType.streamInvocation: {
      const [, invocationId, target, args, streamIds] = rest
      return { type, invocationId, target, arguments: args, streamIds }
    }
    case MessageType.streamItem:
      return { type, invocationId: rest[1], item: rest[2] }
    case MessageType.completion: {
      const [, invocationId, kind, value] = rest
      if (kind === CompletionKind.error) return { type, invocationId, error: value }
      return kind === CompletionKind.result ? { type, invocationId, result: value } : { type, invocationId }
    }
    case MessageType.cancelInvocation:
      return { type, invocationId: rest[1] }
    case MessageType.ack:
    case MessageType.sequence:
      return { type, sequenceId: rest[0] }
    default:
      return { type }
  }
}

const NO_HEADERS = {}

function elementsOf(message: HubMessage): unknown[] {
  const { type } = message
  switch (type) {
    case MessageType.invocation:
    case MessageType.streamInvocation: {
      const { invocationId = null, target, arguments: args, streamIds = [] } = message
      return [type, NO_HEADERS, invocationId, target, args, streamIds]
    }
    case MessageType.streamItem:
      return [type, NO_HEADERS, message.invocationId, message.item]
    case MessageType.completion: {
      const { invocationId, error, result } = message
      if (error !== undefined) return [type, NO_HEADERS, invocationId, CompletionKind.error, error]
      return 'result' in message
        ? [type, NO_HEADERS, invocationId, CompletionKind.result, result]
        : [type, NO_HEADERS, invocationId, CompletionKind.nothing]
    }
    case MessageType.cancelInvocation:
      return [type, NO_HEADERS, message.invocationId]
    case MessageType.ping:
      return [type]
    case MessageType.close:
      return [type, message.error ?? null, message.allowReconnect ?? false]
    case MessageType.ack:
    case MessageType.sequence:
      return [type, message.sequenceId]
  }
}
