import { httpAnswerOf, type Refusal, refusals, type TextKey } from '@tradebook/contract'
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
  const { status } = httpAnswerOf(refusal.refusal)
  return sendFailure(reply, status, translated(refusal, translateTo(languageOf(request))))
}

function translated({ refusal, values, data }: Refusal, translate: Translate): Failure {
  const title: TextKey = `Refusal.${refusal}`
  const details: TextKey = `Refusal.${refusal}.details`
  return {
    message: translate(title, values),
    details: translate(details, values),
    code: refusals[refusal].code,
    data,
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
