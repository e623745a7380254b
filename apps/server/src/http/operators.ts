import type { FastifyInstance } from 'fastify'
import { Histogram, type Registry } from 'prom-client'
import { cached } from '../platform/cached.ts'
import { sendFailure } from './answers.ts'
import { isOperator } from './operator-access.ts'
import type { ThrottleTime } from './read-throttle.ts'

/** What operators and their machines read: `/health` and `/metrics`. */

/** Whether a part of the server works, and in an operator's words why not. */
export interface Health {
  readonly ok: boolean
  readonly reason?: string
}

export interface OperatorParts {
  /** Where the parts of the server keep their figures. */
  readonly metrics: Registry
  /** What follows requests into the parts of the server; unset: nothing does. */
  readonly tracing?: { followRequests(app: FastifyInstance): void } | undefined
  /** What operators show to read the figures, and why the server is not ready. */
  readonly operatorToken: string
  /** What must be well before requests should come here, by name. Asked at once: it may not wait. */
  readonly readiness: Readonly<Record<string, () => Health>>
  /** What is well enough to trade on, but wants somebody's attention. */
  readonly warnings?: () => readonly string[]
}

/** Registers the durations of HTTP requests. */
export const httpDurations = (metrics: Registry): Histogram<'route' | 'status'> =>
  new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its answer',
    labelNames: ['route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [metrics],
  })

/** Observes how long each request takes. */
export function measure(app: FastifyInstance, metrics: Registry): void {
  const durations = httpDurations(metrics)
  app.addHook('onResponse', (request, reply, done) => {
    // The path a client made up is not a label: there is no end of them.
    const route = request.routeOptions.url ?? 'none'
    durations.observe({ route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
}

/** All who read the figures within so long are sent one rendering of them, however many they are. */
const FIGURES_MS = 1_000

/** Answers whether the server lives and is ready, and what it measures. */
export function serveOperators(app: FastifyInstance, parts: OperatorParts, { now }: ThrottleTime): void {
  const { metrics, operatorToken, readiness, warnings } = parts
  app.get('/health/live', (_, reply) => reply.send({ status: 'live' }))
  app.get('/health/ready', (request, reply) => {
    const checks = Object.entries(readiness).map(([name, health]) => [name, health()] as const)
    const ready = checks.every(([, { ok }]) => ok)
    // Reasons name machines and folders: anyone else who asks is told which check fails, and no more.
    const shown = isOperator(request, operatorToken)
      ? { checks: Object.fromEntries(checks), warnings: warnings?.() ?? [] }
      : { checks: Object.fromEntries(checks.map(([name, { ok }]) => [name, { ok }])) }
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ready' : 'not ready', ...shown })
  })
  const figures = cached(() => metrics.metrics(), { most: 1, forMs: FIGURES_MS, now })
  app.get('/metrics', async (request, reply) => {
    if (isOperator(request, operatorToken))
      return reply.type(metrics.contentType).send(await figures.of('all'))
    return sendFailure(reply.header('www-authenticate', 'Bearer'), 401, {
      message:
        'The figures are read with the token of TRADEBOOK_METRICS_TOKEN, or of operator-token in the data folder.',
      unAuthorizedRequest: true,
    })
  })
}
