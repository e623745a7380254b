import { httpAnswerOf, membersOf, type Refusal, refusalInWords, refusals } from '@tradebook/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Translate, translateTo } from '../platform/localisation.ts'
import { type Failure, failure } from './envelope.ts'
import { languageOf } from './request-context.ts'

/** A refusal as HTTP answers it, in the words of the request's language. */
export function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
  retryAfterSeconds = httpAnswerOf(refusal.refusal).retryAfterSeconds,
): FastifyReply {
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  const { status, text } = refusalAnswer(request, refusal)
  return sendJson(reply, status, text)
}

/** The status and the body of a refusal. */
export const refusalAnswer = (request: FastifyRequest, refusal: Refusal) => ({
  status: httpAnswerOf(refusal.refusal).status,
  text: failure(translated(refusal, translateTo(languageOf(request)))),
})

function translated(refusal: Refusal, translate: Translate): Failure {
  const words = refusalInWords(refusal, translate)
  const members = membersOf(refusal.refusal)
  return {
    ...words,
    code: refusals[refusal.refusal].code,
    validationErrors: members.length > 0 ? [{ message: words.details, members }] : null,
    data: refusal.data,
  }
}

export const sendFailure = (reply: FastifyReply, status: number, what: Failure): FastifyReply =>
  sendJson(reply, status, failure(what))

export const sendJson = (reply: FastifyReply, status: number, text: string): FastifyReply =>
  reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store, no-cache')
    .header('pragma', 'no-cache')
    .send(text)
