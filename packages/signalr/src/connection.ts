import { costOfCompletion } from './call-budget.ts'
import type { ConnectionHost } from './connection-host.ts'
import { HANDSHAKE_CANCELED, writeHandshake } from './handshake.ts'
import { IncomingQueue } from './incoming-queue.ts'
import { closeMessage, type IncomingMessage, MessageType, ProtocolError } from './messages.ts'
import { OutgoingQueue } from './outgoing-queue.ts'
import { PreparedMessage } from './prepared-message.ts'
import type { HubProtocol } from './protocol.ts'
import type { CloseReason } from './stats.ts'
import type { Transport, TransportListener } from './transport.ts'
import type { Worker } from './work-scheduler.ts'

/**
 * One client. Its messages are handled one at a time, in order, in turn with those of all other clients.
 *
 * Its transport can be replaced: the connection, its groups and what its queues contain survive. What
 * the old transport had accepted and not delivered is lost with it.
 *
 * Longer than 300 lines: the states of a connection and what each allows are read together.
 */
export class Connection<User> implements Worker {
  readonly id: string
  readonly user: User
  readonly #host: ConnectionHost<Connection<User>>
  #transport: Transport | undefined
  #transportLostAt = 0
  readonly #incoming: IncomingQueue
  #outgoing: OutgoingQueue | undefined
  #protocol: HubProtocol | undefined
  #state: 'handshake' | 'open' | 'closed' = 'handshake'
  readonly #createdAt: number
  #receivedAt: number
  #hasPinged = false
  #isInvoking = false
  #isPaused = false
  /** Bytes of completions that have not been given to the transport. */
  #unflushedBytes = 0

  constructor(id: string, user: User, host: ConnectionHost<Connection<User>>) {
    this.id = id
    this.user = user
    this.#host = host
    this.#createdAt = host.now()
    this.#receivedAt = this.#createdAt
    this.#incoming = new IncomingQueue(host.limits, this.#createdAt)
  }

  /** Whether the connection is open and its transport may be replaced. */
  get isReattachable(): boolean {
    return this.#state === 'open' && this.#host.limits.reattachMs > 0
  }

  /**
   * Uses this transport from now on. On the first one the client begins with the handshake; on any
   * other both sides continue with the first message that the old one had not accepted. A closed
   * connection closes it.
   */
  attach(transport: Transport): TransportListener {
    // It may have closed while its client was being authenticated; its own transport ends it.
    if (this.#state === 'closed') {
      transport.close()
      return IGNORED
    }
    const replaced = this.#transport
    this.#transport = transport
    this.#receivedAt = this.#host.now()
    this.#isPaused = false
    if (this.#protocol) this.#incoming.dropPartialMessage(this.#protocol)
    replaced?.close()
    if (this.#outgoing) {
      this.#outgoing.attach(transport)
      this.#host.broadcast.scheduleFlushOf(this.#outgoing)
    }
    this.#proceed()
    // The events of a replaced transport are ignored.
    const ifCurrent = (handle: () => void) => {
      if (this.#transport === transport) handle()
    }
    return {
      received: (bytes) => ifCurrent(() => this.#received(bytes)),
      drained: () => ifCurrent(() => this.#drained()),
      closed: (isClean) => ifCurrent(() => this.#transportEnded(isClean)),
    }
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
    if (this.#outgoing && this.#state === 'open') this.#host.broadcast.flushOf(this.#outgoing)
    this.#end('server', error, allowReconnect)
  }

  /** Does what time alone causes: pings, timeouts and refilled budgets. Called about every second. */
  check(now: number): void {
    const isOverBudget = this.#incoming.check(now)
    this.#proceed()
    const { handshakeMs, keepAliveMs, clientSilenceMs } = this.#host.limits
    const silentMs = now - this.#receivedAt
    if (this.#state === 'handshake' && now - this.#createdAt > handshakeMs) this.#refuse(HANDSHAKE_CANCELED)
    if (this.#state !== 'open' || !this.#outgoing) return
    if (!this.#transport) {
      if (now - this.#transportLostAt > this.#host.limits.reattachMs) this.#end('lost', undefined, true)
    } else if (isOverBudget) {
      this.#host.overBudget(this)
      this.#end('overBudget', `${CLOSED_WITH_ERROR} The client keeps asking for more than it may.`, false)
    } else if (this.#outgoing.isStalled(now)) this.#end('slow', 'The connection cannot keep up.', true)
    // While the server does not read a client, the client is not silent.
    else if (this.#hasPinged && silentMs > clientSilenceMs && !this.#isPaused)
      this.#end('silent', 'Client timed out.', true)
    else if (now - this.#outgoing.sentAt > keepAliveMs) this.sendPrepared(PING)
  }

  #received(bytes: Buffer): void {
    this.#receivedAt = this.#host.now()
    if (this.#state === 'closed') return
    this.#incoming.add(bytes)
    this.#proceed()
  }

  /** Handles one message, or the handshake. */
  step(): boolean {
    if (this.#canStep) this.#handleNext()
    this.#updateReading()
    return this.#canStep
  }

  #drained(): void {
    if (this.#outgoing?.drained()) this.#host.broadcast.scheduleFlushOf(this.#outgoing)
    this.#proceed()
  }

  #transportEnded(isClean: boolean): void {
    this.#transport = undefined
    if (this.isReattachable && !isClean) {
      this.#transportLostAt = this.#host.now()
      this.#outgoing?.detach()
      return
    }
    this.#stop(isClean ? 'client' : 'lost')
    this.#host.ended(this)
  }

  /** Continues with what waits, and reads more, if both are allowed now. */
  #proceed(): void {
    if (this.#canStep) this.#host.scheduler.request(this)
    this.#updateReading()
  }

  get #canStep(): boolean {
    if (!this.#transport || this.#state === 'closed') return false
    if (this.#isInvoking || !this.#incoming.isReady) return false
    // A client that does not read its completions gets no more of them.
    return this.#transport.bufferedBytes <= this.#host.limits.behindBytes
  }

  #updateReading(): void {
    const { isFull } = this.#incoming
    if (isFull === this.#isPaused || this.#state === 'closed') return
    this.#isPaused = isFull
    this.#receivedAt = this.#host.now()
    if (isFull) this.#transport?.pause()
    else this.#transport?.resume()
  }

  #handleNext(): void {
    try {
      if (this.#protocol) {
        const message = this.#incoming.readMessage(this.#protocol)
        if (message) this.#handle(message)
      } else {
        const handshake = this.#incoming.readHandshake()
        if (handshake && 'error' in handshake) this.#refuse(handshake.error)
        else if (handshake) this.#open(handshake.protocol)
      }
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error
      this.#host.protocolViolated(this, error)
      if (this.#outgoing) this.#host.broadcast.flushOf(this.#outgoing)
      this.#end('protocol', `${CLOSED_WITH_ERROR} ${error.message}`, false)
    }
  }

  #open(protocol: HubProtocol): void {
    const { limits, broadcast, counters, now } = this.#host
    this.#protocol = protocol
    this.#transport?.send(writeHandshake(), 'Text')
    const owner = {
      refresh: (state: string) => this.#host.refresh(this, state),
      overflowed: () => this.#end('slow', 'The connection cannot keep up.', true),
    }
    this.#outgoing = new OutgoingQueue(protocol, limits, owner, counters, now())
    if (this.#transport) this.#outgoing.attach(this.#transport)
    this.#state = 'open'
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
        this.#endTransport()
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
    this.#transport?.send(writeHandshake(error), 'Text')
    this.#stop('handshake')
    this.#endTransport()
  }

  #end(reason: CloseReason, error: string | undefined, allowReconnect: boolean): void {
    if (this.#state === 'closed') return
    if (this.#protocol) {
      const bytes = this.#protocol.write(closeMessage(error, allowReconnect))
      this.#transport?.send(bytes, this.#protocol.transferFormat)
    }
    this.#stop(reason)
    this.#endTransport()
  }

  #endTransport(): void {
    if (this.#transport) this.#transport.close()
    else this.#host.ended(this)
  }

  /** From now on nothing more is handled or sent. */
  #stop(reason: CloseReason): void {
    if (this.#state === 'closed') return
    this.#state = 'closed'
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
/** The listener of a transport that came too late. */
const IGNORED: TransportListener = { received: () => {}, drained: () => {}, closed: () => {} }
const NO_GROUPS: ReadonlySet<string> = new Set()
const PING = new PreparedMessage({ type: MessageType.ping })
