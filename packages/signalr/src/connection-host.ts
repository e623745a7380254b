import type { Broadcast } from './broadcast.ts'
import type { IncomingLimits } from './incoming-queue.ts'
import type { Completion, Invocation, ProtocolError, StreamInvocation } from './messages.ts'
import type { QueueLimits } from './outgoing-queue.ts'
import type { PreparedMessage } from './prepared-message.ts'
import type { HubCounters } from './stats.ts'
import type { WorkScheduler } from './work-scheduler.ts'

export interface ConnectionLimits extends QueueLimits, IncomingLimits {
  /** A client that has not completed the handshake by then is closed. */
  readonly handshakeMs: number
  /** Silence of the server after which it sends a ping. */
  readonly keepAliveMs: number
  /** Silence of a client after which it is closed; it applies from the client's first ping on. */
  readonly clientSilenceMs: number
  /**
   * How long a connection that lost its transport waits for another one. At 0 it closes immediately,
   * and its transport cannot be replaced.
   */
  readonly reattachMs: number
}

/** What a connection uses of the hub it belongs to, and reports to it. */
export interface ConnectionHost<Connection> {
  readonly limits: ConnectionLimits
  readonly broadcast: Broadcast
  /** Shared by all connections, so that each handles one message in turn. */
  readonly scheduler: WorkScheduler
  readonly counters: HubCounters
  readonly now: () => number
  /** The handshake is complete. The client's calls wait for the promise. */
  opened(connection: Connection): void | Promise<void>
  invoke(
    connection: Connection,
    call: Invocation | StreamInvocation,
  ): Completion | undefined | Promise<Completion | undefined>
  refresh(connection: Connection, state: string): readonly PreparedMessage[]
  /** The connection has closed. Called once, and only if it had opened. */
  closed(connection: Connection): void
  /** The connection has closed and its transport has ended. Called once, as the last event. */
  ended(connection: Connection): void
  /** The client violated the protocol and is closed. */
  protocolViolated(connection: Connection, error: ProtocolError): void
  /** The client was over its budget for too long and is closed. */
  overBudget(connection: Connection): void
}
