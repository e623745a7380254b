import type { Exchange } from './http.ts'
import type { Transport, TransportKind, TransportListener } from './transport.ts'

/** How long transports wait, in milliseconds. */
export interface TransportLimits {
  /** How long a client may take to answer a close before it is cut off. */
  readonly closeMs: number
  /** A client to whom bytes wait and that neither reads nor sends anything for this long is stalled. */
  readonly stalledMs: number
  /** How long a long poll is held while nothing is sent. */
  readonly pollMs: number
  /** How long a client that uses long polling may take until its next poll. */
  readonly betweenPollsMs: number
}

export interface AcceptorOptions extends TransportLimits {
  /** The most bytes a client may send in one frame or request. */
  readonly maxFrameBytes: number
}

/** What the later requests of a connection do, by their method. A method without an entry is refused. */
export type LaterRequests = Readonly<Partial<Record<string, (exchange: Exchange) => void>>>

/** Connects a transport that has been opened. */
export type Open = (transport: Transport, later: LaterRequests) => TransportListener

/** Answers the request that opens a transport; a malformed one is refused, and `open` is not called. */
export type Accept = (exchange: Exchange, open: Open) => void

/** A row of the table of transports. */
export interface TransportRow extends TransportKind {
  /** Whether a request opens this kind of transport, if no row before it claims the request. */
  isOpenedBy(exchange: Exchange): boolean
  /** Prepares accepting such requests for one hub. */
  acceptor(options: AcceptorOptions): Accept
}
