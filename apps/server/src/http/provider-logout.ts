import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { countedAddress } from '../platform/address.ts'
import { logoutPath } from '../platform/provider-pages.ts'
import { TooManyRequests } from './errors.ts'
import { browserOf } from './request-context.ts'

/** Ends the sessions that a logout token names; see `features/token-auth/provider-logout.ts`. */
export type EndByLogoutToken = (
  tenantId: number,
  token: string,
  from: { readonly clientIpAddress: string; readonly browserInfo: string },
) => Promise<'ended' | 'invalid' | 'unavailable'>

/** A provider signs out many people at once at the end of a day. */
const PER_MINUTE = 600
const LONGEST_TOKEN = 16 * 1024

/**
 * Where the identity provider of a firm posts logout tokens, without anybody being signed in: the token alone proves who
 * sends it (OpenID Connect Back-Channel Logout 1.0, 2.5 to 2.8).
 */
export const providerLogout =
  (end: EndByLogoutToken): FastifyPluginAsync =>
  async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: LONGEST_TOKEN },
      (_, body, done) => done(null, new URLSearchParams(body as string)),
    )
    const limiter = scope.rateLimit({
      max: PER_MINUTE,
      timeWindow: 60_000,
      keyGenerator: ({ ip }) => countedAddress(ip),
      errorResponseBuilder: (_, { ttl }) => new TooManyRequests(Math.ceil(ttl / 1000)),
    })
    scope.post(logoutPath(':firm'), { onRequest: limiter }, async (request, reply) => {
      const { firm } = request.params as { readonly firm: string }
      const token = request.body instanceof URLSearchParams ? request.body.get('logout_token') : null
      if (!/^\d{1,9}$/.test(firm) || !token) return refused(reply, 400, 'invalid_request')
      const from = { clientIpAddress: request.ip, browserInfo: browserOf(request) }
      const outcome = await end(Number(firm), token, from)
      if (outcome === 'invalid') return refused(reply, 400, 'invalid_request')
      if (outcome === 'unavailable') return refused(reply, 503, 'temporarily_unavailable')
      return reply.header('cache-control', 'no-store').send()
    })
  }

const refused = (reply: FastifyReply, status: number, error: string): FastifyReply =>
  reply.code(status).header('cache-control', 'no-store').send({ error })
