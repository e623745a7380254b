import type { Broadcast } from './broadcast.ts'
import { costOfCompletion } from './call-budget.ts'
import { HANDSHAKE_CANCELED, writeHandshake } from './handshake.ts'
import { type IncomingLimits, IncomingQueue } from './incoming-queue.ts'
import {
  type Close,
  type Completion,
  type IncomingMessage,
  type Invocation,
  MessageType,
  ProtocolError,
  type StreamInvocation,
} from './messages.ts'
import { OutgoingQueue, type QueueLimits } from './outgoing-queue.ts'
import { PreparedMessage } from './prepared-message.ts'
import type { HubProtocol } from './protocol.ts'
import type { CloseReason, HubCounters } from './stats.ts'
import type { Transport, TransportListener } from './transport.ts'
import type { Worker, WorkScheduler } from './work-scheduler.ts'

export interface ConnectionLimits extends QueueLimits, IncomingLimits {
  /** A client that has not completed the handshake by then is closed. */
  readonly handshakeMs: number
  /** Silence of the server after which it sends a ping. */
  readonly keepAliveMs: number
  /** Silence of a client after which it is closed; it applies from the client's first ping on. */
  readonly clientSilenceMs: number
}

/** What a connection uses of the hub it belongs to, and reports to it. */
export interface ConnectionHost<User> {
  readonly limits: ConnectionLimits
  readonly broadcast: Broadcast
  /** Shared by all connections, so that each handles one message in turn. */
  readonly scheduler: WorkScheduler
  readonly counters: HubCounters
  readonly now: () => number
  /** The handshake is complete. The client's calls wait for the promise. */
  opened(connection: Connection<User>): void | Promise<void>
  invoke(
    connection: Connection<User>,
    call: Invocation | StreamInvocation,
  ): Completion | undefined | Promise<Completion | undefined>
  refresh(connection: Connection<User>, state: string): readonly PreparedMessage[]
  /** The connection has closed. Called once, and only if it had opened. */
  closed(connection: Connection<User>): void
  /** The transport has ended, whether the connection had opened or not. Called once, after `closed`. */
  ended(connection: Connection<User>): void
  /** The client violated the protocol and is closed. */
  protocolViolated(connection: Connection<User>, error: ProtocolError): void
  /** The client was over its budget for too long and is closed. */
  overBudget(connection: Connection<User>): void
}

/** One client. Its messages are handled one at a time, in order, in turn with those of all other clients. */
export class Connection<User> implements TransportListener, Worker {
  readonly id: string
  readonly user: User
  readonly #host: ConnectionHost<User>
  readonly #transport: Transport
  readonly #incoming: IncomingQueue
  #outgoing: OutgoingQueue | undefined
  #protocol: HubProtocol | undefined
  #phase: 'handshake' | 'open' | 'closed' = 'handshake'
  readonly #createdAt: number
  #receivedAt: number
  #hasPinged = false
  #isInvoking = false
  #isPaused = false
  /** Bytes of completions that have not been given to the transport. */
  #unflushedBytes = 0

  constructor(id: string, user: User, transport: Transport, host: ConnectionHost<User>) {
    this.id = id
    this.user = user
    this.#transport = transport
    this.#host = host
    this.#createdAt = host.now()
    this.#receivedAt = this.#createdAt
    this.#incoming = new IncomingQueue(host.limits, this.#createdAt)
  }

  /** Calls a method of the client. The message is never left out, and is in order with what its groups receive. */
  send(target: string, ...args: readonly unknown[]): void {
    this.sendPrepared(new PreparedMessage({ type: MessageType.invocation, target, arguments: args }))
  }

  /** Sends a message that may be prepared for many connections. */
  sendPrepared(message: PreparedMessage): void {
    if (this.#outgoing) this.#host.broadcast.sendTo(this.#outgoing, message)
  }

  /** Receives what is sent to these groups from now on. Membership ends with the connection. */
  join(...groups: readonly string[]): void {
    if (this.#outgoing) this.#host.broadcast.changeGroups(this.#outgoing, { join: groups })
  }

  leave(...groups: readonly string[]): void {
    if (this.#outgoing) this.#host.broadcast.changeGroups(this.#outgoing, { leave: groups })
  }

  /** The groups it is a member of. */
  get groups(): ReadonlySet<string> {
    return (this.#outgoing && this.#host.broadcast.groupsOf(this.#outgoing)) ?? NO_GROUPS
  }

  /** Takes tokens from the client's budget. The client's next message waits until the budget is positive again. */
  consume(tokens: number): void {
    this.#incoming.consume(tokens)
  }

  /**
   * Closes the connection after what was sent before. With `allowReconnect` a client with automatic
   * reconnect connects again; without, it stays closed.
   */
  close({ error, allowReconnect = false }: { error?: string; allowReconnect?: boolean } = {}): void {
    if (this.#outgoing && this.#phase === 'open') this.#host.broadcast.flushOf(this.#outgoing)
    this.#end('server', error, allowReconnect)
  }

  /** Does what time alone causes: pings, timeouts and refilled budgets. Called about every second. */
  check(now: number): void {
    const isOverBudget = this.#incoming.check(now)
    this.#proceed()
    const { handshakeMs, keepAliveMs, clientSilenceMs } = this.#host.limits
    const silentMs = now - this.#receivedAt
    if (this.#phase === 'handshake' && now - this.#createdAt > handshakeMs) this.#refuse(HANDSHAKE_CANCELED)
    if (this.#phase !== 'open' || !this.#outgoing) return
    if (isOverBudget) {
      this.#host.overBudget(this)
      this.#end('overBudget', `${CLOSED_WITH_ERROR} The client keeps asking for more than it may.`, false)
    } else if (this.#outgoing.isStalled(now)) this.#endSlow()
    // While the server does not read a client, the client is not silent.
    else if (this.#hasPinged && silentMs > clientSilenceMs && !this.#isPaused)
      this.#end('silent', 'Client timed out.', true)
    else if (now - this.#outgoing.sentAt > keepAliveMs) this.sendPrepared(PING)
  }

  received(bytes: Buffer): void {
    this.#receivedAt = this.#host.now()
    if (this.#phase === 'closed') return
    this.#incoming.add(bytes)
    this.#proceed()
  }

  /** Handles one message, or the handshake. */
  step(): boolean {
    if (this.#canStep) this.#handleNext()
    this.#updateReading()
    return this.#canStep
  }

  drained(): void {
    if (this.#outgoing?.drained()) this.#host.broadcast.scheduleFlushOf(this.#outgoing)
    this.#proceed()
  }

  closed(isClean: boolean): void {
    this.#stop(isClean ? 'client' : 'lost')
    this.#host.ended(this)
  }

  /** Continues with what waits, and reads more, if both are allowed now. */
  #proceed(): void {
    if (this.#canStep) this.#host.scheduler.request(this)
    this.#updateReading()
  }

  get #canStep(): boolean {
    if (this.#phase === 'closed' || this.#isInvoking || !this.#incoming.isReady) return false
    // A client that does not read its completions gets no more of them.
    return this.#transport.bufferedBytes <= this.#host.limits.behindBytes
  }

  #updateReading(): void {
    const { isFull } = this.#incoming
    if (isFull === this.#isPaused || this.#phase === 'closed') return
    this.#isPaused = isFull
    this.#receivedAt = this.#host.now()
    if (isFull) this.#transport.pause()
    else this.#transport.resume()
  }

  #handleNext(): void {
    try {
      if (this.#protocol) {
        const message = this.#incoming.readMessage(this.#protocol)
        if (message) this.#handle(message)
      } else this.#handleHandshake()
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error
      this.#host.protocolViolated(this, error)
      if (this.#outgoing) this.#host.broadcast.flushOf(this.#outgoing)
      this.#end('protocol', `${CLOSED_WITH_ERROR} ${error.message}`, false)
    }
  }

  #handleHandshake(): void {
    const handshake = this.#incoming.readHandshake()
    if (!handshake) return
    if ('error' in handshake) this.#refuse(handshake.error)
    else this.#open(handshake.protocol)
  }

  #open(protocol: HubProtocol): void {
    const { limits, broadcast } = this.#host
    this.#protocol = protocol
    this.#transport.send(writeHandshake(), 'Text')
    const owner = {
      refresh: (state: string) => this.#host.refresh(this, state),
      overflowed: () => this.#endSlow(),
    }
    const { counters, now } = this.#host
    this.#outgoing = new OutgoingQueue(this.#transport, protocol, limits, owner, counters, now())
    this.#phase = 'open'
    broadcast.subscribe(this.#outgoing)
    this.#beforeNextMessage(this.#host.opened(this), () => {})
  }

  #handle(message: IncomingMessage): void {
    switch (message.type) {
      case MessageType.ping:
        this.#hasPinged = true
        break
      case MessageType.close:
        this.#stop('client')
        this.#transport.close()
        break
      default:
        this.#beforeNextMessage(this.#host.invoke(this, message), (completion) => {
          if (completion) this.#complete(new PreparedMessage(completion))
        })
    }
  }

  #complete(completion: PreparedMessage): void {
    if (!this.#outgoing) return
    const { length } = completion.bytes(this.#outgoing.protocol)
    this.consume(costOfCompletion(length))
    this.sendPrepared(completion)
    this.#unflushedBytes += length
    if (this.#unflushedBytes < MOST_UNFLUSHED_BYTES) return
    this.#unflushedBytes = 0
    this.#host.broadcast.flushOf(this.#outgoing)
  }

  /** Uses a synchronous outcome immediately; the client's next message waits for an asynchronous one. */
  #beforeNextMessage<Outcome>(outcome: Outcome | Promise<Outcome>, use: (outcome: Outcome) => void): void {
    if (!(outcome instanceof Promise)) {
      use(outcome)
      return
    }
    this.#isInvoking = true
    void outcome.then((arrived) => {
      this.#isInvoking = false
      use(arrived)
      this.#proceed()
    })
  }

  #refuse(error: string): void {
    this.#transport.send(writeHandshake(error), 'Text')
    this.#stop('handshake')
    this.#transport.close()
  }

  #endSlow(): void {
    this.#end('slow', 'The connection cannot keep up.', true)
  }

  #end(reason: CloseReason, error: string | undefined, allowReconnect: boolean): void {
    if (this.#phase === 'closed') return
    const close: Close = {
      type: MessageType.close,
      ...(error === undefined ? {} : { error }),
      ...(allowReconnect ? { allowReconnect } : {}),
    }
    if (this.#protocol) this.#transport.send(this.#protocol.write(close), this.#protocol.transferFormat)
    this.#stop(reason)
    this.#transport.close()
  }

  /** From now on nothing more is handled or sent. */
  #stop(reason: CloseReason): void {
    if (this.#phase === 'closed') return
    this.#phase = 'closed'
    this.#host.counters.closed[reason] += 1
    this.#incoming.clear()
    if (!this.#outgoing) return
    this.#host.broadcast.unsubscribe(this.#outgoing)
    this.#outgoing = undefined
    this.#host.closed(this)
  }
}

/** Completions of so many bytes are flushed without waiting for the next broadcast. */
const MOST_UNFLUSHED_BYTES = 64 * 1024
const CLOSED_WITH_ERROR = 'Connection closed with an error.'
const NO_GROUPS: ReadonlySet<string> = new Set()
const PING = new PreparedMessage({ type: MessageType.ping })
