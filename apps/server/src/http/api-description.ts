import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyPluginAsync } from 'fastify'
import { openApi } from './openapi.ts'
import { type StoredFile, sendStored, storedFile } from './stored-file.ts'

/** An address reads the description and the files of its page, about ten each time, so often. */
const RATE = { max: 240, timeWindow: 60_000 }

/**
 * The API's description and the page that shows it. Anybody may read them, and they are large: the
 * description is rendered and compressed once, and each address has a rate.
 */
export const apiDescription =
  (version: string): FastifyPluginAsync =>
  async (app) => {
    const { document, file } = described(version)
    await app.register(swagger, { mode: 'static', specification: { document } })
    const limit = app.rateLimit(RATE)
    await app.register(swaggerUi, { routePrefix: '/api/docs', uiHooks: { onRequest: limit } })
    app.get('/api/openapi.json', { onRequest: limit }, (request, reply) => sendStored(file, request, reply))
  }

/** By version: a process has one, however many servers it starts. */
const descriptions = new Map<string, Description>()

interface Description {
  readonly document: ReturnType<typeof openApi>
  readonly file: StoredFile
}

function described(version: string): Description {
  const known = descriptions.get(version)
  if (known) return known
  const document = openApi(version)
  const description = { document, file: compressedFile(JSON.stringify(document)) }
  descriptions.set(version, description)
  return description
}

function compressedFile(json: string): StoredFile {
  const bytes = Buffer.from(json)
  // Quality 5 of 11 costs milliseconds at the start and is a tenth larger than the best.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }
  return storedFile(
    bytes,
    [
      ['br', brotliCompressSync(bytes, { params })],
      ['gzip', gzipSync(bytes)],
    ],
    { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-cache' },
  )
}
