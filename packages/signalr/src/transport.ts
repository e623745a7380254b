import type { TransferFormat } from './protocol.ts'

/** What carries one connection's bytes, both ways. */
export interface Transport {
  /** Bytes given to `send` that have not left this process. */
  readonly bufferedBytes: number
  send(bytes: Buffer, format: TransferFormat): void
  /** Stop or go on reading what the client sends. */
  pause(): void
  resume(): void
  /** End it after what was sent. A peer that does not follow is cut off in a few seconds. */
  close(): void
}

/** Whom a transport tells what happens. */
export interface TransportListener {
  received(bytes: Buffer): void
  /** All bytes sent so far have left after some had to wait. */
  drained(): void
  /** The transport is gone; nothing more happens. Told once. */
  closed(): void
}

/** What negotiate offers, best first. */
export const transports = [
  { transport: 'WebSockets', transferFormats: ['Text', 'Binary'] },
] as const satisfies readonly { transport: string; transferFormats: readonly TransferFormat[] }[]
