import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { Admission, type AdmissionLimits, type ConnectionIds, NO_CONNECTION } from './admission.ts'
import { type Audience, Broadcast, type BroadcastPace } from './broadcast.ts'
import { Connection, type ConnectionHost, type ConnectionLimits } from './connection.ts'
import { type HttpResponse, refuseUpgrade, targetOf, writeResponse } from './http.ts'
import { type BoundMethod, Invoker } from './invocation.ts'
import { MessageType } from './messages.ts'
import { PreparedMessage } from './prepared-message.ts'
import { HubCounters, type HubStats } from './stats.ts'
import { WebSocketAcceptor } from './websocket.ts'
import { WorkScheduler } from './work-scheduler.ts'

export interface HubOptions<User> {
  /** The hub's path, compared without regard to case. */
  readonly path: string
  /** Returns the user who makes this request. Called at negotiation and again when the client connects. */
  authenticate(request: IncomingMessage): Promise<User | undefined>
  /**
   * Whether an error of `authenticate` is temporary: the client is answered 503 with Retry-After. When
   * absent, every error is answered 500 and logged as a defect.
   */
  isUnavailable?(error: unknown): boolean
  /** The identity that per-user limits apply to. */
  userIdOf(user: User): string
  /** Whether a page of this request's `Origin` may connect. Browsers do not check WebSockets themselves. */
  allowsOrigin(request: IncomingMessage): boolean
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
  /** Headers of every HTTP response, for example a content security policy. */
  readonly headers?: Readonly<Record<string, string>>
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

/** Facts first, message second: the signature of pino. */
export interface HubLog {
  info(facts: object, message: string): void
  error(facts: object, message: string): void
}

export interface HubLimits extends ConnectionLimits, AdmissionLimits, BroadcastPace {
  /** How long a client may take to answer a close frame before its socket is destroyed. */
  readonly closeMs: number
  /** The interval at which each connection is checked for timeouts. */
  readonly checkMs: number
  /** How long the calls of all clients may run before the event loop continues. */
  readonly sliceMs: number
}

/**
 * The timeouts and sizes of the SignalR documentation, except for more frequent pings, by which a page
 * soon notices a lost connection; and limits for slow clients and busy callers.
 */
export const hubLimits: HubLimits = {
  handshakeMs: 15_000,
  keepAliveMs: 5_000,
  clientSilenceMs: 30_000,
  connectMs: 15_000,
  closeMs: 5_000,
  checkMs: 1_000,
  messageBytes: 32 * 1024,
  connectsWaiting: 10_000,
  connectsWaitingOfUser: 20,
  connectionsOfUser: 20,
  connectsOfUser: { burst: 60, perSecond: 1 },
  budget: { burst: 1_000, perSecond: 100 },
  overBudgetMs: 10_000,
  sliceMs: 4,
  behindBytes: 256 * 1024,
  mostBytes: 1024 * 1024,
  behindMs: 10_000,
  leastMs: 8,
  mostMs: 100,
}

const UNAVAILABLE: HttpResponse = { status: 503, headers: { 'retry-after': '5' } }

/** A frame may contain several messages, but not more bytes than so many of the longest. */
const MESSAGES_PER_FRAME = 4

/**
 * A SignalR hub: negotiation, connections, methods that clients call, and broadcasts to clients.
 *
 * Mount `handle` for every HTTP request at the hub's path and below it, and `attach` it to the
 * server for upgrades.
 */
export class Hub<User> {
  readonly #options: HubOptions<User>
  readonly #limits: HubLimits
  readonly #acceptor: WebSocketAcceptor
  readonly #broadcast: Broadcast
  readonly #invoker: Invoker<Connection<User>>
  readonly #counters = new HubCounters()
  readonly #open = new Set<Connection<User>>()
  /** Every connection that has a transport, by the token its client presented. */
  readonly #live = new Map<string, Connection<User>>()
  readonly #admission: Admission
  readonly #scheduler: WorkScheduler
  readonly #clock: NodeJS.Timeout
  #allEnded: (() => void) | undefined

  constructor(options: HubOptions<User>) {
    this.#options = options
    const limits = { ...hubLimits, ...options.limits }
    this.#limits = limits
    this.#acceptor = new WebSocketAcceptor({
      maxFrameBytes: limits.messageBytes * MESSAGES_PER_FRAME,
      closeTimeoutMs: limits.closeMs,
      refused: (socket, reason) => this.#refuseUpgrade(socket, { status: 400, body: reason }),
    })
    this.#admission = new Admission(limits)
    this.#scheduler = new WorkScheduler({
      sliceMs: limits.sliceMs,
      now: () => performance.now(),
      defer: setImmediate,
    })
    this.#broadcast = new Broadcast(limits)
    this.#invoker = new Invoker({
      methods: options.methods,
      detailedErrors: options.detailedErrors ?? false,
      ...(options.unusableTexts ? { unusableTexts: options.unusableTexts } : {}),
      consume: (connection, tokens) => connection.consume(tokens),
      failed: (err, method) => options.log.error({ err, method }, 'a hub method failed'),
    })
    this.#clock = setInterval(() => this.#check(performance.now()), limits.checkMs).unref()
  }

  /** The connections that have completed the handshake and are not closed. */
  get connections(): ReadonlySet<Connection<User>> {
    return this.#open
  }

  get stats(): HubStats {
    const { messages, coalesced, conflated, closed } = this.#counters
    return { connections: this.#open.size, messages, coalesced, conflated, closed: { ...closed } }
  }

  /** Calls a method of all clients, or of the members of groups; `state` as in `PreparedMessage`. */
  send(to: Audience, { target, arguments: args }: HubCall, state?: string): void {
    this.#broadcast.send(to, preparedCall(target, args, state))
  }

  /** Calls a method of some clients, for each in order with what its groups receive. */
  sendTo(connections: Iterable<Connection<User>>, { target, arguments: args }: HubCall): void {
    const message = preparedCall(target, args)
    for (const connection of connections) connection.sendPrepared(message)
  }

  /**
   * Handles the upgrades of this server: those at the hub's path connect, any other is answered 404.
   * The socket of an unanswered upgrade would stay open for ever, so this answers all of them.
   */
  attach(server: Server): void {
    server.on('upgrade', (request, socket, head) => {
      // Until the WebSocket takes over, a reset has no other listener and would end the process.
      socket.on('error', () => socket.destroy())
      if (targetOf(request).path === this.#options.path.toLowerCase())
        void this.#upgrade(request, socket, head)
      else this.#refuseUpgrade(socket, { status: 404 })
    })
  }

  /** Answers an HTTP request at the hub's path or below it. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    writeResponse(response, await this.#respond(request), this.#options.headers)
  }

  /** Closes every connection with `allowReconnect`; resolves when all transports have ended. */
  async close(): Promise<void> {
    clearInterval(this.#clock)
    this.#admission.close()
    const ended = new Promise<void>((resolve) => {
      this.#allEnded = resolve
    })
    for (const connection of this.#live.values()) connection.close({ allowReconnect: true })
    this.#broadcast.cancel()
    if (this.#live.size > 0) await ended
  }

  async #respond(request: IncomingMessage): Promise<HttpResponse> {
    const refusal = this.#refusalOf(request)
    if (refusal) return refusal
    const user = await this.#authenticated(request)
    if ('status' in user) return user
    const { path, query } = targetOf(request)
    if (path !== `${this.#options.path.toLowerCase()}/negotiate`)
      return this.#respondToTransport(request, query)
    if (request.method !== 'POST') return { status: 405 }
    const version = query.get('negotiateversion')
    return this.#admission.negotiate(this.#options.userIdOf(user.user), version, performance.now())
  }

  /** Requests of the HTTP transports, none of which is offered. */
  #respondToTransport(request: IncomingMessage, query: URLSearchParams): HttpResponse {
    const token = query.get('id')
    const isPost = request.method === 'POST'
    if (!isPost && request.method !== 'GET' && request.method !== 'DELETE') return { status: 405 }
    if (!token) return { status: 400, body: 'Connection ID required' }
    const isLive = this.#live.has(token)
    if (!isLive && !this.#admission.isNegotiated(token)) return { status: 404, body: NO_CONNECTION }
    if (isPost) return { status: 405 }
    if (request.method === 'DELETE') return { status: 400 }
    if (isLive) return { status: 400, body: 'Cannot change transports mid-connection' }
    const isStream = request.headers.accept?.includes('text/event-stream')
    const transport = isStream ? 'ServerSentEvents' : 'LongPolling'
    return { status: 404, body: `${transport} transport not supported by this end point type` }
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const refusal = this.#refusalOf(request)
    if (refusal) return this.#refuseUpgrade(socket, refusal)
    const user = await this.#authenticated(request)
    if ('status' in user) return this.#refuseUpgrade(socket, user)
    const userId = this.#options.userIdOf(user.user)
    const ids = this.#claim(targetOf(request).query.get('id'), userId)
    if ('status' in ids) return this.#refuseUpgrade(socket, ids)

    this.#acceptor.accept(request, socket, head, (transport) => {
      const host = this.#hostOf(request, userId, ids.token)
      const connection = new Connection(ids.id, user.user, transport, host)
      this.#live.set(ids.token, connection)
      this.#admission.opened(userId, performance.now())
      return connection
    })
  }

  #refuseUpgrade(socket: Duplex, response: HttpResponse): void {
    refuseUpgrade(socket, response, this.#options.headers)
  }

  #claim(token: string | null, userId: string): ConnectionIds | HttpResponse {
    if (token !== null && this.#live.has(token)) return { status: 409 }
    return this.#admission.connect(userId, token, performance.now())
  }

  #hostOf(request: IncomingMessage, userId: string, token: string): ConnectionHost<User> {
    const { refresh, log } = this.#options
    return {
      limits: this.#limits,
      broadcast: this.#broadcast,
      scheduler: this.#scheduler,
      counters: this.#counters,
      now: () => performance.now(),
      opened: (connection) => {
        this.#open.add(connection)
        return this.#connected(connection, request)
      },
      invoke: (connection, call) => this.#invoker.invoke(connection, call),
      refresh: (connection, state) =>
        (refresh?.(state, connection) ?? []).map((call) => preparedCall(call.target, call.arguments)),
      closed: (connection) => {
        this.#open.delete(connection)
        this.#options.disconnected?.(connection)
      },
      ended: () => {
        this.#live.delete(token)
        this.#admission.ended(userId)
        if (this.#live.size === 0) this.#allEnded?.()
      },
      protocolViolated: (connection, err) =>
        log.info({ err, connection: connection.id }, 'a hub client violated the protocol'),
      overBudget: ({ id }) => {
        this.#admission.overBudget(userId, performance.now())
        log.info({ user: userId, connection: id }, 'a hub client was over its budget for too long')
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

  #refusalOf(request: IncomingMessage): HttpResponse | undefined {
    if (this.#allEnded) return { status: 503 }
    return this.#options.allowsOrigin(request) ? undefined : { status: 403 }
  }

  async #authenticated(request: IncomingMessage): Promise<{ user: User } | HttpResponse> {
    try {
      const user = await this.#options.authenticate(request)
      return user === undefined ? { status: 401 } : { user }
    } catch (err) {
      if (this.#options.isUnavailable?.(err)) {
        this.#options.log.info({ err }, 'a hub request cannot be authenticated now')
        return UNAVAILABLE
      }
      this.#options.log.error({ err }, 'a hub request could not be authenticated')
      return { status: 500 }
    }
  }

  #check(now: number): void {
    for (const connection of this.#live.values()) connection.check(now)
    this.#admission.check(now)
  }
}

const preparedCall = (target: string, args: readonly unknown[], state?: string): PreparedMessage =>
  new PreparedMessage({ type: MessageType.invocation, target, arguments: args }, state)
