/** The messages of the SignalR hub protocol, independent of their encoding. */

export const MessageType = {
  invocation: 1,
  streamItem: 2,
  completion: 3,
  streamInvocation: 4,
  cancelInvocation: 5,
  ping: 6,
  close: 7,
  ack: 8,
  sequence: 9,
} as const

/** A call of a method, in either direction. Without `invocationId` the caller does not wait for a completion. */
export interface Invocation {
  readonly type: typeof MessageType.invocation
  readonly target: string
  readonly arguments: readonly unknown[]
  readonly invocationId?: string
  readonly streamIds?: readonly string[]
}

/** A call that expects a stream of items. */
export interface StreamInvocation {
  readonly type: typeof MessageType.streamInvocation
  readonly target: string
  readonly arguments: readonly unknown[]
  readonly invocationId: string
  /** The streams that the client sends with the call. */
  readonly streamIds?: readonly string[]
}

/** An item of a stream, in either direction. */
export interface StreamItem {
  readonly type: typeof MessageType.streamItem
  readonly invocationId: string
  readonly item: unknown
}

/** The end of a call or a stream: its result, the text of what went wrong, or neither. */
export interface Completion extends Outcome {
  readonly type: typeof MessageType.completion
  readonly invocationId: string
}

/** At most one of both. */
export interface Outcome {
  readonly result?: unknown
  readonly error?: string
}

/** The client needs no more items of a stream. */
export interface CancelInvocation {
  readonly type: typeof MessageType.cancelInvocation
  readonly invocationId: string
}

export interface Ping {
  readonly type: typeof MessageType.ping
}

export interface Close {
  readonly type: typeof MessageType.close
  readonly error?: string
  readonly allowReconnect?: boolean
}

/** The sender has handled all numbered messages up to this one. */
export interface Ack {
  readonly type: typeof MessageType.ack
  readonly sequenceId: number
}

/** On a new transport: the number of the next numbered message. */
export interface Sequence {
  readonly type: typeof MessageType.sequence
  readonly sequenceId: number
}

export const closeMessage = (error: string | undefined, allowReconnect: boolean): Close => ({
  type: MessageType.close,
  ...(error === undefined ? {} : { error }),
  ...(allowReconnect ? { allowReconnect } : {}),
})

export type HubMessage =
  | Invocation
  | StreamItem
  | Completion
  | StreamInvocation
  | CancelInvocation
  | Ping
  | Close
  | Ack
  | Sequence

/** Whether a stateful connection numbers the message, and sends it again when its transport is replaced. */
export const isNumbered = ({ type }: HubMessage): boolean => type <= MessageType.cancelInvocation

/** A client violated the protocol and its connection is closed. The text never quotes what was sent. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError'
}
