import type { TransferFormat } from './protocol.ts'

/** Carries the bytes of one connection in both directions. */
export interface Transport {
  /** Bytes passed to `send` that have not left this process. */
  readonly bufferedBytes: number
  send(bytes: Buffer, format: TransferFormat): void
  /** Stops reading from the client until `resume`. */
  pause(): void
  resume(): void
  /** Closes it after what was sent. The socket of a peer that does not close, too, is destroyed after some seconds. */
  close(): void
}

/** Receives the events of a transport. */
export interface TransportListener {
  received(bytes: Buffer): void
  /** All bytes sent so far have left this process after some had to wait. */
  drained(): void
  /**
   * The transport has ended. Called once, as the last event.
   * @param isClean whether the peer closed it, or answered a close; false when it was lost.
   */
  closed(isClean: boolean): void
}

/** What negotiation offers, in order of preference. */
export const transports = [
  { transport: 'WebSockets', transferFormats: ['Text', 'Binary'] },
] as const satisfies readonly { transport: string; transferFormats: readonly TransferFormat[] }[]
