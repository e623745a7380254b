import type { FastifyRequest } from 'fastify'
import { mayReadMetrics } from './metrics-access.ts'
import type { Addresses } from './proxies.ts'

/** Names by which a browser on this machine reaches it; a page of another site could have itself resolved to this machine, under its own name. */
const OWN_HOSTS = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i

/** Whether a request of a demo's pages comes from this machine, by the name and the address of it. */
export const isOfThisMachine = (request: FastifyRequest, trustedProxies: Addresses): boolean =>
  OWN_HOSTS.test(request.headers.host ?? '') && mayReadMetrics(request, { token: undefined, trustedProxies })
