import {
  HUB_TOKEN,
  httpAnswerOf,
  membersOf,
  type Refusal,
  refusalInWords,
  refusals,
} from '@tradebook/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Translate, translateTo } from '../platform/localisation.ts'
import { hubCookiePaths } from '../platform/tokens.ts'
import { type Failure, failure } from './envelope.ts'
import { bearerOf, cookiePort, languageOf } from './request-context.ts'

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
export function refusalAnswer(request: FastifyRequest, refusal: Refusal): { status: number; text: string } {
  const { status } = httpAnswerOf(refusal.refusal)
  const words = translated(refusal, translateTo(languageOf(request)))
  return { status, text: failure({ ...words, unAuthorizedRequest: status === 401 }) }
}

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

export function sendJson(reply: FastifyReply, status: number, text: string): FastifyReply {
  if (status === 401 && bearerOf(reply.request)) clearHubCookies(reply)
  return reply
    .code(status)
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store, no-cache')
    .header('pragma', 'no-cache')
    .send(text)
}

/**
 * The cookies of the hub, which no script can clear, end with the token. A request that bears none leaves them alone:
 * any site could make a browser send one.
 */
function clearHubCookies(reply: FastifyReply): void {
  const port = cookiePort(reply.request, reply)
  for (const path of hubCookiePaths) port.clearCookie(HUB_TOKEN, { path })
}
