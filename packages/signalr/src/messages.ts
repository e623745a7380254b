/** The messages of the SignalR hub protocol that this server speaks, whatever they are encoded in. */

export const MessageType = {
  invocation: 1,
  streamItem: 2,
  completion: 3,
  streamInvocation: 4,
  cancelInvocation: 5,
  ping: 6,
  close: 7,
} as const

/** A call of a method, in either direction. Without `invocationId` nobody waits for an answer. */
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

export type OutgoingMessage = Invocation | Completion | Ping | Close
export type IncomingMessage = Invocation | StreamInvocation | Ping | Close

/** A client broke the protocol: its connection is closed. The message never quotes what was sent. */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError'
}
