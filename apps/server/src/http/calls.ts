import {
  type Call,
  calls,
  type FilesTaken,
  type HttpVerb,
  isRefusal,
  pathOf,
  type RateLimit,
  type Refusal,
  refuse,
  verbOf,
} from '@tradebook/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { addressBlock } from '../platform/address.ts'
import type { AuditedWrite } from '../platform/audited-write.ts'
import { type EnterOptions, FairGate, threadClock } from '../platform/fair-gate.ts'
import type { IdempotencyKeys } from '../platform/idempotency-keys.ts'
import type { ReportLog } from '../platform/report-log.ts'
import { userKey } from '../platform/user-key.ts'
import { askedBy } from '../store/places.ts'
import { refusalAnswer, sendFailure, sendJson, sendRefusal } from './answers.ts'
import { denial } from './authorization.ts'
import { binderOf } from './binding.ts'
import { success } from './envelope.ts'
import { type FileAnswer, FilesUnderWay, sendFile } from './files.ts'
import type { CallContext, Caller, Handlers } from './handlers.ts'
import { isKey, KEY_HEADER, KeyedAnswers, keyedRequest, REPLAYED_HEADER } from './idempotency.ts'
import { bodyLimitOf, isMultipart, readMultipart } from './multipart.ts'
import { RequestContext, tenantNamed, unreadableNames } from './request-context.ts'
import { invalidFields } from './validation.ts'

/** Who makes a request. */
export interface Identity {
  /** `null` for a token that is not good or no longer: its bearer is anonymous. */
  authenticate(token: string): Caller | null | Promise<Caller | null>
  /** Whether there is a tenant of this id. */
  isTenant(tenantId: number): Promise<boolean>
  /** Whose browser made a request, by its cookies: a user who signed in with it before. */
  browserOf(cookies: Readonly<Record<string, string | undefined>>): string | undefined
  /** Calls the listener with the id of every session that ends. Returns how to unsubscribe. */
  onSessionEnded(listener: (sessionId: string) => void): () => void
}

export interface CallParts {
  readonly handlers: Handlers
  readonly identity: Identity
  readonly auditedWrite: AuditedWrite
  readonly idempotencyKeys: IdempotencyKeys
  /** Records the files that are given. */
  readonly reportLog: ReportLog
  /** Epoch milliseconds. */
  readonly now: () => number
  /** The rows that are served; the contract's unless set. */
  readonly calls?: Readonly<Record<string, Call>>
  /** Calls a minute of an address or a browser, in place of those of the rows. */
  readonly perMinute?: number
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The files that the route takes. */
    takes?: FilesTaken
  }
  interface FastifyRequest {
    caller: Caller | null
    tenantId: number
  }
}

const verbs: readonly HttpVerb[] = ['GET', 'PUT', 'DELETE', 'PATCH', 'POST']

/** Every row of the contract as a route. */
export function serveCalls(app: FastifyInstance, parts: CallParts): void {
  app.decorateRequest('caller', null)
  app.decorateRequest('tenantId', 0)
  const gates: Gates = {
    long: new FairGate(reads.long, threadClock),
    short: new FairGate(reads.short, threadClock),
    files: new FilesUnderWay(FILES_AT_ONCE),
    uploads: new FilesUnderWay(UPLOADS_AT_ONCE, UPLOADS_IN_ALL),
  }
  const keyed = new KeyedAnswers(parts.idempotencyKeys)
  for (const [name, row] of Object.entries<Call>(parts.calls ?? calls)) {
    const method = verbOf(name, row)
    // One count, however the call's name is spelled.
    const limiter = row.limit && limiterOf(app, parts, row.limit)
    const isOfUser = row.limit?.countedBy === 'user'
    for (const url of spellingsOf(pathOf(name, row))) {
      app.route({
        method,
        url,
        onRequest: [
          ...(limiter && !isOfUser ? [limiter] : []),
          async (request, reply) => admit(parts, row, request, reply),
          ...(limiter && isOfUser ? [limiter] : []),
          ...(row.takes ? [admitUpload(gates.uploads)] : []),
        ],
        ...(row.takes ? { bodyLimit: bodyLimitOf(row.takes), config: { takes: row.takes } } : {}),
        handler: answer({ ...parts, gates, keyed }, name, row),
        ...(row.secret ? { compress: false as const } : {}),
      })
      app.route({
        method: verbs.filter((verb) => verb !== method),
        url,
        onRequest: async (_, reply) => void reply.code(405).header('allow', method).send(),
        handler: (_, reply) => reply.send(),
      })
    }
  }
}

const MINUTE_MS = 60_000

const limiterOf = (
  app: FastifyInstance,
  { identity, perMinute }: CallParts,
  limit: RateLimit,
): onRequestAsyncHookHandler => {
  const keys = { address: ({ ip }: FastifyRequest) => ip, browser: browserKey(identity), user: askerOf }
  return app.rateLimit({
    max: limit.countedBy === 'user' ? limit.perMinute : (perMinute ?? limit.perMinute),
    timeWindow: MINUTE_MS,
    keyGenerator: keys[limit.countedBy],
  })
}

/** Where reads wait for their turn, so that however many somebody makes, others are answered soon. */
interface Gates {
  readonly long: FairGate
  readonly short: FairGate
  readonly files: FilesUnderWay
  readonly uploads: FilesUnderWay
}

/** A page that starts asks for less than may wait of one user. */
const reads = {
  long: { atOnceEach: 2, atOnce: 5, waitingEach: 32, waiting: 512 },
  short: { atOnceEach: 4, atOnce: 32, waitingEach: 64, waiting: 4_096 },
} as const

/** Files that one asker may be sent at once. */
const FILES_AT_ONCE = 4

/** Requests with files that one asker may send at once, and all together: each is held in memory whole. */
const UPLOADS_AT_ONCE = 2
const UPLOADS_IN_ALL = 8

/**
 * Sign-ins count for the address, but those of a browser that a user signed in with before count for
 * that user: what others do at the same address never keeps it out. By the user and not by the
 * browser, so that nobody multiplies a limit by signing in again and again.
 */
const browserKey = (identity: Identity) => (request: FastifyRequest) => {
  const user = identity.browserOf(request.cookies)
  return user === undefined ? request.ip : `browser of ${user}`
}

/** ASP.NET drops a method's `Async`, older clients still write it: both are answered. */
const spellingsOf = (path: string): string[] => {
  const plain = path.replace(/Async$/, '')
  return [plain, `${plain}Async`]
}

/** Who is it, and may they? Asked before a byte of the body is read. */
async function admit(
  { identity }: CallParts,
  { needs }: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const unreadable = unreadableNames(request)
  if (unreadable.length > 0) {
    sendFailure(reply, 400, invalidFields(unreadable))
    return
  }
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const caller = token ? await identity.authenticate(token) : null
  const denied = denial(needs, caller)
  if (denied) {
    sendFailure(reply, denied.status, denied)
    return
  }
  request.caller = caller
  if (caller) {
    request.tenantId = caller.tenantId
  } else {
    const named = tenantNamed(request)
    request.tenantId = named !== undefined && (await identity.isTenant(named)) ? named : 0
  }
}

/** Who asks, as turns and files under way are counted. */
const askerOf = ({ caller, ip }: FastifyRequest): string => (caller ? userKey(caller) : addressBlock(ip))

/** Lets a body be read when it is multipart and not too many are under way. */
const admitUpload =
  (uploads: FilesUnderWay): onRequestAsyncHookHandler =>
  async (request, reply) => {
    if (!isMultipart(request.headers['content-type'])) {
      sendFailure(reply, 415, { message: 'The request must be sent as multipart/form-data!' })
      return
    }
    const asker = askerOf(request)
    if (uploads.begin(asker)) reply.raw.once('close', () => uploads.ended(asker))
    else sendRefusal(request, reply, refuse('busy'))
  }

function answer(parts: CallParts & { gates: Gates; keyed: KeyedAnswers }, name: string, row: Call) {
  const { gates, keyed } = parts
  const bind = binderOf(row.input)
  const method = verbOf(name, row)
  // The table's type gives each name the input of its handler; here the name is only known at run time.
  const handler = (parts.handlers as Readonly<Record<string, unknown>>)[name] as (
    input: unknown,
    context: CallContext,
  ) => Promise<unknown>
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const inQuery = request.method === 'GET' || request.method === 'DELETE'
    const sent = row.takes && (await readMultipart(row.takes, request.headers['content-type'], request.body))
    if (sent && 'failure' in sent) return sendFailure(reply, sent.status, sent.failure)
    // The texts of a form are converted as those of a query.
    const bound = sent
      ? bind(sent.fields, 'query')
      : bind(inQuery ? request.query : request.body, inQuery ? 'query' : 'body')
    if ('failure' in bound) return sendFailure(reply, 400, bound.failure)

    const { auditedWrite, reportLog, now } = parts
    const began = now()
    const called = { name, input: bound.input, files: sent?.files ?? [] }
    const idempotencyKey = row.once && request.caller ? request.headers[KEY_HEADER] : undefined
    if (idempotencyKey !== undefined && !isKey(idempotencyKey))
      return sendFailure(reply, 400, invalidFields([KEY_HEADER]))
    const once =
      idempotencyKey !== undefined && request.caller
        ? keyedRequest(request.caller, idempotencyKey, called)
        : undefined
    const context = new RequestContext(request, reply, {
      ...called,
      auditedWrite,
      keepAnswer:
        once && row.once === 'transaction'
          ? (tx, result) => keyed.keepIn(tx, once, { status: 200, text: success(result) })
          : undefined,
    })
    const key = askerOf(request)
    // A call that changes something has a limit in its row; orders have the lanes and the rate of the desk.
    const gate = row.heavy ? gates.long : method === 'GET' ? gates.short : undefined
    const signal = gate || row.gives === 'file' ? departureOf(reply) : STAYS
    const inTurn = async <T>(task: () => Promise<T>, options: EnterOptions): Promise<T | Refusal> => {
      const ask = () => askedBy({ key, signsIn: row.signsIn === true }, task)
      const turn = gate ? gate.enter(key, ask, options) : ask()
      return typeof turn === 'string' ? refuse(turn) : turn
    }
    const run = async (): Promise<Refusal | string | FileAnswer> => {
      const result = await handler(bound.input, context)
      // Its text is made at its turn, too: of a long answer that is a good part of the work.
      return isRefusal(result) || row.gives === 'file' ? (result as Refusal | FileAnswer) : success(result)
    }

    if (row.gives === 'file') {
      // The response of a client that left while it was authenticated is closed, and closes no second time.
      if (signal.aborted) return reply.hijack()
      if (!gates.files.begin(key)) return sendRefusal(request, reply, refuse('busy'))
      const unsubscribe = parts.identity.onSessionEnded((sessionId) => {
        if (sessionId === context.caller?.sessionId) reply.raw.destroy()
      })
      reply.raw.once('close', () => {
        unsubscribe()
        gates.files.ended(key)
      })
    }
    if (once && row.once) {
      const act = async () => (await inTurn(run, { signal })) as string | Refusal
      const kept = await keyed.answer(once, row.once, act, (refusal) => refusalAnswer(request, refusal))
      if (isRefusal(kept)) return sendRefusal(request, reply, kept)
      if (kept.isKept) reply.header(REPLAYED_HEADER, 'true')
      return sendJson(reply, kept.status, kept.text)
    }
    const answered = await inTurn(run, { signal }).catch(unlessDeparted(signal))
    if (answered === undefined) return reply.hijack()
    if (typeof answered === 'string') return sendJson(reply, 200, answered)
    if (isRefusal(answered)) return sendRefusal(request, reply, answered)
    // A file that was begun is not refused for what else its reader asks meanwhile.
    return sendFile(
      reply,
      answered,
      (task) => inTurn(task, { unrefusable: true }) as ReturnType<typeof task>,
      (file, rows, isComplete) =>
        reportLog({
          call: { tenantId: request.tenantId, caller: request.caller, name, parameters: bound.input },
          fileName: file.name,
          rows,
          isComplete,
          began,
        }),
    )
  }
}

/** Aborts when the client has left: what it asked for and still waits need not be done. */
function departureOf(reply: FastifyReply): AbortSignal {
  const departure = new AbortController()
  if (reply.raw.destroyed) departure.abort()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) departure.abort()
  })
  return departure.signal
}

/** What waits in no queue is done whether or not its client has left. */
const STAYS = new AbortController().signal

/** Nothing to answer when a task was dropped because its client has left; any other error stays one. */
const unlessDeparted =
  (signal: AbortSignal) =>
  (error: unknown): undefined => {
    if (!signal.aborted || error !== signal.reason) throw error
  }
