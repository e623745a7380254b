import {
  type Call,
  calls,
  type FilesTaken,
  type HttpVerb,
  isRead,
  pathOf,
  type RateLimit,
  recordsRefusals,
  refuse,
  verbOf,
} from '@tradebook/contract'
import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  preParsingHookHandler,
} from 'fastify'
import { countedAddress } from '../platform/address.ts'
import type { Caller } from '../platform/caller.ts'
import type { IdempotencyKeys } from '../platform/idempotency-keys.ts'
import { translateTo } from '../platform/localisation.ts'
import { sendFailure, sendRefusal } from './answers.ts'
import { denial, refusalWhileDue } from './authorization.ts'
import { BufferedUploads, type BufferLimits } from './buffered-uploads.ts'
import {
  type AnswerParts,
  answer,
  type Gates,
  openGates,
  type RegistrationTokens,
  requesterOf,
  type SessionEnds,
} from './call-answer.ts'
import { FilesUnderWay } from './files.ts'
import { KeyedAnswers } from './idempotency.ts'
import { bodyLimitOf, isMultipart } from './multipart.ts'
import { bearerOf, browserOf, languageOf, tenantNamed, unreadableNames } from './request-context.ts'
import { invalidFields } from './validation.ts'

/** Who makes a request. */
export interface Identity extends SessionEnds, RegistrationTokens {
  /** `null` for a token that is not good or no longer: its bearer is anonymous. */
  authenticate(token: string): Caller | null | Promise<Caller | null>
  /** Whether there is a tenant of this id. */
  isTenant(tenantId: number): Promise<boolean>
  /** Whose browser made a request, by its cookies: a user who signed in with it before. */
  browserOf(cookies: Readonly<Record<string, string | undefined>>): string | undefined
}

export interface CallParts extends Omit<AnswerParts, 'gates' | 'keyed'> {
  /** Its own unless given. */
  readonly gates?: Gates | undefined
  readonly identity: Identity
  readonly idempotencyKeys: IdempotencyKeys
  /** The rows that are served; the contract's unless set. */
  readonly calls?: Readonly<Record<string, Call>>
  /** Calls a minute of an address or a browser, instead of those of the rows. */
  readonly perMinute?: number
  /** Bytes of files that are buffered at once of those who are signed in, and of all others. */
  readonly uploadBytes?: Readonly<Record<'signedIn' | 'anonymous', BufferLimits>>
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
  const { gates = openGates() } = parts
  const uploads = new FilesUnderWay(UPLOADS_AT_ONCE)
  const { uploadBytes = UPLOAD_BYTES } = parts
  const buffered = {
    signedIn: new BufferedUploads(uploadBytes.signedIn),
    anonymous: new BufferedUploads(uploadBytes.anonymous),
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
          async (request, reply) => admit(parts, name, row, request, reply),
          ...(limiter && isOfUser ? [limiter] : []),
          ...(row.takes ? [admitUpload(row.takes, uploads)] : []),
        ],
        ...(row.takes
          ? {
              preParsing: countUpload(buffered),
              bodyLimit: bodyLimitOf(row.takes),
              config: { takes: row.takes },
            }
          : {}),
        ...(row.bodyBytes ? { bodyLimit: row.bodyBytes } : {}),
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
  const keys = {
    address: ({ ip }: FastifyRequest) => countedAddress(ip),
    browser: browserKey(identity),
    user: requesterOf,
  }
  return app.rateLimit({
    max: limit.countedBy === 'user' ? limit.perMinute : (perMinute ?? limit.perMinute),
    timeWindow: MINUTE_MS,
    keyGenerator: keys[limit.countedBy],
  })
}

/** Requests with files that one requester may send at once. */
const UPLOADS_AT_ONCE = 2
const MEBIBYTE = 1024 * 1024
/**
 * Bytes of files that are buffered in memory at once. A person's largest body is that of a request for an account with all
 * its documents; strangers of an address have room for one of these, and all strangers for two.
 */
const UPLOAD_BYTES = {
  signedIn: { all: 100 * MEBIBYTE, each: 52 * MEBIBYTE },
  anonymous: { all: 52 * MEBIBYTE, each: 26 * MEBIBYTE },
}

/**
 * Sign-ins count for the address, but those of a browser that a user signed in with before count for
 * that user: what others do at the same address never keeps it out. By the user and not by the
 * browser, so that nobody multiplies a limit by signing in again and again.
 */
const browserKey = (identity: Identity) => (request: FastifyRequest) => {
  const user = identity.browserOf(request.cookies)
  return user === undefined ? countedAddress(request.ip) : `browser of ${user}`
}

/** ASP.NET drops a method's `Async`, older clients still write it: both are answered. */
const spellingsOf = (path: string): string[] => {
  const plain = path.replace(/Async$/, '')
  return [plain, `${plain}Async`]
}

/** Who is it, and may they? Asked before a byte of the body is read. */
async function admit(
  { identity, recordRefusal, now }: CallParts,
  name: string,
  row: Call,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const unreadable = unreadableNames(request)
  if (unreadable.length > 0) {
    sendFailure(reply, 400, invalidFields(unreadable))
    return
  }
  const token = bearerOf(request)
  const caller = token ? await identity.authenticate(token) : null
  request.caller = caller
  const undone = refusalWhileDue(row, caller)
  const denied = denial(
    row.needs,
    caller,
    (...text) => translateTo(languageOf(request))(...text),
    isRead(name, row),
  )
  if (undone || denied) {
    if (caller && recordsRefusals(name, row)) {
      const who = { caller, tenantId: caller.tenantId, clientIpAddress: request.ip }
      const denied = { name, parameters: {}, exception: undone?.refusal ?? 'denied', began: now() }
      await recordRefusal({ ...who, ...denied, browserInfo: browserOf(request) })
    }
    if (undone) sendRefusal(request, reply, undone)
    else if (denied) sendFailure(reply, denied.status, denied)
    return
  }
  if (caller) {
    request.tenantId = caller.tenantId
  } else {
    const named = tenantNamed(request)
    request.tenantId = named !== undefined && (await identity.isTenant(named)) ? named : 0
  }
}

/** Counts the bytes of a body with files; strangers who fill their share leave that of anyone who is signed in. */
const countUpload =
  (buffered: Readonly<Record<'signedIn' | 'anonymous', BufferedUploads>>): preParsingHookHandler =>
  (request, reply, body, done) =>
    done(
      null,
      isMultipart(request.headers['content-type'])
        ? buffered[request.caller ? 'signedIn' : 'anonymous'].count(requesterOf(request), body, reply)
        : body,
    )

/** Lets a body be read when it is multipart and not too many of the requester are under way; JSON where the call is made without files, too. */
const admitUpload =
  ({ parts }: FilesTaken, uploads: FilesUnderWay): onRequestAsyncHookHandler =>
  async (request, reply) => {
    if (!isMultipart(request.headers['content-type'])) {
      if (parts) return
      sendFailure(reply, 415, { message: 'The request must be sent as multipart/form-data!' })
      return
    }
    const requester = requesterOf(request)
    if (uploads.begin(requester)) reply.raw.once('close', () => uploads.ended(requester))
    else sendRefusal(request, reply, refuse('busy'))
  }
