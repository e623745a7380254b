import type { Broadcast } from './broadcast.ts'
import { HANDSHAKE_CANCELED, readHandshake, writeHandshake } from './handshake.ts'
import { Inbox } from './inbox.ts'
import {
  type Close,
  type Completion,
  type IncomingMessage,
  type Invocation,
  MessageType,
  ProtocolError,
  type StreamInvocation,
} from './messages.ts'
import { Outlet, type OutletLimits } from './outlet.ts'
import { Prepared } from './prepared.ts'
import type { HubProtocol } from './protocol.ts'
import { costOfAnswering, costOfReceiving, MESSAGE_COST, Spending, type SpendingLimits } from './spending.ts'
import type { Transport, TransportListener } from './transport.ts'
import type { Turns, Worker } from './turns.ts'

export interface ConnectionLimits extends OutletLimits, SpendingLimits {
  /** A client that has not agreed on a protocol by then is closed. */
  readonly handshakeMs: number
  /** Silence of the server after which it pings. */
  readonly keepAliveMs: number
  /** Silence of a client after which it is closed; it counts from the client's first ping. */
  readonly clientSilenceMs: number
  /** The longest message a client may send; with more bytes waiting than this it is not read. */
  readonly messageBytes: number
}

/** What a connection is given by the hub it belongs to. */
export interface ConnectionHost<User> {
  readonly limits: ConnectionLimits
  readonly broadcast: Broadcast
  /** Takes turns with all other connections. */
  readonly turns: Turns
  readonly now: () => number
  /** The handshake is done; the client's calls wait until this is. */
  opened(connection: Connection<User>): void | Promise<void>
  answer(
    connection: Connection<User>,
    call: Invocation | StreamInvocation,
  ): Completion | undefined | Promise<Completion | undefined>
  refresh(connection: Connection<User>, state: string): readonly Prepared[]
  /** The connection is gone. Told once, and only if it had opened. */
  closed(connection: Connection<User>): void
  /** The transport is gone, whether the connection had opened or not. Told once, after `closed`. */
  ended(connection: Connection<User>): void
  /** The client broke the protocol and is closed. */
  failed(connection: Connection<User>, error: ProtocolError): void
  /** The client kept asking for more than it may and is closed. */
  overspent(connection: Connection<User>): void
}

/** One client. Its messages are taken one at a time, in order, each in its turn among those of all clients. */
export class Connection<User> implements TransportListener, Worker {
  readonly id: string
  readonly user: User
  readonly #host: ConnectionHost<User>
  readonly #transport: Transport
  #phase: 'handshake' | 'open' | 'closed' = 'handshake'
  #outlet: Outlet | undefined
  #protocol: HubProtocol | undefined
  readonly #inbox = new Inbox()
  /** Whether the inbox may hold a whole message. */
  #hasInput = false
  readonly #openedAt: number
  #receivedAt: number
  #hasPinged = false
  #isAnswering = false
  #isPaused = false
  readonly #spending: Spending
  /** Of answers that have not been given to the transport. */
  #heldBytes = 0

  constructor(id: string, user: User, transport: Transport, host: ConnectionHost<User>) {
    this.id = id
    this.user = user
    this.#transport = transport
    this.#host = host
    this.#openedAt = host.now()
    this.#receivedAt = this.#openedAt
    this.#spending = new Spending(host.limits, this.#openedAt)
  }

  /** Call a method of the client's; it is never left out, and in order with what the client hears as a member of groups. */
  send(target: string, ...args: readonly unknown[]): void {
    this.post(new Prepared({ type: MessageType.invocation, target, arguments: args }))
  }

  /** Hear what is sent to these groups from now on. Groups end with the connection. */
  join(...groups: readonly string[]): void {
    if (this.#outlet) this.#host.broadcast.changeGroups(this.#outlet, { enter: groups })
  }

  /** The groups it is in. */
  get groups(): ReadonlySet<string> {
    return (this.#outlet && this.#host.broadcast.groupsOf(this.#outlet)) ?? NO_GROUPS
  }

  leave(...groups: readonly string[]): void {
    if (this.#outlet) this.#host.broadcast.changeGroups(this.#outlet, { leave: groups })
  }

  /** Charge the client for what it has done; it waits when it has nothing left. */
  spend(tokens: number): void {
    this.#spending.spend(tokens)
  }

  /**
   * End the connection. With `allowReconnect` a client with automatic reconnect comes back; without,
   * it stays away. What was sent before is delivered first.
   */
  close({ error, allowReconnect = false }: { error?: string; allowReconnect?: boolean } = {}): void {
    if (this.#outlet && this.#phase === 'open') this.#host.broadcast.settle(this.#outlet)
    this.#end(error, allowReconnect)
  }

  /** Send a message that may be prepared for many. */
  post(message: Prepared): void {
    if (this.#outlet) this.#host.broadcast.postTo(this.#outlet, message)
  }

  /** What time alone brings about: pings, timeouts and new tokens. Called every second or so. */
  check(now: number): void {
    const overspends = this.#spending.check(now)
    this.#proceed()
    const { handshakeMs, keepAliveMs, clientSilenceMs } = this.#host.limits
    const silentMs = now - this.#receivedAt
    if (this.#phase === 'handshake' && now - this.#openedAt > handshakeMs) this.#refuse(HANDSHAKE_CANCELED)
    if (this.#phase !== 'open' || !this.#outlet) return
    if (overspends) {
      this.#host.overspent(this)
      this.#end(`${CLOSED_WITH_ERROR} The client keeps asking for more than it may.`, false)
    } else if (this.#outlet.isStuck(now)) this.#giveUp()
    // Who is not read is not silent.
    else if (this.#hasPinged && silentMs > clientSilenceMs && !this.#isPaused)
      this.#end('Client timed out.', true)
    else if (now - this.#outlet.sentAt > keepAliveMs) this.post(PING)
  }

  received(bytes: Buffer): void {
    this.#receivedAt = this.#host.now()
    if (this.#phase === 'closed') return
    this.spend(costOfReceiving(bytes.length))
    this.#inbox.add(bytes)
    this.#hasInput = true
    this.#proceed()
  }

  /** Take one message, or shake hands. */
  work(): boolean {
    if (this.#canWork) this.#takeNext()
    this.#setReading()
    return this.#canWork
  }

  drained(): void {
    if (this.#outlet?.drained()) this.#host.broadcast.wake(this.#outlet)
    this.#proceed()
  }

  closed(): void {
    this.#stop()
    this.#host.ended(this)
  }

  /** Go on with what waits, or stop until that is allowed. */
  #proceed(): void {
    if (this.#canWork) this.#host.turns.request(this)
    this.#setReading()
  }

  get #canWork(): boolean {
    if (this.#phase === 'closed' || !this.#hasInput || this.#isAnswering) return false
    // Who does not read its answers gets no more of them.
    const readsAnswers = this.#transport.bufferedBytes <= this.#host.limits.behindBytes
    return readsAnswers && !this.#spending.isExhausted
  }

  #setReading(): void {
    const isFull = this.#spending.isExhausted || this.#inbox.size > this.#host.limits.messageBytes
    if (isFull === this.#isPaused || this.#phase === 'closed') return
    this.#isPaused = isFull
    this.#receivedAt = this.#host.now()
    if (isFull) this.#transport.pause()
    else this.#transport.resume()
  }

  #takeNext(): void {
    try {
      if (this.#phase === 'handshake') this.#shakeHands()
      else this.#takeMessage()
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error
      this.#host.failed(this, error)
      this.close({ error: `${CLOSED_WITH_ERROR} ${error.message}` })
    }
  }

  #shakeHands(): void {
    const handshake = readHandshake(this.#inbox.bytes)
    if (!handshake) {
      this.#hasInput = false
      if (this.#inbox.size > this.#host.limits.messageBytes) this.#refuse(HANDSHAKE_CANCELED)
      return
    }
    if ('error' in handshake) {
      this.#refuse(handshake.error)
      return
    }
    this.#inbox.bytes = handshake.rest
    this.#hasInput = handshake.rest.length > 0
    this.#open(handshake.protocol)
  }

  #open(protocol: HubProtocol): void {
    const { limits, broadcast } = this.#host
    this.#protocol = protocol
    this.#transport.send(writeHandshake(), 'Text')
    this.#outlet = new Outlet(
      this.#transport,
      protocol,
      limits,
      { refresh: (state) => this.#host.refresh(this, state), giveUp: () => this.#giveUp() },
      this.#host.now(),
    )
    this.#phase = 'open'
    broadcast.enter(this.#outlet)
    this.#beforeNextMessage(this.#host.opened(this), () => {})
  }

  #takeMessage(): void {
    const { messageBytes } = this.#host.limits
    const input = this.#inbox.bytes
    const split = this.#protocol!.split(input)
    if ((split?.message ?? input).length > messageBytes) {
      throw new ProtocolError(`The maximum message size of ${messageBytes}B was exceeded.`)
    }
    this.#hasInput = split !== undefined && split.rest.length > 0
    if (!split) return
    this.#inbox.bytes = split.rest
    this.spend(MESSAGE_COST)
    const message = this.#protocol!.parse(split.message)
    if (message) this.#take(message)
  }

  #take(message: IncomingMessage): void {
    switch (message.type) {
      case MessageType.ping:
        this.#hasPinged = true
        break
      case MessageType.close:
        this.#stop()
        this.#transport.close()
        break
      default:
        this.#beforeNextMessage(this.#host.answer(this, message), (completion) => {
          if (completion) this.#answer(new Prepared(completion))
        })
    }
  }

  #answer(completion: Prepared): void {
    if (!this.#outlet) return
    const { length } = completion.bytes(this.#outlet.protocol)
    this.spend(costOfAnswering(length))
    this.post(completion)
    this.#heldBytes += length
    if (this.#heldBytes < MOST_HELD_BYTES) return
    this.#heldBytes = 0
    this.#host.broadcast.settle(this.#outlet)
  }

  /** What comes at once is used in the same turn; the next message waits for what comes later. */
  #beforeNextMessage<Outcome>(outcome: Outcome | Promise<Outcome>, use: (outcome: Outcome) => void): void {
    if (!(outcome instanceof Promise)) {
      use(outcome)
      return
    }
    this.#isAnswering = true
    void outcome.then((arrived) => {
      this.#isAnswering = false
      use(arrived)
      this.#proceed()
    })
  }

  #refuse(error: string): void {
    this.#transport.send(writeHandshake(error), 'Text')
    this.#stop()
    this.#transport.close()
  }

  #giveUp(): void {
    this.#end('The connection cannot keep up.', true)
  }

  #end(error: string | undefined, allowReconnect: boolean): void {
    if (this.#phase === 'closed') return
    const close: Close = {
      type: MessageType.close,
      ...(error === undefined ? {} : { error }),
      ...(allowReconnect ? { allowReconnect } : {}),
    }
    if (this.#protocol) this.#transport.send(this.#protocol.write(close), this.#protocol.transferFormat)
    this.#stop()
    this.#transport.close()
  }

  /** Nothing more is taken, answered or sent. */
  #stop(): void {
    const wasOpen = this.#phase === 'open'
    this.#phase = 'closed'
    this.#inbox.bytes = EMPTY
    if (!this.#outlet) return
    this.#host.broadcast.leave(this.#outlet)
    this.#outlet = undefined
    if (wasOpen) this.#host.closed(this)
  }
}

/** With so many bytes of answers they are not kept back for a frame with what is broadcast. */
const MOST_HELD_BYTES = 64 * 1024
const CLOSED_WITH_ERROR = 'Connection closed with an error.'
const EMPTY = Buffer.alloc(0)
const NO_GROUPS: ReadonlySet<string> = new Set()
const PING = new Prepared({ type: MessageType.ping })
