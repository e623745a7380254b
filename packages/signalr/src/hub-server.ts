import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { Admission, type AdmissionLimits, type ConnectionIds, NO_CONNECTION } from './admission.ts'
import { type HttpResponse, refuseUpgrade, targetOf, writeResponse } from './http.ts'
import type { Transport, TransportListener } from './transport.ts'
import { WebSocketAcceptor } from './websocket.ts'
import { WorkScheduler } from './work-scheduler.ts'

export interface HubServerOptions {
  readonly hubs: readonly HubRoute[]
  /** Headers of every HTTP response, for example a content security policy. */
  readonly headers?: Readonly<Record<string, string>>
  readonly limits?: Partial<HubServerLimits>
}

export interface HubRoute {
  /** Compared without regard to case. */
  readonly path: string
  readonly hub: HubEndpoint
}

/** What the server uses of a hub; `Hub` implements it for every type of user. */
export interface HubEndpoint {
  /** A longer WebSocket frame closes its connection. */
  readonly maxFrameBytes: number
  /** Authenticates a request: the client that makes it, or the response that refuses it. */
  admit(request: IncomingMessage): Promise<AdmittedClient | HttpResponse>
  /** Ends what the hub does without connections. */
  stop(): void
}

/** A client that may connect to a hub. */
export interface AdmittedClient {
  /** The identity that limits for each user apply to, on all hubs of the server together. */
  readonly userId: string
  connect(id: string, request: IncomingMessage, host: ServerHost): ServerConnection
}

/** What a connection uses of the server, and reports to it. */
export interface ServerHost {
  /** Shared by the connections of all hubs. */
  readonly scheduler: WorkScheduler
  /** The connection has closed and its transport has ended. Called once. */
  ended(): void
  /** The client was over its budget for too long and is closed. */
  overBudget(): void
}

/** What the server uses of a connection. */
export interface ServerConnection {
  /** Whether another transport may replace the present one. */
  readonly isReattachable: boolean
  attach(transport: Transport): TransportListener
  check(now: number): void
  close(options: { allowReconnect: boolean }): void
}

export interface HubServerLimits extends AdmissionLimits {
  /** How long a client may take to answer a close frame before its socket is destroyed. */
  readonly closeMs: number
  /** The interval at which each connection is checked for timeouts. */
  readonly checkMs: number
  /** How long the calls of all clients may run before the event loop continues. */
  readonly sliceMs: number
}

export const hubServerLimits: HubServerLimits = {
  connectMs: 15_000,
  connectsWaiting: 10_000,
  connectsWaitingOfUser: 20,
  connectionsOfUser: 20,
  connectsOfUser: { burst: 60, perSecond: 1 },
  closeMs: 5_000,
  checkMs: 1_000,
  sliceMs: 4,
}

/**
 * Serves one or several hubs on an HTTP server: negotiation, upgrades, and the limits for each user,
 * which apply to all hubs together.
 *
 * Call `handle` for every HTTP request at the path of a hub and below it, and `attach` it to the HTTP
 * server for upgrades.
 */
export class HubServer {
  readonly #routes: ReadonlyMap<string, Route>
  readonly #headers: Readonly<Record<string, string>> | undefined
  readonly #admission: Admission
  readonly #scheduler: WorkScheduler
  /** Every connection that has not ended, by its token. */
  readonly #live = new Map<string, LiveConnection>()
  readonly #timer: NodeJS.Timeout
  #allEnded: (() => void) | undefined

  constructor({ hubs, headers, limits: changed }: HubServerOptions) {
    const limits = { ...hubServerLimits, ...changed }
    this.#headers = headers
    this.#admission = new Admission(limits)
    this.#scheduler = new WorkScheduler({
      sliceMs: limits.sliceMs,
      now: () => performance.now(),
      defer: setImmediate,
    })
    this.#routes = new Map(hubs.map(({ path, hub }) => [path.toLowerCase(), this.#routeTo(hub, limits)]))
    this.#timer = setInterval(() => this.#check(performance.now()), limits.checkMs).unref()
  }

  /**
   * Handles the upgrades of this HTTP server: those at the path of a hub connect, any other is answered
   * 404. The socket of an unanswered upgrade would stay open for ever, so this answers all of them.
   */
  attach(server: Server): void {
    server.on('upgrade', (request, socket, head) => {
      // Until the WebSocket takes over, a reset has no other listener and would end the process.
      socket.on('error', () => socket.destroy())
      void this.#upgrade(request, socket, head)
    })
  }

  /** Answers an HTTP request at the path of a hub or below it; any other is answered 404. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    writeResponse(response, await this.#respond(request), this.#headers)
  }

  /** Closes every connection with `allowReconnect`; resolves when all transports have ended. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#admission.close()
    const ended = new Promise<void>((resolve) => {
      this.#allEnded = resolve
    })
    for (const { connection } of this.#live.values()) connection.close({ allowReconnect: true })
    for (const { hub } of this.#routes.values()) hub.stop()
    if (this.#live.size > 0) await ended
  }

  #routeTo(hub: HubEndpoint, { closeMs }: HubServerLimits): Route {
    const acceptor = new WebSocketAcceptor({
      maxFrameBytes: hub.maxFrameBytes,
      closeTimeoutMs: closeMs,
      refused: (socket, reason) => this.#refuseUpgrade(socket, { status: 400, body: reason }),
    })
    return { hub, acceptor }
  }

  async #respond(request: IncomingMessage): Promise<HttpResponse> {
    const { path, query } = targetOf(request)
    const negotiatedAt = path.endsWith(NEGOTIATE) ? path.slice(0, -NEGOTIATE.length) : undefined
    const at = negotiatedAt ?? path
    const route = this.#routes.get(at)
    if (!route) return { status: 404 }
    const client = await this.#admit(route, request)
    if ('status' in client) return client
    if (negotiatedAt === undefined) return this.#respondToTransport(request, at, query)
    if (request.method !== 'POST') return { status: 405 }
    const user = { userId: client.userId, path: at }
    return this.#admission.negotiate(user, query.get('negotiateversion'), performance.now())
  }

  /** Requests of the HTTP transports, none of which is offered. */
  #respondToTransport(request: IncomingMessage, path: string, query: URLSearchParams): HttpResponse {
    const token = query.get('id')
    const isPost = request.method === 'POST'
    if (!isPost && request.method !== 'GET' && request.method !== 'DELETE') return { status: 405 }
    if (!token) return { status: 400, body: 'Connection ID required' }
    const isLive = this.#live.get(token)?.path === path
    if (!isLive && !this.#admission.isNegotiated(token, path)) return { status: 404, body: NO_CONNECTION }
    if (isPost) return { status: 405 }
    if (request.method === 'DELETE') return { status: 400 }
    if (isLive) return { status: 400, body: 'Cannot change transports mid-connection' }
    const isStream = request.headers.accept?.includes('text/event-stream')
    const transport = isStream ? 'ServerSentEvents' : 'LongPolling'
    return { status: 404, body: `${transport} transport not supported by this end point type` }
  }

  async #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { path, query } = targetOf(request)
    const route = this.#routes.get(path)
    if (!route) return this.#refuseUpgrade(socket, { status: 404 })
    const client = await this.#admit(route, request)
    if ('status' in client) return this.#refuseUpgrade(socket, client)

    const token = query.get('id')
    const live = token === null ? undefined : this.#live.get(token)
    if (live) {
      const refusal = refusalToReattach(live, client.userId, path)
      if (refusal) return this.#refuseUpgrade(socket, refusal)
      return route.acceptor.accept(request, socket, head, (transport) => live.connection.attach(transport))
    }
    const { userId } = client
    const ids = this.#admission.connect({ userId, path }, token, performance.now())
    if ('status' in ids) return this.#refuseUpgrade(socket, ids)
    route.acceptor.accept(request, socket, head, (transport) => {
      const connection = client.connect(ids.id, request, this.#hostOf(ids, userId))
      this.#live.set(ids.token, { path, userId, connection })
      this.#admission.opened(userId, performance.now())
      return connection.attach(transport)
    })
  }

  #hostOf({ token }: ConnectionIds, userId: string): ServerHost {
    return {
      scheduler: this.#scheduler,
      ended: () => {
        this.#live.delete(token)
        this.#admission.ended(userId)
        if (this.#live.size === 0) this.#allEnded?.()
      },
      overBudget: () => this.#admission.overBudget(userId, performance.now()),
    }
  }

  async #admit({ hub }: Route, request: IncomingMessage): Promise<AdmittedClient | HttpResponse> {
    return this.#allEnded ? { status: 503 } : hub.admit(request)
  }

  #refuseUpgrade(socket: Duplex, response: HttpResponse): void {
    refuseUpgrade(socket, response, this.#headers)
  }

  #check(now: number): void {
    for (const { connection } of this.#live.values()) connection.check(now)
    this.#admission.check(now)
  }
}

const NEGOTIATE = '/negotiate'

interface Route {
  readonly hub: HubEndpoint
  readonly acceptor: WebSocketAcceptor
}

interface LiveConnection {
  readonly path: string
  readonly userId: string
  readonly connection: ServerConnection
}

function refusalToReattach(live: LiveConnection, userId: string, path: string): HttpResponse | undefined {
  if (live.path !== path) return { status: 404, body: NO_CONNECTION }
  if (live.userId !== userId) return { status: 403 }
  return live.connection.isReattachable ? undefined : { status: 409 }
}
