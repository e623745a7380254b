import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http'
import type { Server as HttpsServer } from 'node:https'
import { Socket } from 'node:net'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import { refuse } from '@tradebook/contract'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyRequest,
  LogController,
} from 'fastify'
import type { RequestPayload } from 'fastify/types/hooks.js'
import type { Logger } from 'pino'
import { countedAddress } from '../platform/address.ts'
import type { EmbeddedDepository } from '../platform/embedded-depository.ts'
import { userKey } from '../platform/user-key.ts'
import { sendFailure, sendRefusal } from './answers.ts'
import { apiDescription } from './api-description.ts'
import { type CallParts, serveCalls } from './calls.ts'
import type { Certificate } from './certificate.ts'
import { compression } from './compression.ts'
import { connectionLimits, limitConnections, limitPipelining } from './connection-limits.ts'
import { serveDepository } from './depository-page.ts'
import { isHttp, refuseExpectations, refuseUnreadable } from './early-refusals.ts'
import { answerError, LongBody, TooManyRequests, UnknownBody, UnreadableBody } from './errors.ts'
import { openLingeringSockets } from './lingering-close.ts'
import { type ShownMail, serveMailbox } from './mailbox-page.ts'
import { bodyLimitOf, isMultipart, readMultipart } from './multipart.ts'
import { measure, type OperatorParts, serveOperators } from './operators.ts'
import { refusePlainHttp } from './plain-http.ts'
import { type EndByLogoutToken, providerLogout } from './provider-logout.ts'
import { type Addresses, addressesIn } from './proxies.ts'
import { ReadThrottle, type ThrottleTime } from './read-throttle.ts'
import { securityHeaders } from './security-headers.ts'
import { unreadable } from './validation.ts'
import { webPage } from './web-page.ts'

/** The hubs as the edge sees them: they take the raw requests at their paths and the upgrades. */
export interface RawHubs {
  readonly paths: readonly string[]
  handle(request: IncomingMessage, response: ServerResponse): unknown
  attach(server: Server): void
}

export interface HttpParts extends CallParts, OperatorParts {
  readonly log: Logger
  readonly newId: () => string
  readonly version: string
  /** The built page's folder. */
  readonly webFolder: string
  /** Proxies whose forwarding headers are trusted, by address or block; without any, a caller's address is its socket's. */
  readonly trustedProxies?: readonly string[]
  /** The mails that a demo shows because it does not send them; absent where they are sent. */
  readonly mailbox?: (() => Promise<readonly ShownMail[]>) | undefined
  /** The depository of a demo, whose answers anyone who shows it chooses. */
  readonly depository?: Pick<EmbeddedDepository, 'mode'> | undefined
  readonly hubs?: RawHubs
  /** Ends what an identity provider says is over. */
  readonly endByLogoutToken?: EndByLogoutToken | undefined
  /** Of HTTPS; without one the server speaks plain HTTP. */
  readonly certificate?: Pick<Certificate, 'options'> | undefined
}

/** How long connections may take, in milliseconds. */
export interface Timeouts {
  /** For the next byte, for all of a request, and between two requests. */
  readonly silentMs: number
  /** For the answers under way when the server ends. */
  readonly endMs: number
}

/** Pauses of refused connections are measured by the monotonic clock. */
const processTime: ThrottleTime = {
  now: () => performance.now(),
  later: (task, ms) => setTimeout(task, ms).unref(),
}

/** Far more than any call takes: everybody waits while a body is parsed and looked through. */
const BODY_LIMIT = 64 * 1024
const TIMEOUTS: Timeouts = { silentMs: 30_000, endMs: 5_000 }
const CHECK_EVERY_MS = 1_000

/**
 * The server's HTTP side, ready to listen: every call of the contract in ABP's conventions, the
 * page, the hub, the API's description and what operators look at.
 */
export async function buildHttp(
  parts: HttpParts,
  timeouts = TIMEOUTS,
  time = processTime,
): Promise<FastifyInstance> {
  const trustedProxies = addressesIn(parts.trustedProxies ?? [])
  const http: ServerOptions = {
    headersTimeout: timeouts.silentMs,
    connectionsCheckingInterval: CHECK_EVERY_MS,
    // Asked by `isHttp`, in our words.
    requireHostHeader: false,
    // An offer of HTTP/2 is declined by answering as if it had not been made (RFC 9110, 7.8).
    shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
  }
  const { certificate } = parts
  const app = Fastify({
    loggerInstance: parts.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    // A logger for each request costs more than its route, and what is logged of one names it by its id.
    childLoggerFactory: (logger) => logger,
    genReqId: parts.newId,
    bodyLimit: BODY_LIMIT,
    // Everything that asks for the caller's address asks for `request.ip`.
    trustProxy: parts.trustedProxies?.length ? (address: string) => trustedProxies.has(address) : false,
    connectionTimeout: timeouts.silentMs,
    keepAliveTimeout: timeouts.silentMs,
    requestTimeout: timeouts.silentMs,
    exposeHeadRoutes: false,
    ...(certificate
      ? { https: { ...http, ...certificate.options, handshakeTimeout: timeouts.silentMs } }
      : { http }),
    // Answers that have begun are completed; later requests are refused by `endConnections`.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    routerOptions: { caseSensitive: false },
    frameworkErrors: answerError(parts.log),
    clientErrorHandler: refuseUnreadable,
    // An HTTPS server is an HTTP server to all who are given it.
  } as FastifyHttpOptions<Server>)
  if (certificate) refusePlainHttp(app.server as HttpsServer, timeouts.silentMs)
  app.setErrorHandler(answerError(parts.log))
  endConnections(app, timeouts.endMs)
  waitForAnswers(app, timeouts.silentMs)
  leaveRefusedBodies(app)
  readBodies(app)

  refuseExpectations(app.server)
  limitConnections(app.server, trustedProxies, connectionLimits())
  limitPipelining(app.server)
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(securityHeaders)
    if (isHttp(request.raw) && !/%00/.test(request.url.split('?', 1)[0] ?? '')) return done()
    sendFailure(reply.header('connection', 'close'), 400, unreadable)
  })
  await app.register(cookie)
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: (_, { ttl }) => new TooManyRequests(Math.ceil(ttl / 1000)),
  })
  await app.register(compress, compression)
  parts.tracing?.followRequests(app)
  measure(app, parts.metrics)
  pauseRefused(app, trustedProxies, time)
  serveCalls(app, parts)
  serveOperators(app, parts, time)
  if (parts.mailbox) serveMailbox(app, parts.operatorToken, parts.mailbox)
  if (parts.depository) serveDepository(app, parts.operatorToken, parts.depository)
  if (parts.endByLogoutToken) await app.register(providerLogout(parts.endByLogoutToken))
  await app.register(apiDescription(parts.version))
  if (parts.hubs) {
    await app.register(hubRoutes(parts.hubs))
    parts.hubs.attach(app.server)
  }
  await app.register(webPage(parts.webFolder))
  return app
}

/**
 * Closing ends every connection: at once where nothing was ever sent, as browsers open them ahead
 * of need (Node counts those among the busy), and after the answers under way or their time else.
 */
function endConnections(app: FastifyInstance, endMs: number): void {
  const open = new Set<Socket>()
  const track = (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  }
  app.server.on('connection', track)
  // Of TLS, whose handshake is not what anybody sent: these count what came through it.
  app.server.on('secureConnection', track)
  let cut: NodeJS.Timeout | undefined
  let isEnding = false
  app.addHook('onRequest', (request, reply, done) => {
    if (isEnding) sendRefusal(request, reply.header('connection', 'close'), refuse('unavailable'))
    else done()
  })
  app.addHook('preClose', async () => {
    isEnding = true
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    cut = setTimeout(() => {
      for (const socket of open) socket.destroy()
    }, endMs)
  })
  app.server.once('close', () => clearTimeout(cut))
}

/**
 * A connection is silent while its answer is made, however long that takes: its time begins when the answer does.
 * What a request may take to arrive is bounded by the server's time for requests.
 */
function waitForAnswers(app: FastifyInstance, silentMs: number): void {
  const wait = (socket: unknown, ms: number) => {
    if (socket instanceof Socket) socket.setTimeout(ms)
  }
  app.addHook('onRequest', (request, _, done) => {
    wait(request.raw.socket, 0)
    done()
  })
  app.addHook('onSend', (request, _, payload, done) => {
    wait(request.raw.socket, silentMs)
    done(null, payload)
  })
}

/**
 * A long body that is refused before it is there is not read: its connection ends with the answer. Node would read all of
 * it for the next request's sake, which is most of what it costs.
 */
function leaveRefusedBodies(app: FastifyInstance): void {
  const lingering = openLingeringSockets()
  app.addHook('onSend', (request, reply, payload, done) => {
    const { headers, complete } = request.raw
    const isLong =
      Number(headers['content-length']) > BODY_LIMIT || headers['transfer-encoding'] !== undefined
    if (reply.statusCode >= 400 && !complete && isLong) reply.header('connection', 'close')
    if (reply.getHeader('connection') === 'close' && !complete) lingering.close(request.raw.socket)
    done(null, payload)
  })
  app.addHook('preClose', async () => lingering.end())
}

/** A body is JSON, by any of the names clients give it, the files that a call takes, or nothing at all. */
function readBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    /^(application|text)\/([\w.-]+\+)?json/,
    { parseAs: 'string' },
    (request, body, done) => {
      const tooLong = request.routeOptions.config.takes && Buffer.byteLength(body) > BODY_LIMIT
      if (tooLong) done(new LongBody())
      else if (body === '') done(null, undefined)
      else void parse(request, body as string, (error, json) => done(error && new UnreadableBody(), json))
    },
  )
  app.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, body: RequestPayload) => {
    const { 'content-type': type, 'content-length': length } = request.headers
    const { takes } = request.routeOptions.config
    if (!takes && length === '0') return undefined
    if (!takes || !isMultipart(type)) throw new UnknownBody()
    // Refused before it is read.
    if (Number(length) > bodyLimitOf(takes)) throw new LongBody()
    return readMultipart(takes, type, body)
  })
  app.addContentTypeParser('*', { parseAs: 'string' }, (_, body, done) =>
    done(body === '' ? null : new UnknownBody(), undefined),
  )
}

/** What costs the server time and counts for no rate of its own: too many requests, and those that are none of ours. */
const pausing: ReadonlySet<number> = new Set([400, 401, 404, 405, 413, 415, 429])

function pauseRefused(app: FastifyInstance, trustedProxies: Addresses, time: ThrottleTime): void {
  const throttle = new ReadThrottle(time)
  app.addHook('onResponse', (request, reply, done) => {
    const { socket } = request.raw
    const { caller } = request
    // An injected request has no connection; that of a proxy carries the requests of many users.
    const isPausing = pausing.has(reply.statusCode) && !trustedProxies.has(socket.remoteAddress)
    if (isPausing && socket instanceof Socket) {
      const user = caller ? userKey(caller) : countedAddress(request.ip)
      // Node reads an unread body after the response, which would resume a paused connection.
      if (request.raw.closed) throttle.refused(user, socket)
      else request.raw.once('close', () => throttle.refused(user, socket))
    }
    done()
  })
}

/** The hubs read their own requests: nothing of theirs is parsed here. */
const hubRoutes =
  (hubs: RawHubs): FastifyPluginAsync =>
  async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_, __, done) => done(null))
    for (const url of hubs.paths.flatMap((path) => [path, `${path}/*`])) {
      scope.all(url, (request, reply) => {
        reply.hijack()
        hubs.handle(request.raw, reply.raw)
      })
    }
  }
