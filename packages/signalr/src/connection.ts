import type { Negotiated } from './admission.ts'
import { costOfCompletion } from './call-budget.ts'
import { Calls } from './calls.ts'
import type { ConnectionHost } from './connection-host.ts'
import { HANDSHAKE_CANCELED, STATEFUL_VERSION, writeHandshake } from './handshake.ts'
import { IncomingQueue } from './incoming-queue.ts'
import { closeMessage, type HubMessage, MessageType, ProtocolError } from './messages.ts'
import { OutgoingQueue } from './outgoing-queue.ts'
import { PreparedMessage } from './prepared-message.ts'
import type { HubProtocol } from './protocol.ts'
import type { CloseReason } from './stats.ts'
import type { Transport, TransportListener } from './transport.ts'
import type { Worker } from './work-scheduler.ts'

/**
 * One client. Its messages are handled one at a time, in order, in turn with those of all other clients.
 *
 * A stateful connection survives the loss of its transport: it waits for another one, and both sides
 * send again what the other has not acknowledged.
 *
 * Longer than 300 lines: the states of a connection and what each allows are read together.
 */
export class Connection<User> implements Worker {
  readonly id: string
  readonly user: User
  readonly #host: ConnectionHost<Connection<User>>
  /** Whether negotiation granted that it may be stateful. */
  readonly #mayBeStateful: boolean
  #isStateful = false
  #transport: Transport | undefined
  #transportLostAt = 0
  readonly #incoming: IncomingQueue
  readonly #calls: Calls<Connection<User>>
  /** Present while the connection is open. */
  #outgoing: OutgoingQueue | undefined
  #protocol: HubProtocol | undefined
  #state: 'handshake' | 'open' | 'closed' = 'handshake'
  readonly #createdAt: number
  #receivedAt: number
  #hasPinged = false
  /** The application's hook for new connections is running. */
  #isOpening = false
  #isPaused = false
  /** Streams whose next item waits for its turn. */
  readonly #turns: (() => void)[] = []
  /** Bytes of completions and items that have not been given to the transport. */
  #unflushedBytes = 0

  constructor({ id, isStateful }: Negotiated, user: User, host: ConnectionHost<Connection<User>>) {
    this.id = id
    this.user = user
    this.#host = host
    this.#mayBeStateful = isStateful
    this.#createdAt = host.now()
    this.#receivedAt = this.#createdAt
    this.#incoming = new IncomingQueue(host.limits, this.#createdAt)
    this.#calls = new Calls<Connection<User>>(this, {
      invoker: host.invoker,
      streams: host.limits.streams,
      send: (message) => this.#sendCounted(new PreparedMessage(message)),
      turnToSend: () => this.#turnToSend(),
      proceed: () => this.#proceed(),
    })
  }

  /** Whether the connection is open and its transport may be replaced. */
  get isReattachable(): boolean {
    return this.#state === 'open' && this.#isStateful
  }

  /**
   * Uses this transport from now on. On the first one the client begins with the handshake; on any
   * other both sides continue with what the other has not acknowledged. A closed connection closes it.
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
      this.#outgoing.reattach(transport)
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
      stalled: () => ifCurrent(() => this.#stalled()),
      closed: (isClean) => ifCurrent(() => this.#transportEnded(isClean)),
    }
  }

  /** Calls a method of the client. The message is never left out, and is in order with what its groups receive. */
  send(target: string, ...args: readonly unknown[]): void {
    this.sendPrepared(new PreparedMessage({ type: MessageType.invocation, target, arguments: args }))
  }

  /**
   * Calls a method of the client and returns its result.
   * @throws HubError with the client's error; Error when the connection ends or the client takes too long.
   */
  async invoke(target: string, ...args: readonly unknown[]): Promise<unknown> {
    if (this.#state !== 'open') throw new Error('The connection is not open.')
    return this.#calls.invokeClient(target, args, this.#host.now() + this.#host.limits.clientResultMs)
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
    this.#flush()
    this.#end('server', error, allowReconnect)
  }

  /** Does what time alone causes: pings, acknowledgements, timeouts and refilled budgets. Called about every second. */
  check(now: number): void {
    const isOverBudget = this.#incoming.check(now)
    this.#calls.check(now)
    this.#proceed()
    const { handshakeMs, reattachMs } = this.#host.limits
    if (this.#state === 'handshake' && now - this.#createdAt > handshakeMs) this.#refuse(HANDSHAKE_CANCELED)
    if (this.#state !== 'open' || !this.#outgoing) return
    if (!this.#transport) {
      if (now - this.#transportLostAt > reattachMs) this.#end('lost', undefined, true)
    } else if (isOverBudget) {
      this.#host.overBudget(this)
      this.#end('overBudget', `${CLOSED_WITH_ERROR} The client keeps asking for more than it may.`, false)
    } else if (this.#outgoing.isStalled(now)) this.#end('slow', CANNOT_KEEP_UP, true)
    else {
      this.#acknowledge()
      if (!this.#transport.kind.hasInherentKeepAlive) this.#checkSilence(now, this.#outgoing)
    }
  }

  /** Handles one message, or the handshake, and sends one item of a stream. */
  step(): boolean {
    if (this.#canSendItem) this.#turns.shift()?.()
    if (this.#canHandle) this.#handleNext()
    this.#updateReading()
    return this.#canHandle || this.#canSendItem
  }

  #checkSilence(now: number, { sentAt }: OutgoingQueue): void {
    const { keepAliveMs, clientSilenceMs } = this.#host.limits
    // While the server does not read a client, the client is not silent.
    if (this.#hasPinged && now - this.#receivedAt > clientSilenceMs && !this.#isPaused)
      this.#end('silent', 'Client timed out.', true)
    else if (now - sentAt > keepAliveMs) this.sendPrepared(PING)
  }

  #acknowledge(): void {
    const sequenceId = this.#incoming.toAcknowledge()
    if (sequenceId !== undefined)
      this.sendPrepared(new PreparedMessage({ type: MessageType.ack, sequenceId }))
  }

  #received(bytes: Buffer): void {
    this.#receivedAt = this.#host.now()
    if (this.#state === 'closed') return
    this.#incoming.add(bytes)
    this.#proceed()
  }

  #drained(): void {
    if (this.#outgoing?.drained()) this.#host.broadcast.scheduleFlushOf(this.#outgoing)
    this.#proceed()
  }

  /** Nothing that is sent reaches the client, a close message neither. */
  #stalled(): void {
    if (!this.isReattachable) this.#stop('slow')
    this.#transport?.destroy()
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
    if (this.#canHandle || this.#canSendItem) this.#host.scheduler.request(this)
    this.#updateReading()
  }

  get #canHandle(): boolean {
    if (!this.#transport || this.#state === 'closed') return false
    if (this.#isOpening || this.#calls.isFull || !this.#incoming.isReady(this.#calls.isBusy)) return false
    // A client that does not read its completions gets no more of them.
    return this.#transport.bufferedBytes <= this.#host.limits.behindBytes
  }

  get #canSendItem(): boolean {
    return this.#turns.length > 0 && !this.#incoming.isOverBudget && this.#outgoing?.isWritable === true
  }

  #turnToSend(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#state === 'closed') resolve()
      else this.#turns.push(resolve)
      this.#proceed()
    })
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
        const message = this.#incoming.next(this.#protocol, this.#calls.isBusy)
        if (message) this.#handle(message)
      } else {
        const handshake = this.#incoming.readHandshake()
        if (handshake && 'error' in handshake) this.#refuse(handshake.error)
        else if (handshake) this.#open(handshake.protocol, handshake.version)
      }
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error
      this.#host.protocolViolated(this, error)
      this.#flush()
      this.#end('protocol', `${CLOSED_WITH_ERROR} ${error.message}`, false)
    }
  }

  #open(protocol: HubProtocol, version: number): void {
    const { limits, broadcast, counters, now } = this.#host
    const { name, transferFormat } = protocol
    if (!this.#transport?.kind.transferFormats.includes(transferFormat)) {
      const reason = `The transport does not support '${transferFormat}' transfer format.`
      this.#refuse(`Cannot use the '${name}' protocol on the current transport. ${reason}`)
      return
    }
    this.#protocol = protocol
    this.#isStateful = this.#mayBeStateful && version >= STATEFUL_VERSION
    if (this.#isStateful) this.#incoming.beginNumbers()
    this.#transport.send(writeHandshake(), 'Text')
    const owner = {
      refresh: (state: string) => this.#host.refresh(this, state),
      overflowed: () => this.#end('slow', CANNOT_KEEP_UP, true),
    }
    const start = { now: now(), isStateful: this.#isStateful }
    this.#outgoing = new OutgoingQueue(protocol, limits, owner, counters, start)
    this.#outgoing.attach(this.#transport)
    this.#state = 'open'
    broadcast.subscribe(this.#outgoing)
    const opening = this.#host.opened(this)
    if (!opening) return
    this.#isOpening = true
    void opening.then(() => {
      this.#isOpening = false
      this.#proceed()
    })
  }

  #handle(message: HubMessage): void {
    switch (message.type) {
      case MessageType.ping:
        this.#hasPinged = true
        break
      case MessageType.close:
        this.#stop('client')
        this.#endTransport()
        break
      case MessageType.ack:
        if (this.#outgoing?.acknowledge(message.sequenceId))
          this.#host.broadcast.scheduleFlushOf(this.#outgoing)
        this.#proceed()
        break
      case MessageType.sequence:
        this.#incoming.continueAt(message.sequenceId)
        break
      default:
        this.#calls.handle(message)
    }
  }

  /** Sends a message that the client's budget pays for. @throws Error when it cannot be encoded. */
  #sendCounted(message: PreparedMessage): void {
    if (!this.#outgoing) return
    const { length } = message.bytes(this.#outgoing.protocol)
    this.consume(costOfCompletion(length))
    this.sendPrepared(message)
    this.#unflushedBytes += length
    if (this.#unflushedBytes >= MOST_UNFLUSHED_BYTES) this.#flush()
  }

  /** Gives the transport what waits for the next broadcast. */
  #flush(): void {
    this.#unflushedBytes = 0
    if (this.#outgoing) this.#host.broadcast.flushOf(this.#outgoing)
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
    this.#calls.end()
    for (const resolve of this.#turns.splice(0)) resolve()
    if (!this.#outgoing) return
    this.#host.broadcast.unsubscribe(this.#outgoing)
    this.#outgoing = undefined
    this.#host.closed(this)
  }
}

/** Completions and items of so many bytes are flushed without waiting for the next broadcast. */
const MOST_UNFLUSHED_BYTES = 64 * 1024
const CLOSED_WITH_ERROR = 'Connection closed with an error.'
const CANNOT_KEEP_UP = 'The connection cannot keep up.'
/** The listener of a transport that came too late. */
const IGNORED: TransportListener = {
  received: () => {},
  drained: () => {},
  stalled: () => {},
  closed: () => {},
}
const NO_GROUPS: ReadonlySet<string> = new Set()
const PING = new PreparedMessage({ type: MessageType.ping })
