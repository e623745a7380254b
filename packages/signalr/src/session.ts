import type { GroupChange, Subscription } from './broadcast.ts'
import { costOfCompletion } from './call-budget.ts'
import { Calls } from './calls.ts'
import type { ConnectionHost } from './connection-host.ts'
import type { IncomingQueue } from './incoming-queue.ts'
import { type HubMessage, MessageType } from './messages.ts'
import { OutgoingQueue } from './outgoing-queue.ts'
import { PreparedMessage } from './prepared-message.ts'
import type { HubProtocol } from './protocol.ts'
import type { Transport } from './transport.ts'

export interface SessionParts<Connection> {
  readonly connection: Connection
  readonly host: ConnectionHost<Connection>
  readonly protocol: HubProtocol
  readonly isStateful: boolean
  readonly transport: Transport
  readonly incoming: IncomingQueue
  /** The client cannot keep up. */
  overflowed(): void
  /** What had to wait may be possible now. */
  proceed(): void
}

/** What a connection sends and what its client asks of it, between the handshake and its end. */
export class Session<Connection> {
  readonly protocol: HubProtocol
  readonly isStateful: boolean
  readonly #host: ConnectionHost<Connection>
  readonly #incoming: IncomingQueue
  readonly #outgoing: OutgoingQueue
  readonly #subscription: Subscription
  readonly #calls: Calls<Connection>
  readonly #proceed: () => void
  #hasPinged = false
  /** Bytes of completions and items that have not been given to the transport. */
  #unflushedBytes = 0

  constructor(parts: SessionParts<Connection>) {
    const { connection, host, protocol, isStateful, transport, incoming, overflowed, proceed } = parts
    const { limits, counters, broadcast, invoker } = host
    this.protocol = protocol
    this.isStateful = isStateful
    this.#host = host
    this.#incoming = incoming
    this.#proceed = proceed
    if (isStateful) incoming.beginNumbers()
    const owner = { refresh: (state: string) => host.refresh(connection, state), overflowed }
    const start = { now: host.now(), isStateful }
    this.#outgoing = new OutgoingQueue(protocol, limits, owner, counters, start)
    this.#outgoing.attach(transport)
    this.#subscription = broadcast.subscribe(this.#outgoing)
    this.#calls = new Calls<Connection>(connection, {
      invoker,
      streams: limits.streams,
      send: (message) => this.#sendCounted(new PreparedMessage(message)),
      proceed,
    })
  }

  get groups(): ReadonlySet<string> {
    return this.#subscription.groups
  }

  /** Whether another message of the client may be handled now. */
  get canHandle(): boolean {
    return !this.#calls.isFull && this.#incoming.isReady(this.#calls.isBusy)
  }

  /** Whether an item of a stream may be sent now. */
  get canSendItem(): boolean {
    return this.#calls.hasItems && !this.#incoming.isOverBudget && this.#outgoing.isWritable
  }

  sendItem(): void {
    this.#calls.sendItem()
  }

  changeGroups(change: GroupChange): void {
    this.#subscription.changeGroups(change)
  }

  send(message: PreparedMessage): void {
    this.#subscription.send(message)
  }

  /** Gives the transport what waits for the next broadcast. */
  flush(): void {
    this.#unflushedBytes = 0
    this.#subscription.flush()
  }

  /** Calls a method of the client, which has a limited time to answer. */
  invokeClient(target: string, args: readonly unknown[]): Promise<unknown> {
    return this.#calls.invokeClient(target, args, this.#host.now() + this.#host.limits.clientResultMs)
  }

  /** Reads the next message. @throws ProtocolError when it is malformed. */
  next(): HubMessage | undefined {
    return this.#incoming.next(this.protocol, this.#calls.isBusy)
  }

  /** Handles a message of the client that does not end the connection. @throws ProtocolError when it leaves out messages. */
  handle(message: Exclude<HubMessage, { readonly type: typeof MessageType.close }>): void {
    switch (message.type) {
      case MessageType.ping:
        this.#hasPinged = true
        break
      case MessageType.ack:
        if (this.#outgoing.acknowledge(message.sequenceId)) this.#subscription.scheduleFlush()
        this.#proceed()
        break
      case MessageType.sequence:
        this.#incoming.continueAt(message.sequenceId)
        break
      default:
        this.#calls.handle(message)
    }
  }

  /** Continues on another transport. */
  reattach(transport: Transport): void {
    this.#outgoing.reattach(transport, this.#host.now())
    this.#subscription.scheduleFlush()
  }

  /** The transport is lost; another one may come. */
  detach(): void {
    this.#outgoing.detach(this.#host.now())
  }

  /** All bytes sent so far have left. */
  drained(): void {
    if (this.#outgoing.drained()) this.#subscription.scheduleFlush()
  }

  /** Whether messages with a state are left out for the client, because it cannot keep up or has no transport. */
  get isBehind(): boolean {
    return this.#outgoing.isBehind
  }

  /** Whether the client has been behind for too long. */
  isStalled(now: number): boolean {
    return this.#outgoing.isStalled(now)
  }

  /** Whether a client that is silent for so long is gone. Only one that pings has to send something. */
  isSilent(silentMs: number): boolean {
    return this.#hasPinged && silentMs > this.#host.limits.clientSilenceMs
  }

  /** Sends a ping if nothing else was sent for too long. */
  ping(now: number): void {
    if (now - this.#outgoing.sentAt > this.#host.limits.keepAliveMs) this.send(PING)
  }

  /** Does what time alone causes: acknowledgements, and calls of the client that took too long. */
  check(now: number): void {
    this.#calls.check(now)
    const sequenceId = this.#incoming.toAcknowledge()
    if (sequenceId !== undefined) this.send(new PreparedMessage({ type: MessageType.ack, sequenceId }))
  }

  /** Ends streams and calls; nothing more is sent. */
  end(): void {
    this.#calls.end()
    this.#subscription.end()
  }

  /** Sends a message that the client's budget pays for. @throws Error when it cannot be encoded. */
  #sendCounted(message: PreparedMessage): void {
    const { length } = message.bytes(this.protocol)
    this.#incoming.consume(costOfCompletion(length))
    this.send(message)
    this.#unflushedBytes += length
    if (this.#unflushedBytes >= MOST_UNFLUSHED_BYTES) this.flush()
  }
}

/** Completions and items of so many bytes are flushed without waiting for the next broadcast. */
const MOST_UNFLUSHED_BYTES = 64 * 1024
const PING = new PreparedMessage({ type: MessageType.ping })
