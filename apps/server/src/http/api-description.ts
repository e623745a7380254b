import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyPluginAsync } from 'fastify'
import { openApi } from './openapi.ts'

/** An address reads the description and the files of its page, some ten each time, so often. */
const RATE = { max: 240, timeWindow: 60_000 }

/**
 * The API's description and the page that shows it. Anybody may read them, and they are large: the
 * description is rendered once, and each address has a rate.
 */
export const apiDescription =
  (version: string): FastifyPluginAsync =>
  async (app) => {
    const document = openApi(version)
    const text = JSON.stringify(document)
    await app.register(swagger, { mode: 'static', specification: { document } })
    const limit = app.rateLimit(RATE)
    await app.register(swaggerUi, { routePrefix: '/api/docs', uiHooks: { onRequest: limit } })
    app.get('/api/openapi.json', { onRequest: limit }, (_, reply) =>
      reply.type('application/json; charset=utf-8').send(text),
    )
  }
