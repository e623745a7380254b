import type { IncomingMessage } from 'node:http'
import { Broadcast, type Receivers } from './broadcast.ts'
import { Connection } from './connection.ts'
import type { ConnectionHost, ConnectionLimits } from './connection-host.ts'
import type { HttpResponse } from './http.ts'
import type { AdmittedClient, HubEndpoint, HubLog, Redirect, ServerHost } from './hub-endpoint.ts'
import { type BoundMethod, Invoker } from './invocation.ts'
import { MessageType } from './messages.ts'
import type { PaceLimits } from './pace.ts'
import { PreparedMessage } from './prepared-message.ts'
import { HubCounters, type HubStats } from './stats.ts'
import type { TransportName } from './transport.ts'
import { transports } from './transports.ts'

export interface HubOptions<User> {
  /** Returns the user who makes this request. Called at negotiation and again when the client connects. */
  authenticate(request: IncomingMessage): Promise<User | undefined>
  /**
   * Whether an error of `authenticate` is temporary: the client is answered 503 with Retry-After. When
   * absent, every error is answered 500 and logged as a defect.
   */
  isUnavailable?(error: unknown): boolean
  /** Sends a client that negotiates to another server. When absent, or without a result, it connects here. */
  redirect?(user: User, request: IncomingMessage): Redirect | undefined
  /** The identity that limits for each user apply to, on all hubs of the server together. */
  userIdOf(user: User): string
  /**
   * The sign-in that a connection belongs to: no other may continue it on another transport or post to it,
   * nor one of the same user, which may outlive it. When absent, the user's identity.
   */
  sessionIdOf?(user: User): string
  /** Whether a page of this request's `Origin` may connect. Browsers do not check WebSockets themselves. */
  allowsOrigin(request: IncomingMessage): boolean
  /** The transports that are offered; all of them when absent. */
  readonly transports?: readonly TransportName[]
  /** By name, which clients may write in any case. Rows are made by `hubMethod`. */
  readonly methods: Readonly<Record<string, BoundMethod<Connection<User>>>>
  /** A client has connected. Its calls wait for the promise; if it rejects, the connection is closed. */
  connected?(connection: Connection<User>, request: IncomingMessage): void | Promise<void>
  disconnected?(connection: Connection<User>): void
  /**
   * Returns the calls that bring a state up to date for a client that was behind and was not sent some
   * of the calls with that state's name. It is called during a flush and must not send anything itself.
   */
  refresh?(state: string, connection: Connection<User>): readonly HubCall[]
  /**
   * Returns the paths of those members of a call (its `target`, `arguments` and `invocationId`) that
   * contain text the application cannot accept; such a call is refused. When absent, all text is accepted.
   */
  unusableTexts?(call: object): readonly string[]
  readonly log: HubLog
  /** Sends clients the text of every error; for development only. */
  readonly detailedErrors?: boolean
  readonly limits?: Partial<HubLimits>
}

/** A call of a method of the client. */
export interface HubCall {
  readonly target: string
  readonly arguments: readonly unknown[]
}

export interface SendOptions<User> {
  /** The state that the call changes, as in `PreparedMessage`. */
  readonly state?: string
  /** Connections that are not called, for example the one that has caused the call. */
  readonly except?: readonly Connection<User>[]
}

export interface HubLimits extends ConnectionLimits, PaceLimits {}

/**
 * The timeouts and sizes of the SignalR documentation, except for more frequent pings, by which a page
 * soon notices a lost connection; and limits for slow clients and busy callers. Connections are
 * stateful only where `reattachMs` sets how long they wait.
 */
export const hubLimits: HubLimits = {
  handshakeMs: 15_000,
  keepAliveMs: 5_000,
  clientSilenceMs: 30_000,
  reattachMs: 0,
  streams: 100,
  clientResultMs: 30_000,
  messageBytes: 32 * 1024,
  budget: { burst: 1_000, perSecond: 100 },
  overBudgetMs: 10_000,
  behindBytes: 256 * 1024,
  mostBytes: 1024 * 1024,
  behindMs: 10_000,
  unacknowledgedBytes: 100_000,
  leastMs: 8,
  mostMs: 100,
}

const UNAVAILABLE: HttpResponse = { status: 503, headers: { 'retry-after': '5' } }

/** A frame may contain several messages, but not more bytes than so many of the longest. */
const MESSAGES_PER_FRAME = 4

/** A SignalR hub: connections, methods that clients call, and broadcasts to clients. `HubServer` serves it. */
export class Hub<User> implements HubEndpoint {
  readonly #options: HubOptions<User>
  readonly #limits: HubLimits
  readonly #broadcast: Broadcast
  readonly #invoker: Invoker<Connection<User>>
  readonly #counters = new HubCounters()
  readonly #open = new Set<Connection<User>>()
  readonly #ofUser = new Map<string, Set<Connection<User>>>()

  constructor(options: HubOptions<User>) {
    this.#options = options
    this.#limits = { ...hubLimits, ...options.limits }
    this.#broadcast = new Broadcast(this.#limits)
    this.#invoker = new Invoker({
      methods: options.methods,
      detailedErrors: options.detailedErrors ?? false,
      ...(options.unusableTexts ? { unusableTexts: options.unusableTexts } : {}),
      consume: (connection, tokens) => connection.consume(tokens),
      failed: (err, method) => options.log.error({ err, method }, 'a hub method failed'),
    })
  }

  /** The connections that have completed the handshake and are not closed. */
  get connections(): ReadonlySet<Connection<User>> {
    return this.#open
  }

  get stats(): HubStats {
    const { messages, coalesced, conflated, closed } = this.#counters
    return { connections: this.#open.size, messages, coalesced, conflated, closed: { ...closed } }
  }

  /** Calls a method of all clients, or of the members of groups. */
  send(to: Receivers, { target, arguments: args }: HubCall, { state, except }: SendOptions<User> = {}): void {
    if (this.#open.size === 0) return
    const message = preparedCall(target, args, state)
    if (!except) {
      this.#broadcast.send(to, message)
      return
    }
    for (const connection of this.#open) {
      const isMeant = to === 'everyone' || to.some((group) => connection.groups.has(group))
      if (isMeant && !except.includes(connection)) connection.sendPrepared(message)
    }
  }

  /** Calls a method of all clients of a user. */
  sendToUser(userId: string, call: HubCall): void {
    this.sendTo(this.#ofUser.get(userId) ?? [], call)
  }

  /** Calls a method of some clients, for each in order with what its groups receive. */
  sendTo(
    connections: Iterable<Connection<User>>,
    { target, arguments: args }: HubCall,
    { state }: Pick<SendOptions<User>, 'state'> = {},
  ): void {
    let message: PreparedMessage | undefined
    for (const connection of connections) {
      message ??= preparedCall(target, args, state)
      connection.sendPrepared(message)
    }
  }

  get maxFrameBytes(): number {
    return this.#limits.messageBytes * MESSAGES_PER_FRAME
  }

  get transports(): ReadonlySet<TransportName> {
    return new Set(this.#options.transports ?? transports.map(({ transport }) => transport))
  }

  get isStateful(): boolean {
    return this.#limits.reattachMs > 0
  }

  async admit(request: IncomingMessage): Promise<AdmittedClient | HttpResponse> {
    const { allowsOrigin, authenticate, isUnavailable, userIdOf, log } = this.#options
    if (!allowsOrigin(request)) return { status: 403 }
    try {
      const user = await authenticate(request)
      if (user === undefined) return { status: 401 }
      const redirect = this.#options.redirect?.(user, request)
      return {
        userId: userIdOf(user),
        sessionId: this.#options.sessionIdOf?.(user) ?? userIdOf(user),
        ...(redirect ? { redirect } : {}),
        connect: (negotiated, opening, server) =>
          new Connection(negotiated, user, this.#hostOf(opening, server)),
      }
    } catch (err) {
      if (isUnavailable?.(err)) {
        log.info({ err }, 'a hub request cannot be authenticated now')
        return UNAVAILABLE
      }
      log.error({ err }, 'a hub request could not be authenticated')
      return { status: 500 }
    }
  }

  stop(): void {
    this.#broadcast.cancel()
  }

  #hostOf(
    request: IncomingMessage,
    { scheduler, ended, overBudget }: ServerHost,
  ): ConnectionHost<Connection<User>> {
    const { refresh, log } = this.#options
    return {
      limits: this.#limits,
      broadcast: this.#broadcast,
      scheduler,
      invoker: this.#invoker,
      counters: this.#counters,
      now: () => performance.now(),
      opened: (connection) => {
        this.#open.add(connection)
        const userId = this.#options.userIdOf(connection.user)
        const ofUser = this.#ofUser.get(userId)
        if (ofUser) ofUser.add(connection)
        else this.#ofUser.set(userId, new Set([connection]))
        return this.#connected(connection, request)
      },
      refresh: (connection, state) =>
        (refresh?.(state, connection) ?? []).map((call) => preparedCall(call.target, call.arguments)),
      closed: (connection) => {
        this.#open.delete(connection)
        const userId = this.#options.userIdOf(connection.user)
        const ofUser = this.#ofUser.get(userId)
        ofUser?.delete(connection)
        if (ofUser?.size === 0) this.#ofUser.delete(userId)
        this.#options.disconnected?.(connection)
      },
      ended,
      protocolViolated: (connection, err) =>
        log.info({ err, connection: connection.id }, 'a hub client violated the protocol'),
      failed: (connection, err) =>
        log.error({ err, connection: connection.id }, 'a hub connection failed and is closed'),
      overBudget: ({ id, user }) => {
        overBudget()
        log.info(
          { user: this.#options.userIdOf(user), connection: id },
          'a hub client was over its budget for too long',
        )
      },
    }
  }

  /** Runs the application's hook; a connection whose hook fails is closed. */
  #connected(connection: Connection<User>, request: IncomingMessage): void | Promise<void> {
    const failed = (err: unknown) => {
      this.#options.log.error({ err, connection: connection.id }, 'a hub connection could not be set up')
      connection.close({ error: 'Connection closed with an error.' })
    }
    try {
      const done = this.#options.connected?.(connection, request)
      return done instanceof Promise ? done.catch(failed) : undefined
    } catch (error) {
      failed(error)
    }
  }
}

const preparedCall = (target: string, args: readonly unknown[], state?: string): PreparedMessage =>
  new PreparedMessage({ type: MessageType.invocation, target, arguments: args }, state)
