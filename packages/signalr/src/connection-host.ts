import type { Broadcast } from './broadcast.ts'
import type { IncomingLimits } from './incoming-queue.ts'
import type { Invoker } from './invocation.ts'
import type { ProtocolError } from './messages.ts'
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
  /** How long a stateful connection that lost its transport waits for another one. At 0 none is stateful. */
  readonly reattachMs: number
  /** The most streams of one connection at once, in both directions together. */
  readonly streams: number
  /** How long a client may take to answer a call whose result is awaited. */
  readonly clientResultMs: number
}

/** What a connection uses of the hub it belongs to, and reports to it. */
export interface ConnectionHost<Connection> {
  readonly limits: ConnectionLimits
  readonly broadcast: Broadcast
  /** Shared by all connections, so that each handles one message in turn. */
  readonly scheduler: WorkScheduler
  readonly invoker: Invoker<Connection>
  readonly counters: HubCounters
  readonly now: () => number
  /** The handshake is complete. The client's calls wait for the promise. */
  opened(connection: Connection): void | Promise<void>
  refresh(connection: Connection, state: string): readonly PreparedMessage[]
  /** The connection has closed. Called once, and only if it had opened. */
  closed(connection: Connection): void
  /** The connection has closed and its transport has ended. Called once, as the last event. */
  ended(connection: Connection): void
  /** The client violated the protocol and is closed. */
  protocolViolated(connection: Connection, error: ProtocolError): void
  /** A defect of this server failed the connection, which is closed. */
  failed(connection: Connection, error: unknown): void
  /** The client was over its budget for too long and is closed. */
  overBudget(connection: Connection): void
}
