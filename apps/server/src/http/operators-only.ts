import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import type { Logger } from 'pino'
import { type OperatorParts, serveOperators } from './operators.ts'
import type { ThrottleTime } from './read-throttle.ts'

const processTime: ThrottleTime = {
  now: () => performance.now(),
  later: (task, ms) => setTimeout(task, ms).unref(),
}

/** Serves `/health` and `/metrics` of a process that serves nothing else. Returns where it listens, and how to end it. */
export async function listenForOperators(
  parts: OperatorParts,
  { host, port, log }: { readonly host: string; readonly port: number; readonly log: Logger },
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
  })
  serveOperators(app, parts, processTime)
  await app.listen({ host, port })
  return { url: app.listeningOrigin, close: () => app.close() }
}
