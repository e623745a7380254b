import { type CallName, calls, pathOf, verbOf } from '@tradebook/contract'
import { Gauge, Registry } from 'prom-client'
import { describe, expect, test } from 'vitest'
import { app, edgeForEachTest, handlers, order, post, rebuild, SEND } from './edge.fixture.ts'
import { asOperator } from './edge-parts.fixture.ts'
import type { CallContext } from './handlers.ts'

edgeForEachTest()

describe('the envelope', () => {
  test('wraps a success, its properties in ABP’s order', async () => {
    handlers['Order/SendNewOrder'] = async () => ({ orderID: '12', text: null })
    const answer = await post(SEND, order)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
    expect(answer.headers['cache-control']).toContain('no-store')
    expect(answer.body).toBe(
      '{"result":{"orderID":"12","text":null},"targetUrl":null,"success":true,"error":null,"unAuthorizedRequest":false,"__abp":true}',
    )
  })

  test('answers null for a call that gives nothing', async () => {
    const answer = await app.inject({ url: '/Home/Configuration' })
    expect(answer.body).toMatch(/^\{"result":null,"targetUrl":null,"success":true,/)
  })
})

describe('tenant and culture', () => {
  const contextOf = async (headers: Record<string, string>) => {
    let context: CallContext | undefined
    handlers['Home/Configuration'] = async (_, given) => {
      context = given
      return null
    }
    const answer = await app.inject({ url: '/Home/Configuration', headers })
    expect(answer.statusCode).toBe(200)
    return context
  }

  test.each([
    ['the classic header', { 'Abp.TenantId': '7' }, 7],
    ['the newer header', { 'Abp-TenantId': '7' }, 7],
    ['the cookie', { cookie: 'Abp.TenantId=7' }, 7],
    ['null, as clients without a tenant send', { 'Abp.TenantId': 'null' }, 0],
    ['an object, as the template’s client sends', { 'Abp.TenantId': '[object Object]' }, 0],
    ['a tenant that does not exist', { 'Abp.TenantId': '8' }, 0],
    [
      'a header of the caller’s choice when signed in',
      { 'Abp.TenantId': '7', authorization: 'Bearer trader' },
      3,
    ],
    ['a header when the token is not good', { 'Abp.TenantId': '7', authorization: 'Bearer stale' }, 7],
  ])('%s', async (_, headers, tenantId) => {
    expect((await contextOf(headers as Record<string, string>))?.tenantId).toBe(tenantId)
  })

  test.each([
    ['en-US@posix', 'en'],
    ['c=en|uic=en', 'en'],
    ['xx-YY', 'en'],
    ['\u0000;;,=', 'en'],
  ])('culture %s is answered in %s', async (culture, language) => {
    expect((await contextOf({ '.AspNetCore.Culture': encodeURI(culture) }))?.culture).toBe(language)
  })
})

describe('the page', () => {
  test('is revalidated each time, its hashed files are cached permanently', async () => {
    const page = await app.inject({ url: '/app/trading' })
    expect(page.body).toBe('<title>the page</title>')
    expect(page.headers['cache-control']).toBe('no-cache')
    const script = await app.inject({ url: '/static/js/main.0a1b2c.js' })
    expect(script.body).toBe('run()')
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  test.each(['/static/js/gone.js', '/api/gone', '/signalr-gone'])('%s is not the page', async (url) => {
    expect((await app.inject({ url })).statusCode).toBe(404)
  })

  test.each(['/../../etc/passwd', '/static/%2e%2e/%2e%2e/etc/passwd', '/..%2f..%2fetc/passwd', '/%00'])(
    'nothing outside the build is read: %s',
    async (url) => {
      const { statusCode, body } = await app.inject({ url })
      expect(statusCode === 200 ? body : '<title>the page</title>').toBe('<title>the page</title>')
    },
  )

  test('may run no script but ours and are in no frame', async () => {
    const { headers } = await app.inject({ url: '/' })
    expect(String(headers['content-security-policy']).split('; ')).toEqual([
      "default-src 'self'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "font-src 'self' data:",
      "connect-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
    ])
    expect(headers['x-frame-options']).toBe('DENY')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
  })

  test.each(['/static/js/main.0a1b2c.js', '/api/gone'])(
    '%s, which is not a document, runs nothing',
    async (url) => {
      const { headers } = await app.inject({ url })
      expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
      expect(headers['x-content-type-options']).toBe('nosniff')
    },
  )
})

describe('for operators', () => {
  test('live, ready and not ready', async () => {
    let well = true
    await rebuild({
      readiness: { database: () => (well ? { ok: true } : { ok: false, reason: 'It does not answer.' }) },
    })
    expect((await app.inject({ url: '/health/live' })).json()).toEqual({ status: 'live' })
    expect((await app.inject({ url: '/health/ready', headers: asOperator })).json()).toEqual({
      status: 'ready',
      checks: { database: { ok: true } },
      warnings: [],
    })
    well = false
    const answer = await app.inject({ url: '/health/ready', headers: asOperator })
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toEqual({
      status: 'not ready',
      checks: { database: { ok: false, reason: 'It does not answer.' } },
      warnings: [],
    })
  })

  test('a caller without the token sees which check fails, not why, and no warnings', async () => {
    const reason = 'PostgreSQL did not start in /srv/data.'
    await rebuild({
      readiness: { database: () => ({ ok: false, reason }), desk: () => ({ ok: true }) },
      warnings: () => ['The holidays of 2027 are not known.'],
    })
    for (const headers of [{}, { authorization: 'Bearer another' }]) {
      const answer = await app.inject({ url: '/health/ready', headers })
      expect(answer.statusCode).toBe(503)
      expect(answer.json()).toEqual({
        status: 'not ready',
        checks: { database: { ok: false }, desk: { ok: true } },
      })
    }
  })

  test('a warning is answered to an operator who asks whether the server is ready, and it is', async () => {
    const warnings = ['The holidays of 2027 are not known.']
    await rebuild({ warnings: () => warnings })
    const answer = await app.inject({ url: '/health/ready', headers: asOperator })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ status: 'ready', warnings })
  })

  test('durations are counted by route, never by what a client typed', async () => {
    await app.inject({ url: '/home/CONFIGURATION' })
    await app.inject({ url: '/api/made-up' })
    const { body } = await app.inject({ url: '/metrics', headers: asOperator })
    expect(body).toContain('http_request_duration_seconds_count{route="/Home/Configuration",status="200"} 1')
    expect(body).not.toContain('made-up')
  })
})

test('all who read the figures within a second are sent one rendering of them', async () => {
  const time = { now: 0 }
  const metrics = new Registry()
  let rendered = 0
  new Gauge({ name: 'rendered', help: 'Renderings', registers: [metrics], collect: () => void rendered++ })
  await rebuild({ metrics }, { now: () => time.now, later: () => undefined })
  const read = () => app.inject({ url: '/metrics', headers: asOperator })
  const answers = await Promise.all(Array.from({ length: 32 }, read))
  expect(new Set(answers.map(({ statusCode, body }) => [statusCode, body].join()))).toHaveProperty('size', 1)
  time.now = 999
  await read()
  expect(rendered).toBe(1)
  time.now = 1_000
  await read()
  expect(rendered).toBe(2)
})

test('the description of the API names every call and is browsable', async () => {
  const description = (await app.inject({ url: '/api/openapi.json' })).json()
  expect(description.openapi).toBe('3.1.0')
  for (const name of Object.keys(calls) as CallName[]) {
    const operation = description.paths[pathOf(name, calls[name])][verbOf(name, calls[name]).toLowerCase()]
    expect(operation.summary).toBe(calls[name].summary)
  }
  const page = await app.inject({ url: '/api/docs/' })
  expect(page.statusCode).toBe(200)
  expect(page.body).not.toMatch(/<script(?![^>]*\bsrc=)/)
})

test('an address reads the description and its page at a rate', async () => {
  const statuses = async (url: string) => {
    const answers = await Promise.all(Array.from({ length: 300 }, () => app.inject({ url })))
    return new Set(answers.map(({ statusCode }) => statusCode))
  }
  for (const url of ['/api/openapi.json', '/api/docs/json', '/api/docs/yaml'])
    expect(await statuses(url)).toContain(429)
})

test('the hubs get their requests unread', async () => {
  const bodies: string[] = []
  await rebuild({
    hubs: {
      paths: ['/signalr-tradebookhub', '/signalr'],
      async handle(request, response) {
        let body = ''
        for await (const chunk of request) body += chunk
        bodies.push(`${request.method} ${request.url} ${body}`)
        response.end('ok')
      },
      attach: (server) => expect(server).toBeDefined(),
    },
  })
  const negotiate = await app.inject({
    method: 'POST',
    url: '/SIGNALR-tradebookhub/negotiate?x=1',
    payload: 'raw',
    headers: { 'content-type': 'text/plain' },
  })
  expect(negotiate.body).toBe('ok')
  expect((await app.inject('/signalr?id=1')).body).toBe('ok')
  expect(bodies).toEqual(['POST /SIGNALR-tradebookhub/negotiate?x=1 raw', 'GET /signalr?id=1 '])
})
