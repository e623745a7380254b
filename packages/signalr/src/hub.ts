import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { Admission, type AdmissionLimits, type ConnectionIds, NO_CONNECTION } from './admission.ts'
import { type Audience, Broadcast, type BroadcastPace } from './broadcast.ts'
import { Connection, type ConnectionHost, type ConnectionLimits } from './connection.ts'
import { type Answer, placeOf, refuseUpgrade, writeAnswer } from './http.ts'
import { type BoundMethod, Invoker } from './invocation.ts'
import { MessageType } from './messages.ts'
import { Prepared } from './prepared.ts'
import { Turns } from './turns.ts'
import { WebSocketAcceptor } from './websocket.ts'

export interface HubOptions<User> {
  /** Where clients find the hub; compared without regard to case. */
  readonly path: string
  /** Who makes this request; asked at negotiation and again when the client connects. */
  authenticate(request: IncomingMessage): Promise<User | undefined>
  /**
   * Whether `authenticate` failed with what is over soon: the client is told to come again. Absent: it
   * never does, and any failure is a defect.
   */
  isUnavailable?(error: unknown): boolean
  /** What tells users apart. */
  userIdOf(user: User): string
  /** Whether a page of this request's `Origin` may connect. Browsers do not check WebSockets themselves. */
  allowsOrigin(request: IncomingMessage): boolean
  /** By name; clients may write it in any case. Rows are made by `hubMethod`. */
  readonly methods: Readonly<Record<string, BoundMethod<Connection<User>>>>
  /** A client has connected; its calls wait until this is done. If it fails, the connection ends. */
  connected?(connection: Connection<User>, request: IncomingMessage): void | Promise<void>
  disconnected?(connection: Connection<User>): void
  /**
   * The events that bring a state up to date for a reader that fell behind and was not sent some of
   * the events with that state's name. Called while sending: it must not send anything itself.
   */
  refresh?(state: string, connection: Connection<User>): readonly HubCall[]
  /**
   * The members of a call (its `target`, `arguments` and `invocationId`) that hold texts which the
   * application can not take, as paths; such a call is refused. Absent: it takes any.
   */
  unusableTexts?(call: object): readonly string[]
  /** Sent with every HTTP answer, for example what browsers may do with it. */
  readonly headers?: Readonly<Record<string, string>>
  readonly log: HubLog
  /** Tell clients the text of every error, for development. */
  readonly detailedErrors?: boolean
  readonly limits?: Partial<HubLimits>
}

/** A call of a method of the clients'. */
export interface HubCall {
  readonly target: string
  readonly arguments: readonly unknown[]
}

/** Facts first, words second, as pino has it. */
export interface HubLog {
  info(facts: object, words: string): void
  error(facts: object, words: string): void
}

export interface HubLimits extends ConnectionLimits, AdmissionLimits, BroadcastPace {
  /** How long a client may take to answer a close before it is cut off. */
  readonly closeMs: number
  /** How often each connection is checked. */
  readonly checkMs: number
  /** How long the calls of all clients may hold up everything else of this process. */
  readonly turnMs: number
}

/**
 * The timeouts and sizes of the SignalR documentation, but for more frequent pings, by which a page
 * soon knows that it hears nothing any more, and what slow readers and busy callers may cost.
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
  spending: { burst: 1_000, perSecond: 100 },
  overspentMs: 10_000,
  turnMs: 4,
  behindBytes: 256 * 1024,
  mostBytes: 1024 * 1024,
  behindMs: 10_000,
  leastMs: 8,
  mostMs: 100,
}

const COME_AGAIN: Answer = { status: 503, headers: { 'retry-after': '5' } }

/** One frame may hold several messages, but not more than so many of the longest. */
const MESSAGES_A_FRAME = 4

/**
 * A SignalR hub: negotiation, connections, methods clients call, and broadcasts to them.
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
  readonly #open = new Set<Connection<User>>()
  /** Every connection that has a transport, by the token its client presented. */
  readonly #live = new Map<string, Connection<User>>()
  readonly #admission: Admission
  readonly #turns: Turns
  readonly #clock: NodeJS.Timeout
  #allEnded: (() => void) | undefined

  constructor(options: HubOptions<User>) {
    this.#options = options
    const limits = { ...hubLimits, ...options.limits }
    this.#limits = limits
    this.#acceptor = new WebSocketAcceptor({
      maxFrameBytes: limits.messageBytes * MESSAGES_A_FRAME,
      closeTimeoutMs: limits.closeMs,
      refused: (socket, reason) => this.#refuseUpgrade(socket, { status: 400, body: reason }),
    })
    this.#admission = new Admission(limits)
    this.#turns = new Turns({ turnMs: limits.turnMs, now: () => performance.now(), defer: setImmediate })
    this.#broadcast = new Broadcast(limits)
    this.#invoker = new Invoker({
      methods: options.methods,
      detailedErrors: options.detailedErrors ?? false,
      ...(options.unusableTexts ? { unusableTexts: options.unusableTexts } : {}),
      spend: (connection, tokens) => connection.spend(tokens),
      failed: (err, method) => options.log.error({ err, method }, 'a hub method failed'),
    })
    this.#clock = setInterval(() => this.#check(performance.now()), limits.checkMs).unref()
  }

  /** The clients that are connected now. */
  get connections(): ReadonlySet<Connection<User>> {
    return this.#open
  }

  /** Call a method of everyone's, or of the members of groups; `state` as in `Prepared`. */
  send(to: Audience, { target, arguments: args }: HubCall, state?: string): void {
    this.#broadcast.post(to, preparedCall(target, args, state))
  }

  /** Call a method of some clients', each in order with what it hears as a member of groups. */
  sendTo(connections: Iterable<Connection<User>>, { target, arguments: args }: HubCall): void {
    const message = preparedCall(target, args)
    for (const connection of connections) connection.post(message)
  }

  /**
   * Take the upgrades of this server: those at the hub's path connect, any other is answered 404.
   * An upgrade that nobody answers would keep its socket for ever, so there is one who answers all.
   */
  attach(server: Server): void {
    server.on('upgrade', (request, socket, head) => {
      // Until a WebSocket listens, a reset has no other listener.
      socket.on('error', () => socket.destroy())
      if (placeOf(request).path === this.#options.path.toLowerCase())
        void this.#upgrade(request, socket, head)
      else this.#refuseUpgrade(socket, { status: 404 })
    })
  }

  /** Answer an HTTP request at the hub's path or below it. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    writeAnswer(response, await this.#answer(request), this.#options.headers)
  }

  /** Ask every client to come back later and end every connection; done when all have ended. */
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

  async #answer(request: IncomingMessage): Promise<Answer> {
    const refusal = this.#admits(request)
    if (refusal) return refusal
    const user = await this.#authenticated(request)
    if ('status' in user) return user
    const { path, query } = placeOf(request)
    if (path !== `${this.#options.path.toLowerCase()}/negotiate`) return this.#answerTransport(request, query)
    if (request.method !== 'POST') return { status: 405 }
    const version = query.get('negotiateversion')
    return this.#admission.negotiate(this.#options.userIdOf(user.user), version, performance.now())
  }

  /** Requests of the transports that are HTTP requests: none is offered, and each is told so. */
  #answerTransport(request: IncomingMessage, query: URLSearchParams): Answer {
    const token = query.get('id')
    const isPost = request.method === 'POST'
    if (!isPost && request.method !== 'GET' && request.method !== 'DELETE') return { status: 405 }
    if (!token) return { status: 400, body: 'Connection ID required' }
    const isLive = this.#live.has(token)
    if (!isLive && !this.#admission.awaits(token)) return { status: 404, body: NO_CONNECTION }
    if (isPost) return { status: 405 }
    if (request.method === 'DELETE') return { status: 400 }
    if (isLive) return { status: 400, body: 'Cannot change transports mid-connection' }
    const isStream = request.headers.accept?.includes('text/event-stream')
    const transport = isStream ? 'ServerSentEvents' : 'LongPolling'
    return { status: 404, body: `${transport} transport not supported by this end point type` }
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const refusal = this.#admits(request)
    if (refusal) return this.#refuseUpgrade(socket, refusal)
    const user = await this.#authenticated(request)
    if ('status' in user) return this.#refuseUpgrade(socket, user)
    const userId = this.#options.userIdOf(user.user)
    const ids = this.#claim(placeOf(request).query.get('id'), userId)
    if ('status' in ids) return this.#refuseUpgrade(socket, ids)

    this.#acceptor.accept(request, socket, head, (transport) => {
      const host = this.#hostFor(request, userId, ids.token)
      const connection = new Connection(ids.id, user.user, transport, host)
      this.#live.set(ids.token, connection)
      this.#admission.opened(userId, performance.now())
      return connection
    })
  }

  #refuseUpgrade(socket: Duplex, answer: Answer): void {
    refuseUpgrade(socket, answer, this.#options.headers)
  }

  #claim(token: string | null, userId: string): ConnectionIds | Answer {
    if (token !== null && this.#live.has(token)) return { status: 409 }
    return this.#admission.connect(userId, token, performance.now())
  }

  #hostFor(request: IncomingMessage, userId: string, token: string): ConnectionHost<User> {
    const { refresh, log } = this.#options
    return {
      limits: this.#limits,
      broadcast: this.#broadcast,
      turns: this.#turns,
      now: () => performance.now(),
      opened: (connection) => {
        this.#open.add(connection)
        return this.#connected(connection, request)
      },
      answer: (connection, call) => this.#invoker.answer(connection, call),
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
      failed: (connection, err) =>
        log.info({ err, connection: connection.id }, 'a hub client broke the protocol'),
      overspent: ({ id }) => {
        this.#admission.overspent(userId, performance.now())
        log.info({ user: userId, connection: id }, 'a hub client kept asking for more than it may')
      },
    }
  }

  /** Runs the application's hook; a connection whose hook fails ends. */
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

  #admits(request: IncomingMessage): Answer | undefined {
    if (this.#allEnded) return { status: 503 }
    return this.#options.allowsOrigin(request) ? undefined : { status: 403 }
  }

  async #authenticated(request: IncomingMessage): Promise<{ user: User } | Answer> {
    try {
      const user = await this.#options.authenticate(request)
      return user === undefined ? { status: 401 } : { user }
    } catch (err) {
      if (this.#options.isUnavailable?.(err)) {
        this.#options.log.info({ err }, 'a hub request can not be authenticated now')
        return COME_AGAIN
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

const preparedCall = (target: string, args: readonly unknown[], state?: string): Prepared =>
  new Prepared({ type: MessageType.invocation, target, arguments: args }, state)
