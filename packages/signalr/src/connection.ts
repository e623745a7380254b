import type { Broadcast } from './broadcast.ts'
import { HANDSHAKE_CANCELED, readHandshake, writeHandshake } from './handshake.ts'
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
import type { Transport, TransportListener } from './transport.ts'

export interface ConnectionLimits extends OutletLimits {
  /** A client that has not agreed on a protocol by then is closed. */
  readonly handshakeMs: number
  /** Silence of the server after which it pings. */
  readonly keepAliveMs: number
  /** Silence of a client after which it is closed; it counts from the client's first ping. */
  readonly clientSilenceMs: number
  /** The longest message a client may send. */
  readonly messageBytes: number
  /** Calls waiting to be answered; with more the client is not read. */
  readonly callsWaiting: number
  /** Calls answered between two checks; more have to wait. */
  readonly callsACheck: number
}

/** What a connection is given by the hub it belongs to. */
export interface ConnectionHost<User> {
  readonly limits: ConnectionLimits
  readonly broadcast: Broadcast
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
}

/** One client. */
export class Connection<User> implements TransportListener {
  readonly id: string
  readonly user: User
  readonly #host: ConnectionHost<User>
  readonly #transport: Transport
  #phase: 'handshake' | 'open' | 'closed' = 'handshake'
  #outlet: Outlet | undefined
  #protocol: HubProtocol | undefined
  /** Received and not whole yet. */
  #input: Buffer = EMPTY
  #receivedAt: number
  #hasPinged = false
  readonly #calls: (Invocation | StreamInvocation)[] = []
  #isAnswering = false
  #callsLeft: number
  #isPaused = false

  constructor(id: string, user: User, transport: Transport, host: ConnectionHost<User>) {
    this.id = id
    this.user = user
    this.#transport = transport
    this.#host = host
    this.#receivedAt = performance.now()
    this.#callsLeft = host.limits.callsACheck
  }

  /** Call a method of the client's; it is never left out, and in order with what the client hears as a member of groups. */
  send(target: string, ...args: readonly unknown[]): void {
    this.post(new Prepared({ type: MessageType.invocation, target, arguments: args }))
  }

  /** Hear what is sent to a group from now on. Groups end with the connection. */
  join(group: string): void {
    if (this.#outlet) this.#host.broadcast.setMember(this.#outlet, group, true)
  }

  /** The groups it is in. */
  get groups(): ReadonlySet<string> {
    return (this.#outlet && this.#host.broadcast.groupsOf(this.#outlet)) ?? NO_GROUPS
  }

  leave(group: string): void {
    if (this.#outlet) this.#host.broadcast.setMember(this.#outlet, group, false)
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

  /** What time alone brings about: pings and timeouts. Called every second or so. */
  check(now: number): void {
    const { handshakeMs, keepAliveMs, clientSilenceMs, callsACheck } = this.#host.limits
    const silentMs = now - this.#receivedAt
    if (this.#phase === 'handshake' && silentMs > handshakeMs) this.#refuse(HANDSHAKE_CANCELED)
    if (this.#phase !== 'open' || !this.#outlet) return
    if (this.#outlet.isStuck(now)) this.#giveUp()
    else if (this.#hasPinged && silentMs > clientSilenceMs) this.#end('Client timed out.', true)
    else if (now - this.#outlet.sentAt > keepAliveMs) this.post(PING)
    this.#callsLeft = callsACheck
    this.#answerCalls()
  }

  received(bytes: Buffer): void {
    if (this.#phase === 'closed') return
    this.#receivedAt = performance.now()
    this.#input = this.#input.length === 0 ? bytes : Buffer.concat([this.#input, bytes])
    try {
      if (this.#phase === 'handshake') this.#shakeHands()
      while (this.#phase === 'open' && this.#takeMessage());
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error
      this.#host.failed(this, error)
      this.close({ error: `Connection closed with an error. ${error.message}` })
    }
  }

  drained(): void {
    if (this.#outlet?.drained()) this.#host.broadcast.wake(this.#outlet)
  }

  closed(): void {
    this.#stop()
    this.#host.ended(this)
  }

  #shakeHands(): void {
    const handshake = readHandshake(this.#input)
    if (!handshake) {
      if (this.#input.length > this.#host.limits.messageBytes) this.#refuse(HANDSHAKE_CANCELED)
      return
    }
    if ('error' in handshake) {
      this.#refuse(handshake.error)
      return
    }
    this.#input = handshake.rest
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
      performance.now(),
    )
    this.#phase = 'open'
    broadcast.enter(this.#outlet)
    this.#beforeNextCall(this.#host.opened(this), () => {})
  }

  #takeMessage(): boolean {
    const { messageBytes } = this.#host.limits
    const split = this.#protocol!.split(this.#input)
    if ((split?.message ?? this.#input).length > messageBytes) {
      throw new ProtocolError(`The maximum message size of ${messageBytes}B was exceeded.`)
    }
    if (!split) return false
    this.#input = split.rest
    const message = this.#protocol!.parse(split.message)
    if (message) this.#take(message)
    return true
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
        this.#calls.push(message)
        this.#answerCalls()
    }
  }

  /** Calls are answered one at a time, in order. */
  #answerCalls(): void {
    while (!this.#isAnswering && this.#phase === 'open' && this.#callsLeft > 0) {
      const call = this.#calls.shift()
      if (!call) break
      this.#callsLeft -= 1
      this.#beforeNextCall(this.#host.answer(this, call), (completion) => {
        if (completion) this.post(new Prepared(completion))
      })
    }
    const isFull = this.#calls.length > this.#host.limits.callsWaiting
    if (isFull !== this.#isPaused) {
      this.#isPaused = isFull
      if (isFull) this.#transport.pause()
      else this.#transport.resume()
    }
  }

  /** What comes at once is used in the same turn; the next call waits for what comes later. */
  #beforeNextCall<Outcome>(outcome: Outcome | Promise<Outcome>, use: (outcome: Outcome) => void): void {
    if (!(outcome instanceof Promise)) {
      use(outcome)
      return
    }
    this.#isAnswering = true
    void outcome.then((arrived) => {
      this.#isAnswering = false
      use(arrived)
      this.#answerCalls()
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
    this.#input = EMPTY
    this.#calls.length = 0
    if (!this.#outlet) return
    this.#host.broadcast.leave(this.#outlet)
    this.#outlet = undefined
    if (wasOpen) this.#host.closed(this)
  }
}

const EMPTY = Buffer.alloc(0)
const NO_GROUPS: ReadonlySet<string> = new Set()
const PING = new Prepared({ type: MessageType.ping })
