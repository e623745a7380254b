import type { Field, Fields } from '../wire/message.ts'

/** What must survive a restart. */
export interface Numbers {
  /** MsgSeqNum(34) of the next message that is expected. */
  readonly nextIn: number
  /** MsgSeqNum(34) of the next message that is sent. */
  readonly nextOut: number
  /** When both last began at 1. */
  readonly since: number
}

/** A message that an application sends. */
export interface Outgoing {
  readonly type: string
  readonly fields: readonly Field[]
  /** Fields of the header besides those of the session, such as OnBehalfOfCompID(115), PossResend(97). */
  readonly header?: readonly Field[]
  /** Whether it is sent again when the peer asks; otherwise a gap fill takes its place. */
  readonly repeat?: boolean
  /** Whether it is kept for the next Logon if the peer is not there; otherwise it is reported as unsent. */
  readonly keep?: boolean
}

/** A message that was sent, as the store has it. */
export interface Stored {
  readonly number: number
  readonly bytes: Uint8Array
}

/** A message for the application: one of its own, or a Reject(3) of what it sent. */
export interface Received {
  readonly number: number
  readonly type: string
  readonly fields: Fields
  /** Whether the peer sent it before under this number, or perhaps under another. */
  readonly possDup: boolean
  readonly possResend: boolean
}

export type Input =
  | { readonly kind: 'connected' }
  | { readonly kind: 'disconnected' }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'send'; readonly message: Outgoing }
  /** The answer to the `fetch` with this id: of the numbers asked for, those that are to be sent again, in order. */
  | { readonly kind: 'stored'; readonly id: number; readonly messages: readonly Stored[] }
  | { readonly kind: 'logout'; readonly text?: string }
  | { readonly kind: 'tick' }

/** Numbers whose messages are to be sent again. A later `fetch` takes the place of one that is not answered. */
export interface Fetch {
  readonly id: number
  readonly from: number
  readonly to: number
}

/**
 * What an input leads to. First, in one transaction: what was stored is forgotten if `reset`, `store` and `numbers`
 * are written, and the application does what the received messages say. Then `send`, then `disconnect`. A process
 * that ends before the transaction has received nothing; one that ends after it has sent what the peer will ask for.
 */
export interface Step {
  reset: boolean
  store: Stored[]
  numbers: Numbers | undefined
  received: Received[]
  send: Uint8Array[]
  /** Sent messages that are needed, to be given as `stored`. */
  fetch: Fetch | undefined
  /** The messages that arrived, as they were, for the log. */
  arrived: Uint8Array[]
  /** Messages that were not numbered, since the peer is not there. */
  unsent: Outgoing[]
  /** Why the connection is to be closed after `send`. */
  disconnect: string | undefined
  /** For the log: what was ignored, refused or asked for. */
  events: string[]
}

export const emptyStep = (): Step => ({
  reset: false,
  store: [],
  numbers: undefined,
  received: [],
  send: [],
  fetch: undefined,
  arrived: [],
  unsent: [],
  disconnect: undefined,
  events: [],
})
