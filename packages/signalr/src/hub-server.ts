import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Accept, LaterRequests, TransportLimits, TransportRow } from './acceptor.ts'
import { Admission, type AdmissionLimits, NO_CONNECTION } from './admission.ts'
import { type Exchange, exchangeOf, type HttpResponse, targetOf, upgradeOf } from './http.ts'
import type { AdmittedClient, HubEndpoint, HubLog, ServerConnection, ServerHost } from './hub-endpoint.ts'
import { transports } from './transports.ts'
import { WorkScheduler } from './work-scheduler.ts'

export interface HubServerOptions {
  readonly hubs: readonly HubRoute[]
  /** Headers of every HTTP response, for example a content security policy. */
  readonly headers?: Readonly<Record<string, string>>
  readonly limits?: Partial<HubServerLimits>
  readonly log: HubLog
}

export interface HubRoute {
  /** Compared without regard to case. */
  readonly path: string
  readonly hub: HubEndpoint
}

export interface HubServerLimits extends AdmissionLimits, TransportLimits {
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
  stalledMs: 4_000,
  pollMs: 90_000,
  betweenPollsMs: 15_000,
  checkMs: 1_000,
  sliceMs: 4,
}

/**
 * Serves one or several hubs on an HTTP server: negotiation, transports, and the limits for each user,
 * which apply to all hubs together.
 *
 * Call `handle` for every HTTP request at the path of a hub and below it, and `attach` it to the HTTP
 * server for upgrades.
 */
export class HubServer {
  readonly #routes: ReadonlyMap<string, Route>
  readonly #headers: Readonly<Record<string, string>>
  readonly #log: HubLog
  readonly #admission: Admission
  readonly #scheduler: WorkScheduler
  /** Every connection that has not ended, by its token. */
  readonly #live = new Map<string, LiveConnection>()
  readonly #timer: NodeJS.Timeout
  #allEnded: (() => void) | undefined

  constructor({ hubs, headers = {}, limits: changed, log }: HubServerOptions) {
    const limits = { ...hubServerLimits, ...changed }
    this.#headers = headers
    this.#log = log
    this.#admission = new Admission(limits)
    this.#scheduler = new WorkScheduler({
      sliceMs: limits.sliceMs,
      now: () => performance.now(),
      defer: setImmediate,
    })
    this.#routes = new Map(hubs.map(({ path, hub }) => [path.toLowerCase(), routeTo(hub, limits)]))
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
      const exchange = upgradeOf(request, head, this.#headers)
      if (exchange) void this.#handle(exchange)
      else socket.destroy()
    })
  }

  /** Answers an HTTP request at the path of a hub or below it; any other is answered 404. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    return this.#handle(exchangeOf(request, response, this.#headers))
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

  /** What fails here fails this request alone. */
  async #handle(exchange: Exchange): Promise<void> {
    try {
      const answer = await this.#respond(exchange)
      if (answer) exchange.answer(answer)
    } catch (err) {
      this.#log.error({ err, url: targetOf(exchange.request).path }, 'a request to a hub failed')
      exchange.request.socket.destroy()
    }
  }

  /** Returns the answer, or nothing if a transport answers. */
  async #respond(exchange: Exchange): Promise<HttpResponse | undefined> {
    const { request } = exchange
    const { path: requested, query } = targetOf(request)
    const isNegotiation = requested.endsWith(NEGOTIATE)
    const path = isNegotiation ? requested.slice(0, -NEGOTIATE.length) : requested
    const route = this.#routes.get(path)
    if (!route) return { status: 404 }
    const client = this.#allEnded ? { status: 503 } : await route.hub.admit(request)
    if ('status' in client) return client
    if (isNegotiation) return this.#negotiate(exchange, client, route, path)

    const token = query.get('id')
    const live = token === null ? undefined : this.#live.get(token)
    if (live) return this.#continue(live, exchange, client, path)
    return this.#connect(exchange, { client, route, path, token })
  }

  #negotiate({ request }: Exchange, client: AdmittedClient, route: Route, path: string): HttpResponse {
    if (request.method !== 'POST') return { status: 405 }
    if (client.redirect) return { status: 200, body: client.redirect }
    const { query } = targetOf(request)
    const isStateful = route.hub.isStateful && query.get('usestatefulreconnect') === 'true'
    return this.#admission.negotiate(
      { userId: client.userId, path },
      { version: query.get('negotiateversion'), transports: route.offered, isStateful },
      performance.now(),
    )
  }

  /** Opens a transport for a client that has none. */
  #connect(exchange: Exchange, { client, route, path, token }: Arrival): HttpResponse | undefined {
    const { method = '' } = exchange.request
    const row = transports.find((one) => one.isOpenedBy(exchange))
    if (!(method in REFUSALS) || !row) return { status: 405 }
    // A client that does not negotiate has no token yet; only WebSockets can do without.
    if (!token && !exchange.upgradeHead) return { status: 400, body: 'Connection ID required' }
    const isNegotiated = token === null || this.#admission.isNegotiated(token, path)
    if (!isNegotiated) return { status: 404, body: NO_CONNECTION }
    if (method !== 'GET') return REFUSALS[method]
    const accept = route.acceptors.get(row)
    if (!accept)
      return { status: 404, body: `${row.transport} transport not supported by this end point type` }

    const { userId, sessionId } = client
    const negotiated = this.#admission.connect({ userId, path }, token, performance.now())
    if ('status' in negotiated) return negotiated
    accept(exchange, (transport, requests) => {
      const host = this.#hostOf(negotiated.token, userId)
      const connection = client.connect(negotiated, exchange.request, host)
      this.#live.set(negotiated.token, { path, sessionId, row, requests, accept, connection })
      this.#admission.opened(userId, performance.now())
      return connection.attach(transport)
    })
    return undefined
  }

  /** Handles a later request of a connection. */
  #continue(
    live: LiveConnection,
    exchange: Exchange,
    client: AdmittedClient,
    requestedPath: string,
  ): HttpResponse | undefined {
    const { path, sessionId, row, accept, connection } = live
    if (path !== requestedPath) return { status: 404, body: NO_CONNECTION }
    if (sessionId !== client.sessionId) return { status: 403 }
    const { method = '' } = exchange.request
    if (method === 'GET' && transports.find((one) => one.isOpenedBy(exchange)) !== row)
      return { status: 400, body: 'Cannot change transports mid-connection' }
    const handle = live.requests[method]
    if (method === 'GET' && connection.isReattachable && (!handle || connection.isDetached)) {
      const refusal = this.#admission.continue(client.userId, performance.now())
      if (refusal) return refusal
      accept(exchange, (transport, requests) => {
        live.requests = requests
        return connection.attach(transport)
      })
      return undefined
    }
    if (!handle) return REFUSALS[method] ?? { status: 405 }
    handle(exchange)
    return undefined
  }

  #hostOf(token: string, userId: string): ServerHost {
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

  #check(now: number): void {
    for (const { connection } of this.#live.values()) connection.check(now)
    this.#admission.check(now)
  }
}

const NEGOTIATE = '/negotiate'

/** A hub, the transports it offers, and how each of them is accepted. */
interface Route {
  readonly hub: HubEndpoint
  readonly offered: readonly TransportRow[]
  readonly acceptors: ReadonlyMap<TransportRow, Accept>
}

/** A request that may open a transport. */
interface Arrival {
  readonly client: AdmittedClient
  readonly route: Route
  readonly path: string
  readonly token: string | null
}

interface LiveConnection {
  readonly path: string
  readonly sessionId: string
  readonly row: TransportRow
  readonly accept: Accept
  /** Of the present transport. */
  requests: LaterRequests
  readonly connection: ServerConnection
}

/** What a request is answered that its transport has no use for, by method. */
const REFUSALS: Readonly<Record<string, HttpResponse>> = {
  GET: { status: 409 },
  POST: { status: 405 },
  DELETE: { status: 400 },
}

function routeTo(hub: HubEndpoint, limits: HubServerLimits): Route {
  const options = { ...limits, maxFrameBytes: hub.maxFrameBytes }
  const offered = transports.filter(({ transport }) => hub.transports.has(transport))
  return { hub, offered, acceptors: new Map(offered.map((row) => [row, row.acceptor(options)])) }
}
