import type { TransferFormat } from './protocol.ts'

export type TransportName = 'WebSockets' | 'ServerSentEvents' | 'LongPolling'

/** What distinguishes one kind of transport from another for those who use it. */
export interface TransportKind {
  readonly transport: TransportName
  /** The encodings it carries. */
  readonly transferFormats: readonly TransferFormat[]
  /** Whether its own requests show that both sides are there, so that neither pings are sent nor silence counts. */
  readonly hasInherentKeepAlive: boolean
}

/** Carries the bytes of one connection in both directions. */
export interface Transport {
  readonly kind: TransportKind
  /** Bytes passed to `send` that have not left this process. */
  readonly bufferedBytes: number
  send(bytes: Buffer, format: TransferFormat): void
  /** Stops reading from the client until `resume`. */
  pause(): void
  resume(): void
  /** Closes it after what was sent. A peer that does not close, too, is cut off after a few seconds. */
  close(): void
  /** Ends it immediately; what has not left this process is discarded. */
  destroy(): void
}

/** Receives the events of a transport. */
export interface TransportListener {
  received(bytes: Buffer): void
  /** All bytes sent so far have left this process after some had to wait. */
  drained(): void
  /** Bytes wait, and for a few seconds none has been read by the peer or received from it. */
  stalled(): void
  /**
   * The transport has ended. Called once, as the last event.
   * @param isClean whether the peer closed it, or answered a close; false when it was lost.
   */
  closed(isClean: boolean): void
}

/** Of a transport that came too late. */
export const IGNORED: TransportListener = {
  received: () => {},
  drained: () => {},
  stalled: () => {},
  closed: () => {},
}
