/** The messages of the SignalR hub protocol that this server supports, independent of their encoding. */

export const MessageType = {
  invocation: 1,
  streamItem: 2,
  completion: 3,
  streamInvocation: 4,
  cancelInvocation: 5,
  ping: 6,
  close: 7,
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
  readonly streamIds?: readonly string[]
}

/** The end of a call: its result, or the text of what went wrong. */
export type Completion =
  | { readonly type: typeof MessageType.completion; readonly invocationId: string; readonly result: unknown }
  | { readonly type: typeof MessageType.completion; readonly invocationId: string; readonly error: string }

export interface Ping {
  readonly type: typeof MessageType.ping
}

export interface Close {
  readonly type: typeof MessageType.close
  readonly error?: string
  readonly allowReconnect?: boolean
}

export const closeMessage = (error: string | undefined, allowReconnect: boolean): Close => ({
  type: MessageType.close,
  ...(error === undefined ? {} : { error }),
  ...(allowReconnect ? { allowReconnect } : {}),
})

export type OutgoingMessage = Invocation | Completion | Ping | Close
export type IncomingMessage = Invocation | StreamInvocation | Ping | Close

/** A client violated the protocol and its connection is closed. The text never quotes what was sent. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError'
}
