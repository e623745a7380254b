import { AsyncLocalStorage } from 'node:async_hooks'
import {
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { type ExportResult, ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { CommittedBatch, DeskObserver } from './desk/desk-options.ts'
import type { ClientInput, DeskAnswer } from './desk/inputs.ts'

/** Traces by OpenTelemetry: what a request waited for, from its first byte to its answer. */

interface TracingOptions {
  /** The collector's address without `/v1/traces`, for OTLP over HTTP. */
  readonly collector: string
  /** The share of requests that are traced, 0 to 1; a caller that traces its own decides itself. */
  readonly share: number
  readonly version: string
  readonly log: Pick<Logger, 'warn' | 'info'>
}

/** A trace is complete at the collector after about so long. */
const SENT_EVERY_MS = 1_000

/** An input on its way through the desk. */
interface OnItsWay {
  readonly span: Span
  committedAt?: number
}

/**
 * Follows requests and the inputs that they give to the desk. A request is a span by its route; within it an input of the
 * desk is one, with the commit of its batch and what is published of it. No address, body or name of a person is in a
 * trace: a firm and a user are numbers.
 */
export class Tracing {
  readonly #provider: TracerProvider
  readonly #current = new AsyncLocalStorage<Span>()
  readonly #propagator = new W3CTraceContextPropagator()
  readonly #requests = new WeakMap<FastifyRequest, Span>()
  readonly #inputs = new WeakMap<ClientInput, OnItsWay>()

  constructor({ collector, share, version, log }: TracingOptions) {
    const exporter = new OTLPTraceExporter({ url: `${collector.replace(/\/+$/, '')}/v1/traces` })
    this.#provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': 'tradebook', 'service.version': version }),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
      spanProcessors: [
        new BatchSpanProcessor({ exporter: logged(exporter, log), scheduledDelayMillis: SENT_EVERY_MS }),
      ],
    })
  }

  /** Traces every request of the server, in the trace of a caller who names one (`traceparent`, W3C Trace Context). */
  followRequests(app: FastifyInstance): void {
    app.addHook('onRequest', (request, _, done) => {
      const of = this.#propagator.extract(ROOT_CONTEXT, request.headers, defaultTextMapGetter)
      // A path that a client made up is not a name: there is no end of them.
      const route = request.routeOptions.url ?? 'none'
      const span = this.#tracer.startSpan(
        `${request.method} ${route}`,
        {
          kind: SpanKind.SERVER,
          attributes: { 'http.request.method': request.method, 'http.route': route },
        },
        of,
      )
      this.#requests.set(request, span)
      this.#current.run(span, done)
    })
    app.addHook('onResponse', (request, reply, done) => {
      const span = this.#requests.get(request)
      span?.setAttribute('http.response.status_code', reply.statusCode)
      if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
      span?.end()
      done()
    })
  }

  /** Traces what the desk does with the inputs of requests, besides what else observes it. */
  observing(observer: DeskObserver): DeskObserver {
    return {
      ...observer,
      submitted: (input) => {
        observer.submitted?.(input)
        this.#submitted(input)
      },
      committed: (batch) => {
        observer.committed(batch)
        for (const { input } of batch.clients) this.#committed(input, batch)
      },
      answered: (answer, input) => {
        observer.answered(answer, input)
        this.#answered(answer, input)
      },
    }
  }

  /** Sends what is not sent yet. */
  end(): Promise<void> {
    return this.#provider.shutdown()
  }

  get #tracer() {
    return this.#provider.getTracer('tradebook')
  }

  #submitted(input: ClientInput): void {
    const request = this.#current.getStore()
    if (!request?.isRecording()) return
    const { tenantId, userId } = input.origin
    const attributes = { 'tradebook.tenant.id': tenantId, 'tradebook.user.id': userId }
    this.#inputs.set(input, { span: this.#part(request, `desk ${input.kind}`, { attributes }) })
  }

  #committed(input: ClientInput, { clients, decideMs, commitMs }: CommittedBatch): void {
    const way = this.#inputs.get(input)
    if (!way) return
    const at = Date.now()
    way.span.setAttributes({
      'tradebook.batch.inputs': clients.length,
      // To the microsecond: more digits are the clock's noise.
      'tradebook.batch.decide_ms': Math.round(decideMs * 1000) / 1000,
    })
    this.#part(way.span, 'commit', { startTime: at - commitMs }).end(at)
    way.committedAt = at
  }

  #answered(answer: DeskAnswer, input: ClientInput): void {
    const way = this.#inputs.get(input)
    if (!way) return
    const { span, committedAt } = way
    if (committedAt !== undefined) this.#part(span, 'publish', { startTime: committedAt }).end()
    span.setAttribute('tradebook.answer', answer.kind === 'refused' ? answer.refusal.refusal : answer.kind)
    span.end()
  }

  #part(of: Span, name: string, options: SpanOptions): Span {
    return this.#tracer.startSpan(name, options, trace.setSpan(ROOT_CONTEXT, of))
  }
}

/** The exporter, whose first failure and first success after it are logged: traces that cannot be sent are dropped. */
function logged(exporter: OTLPTraceExporter, log: TracingOptions['log']): OTLPTraceExporter {
  let isAway = false
  const send = exporter.export.bind(exporter)
  exporter.export = (spans, done) =>
    send(spans, (result: ExportResult) => {
      const failed = result.code !== ExportResultCode.SUCCESS
      if (failed && !isAway) log.warn({ err: result.error }, 'traces cannot be sent and are dropped')
      if (!failed && isAway) log.info('traces are sent again')
      isAway = failed
      done(result)
    })
  return exporter
}
