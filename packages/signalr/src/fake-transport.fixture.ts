import type { Transport, TransportKind } from './transport.ts'
import { webSockets } from './websocket.ts'

/** A transport that keeps what is sent, and whose state the test changes. */
export class FakeTransport implements Transport {
  readonly kind: TransportKind
  bufferedBytes = 0
  isPaused = false
  isClosed = false
  isDestroyed = false
  /** The frames, as text. */
  readonly sent: string[] = []
  readonly frames: Buffer[] = []

  constructor(kind: TransportKind = webSockets) {
    this.kind = kind
  }

  send(bytes: Buffer): void {
    this.sent.push(String(bytes))
    this.frames.push(bytes)
  }

  pause(): void {
    this.isPaused = true
  }

  resume(): void {
    this.isPaused = false
  }

  close(): void {
    this.isClosed = true
  }

  destroy(): void {
    this.isDestroyed = true
  }
}
