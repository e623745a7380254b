import { refuse } from '@tradebook/contract'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { translateTo } from '../platform/localisation.ts'
import { DatabaseBusy, DatabaseUnavailable, OutcomeUnknown } from '../store/unavailable.ts'
import { sendFailure, sendRefusal } from './answers.ts'
import { BodiesFull, TinyChunks } from './buffered-uploads.ts'
import { isMultipart } from './multipart.ts'
import { languageOf } from './request-context.ts'
import { securityHeaders } from './security-headers.ts'
import { invalid, TOO_LARGE, tooLarge, unreadable } from './validation.ts'

/** Too many requests of one kind from one address. */
export class TooManyRequests extends Error {
  readonly statusCode = 429
  readonly seconds: number

  constructor(seconds: number) {
    super('too many requests')
    this.seconds = seconds
  }
}

/** A body that is not JSON, or whose names would reach into our objects. */
export class UnreadableBody extends Error {}

/** A body that is longer than its call takes. */
export class LongBody extends Error {}

/** A body of a kind that is not taken. */
export class UnknownBody extends Error {}

const tinyChunks = invalid([
  { message: 'The files were sent in chunks that are too small.', members: ['files'] },
])

const filesTooLarge = tooLarge([{ message: 'The field Files is too large.', members: ['files'] }])

/** What is thrown on the way to a handler or by it, as an answer in the envelope. */
export const answerError =
  (log: Logger) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    // A path that cannot be read is refused before any hook has run.
    reply.headers(securityHeaders)
    if (error instanceof TooManyRequests) {
      const { seconds } = error
      return sendRefusal(request, reply, refuse('tooManyRequests', { seconds }), seconds)
    }
    if (error instanceof OutcomeUnknown) {
      log.error({ reason: error.message, path: request.routeOptions.url }, 'the outcome of a call is unknown')
      return sendRefusal(request, reply, refuse('outcomeUnknown'))
    }
    if (error instanceof DatabaseUnavailable) {
      log.warn({ reason: error.message, path: request.routeOptions.url }, 'a call was not accepted')
      return sendRefusal(request, reply, refuse('unavailable'))
    }
    if (error instanceof DatabaseBusy) return sendRefusal(request, reply, refuse('busy'))
    if (error instanceof BodiesFull) return sendRefusal(request, reply, refuse('documentsWaiting'))
    if (error instanceof TinyChunks) return sendFailure(reply, 400, tinyChunks)
    if (error instanceof UnknownBody)
      return sendFailure(reply, 415, { message: 'The request must be sent as JSON!' })
    if (error instanceof LongBody)
      return sendFailure(
        reply.header('connection', 'close'),
        413,
        isMultipart(request.headers['content-type']) ? filesTooLarge : { message: TOO_LARGE },
      )
    if (error instanceof UnreadableBody) return sendFailure(reply, 400, unreadable)
    // A client that disconnected in the middle of a body made no error of ours, and gets no answer.
    if (request.raw.readableAborted) {
      log.debug({ path: request.routeOptions.url }, 'a client hung up before its request was whole')
      return sendFailure(reply, 400, unreadable)
    }
    // Only Fastify's errors are about the request; the status of any other error is that of a call we made.
    const status = error.code?.startsWith('FST_') ? (error.statusCode ?? 500) : 500
    if (status === 413) return sendFailure(reply, 413, { message: TOO_LARGE })
    if (status >= 400 && status < 500) return sendFailure(reply, status, unreadable)
    // The person gets an id to quote, never the cause: it could show code, data or SQL.
    log.error({ err: error, requestId: request.id, path: request.routeOptions.url }, 'a call failed')
    reply.header('x-request-id', request.id)
    return sendFailure(reply, 500, { message: translateTo(languageOf(request))('Failure.internal') })
  }
