import type { Negotiated } from './admission.ts'
import type { ConnectionHost } from './connection-host.ts'
import { HANDSHAKE_CANCELED, STATEFUL_VERSION, writeHandshake } from './handshake.ts'
import { IncomingQueue } from './incoming-queue.ts'
import { closeMessage, MessageType, ProtocolError } from './messages.ts'
import { PreparedMessage } from './prepared-message.ts'
import type { HubProtocol } from './protocol.ts'
import { Session } from './session.ts'
import type { CloseReason } from './stats.ts'
import { IGNORED, type Transport, type TransportListener } from './transport.ts'
import type { Worker } from './work-scheduler.ts'

// Longer than 300 lines, for every event of a connection decides by the same few states.

/**
 * One client, from its first transport to the end of its last: handshake, reading, timeouts, close. What
 * it sends and handles between those is its `Session`. It takes turns with all other clients. A stateful
 * connection survives its transport: both sides send again on another what was not acknowledged.
 */
export class Connection<User> implements Worker {
  readonly id: string
  readonly user: User
  readonly #host: ConnectionHost<Connection<User>>
  /** Whether negotiation granted that it may be stateful. */
  readonly #mayBeStateful: boolean
  #transport: Transport | undefined
  #transportLostAt = 0
  readonly #incoming: IncomingQueue
  /** Present from the handshake on. */
  #session: Session<Connection<User>> | undefined
  #isClosed = false
  readonly #createdAt: number
  #receivedAt: number
  /** The application's hook for new connections is running. */
  #isOpening = false
  #isPaused = false

  constructor({ id, isStateful }: Negotiated, user: User, host: ConnectionHost<Connection<User>>) {
    this.id = id
    this.user = user
    this.#host = host
    this.#mayBeStateful = isStateful
    this.#createdAt = host.now()
    this.#receivedAt = this.#createdAt
    this.#incoming = new IncomingQueue(host.limits, this.#createdAt)
  }

  /** Whether the connection is open and its transport may be replaced. */
  get isReattachable(): boolean {
    return !this.#isClosed && this.#session?.isStateful === true
  }

  /** Whether its transport has ended. */
  get isDetached(): boolean {
    return this.#transport === undefined
  }

  /**
   * Uses this transport from now on. On the first one the client begins with the handshake; on any
   * other both sides continue with what the other has not acknowledged. A closed connection closes it.
   */
  attach(transport: Transport): TransportListener {
    // It may have closed while its client was being authenticated; its own transport ends it.
    if (this.#isClosed) {
      transport.close()
      return IGNORED
    }
    const replaced = this.#transport
    this.#transport = transport
    this.#receivedAt = this.#host.now()
    this.#isPaused = false
    replaced?.close()
    this.#isolate(() => {
      if (this.#session) {
        this.#incoming.dropPartialMessage(this.#session.protocol)
        this.#session.reattach(transport)
      }
      this.#proceed()
    })
    // The events of a replaced transport are ignored.
    const ifCurrent = (handle: () => void) => {
      if (this.#transport === transport) this.#isolate(handle)
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
    if (!this.#session || this.#isClosed) throw new Error('The connection is not open.')
    return this.#session.invokeClient(target, args)
  }

  /** Sends a message that may be prepared for many connections. */
  sendPrepared(message: PreparedMessage): void {
    this.#session?.send(message)
  }

  /** Receives what is sent to these groups from now on. Membership ends with the connection. */
  join(...groups: readonly string[]): void {
    this.#session?.changeGroups({ join: groups })
  }

  leave(...groups: readonly string[]): void {
    this.#session?.changeGroups({ leave: groups })
  }

  /** The groups it is a member of. */
  get groups(): ReadonlySet<string> {
    return this.#session?.groups ?? NO_GROUPS
  }

  /** Whether the client is behind: it is sent states as they are once it has caught up, and not each change. */
  get isBehind(): boolean {
    return this.#session?.isBehind ?? false
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
    this.#session?.flush()
    this.#end('server', error, allowReconnect)
  }

  /** Does what time alone causes: pings, acknowledgements, timeouts and refilled budgets. Called about every second. */
  check(now: number): void {
    this.#isolate(() => this.#check(now))
  }

  #check(now: number): void {
    const isOverBudget = this.#incoming.check(now)
    this.#proceed()
    const { handshakeMs, reattachMs } = this.#host.limits
    if (this.#isClosed) return
    const session = this.#session
    if (!session) {
      if (now - this.#createdAt > handshakeMs) this.#refuse(HANDSHAKE_CANCELED)
      return
    }
    session.check(now)
    // While the server does not read a client, the client is not silent.
    const silentMs = this.#isPaused ? 0 : now - this.#receivedAt
    const pings = this.#transport?.kind.hasInherentKeepAlive === false
    if (!this.#transport) {
      if (now - this.#transportLostAt > reattachMs) this.#end('lost', undefined, true)
    } else if (isOverBudget) {
      this.#host.overBudget(this)
      this.#end('overBudget', `${CLOSED_WITH_ERROR} The client keeps asking for more than it may.`, false)
    } else if (session.isStalled(now)) this.#end('slow', CANNOT_KEEP_UP, true)
    else if (pings && session.isSilent(silentMs)) this.#end('silent', 'Client timed out.', true)
    else if (pings) session.ping(now)
  }

  /** Handles one message, or the handshake, and sends one item of a stream. */
  step(): boolean {
    this.#isolate(() => {
      if (this.#canSendItem) this.#session?.sendItem()
      if (this.#canHandle) this.#handleNext()
      this.#updateReading()
    })
    return this.#canHandle || this.#canSendItem
  }

  /**
   * Runs what this client has caused. An error ends this connection and no other: what a client can make
   * the server throw must not end the process.
   */
  #isolate(work: () => void): void {
    try {
      work()
    } catch (error) {
      if (error instanceof ProtocolError) {
        this.#host.protocolViolated(this, error)
        this.#session?.flush()
        this.#end('protocol', `${CLOSED_WITH_ERROR} ${error.message}`, false)
        return
      }
      this.#host.failed(this, error)
      this.#stop('failed')
      if (this.#transport) this.#transport.destroy()
      else this.#host.ended(this)
    }
  }

  #received(bytes: Buffer): void {
    this.#receivedAt = this.#host.now()
    if (this.#isClosed) return
    this.#incoming.add(bytes)
    this.#proceed()
  }

  #drained(): void {
    this.#session?.drained()
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
      this.#session?.detach()
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
    if (!this.#transport || this.#isClosed || this.#isOpening) return false
    // A client that does not read its completions gets no more of them.
    if (this.#transport.bufferedBytes > this.#host.limits.behindBytes) return false
    return this.#session?.canHandle ?? this.#incoming.isReady(false)
  }

  get #canSendItem(): boolean {
    return !this.#isClosed && this.#session?.canSendItem === true
  }

  #updateReading(): void {
    const { isFull } = this.#incoming
    if (isFull === this.#isPaused || this.#isClosed) return
    this.#isPaused = isFull
    this.#receivedAt = this.#host.now()
    if (isFull) this.#transport?.pause()
    else this.#transport?.resume()
  }

  #handleNext(): void {
    const session = this.#session
    if (session) {
      const message = session.next()
      if (message?.type === MessageType.close) this.#close('client')
      else if (message) session.handle(message)
    } else {
      const handshake = this.#incoming.readHandshake()
      if (handshake && 'error' in handshake) this.#refuse(handshake.error)
      else if (handshake) this.#open(handshake.protocol, handshake.version)
    }
  }

  #open(protocol: HubProtocol, version: number): void {
    const { name, transferFormat } = protocol
    const transport = this.#transport
    if (!transport?.kind.transferFormats.includes(transferFormat)) {
      const reason = `The transport does not support '${transferFormat}' transfer format.`
      this.#refuse(`Cannot use the '${name}' protocol on the current transport. ${reason}`)
      return
    }
    transport.send(writeHandshake(), 'Text')
    this.#session = new Session<Connection<User>>({
      connection: this,
      host: this.#host,
      protocol,
      isStateful: this.#mayBeStateful && version >= STATEFUL_VERSION,
      transport,
      incoming: this.#incoming,
      overflowed: () => this.#end('slow', CANNOT_KEEP_UP, true),
      proceed: () => this.#proceed(),
    })
    const opening = this.#host.opened(this)
    if (!opening) return
    this.#isOpening = true
    void opening.then(() => {
      this.#isOpening = false
      this.#proceed()
    })
  }

  #refuse(error: string): void {
    this.#transport?.send(writeHandshake(error), 'Text')
    this.#close('handshake')
  }

  #end(reason: CloseReason, error: string | undefined, allowReconnect: boolean): void {
    if (this.#isClosed) return
    if (this.#session) {
      const { protocol } = this.#session
      this.#transport?.send(protocol.write(closeMessage(error, allowReconnect)), protocol.transferFormat)
    }
    this.#close(reason)
  }

  #close(reason: CloseReason): void {
    this.#stop(reason)
    if (this.#transport) this.#transport.close()
    else this.#host.ended(this)
  }

  /** From now on nothing more is handled or sent. */
  #stop(reason: CloseReason): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#host.counters.closed[reason] += 1
    this.#incoming.clear()
    if (!this.#session) return
    this.#session.end()
    this.#host.closed(this)
  }
}

const CLOSED_WITH_ERROR = 'Connection closed with an error.'
const CANNOT_KEEP_UP = 'The connection cannot keep up.'
const NO_GROUPS: ReadonlySet<string> = new Set()
