import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { eventually } from '../platform/waits.fixture.ts'
import { callerWith, handlersBy, identityWith, partsWith } from './edge-parts.fixture.ts'
import type { CallContext } from './handlers.ts'
import { securityHeaders } from './security-headers.ts'
import { buildHttp } from './server.ts'

/** What no honest client sends, and what operators alone may read. */

const TOKEN = 'the token of the figures'

const log = pino({ level: 'silent' })
let app: FastifyInstance
let folder: string
let seen: CallContext | undefined

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tradebook-page-'))
  mkdirSync(join(folder, 'static'))
  writeFileSync(join(folder, 'index.html'), '<title>the page</title>')
  writeFileSync(join(folder, '.built-from'), 'a commit')
  writeFileSync(join(folder, 'static/.hidden'), 'a commit')
  app = await buildHttp(
    partsWith({
      handlers: handlersBy(() => async (_, context) => {
        seen = context
        return null
      }),
      identity: identityWith({
        authenticate: (token) =>
          token === 'trader' ? callerWith({ permissions: new Set(['BUY', 'SELL']) }) : null,
      }),
      log,
      webFolder: folder,
      operatorToken: TOKEN,
    }),
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

const ask = (url: string, more: InjectOptions = {}) =>
  app.inject({ url, headers: { authorization: 'Bearer trader' }, ...more })

const sendOrder = (body: string) =>
  ask('/api/services/app/Order/SendNewOrder', {
    method: 'POST',
    headers: { authorization: 'Bearer trader', 'content-type': 'application/json' },
    payload: body,
  })

const order = { clOrdID: 'a1', account: 'M1', securityID: 'GTCO', side: '1', ordType: '2', orderQty: 1 }

describe('a text that cannot be kept is refused, and its member named', () => {
  test.each<[what: string, body: object, member: string, name: string]>([
    ['half a surrogate pair', { text: 'a\ud800b' }, 'text', 'Text'],
    ['its other half', { clOrdID: '\udc00' }, 'clOrdID', 'ClOrdID'],
    ['a NUL', { securityID: 'GT\0' }, 'securityID', 'SecurityID'],
    ['under another spelling of the name', { TEXT: '\ud800' }, 'text', 'Text'],
    [
      'under a name that is not asked for',
      { items: [{}, {}, { text: '\ud800' }] },
      'items[2].text',
      'Items[2].text',
    ],
  ])('%s', async (_, more, member, name) => {
    const answer = await sendOrder(JSON.stringify({ ...order, ...more }))
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error.validationErrors).toEqual([
      { message: `The field ${name} is not valid.`, members: [member] },
    ])
  })

  test('in a query', async () => {
    const answer = await ask('/api/services/app/Order/getStockOrders?keyword=a%00b')
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error.validationErrors).toMatchObject([{ members: ['keyword'] }])
  })

  test.each(['/%00', '/app/a%00b', '/api/services/app/Order/getStockOrders%00'])(
    'in the path %s',
    async (url) => {
      const answer = await ask(url)
      expect(answer.statusCode).toBe(400)
      expect(answer.json().error.message).toBe('Your request is not valid!')
    },
  )

  test.each<[string, string, Record<string, string>]>([
    ['culture', '/Home/Configuration?culture=en%00', {}],
    ['.aspnetcore.culture', '/Home/Configuration', { '.AspNetCore.Culture': 'c=en\ud800' }],
    ['.AspNetCore.Culture', '/Home/Configuration', { cookie: '.AspNetCore.Culture=en%00' }],
  ])('in the language that a request names: %s', async (name, url, headers) => {
    const answer = await ask(url, { headers })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error.validationErrors).toMatchObject([{ members: [name] }])
  })

  test('but browser details are made storable: nothing depends on them', async () => {
    const answer = await ask('/Home/Configuration', { headers: { 'user-agent': 'Mo\ud800zilla\0' } })
    expect(answer.statusCode).toBe(200)
    expect(seen?.browserInfo).toBe('Mo\ufffdzilla\ufffd')
  })
})

describe('several texts where one is meant', () => {
  test('a culture given twice is refused before anybody is signed in', async () => {
    const answer = await ask('/Home/Configuration?culture=a&culture=b', { headers: {} })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error.validationErrors).toEqual([
      { message: 'The field Culture is not valid.', members: ['culture'] },
    ])
  })

  test('a field of a query given twice is refused', async () => {
    const answer = await ask('/api/services/app/Order/getStockOrders?keyword=a&keyword=b')
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error.validationErrors).toMatchObject([{ members: ['keyword'] }])
  })
})

test('names the first twenty of a hundred errors', async () => {
  const answer = await ask('/api/services/app/Watchlist/Save', {
    method: 'POST',
    payload: { name: 'Numbers', securityIDs: Array.from({ length: 100 }, (_, n) => ({ n })) },
  })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().error.validationErrors).toHaveLength(20)
  expect(answer.body.length).toBeLessThan(4_000)
})

test.each(['0x10', 'Infinity', '1_000', '0b1', '--1', 'one'])(
  '%s is not a number',
  async (maxResultCount) => {
    const answer = await ask(`/api/services/app/Order/getStockOrders?maxResultCount=${maxResultCount}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error.validationErrors).toMatchObject([{ members: ['maxResultCount'] }])
  },
)

describe('malformed bytes are refused like any bad request', () => {
  const OVERSIZED = `GET / HTTP/1.1\r\nHost: a\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`
  test.each<[string, string, number]>([
    ['a line without a version', 'GET /\r\n\r\n', 400],
    ['HTTP 0.9', 'GET / HTTP/0.9\r\n\r\n', 400],
    ['HTTP 2 by its line', 'GET / HTTP/2.0\r\nHost: a\r\n\r\n', 400],
    ['no host', 'GET / HTTP/1.1\r\n\r\n', 400],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n', 400],
    ['no address', 'GET  HTTP/1.1\r\nHost: a\r\n\r\n', 400],
    ['no HTTP', 'SSH-2.0-client\r\n\r\n', 400],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
    ],
    [
      'a coding nobody decodes',
      'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\nConnection: close\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['a path that is not UTF-8', 'GET /%ed%a0%80 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 400],
    ['headers without end', OVERSIZED, 431],
    ['an expectation', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: wonders\r\n\r\n', 417],
  ])('%s', async (_, bytes, status) => {
    const { head } = await talk(bytes)
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    for (const [name, value] of Object.entries(securityHeaders)) {
      expect(head.toLowerCase()).toContain(`${name}: ${value}`.toLowerCase())
    }
  })

  test('a client that disconnects in the middle of a body is not logged as our error', async () => {
    const error = vi.spyOn(log, 'error')
    const gone = vi.spyOn(log, 'debug')
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
    socket.write(
      'POST /api/services/app/Order/SendNewOrder HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer trader\r\n' +
        'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    )
    await once(app.server, 'request')
    socket.destroy()
    await eventually(() => expect(gone).toHaveBeenCalled())
    expect(error).not.toHaveBeenCalled()
  })

  test('and HTTP 1.0, which needs no host, is answered', async () => {
    const { head, body } = await talk('GET / HTTP/1.0\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 200 /)
    expect(body).toContain('the page')
  })
})

/** Sends these bytes on a connection of their own and answers everything that comes back. */
async function talk(bytes: string): Promise<{ head: string; body: string }> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk) => {
    text += chunk
  })
  // A refusal may reset what was still being sent.
  socket.on('error', () => undefined)
  socket.write(bytes)
  await once(socket, 'close')
  const [head = '', body = ''] = text.split('\r\n\r\n', 2)
  return { head, body }
}

test.each(['/.built-from', '/%2ebuilt-from', '/static/.hidden', '/.git/config', '/app/.env'])(
  'a file with a leading dot is not there: %s',
  async (url) => {
    const answer = await ask(url)
    expect(answer.statusCode).toBe(404)
    expect(answer.body).not.toContain('a commit')
  },
)

describe('the figures', () => {
  const read = async (remoteAddress: string, headers: Record<string, string> = {}) =>
    (await ask('/metrics', { remoteAddress, headers })).statusCode

  // A proxy on this machine may pass on everybody's requests without a header that says so.
  test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.0.0.1', '2001:db8::1'])(
    'can be read from %s only with the token',
    async (from) => {
      expect(await read(from)).toBe(401)
      expect(await read(from, { 'x-forwarded-for': '127.0.0.1', forwarded: 'for=127.0.0.1' })).toBe(401)
      expect(await read(from, { authorization: `Bearer ${TOKEN}x` })).toBe(401)
      expect(await read(from, { authorization: `Bearer ${TOKEN.slice(0, -1)}` })).toBe(401)
      expect(await read(from, { authorization: `Bearer ${TOKEN}` })).toBe(200)
    },
  )
})
