import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import type { InjectOptions } from 'fastify'
import { describe, expect, test } from 'vitest'
import { app, edgeForEachTest, handlers, order, rebuild, SEND, webFolder } from './edge.fixture.ts'

edgeForEachTest()

describe('compression', () => {
  const STATISTICS = '/api/services/app/MarketData/GetMarketStats'
  const long = 'one word and another '.repeat(500)
  const ask = async (acceptEncoding: string | undefined, more: InjectOptions = {}) => {
    handlers['MarketData/GetMarketStats'] = async () => ({ items: [long] })
    handlers['TokenAuth/Authenticate'] = async () => ({ accessToken: long })
    handlers['Order/SendNewOrder'] = async () => ({ orderID: '1'.repeat(1_500) })
    const headers = {
      authorization: 'Bearer trader',
      ...(acceptEncoding && { 'accept-encoding': acceptEncoding }),
    }
    return app.inject({ url: STATISTICS, headers, ...more })
  }

  test.each([
    ['br', 'br, gzip', brotliDecompressSync],
    ['br', 'gzip, deflate, br, zstd', brotliDecompressSync],
    ['gzip', 'gzip, deflate', gunzipSync],
  ])('answers are sent as %s to anyone who takes %s', async (encoding, accepted, unpack) => {
    const { headers, rawPayload } = await ask(accepted)
    expect(headers['content-encoding']).toBe(encoding)
    expect(headers.vary).toBe('accept-encoding')
    expect(rawPayload.length).toBeLessThan(1_000)
    expect(JSON.parse(unpack(rawPayload).toString())).toMatchObject({ result: { items: [long] } })
  })

  test('a client that accepts no compression gets the plain answer', async () => {
    const { headers, body } = await ask(undefined)
    expect(headers['content-encoding']).toBeUndefined()
    expect(JSON.parse(body)).toMatchObject({ result: { items: [long] } })
  })

  test('an answer that holds a secret is never compressed', async () => {
    const credentials = { userNameOrEmailAddress: 'broker', password: 'A-known-password-1' }
    const { headers, body } = await ask('br', {
      method: 'POST',
      url: '/api/TokenAuth/Authenticate',
      headers: { 'accept-encoding': 'br', 'content-type': 'application/json' },
      payload: JSON.stringify(credentials),
    })
    expect(headers['content-encoding']).toBeUndefined()
    expect(JSON.parse(body)).toMatchObject({ result: { accessToken: long } })
  })

  test('an order’s answer is too small to be worth the wait', async () => {
    const { headers } = await ask('br', {
      method: 'POST',
      url: SEND,
      headers: {
        authorization: 'Bearer trader',
        'accept-encoding': 'br',
        'content-type': 'application/json',
      },
      payload: JSON.stringify(order),
    })
    expect(headers['content-encoding']).toBeUndefined()
  })

  test('a compressed body is not unpacked', async () => {
    const { statusCode } = await ask('br', {
      method: 'POST',
      url: SEND,
      headers: {
        authorization: 'Bearer trader',
        'content-encoding': 'gzip',
        'content-type': 'application/json',
      },
      payload: gzipSync(JSON.stringify(order)),
    })
    expect(statusCode).toBe(400)
  })

  test('a file of the page is sent as the build compressed it, and kept for good', async () => {
    writeFileSync(join(webFolder, 'static/js/main.0a1b2c.js.br'), brotliCompressSync('run() // as built'))
    await rebuild({})
    const asked = (acceptEncoding: string) =>
      app.inject({ url: '/static/js/main.0a1b2c.js', headers: { 'accept-encoding': acceptEncoding } })
    const { headers, rawPayload } = await asked('gzip, br')
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    })
    expect(headers.etag).toBeDefined()
    expect(brotliDecompressSync(rawPayload).toString()).toBe('run() // as built')
    const plain = await asked('identity')
    expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, 'run()'])
    const known = await app.inject({
      url: '/static/js/main.0a1b2c.js',
      headers: { 'if-none-match': String(headers.etag) },
    })
    expect([known.statusCode, known.body]).toEqual([304, ''])
  })
})
