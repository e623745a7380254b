import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import {
  type IncomingMessage as ClientResponse,
  request as httpRequest,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import {
  type Call,
  type CallName,
  calls,
  type Needs,
  type Permission,
  pathOf,
  refuse,
  verbOf,
} from '@tradebook/contract'
import fc from 'fast-check'
import type { FastifyInstance, InjectOptions } from 'fastify'
import pino from 'pino'
import { Gauge, Registry } from 'prom-client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DatabaseUnavailable, OutcomeUnknown } from '../store/unavailable.ts'
import type { FileAnswer } from './files.ts'
import type { CallContext, Caller, Handlers } from './handlers.ts'
import type { ThrottleTime } from './read-throttle.ts'
import { buildHttp } from './server.ts'

type AnyHandler = (input: Record<string, unknown>, context: CallContext) => Promise<unknown>

const logged: string[] = []
let handlers: Record<string, AnyHandler>
let webFolder: string
let app: FastifyInstance

beforeEach(async () => {
  logged.length = 0
  handlers = Object.fromEntries(
    Object.entries(calls).map(([name, row]) => [name, async () => (isFile(row) ? emptyFile : null)]),
  )
  webFolder = mkdtempSync(join(tmpdir(), 'tradebook-page-'))
  mkdirSync(join(webFolder, 'static/js'), { recursive: true })
  writeFileSync(join(webFolder, 'index.html'), '<title>the page</title>')
  writeFileSync(join(webFolder, 'static/js/main.0a1b2c.js'), 'run()')
  app = await build()
})
afterEach(async () => {
  await app.close()
  rmSync(webFolder, { recursive: true })
})

const isFile = (row: Call): boolean => row.gives === 'file'
const emptyFile: FileAnswer = {
  name: 'a.csv',
  type: 'text/csv',
  body: { async *[Symbol.asyncIterator]() {} },
}

const build = (folder = webFolder, metrics = new Registry(), time?: ThrottleTime) =>
  buildHttp(
    {
      handlers: handlers as unknown as Handlers,
      identity: {
        authenticate: (token) => callers[token] ?? null,
        isTenant: async (id) => id === 7,
        browserOf: () => undefined,
        onSessionEnded: () => () => {},
      },
      newId: () => 'the-id-of-the-request',
      auditedWrite: () => Promise.reject(new Error('nothing is written')),
      perMinute: 3,
      log: pino({ level: 'error' }, { write: (line) => void logged.push(line) }),
      version: '1.2.3',
      webFolder: folder,
      metrics,
      readiness: { database: () => (well ? { ok: true } : { ok: false, reason: 'It does not answer.' }) },
      warnings: () => warnings,
    },
    undefined,
    time,
  )

let well = true
const warnings: string[] = []

const caller = (...permissions: Permission[]): Caller => ({
  userId: 5,
  userName: 'broker',
  sessionId: 's',
  tenantId: 3,
  roles: ['BROKER'],
  permissions: new Set(permissions),
  accounts: [],
})
const callers: Readonly<Record<string, Caller>> = {
  trader: caller('BUY', 'SELL'),
  idler: caller(),
  other: { ...caller('BUY', 'SELL'), userId: 6 },
}

const order = {
  clOrdID: 'a1',
  account: 'M100001',
  securityID: 'GTCO',
  side: '1',
  ordType: '2',
  price: 45.5,
  orderQty: 100,
}

const post = (url: string, payload: unknown, more: InjectOptions = {}) =>
  app.inject({
    method: 'POST',
    url,
    headers: { authorization: 'Bearer trader', 'content-type': 'application/json' },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    ...more,
  })

const SEND = '/api/services/app/Order/SendNewOrder'

describe('the envelope', () => {
  test('wraps a success, its properties in ABP’s order', async () => {
    handlers['Order/SendNewOrder'] = async () => ({ orderID: '12', text: null })
    await app.close()
    app = await build()
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

describe('failures', () => {
  const failures: readonly {
    readonly what: string
    readonly ask: () => ReturnType<typeof post>
    readonly status: number
    readonly error: Record<string, unknown>
    readonly unAuthorizedRequest?: boolean
  }[] = [
    {
      what: 'nobody is signed in',
      ask: () => post(SEND, order, { headers: {} }),
      status: 401,
      error: { code: 0, message: 'Current user did not login to the application!', details: null },
      unAuthorizedRequest: true,
    },
    {
      what: 'the token is not good, on a call that needs one',
      ask: () => post(SEND, order, { headers: { authorization: 'Bearer stale' } }),
      status: 401,
      error: { code: 0, message: 'Current user did not login to the application!', details: null },
      unAuthorizedRequest: true,
    },
    {
      what: 'a permission is missing',
      ask: () => post(SEND, order, { headers: { authorization: 'Bearer idler' } }),
      status: 403,
      error: {
        code: 0,
        message:
          'Required permissions are not granted. At least one of these permissions must be granted: Buy, Sell',
        details: null,
      },
      unAuthorizedRequest: true,
    },
    {
      what: 'fields are missing or wrong',
      ask: () => post(SEND, { ...order, clOrdID: undefined, side: '9', orderQty: 1.5 }),
      status: 400,
      error: {
        code: 0,
        message: 'Your request is not valid!',
        details:
          'The following errors were detected during validation.\n - The ClOrdID field is required.\n - The field Side must be one of 1, 2.\n - The field OrderQty must be a whole number.\n',
        validationErrors: [
          { message: 'The ClOrdID field is required.', members: ['clOrdID'] },
          { message: 'The field Side must be one of 1, 2.', members: ['side'] },
          { message: 'The field OrderQty must be a whole number.', members: ['orderQty'] },
        ],
      },
    },
    {
      what: 'the body is no object',
      ask: () => post(SEND, [order]),
      status: 400,
      error: { message: 'Your request is not valid!' },
    },
    {
      what: 'the body is no JSON',
      ask: () => post(SEND, '{"clOrdID":'),
      status: 400,
      error: {
        message: 'Your request is not valid!',
        validationErrors: [{ message: 'The request could not be read.', members: [] }],
      },
    },
    {
      what: 'the body would reach into our objects',
      ask: () => post(SEND, '{"__proto__":{"clOrdID":"x"}}'),
      status: 400,
      error: { message: 'Your request is not valid!' },
    },
    {
      what: 'the body is too large',
      ask: () => post(SEND, { ...order, text: 'x'.repeat(64 * 1024) }),
      status: 413,
      error: { code: 0, message: 'The request is too large!', details: null, validationErrors: null },
    },
    {
      what: 'the body is no JSON by its own saying',
      ask: () =>
        post(SEND, '<order/>', { headers: { authorization: 'Bearer trader', 'content-type': 'text/xml' } }),
      status: 415,
      error: { message: 'The request must be sent as JSON!' },
    },
    {
      what: 'there is no such call',
      ask: () => post('/api/services/app/Order/SendNothing', {}),
      status: 404,
      error: { code: 0, message: 'There is nothing at this address!', details: null, validationErrors: null },
    },
  ]
  test.each(failures)('$what: $status', async ({ ask, status, error, unAuthorizedRequest = false }) => {
    const answer = await ask()
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toMatchObject({
      result: null,
      targetUrl: null,
      success: false,
      error,
      unAuthorizedRequest,
      __abp: true,
    })
    expect(Object.keys(answer.json().error)).toEqual(['code', 'message', 'details', 'validationErrors'])
  })

  test('a refusal is 500 with its code, its words filled in, and its data', async () => {
    handlers['Order/SendNewOrder'] = async () =>
      refuse('insufficientFunds', { required: '4,571.30', available: '12.00' }, { orderID: '77' })
    await app.close()
    app = await build()
    const answer = await post(SEND, order)
    expect(answer.statusCode).toBe(500)
    expect(answer.body).toBe(
      '{"result":null,"targetUrl":null,"success":false,"error":{"code":4002,"message":"Not enough money","details":"This order needs 4,571.30 naira with charges; 12.00 is available.","validationErrors":null,"data":{"orderID":"77"}},"unAuthorizedRequest":false,"__abp":true}',
    )
  })

  test('anything unexpected is 500 without a word of its cause, which the log keeps under the answer’s id', async () => {
    handlers['Order/SendNewOrder'] = async () => {
      throw new Error('relation "orders" does not exist')
    }
    await app.close()
    app = await build()
    const answer = await post(SEND, order)
    expect(answer.statusCode).toBe(500)
    expect(answer.headers['x-request-id']).toBe('the-id-of-the-request')
    expect(answer.json().error).toEqual({
      code: 0,
      message: 'An internal error occurred during your request!',
      details: null,
      validationErrors: null,
    })
    expect(logged.join()).toContain('the-id-of-the-request')
    expect(logged.join()).toContain('does not exist')
  })

  test('a database that is away is 503 with a code, and when to come back', async () => {
    handlers['Order/SendNewOrder'] = async () => {
      throw new DatabaseUnavailable('The database does not answer.')
    }
    await app.close()
    app = await build()
    const answer = await post(SEND, order)
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('5')
    expect(answer.json().error).toMatchObject({ code: 6001 })
  })

  test('a database lost where a change may have been kept is 2011, never that nothing was taken', async () => {
    handlers['Order/SendNewOrder'] = async () => {
      throw new OutcomeUnknown('The connection to the database was lost.')
    }
    await app.close()
    app = await build()
    const answer = await post(SEND, order)
    expect(answer.statusCode).toBe(500)
    expect(answer.json().error).toMatchObject({
      code: 2011,
      message: 'The outcome of this request is unknown',
    })
  })

  test('a handler’s error that carries a status is still our fault', async () => {
    handlers['Order/SendNewOrder'] = async () => {
      throw Object.assign(new Error('secret cause'), { statusCode: 400 })
    }
    await app.close()
    app = await build()
    const answer = await post(SEND, order)
    expect(answer.statusCode).toBe(500)
    expect(answer.body).not.toContain('secret cause')
  })

  test('too many sign-ins from one address are 429 and told when to come back', async () => {
    const signIn = (path = '/api/TokenAuth/Authenticate') =>
      post(path, { userNameOrEmailAddress: 'a', password: 'b' }, { remoteAddress: '10.0.0.9' })
    const statuses = [
      await signIn(),
      await signIn('/api/TokenAuth/AuthenticateAsync'),
      await signIn('/API/tokenauth/authenticate'),
    ].map(({ statusCode }) => statusCode)
    const refused = await signIn()
    expect((await signIn('/api/TokenAuth/AuthenticateAsync')).statusCode).toBe(429)
    expect(statuses).toEqual([200, 200, 200])
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(refused.json().error).toMatchObject({ code: 6002, message: 'Too many requests' })
  })
})

test('firms are asked for by name only so often from one address', async () => {
  const ask = async (remoteAddress: string) =>
    (
      await post(
        '/api/services/app/Account/IsTenantAvailable',
        { tenancyName: 'Meridian' },
        { remoteAddress },
      )
    ).statusCode
  expect([await ask('10.0.0.8'), await ask('10.0.0.8'), await ask('10.0.0.8')]).toEqual([200, 200, 200])
  expect(await ask('10.0.0.8')).toBe(429)
  expect(await ask('10.0.0.7')).toBe(200)
})

describe('a refusal', () => {
  test.each([
    ['busy', 429, '1', 6001],
    ['unavailable', 503, '5', 6001],
    ['tradingPaused', 503, '60', 6001],
    ['unrecordable', 400, undefined, 6004],
    ['orderChanged', 500, undefined, 2008],
  ] as const)('%s is %d, with Retry-After %s', async (refusal, status, retryAfter, code) => {
    handlers['Order/SendNewOrder'] = async () => refuse(refusal)
    await app.close()
    app = await build()
    const answer = await post(SEND, order)
    expect(answer.statusCode).toBe(status)
    expect(answer.headers['retry-after']).toBe(retryAfter)
    expect(answer.json().error.code).toBe(code)
  })
})

test('of one user few long reads run at once, the rest waits or is refused, and short ones go by', async () => {
  const begun: (() => void)[] = []
  handlers['Order/getStockOrders'] = () =>
    new Promise((resolve) => {
      begun.push(() => resolve({ items: [] }))
    })
  await app.close()
  app = await build()
  const list = (token: string) =>
    app.inject({
      url: '/api/services/app/Order/getStockOrders',
      headers: { authorization: `Bearer ${token}` },
    })
  const answers = Array.from({ length: 35 }, () => list('trader'))
  const refused = await Promise.race(answers)
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe('1')
  expect(refused.json().error.code).toBe(6001)
  expect(begun).toHaveLength(2)
  expect((await post(SEND, order)).statusCode).toBe(200)
  expect(
    (await app.inject({ url: '/api/services/app/Session/GetCurrentLoginInformations' })).statusCode,
  ).toBe(200)
  // Each that ends lets the next begin.
  let over = false
  const all = Promise.all(answers).finally(() => {
    over = true
  })
  while (!over) {
    for (const end of begun.splice(0)) end()
    await new Promise((resolve) => setImmediate(resolve))
  }
  const statuses = (await all).map(({ statusCode }) => statusCode)
  expect(statuses.filter((status) => status === 200)).toHaveLength(34)
})

test('a read that still waits when its client leaves is not run', async () => {
  const begun: (() => void)[] = []
  handlers['Order/getStockOrders'] = () =>
    new Promise((resolve) => {
      begun.push(() => resolve({ items: [] }))
    })
  await app.close()
  app = await build()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const list = async () => {
    const arrives = once(app.server, 'request')
    const request = httpRequest({
      port,
      host: '127.0.0.1',
      path: '/api/services/app/Order/getStockOrders',
      headers: { authorization: 'Bearer trader' },
      agent: false,
    }).end()
    request.on('error', () => {})
    const [, response] = (await arrives) as [unknown, ServerResponse]
    return { request, response, answered: once(request, 'response') as Promise<[ClientResponse]> }
  }
  const [first, second, leaves, last] = [await list(), await list(), await list(), await list()]
  while (begun.length < 2) await new Promise((resolve) => setImmediate(resolve))
  leaves.answered.catch(() => {})
  leaves.request.destroy()
  await once(leaves.response, 'close')
  for (const end of begun.splice(0)) end()
  for (const { answered } of [first, second]) expect((await answered)[0].statusCode).toBe(200)
  while (begun.length < 1) await new Promise((resolve) => setImmediate(resolve))
  begun[0]?.()
  expect((await last.answered)[0].statusCode).toBe(200)
  expect(begun).toHaveLength(1)
})

test.each([
  ['strangers of an address block', 'AbpUserConfiguration/GetAll', '/AbpUserConfiguration/GetAll', undefined],
  [
    'a customer',
    'Order/GetDashAccountBalance',
    '/api/services/app/Order/GetDashAccountBalance?cscsAccount=1',
    'trader',
  ],
] as const)(
  'of %s few short reads run at once, the rest waits or is refused',
  async (_, name, url, token) => {
    const begun: (() => void)[] = []
    handlers[name] = () =>
      new Promise((resolve) => {
        begun.push(() => resolve({}))
      })
    await app.close()
    app = await build()
    const headers = token ? { authorization: `Bearer ${token}` } : {}
    const ask = (remoteAddress: string, of = headers) => app.inject({ url, remoteAddress, headers: of })
    const answers = Array.from({ length: 69 }, (__, n) => ask(`10.0.0.${n}`))
    const refused = await Promise.race(answers)
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe('1')
    expect(refused.json().error.code).toBe(6001)
    expect(begun).toHaveLength(4)
    // Somebody else is answered beside them.
    const other = ask('10.0.9.1', { authorization: 'Bearer other' })
    while (begun.length < 5) await new Promise((resolve) => setImmediate(resolve))
    begun[4]?.()
    expect((await other).statusCode).toBe(200)
    let over = false
    const all = Promise.all(answers).finally(() => {
      over = true
    })
    while (!over) {
      for (const end of begun.splice(0)) end()
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect((await all).filter(({ statusCode }) => statusCode === 200)).toHaveLength(68)
  },
)

describe('routes', () => {
  test.each(Object.keys(calls) as CallName[])(
    '%s answers its verb in any letter case, and 405 to the others',
    async (name) => {
      const row = calls[name]
      const verb = verbOf(name, row)
      for (const url of [pathOf(name, row), pathOf(name, row).toLowerCase(), `${pathOf(name, row)}Async`]) {
        const answer = await app.inject({ method: verb, url })
        expect(answer.json()).toHaveProperty('__abp', true)
        expect(answer.statusCode).not.toBe(404)
      }
      const other = await app.inject({ method: verb === 'POST' ? 'PUT' : 'POST', url: pathOf(name, row) })
      expect(other.statusCode).toBe(405)
      expect(other.body).toBe('')
      expect(other.headers.allow).toBe(verb)
    },
  )
})

describe('who may', () => {
  const ask = (name: CallName, token?: string) =>
    app.inject({
      method: verbOf(name, calls[name]),
      url: pathOf(name, calls[name]),
      // Each from an address of its own: sign-ins from one are limited.
      remoteAddress: `10.0.1.${token?.length ?? 0}`,
      headers: token ? { authorization: `Bearer ${token}` } : {},
    })

  test.each(Object.keys(calls) as CallName[])(
    '%s: each kind of caller gets what its row says',
    async (name) => {
      const needs = calls[name].needs as Needs
      const asked = [
        await ask(name),
        await ask(name, 'stale'),
        await ask(name, 'idler'),
        await ask(name, 'trader'),
      ]
      // Past the door the empty input may still be refused, with 400.
      const admitted = asked.map(({ statusCode }) => (statusCode === 400 ? 200 : statusCode))
      if (needs === 'anyone') expect(admitted).toEqual([200, 200, 200, 200])
      else if (needs === 'signedIn') expect(admitted).toEqual([401, 401, 200, 200])
      else {
        const has = (permission: Permission) => callers.trader?.permissions.has(permission)
        const trader = 'all' in needs ? needs.all.every(has) : needs.any.some(has)
        expect(admitted).toEqual([401, 401, 403, trader ? 200 : 403])
      }
    },
  )
})

describe('input', () => {
  const seen = async (name: CallName, ask: () => ReturnType<typeof post>) => {
    let input: unknown
    handlers[name] = async (given) => {
      input = given
      return null
    }
    await app.close()
    app = await build()
    const answer = await ask()
    expect(answer.body).toContain('"success":true')
    return input
  }
  const headers = { authorization: 'Bearer trader' }

  test('comes from the query of a GET: names in any case, numbers as text, empty ones not given', async () => {
    const url =
      '/api/services/app/Order/getStockOrders?MAXRESULTCOUNT=25&skipcount=&keyword=&Side=1&culture=en'
    expect(await seen('Order/getStockOrders', () => app.inject({ url, headers }))).toEqual({
      maxResultCount: 25,
      skipCount: 0,
      keyword: '',
      side: ['1'],
    })
  })

  test('names its filters rightly: one that a list does not have is refused', async () => {
    const url = '/api/services/app/Order/getStockOrders?securityId=GTCO&acount=A1&sorting=password'
    const answer = await app.inject({ url, headers })
    expect(answer.statusCode).toBe(400)
    const { validationErrors } = answer.json().error
    expect(validationErrors).toEqual([
      { message: 'The field Sorting is not valid.', members: ['sorting'] },
      { message: 'There is no field Acount.', members: ['acount'] },
    ])
  })

  test('comes from the body of a POST: names in any case, numbers also as text, unknown names dropped', async () => {
    const { clOrdID, orderQty, ...rest } = order
    const payload = { ...rest, CLORDID: clOrdID, OrderQty: String(orderQty), confirm: true }
    expect(await seen('Order/SendNewOrder', () => post(SEND, payload))).toEqual({
      ...order,
      timeInForce: '0',
    })
  })

  test.each(['application/json-patch+json', 'text/json; charset=utf-8'])(
    'may be called %s',
    async (contentType) => {
      const headers = { authorization: 'Bearer trader', 'content-type': contentType }
      expect((await post(SEND, order, { headers })).statusCode).toBe(200)
    },
  )

  test.each(['application/json', 'application/x-www-form-urlencoded'])(
    'may be nothing at all, as %s',
    async (contentType) => {
      const headers = { authorization: 'Bearer trader', 'content-type': contentType }
      expect((await post('/api/services/app/Account/LogOut', '', { headers })).statusCode).toBe(200)
    },
  )

  test('whatever it is, is taken or refused in the envelope: nothing a client sends is our error', async () => {
    const name = fc.constantFrom(...(Object.keys(calls) as CallName[]))
    const fields = fc.constantFrom(
      ...Object.keys(order),
      'maxResultCount',
      'security',
      'tenancyName',
      '__proto__',
    )
    const value = fc.oneof(
      fc.jsonValue(),
      fc.string({ unit: 'binary' }),
      fc.double(),
      fc.constantFrom(null, '', 1e308),
    )
    const body = fc.oneof(fc.dictionary(fields, value), fc.jsonValue())
    await fc.assert(
      fc.asyncProperty(name, body, fc.webQueryParameters(), async (called, payload, query) => {
        const answer = await app.inject({
          method: verbOf(called, calls[called]),
          url: `${pathOf(called, calls[called])}?${query}`,
          headers: { authorization: 'Bearer trader', 'content-type': 'application/json' },
          ...(verbOf(called, calls[called]) === 'GET' ? {} : { payload: JSON.stringify(payload) }),
        })
        expect([200, 400, 429]).toContain(answer.statusCode)
        if (answer.statusCode === 200 && isFile(calls[called])) expect(answer.body).toBe('')
        else expect(answer.json()).toHaveProperty('__abp', true)
      }),
      { numRuns: 500 },
    )
  })

  test('may hold no NUL, which no text of the database can hold', async () => {
    const answer = await post(SEND, { ...order, account: 'M1\0' })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().error.validationErrors).toEqual([
      { message: 'The field Account is not valid.', members: ['account'] },
    ])
  })

  test('a text that is no number stays one, and is refused', async () => {
    const answer = await post(SEND, { ...order, price: '4O' })
    expect(answer.json().error.validationErrors).toEqual([
      { message: 'The field Price must be a number.', members: ['price'] },
    ])
  })
})

describe('tenant and culture', () => {
  const contextOf = async (headers: Record<string, string>) => {
    let context: CallContext | undefined
    handlers['Home/Configuration'] = async (_, given) => {
      context = given
      return null
    }
    await app.close()
    app = await build()
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
  ])('culture %s is spoken as %s', async (culture, language) => {
    expect((await contextOf({ '.AspNetCore.Culture': encodeURI(culture) }))?.culture).toBe(language)
  })
})

describe('compression', () => {
  const STATISTICS = '/api/services/app/MarketData/GetMarketStats'
  const long = 'one word and another '.repeat(500)
  const ask = async (acceptEncoding: string | undefined, more: InjectOptions = {}) => {
    handlers['MarketData/GetMarketStats'] = async () => ({ items: [long] })
    handlers['TokenAuth/Authenticate'] = async () => ({ accessToken: long })
    handlers['Order/SendNewOrder'] = async () => ({ orderID: '1'.repeat(1_500) })
    await app.close()
    app = await build()
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
  ])('answers are sent as %s to who takes %s', async (encoding, accepted, unpack) => {
    const { headers, rawPayload } = await ask(accepted)
    expect(headers['content-encoding']).toBe(encoding)
    expect(headers.vary).toBe('accept-encoding')
    expect(rawPayload.length).toBeLessThan(1_000)
    expect(JSON.parse(unpack(rawPayload).toString())).toMatchObject({ result: { items: [long] } })
  })

  test('whoever takes nothing of the kind gets the plain answer', async () => {
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
    const asked = (acceptEncoding: string) =>
      app.inject({ url: '/static/js/main.0a1b2c.js', headers: { 'accept-encoding': acceptEncoding } })
    const { headers, rawPayload } = await asked('gzip, br')
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    })
    expect(headers.etag).toBeDefined()
    expect(brotliDecompressSync(rawPayload).toString()).toBe('run() // as built')
    const plain = await asked('identity')
    expect([plain.headers['content-encoding'], plain.body]).toEqual([undefined, 'run()'])
  })
})

describe('the page', () => {
  test('is asked for anew each time, its hashed files are kept for good', async () => {
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

  test('may run no script but ours and stand in no frame', async () => {
    const { headers } = await app.inject({ url: '/' })
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['strict-transport-security']).toBeDefined()
  })
})

describe('for operators', () => {
  test('live, ready and not ready', async () => {
    expect((await app.inject({ url: '/health/live' })).json()).toEqual({ status: 'live' })
    expect((await app.inject({ url: '/health/ready' })).json()).toEqual({
      status: 'ready',
      checks: { database: { ok: true } },
      warnings: [],
    })
    well = false
    const answer = await app.inject({ url: '/health/ready' })
    well = true
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toEqual({
      status: 'not ready',
      checks: { database: { ok: false, reason: 'It does not answer.' } },
      warnings: [],
    })
  })

  test('a warning is told to whoever asks whether the server is ready, and it is', async () => {
    warnings.push('The holidays of 2027 are not known.')
    const answer = await app.inject({ url: '/health/ready' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ status: 'ready', warnings })
  })

  test('durations are counted by route, never by what a client typed', async () => {
    await app.inject({ url: '/home/CONFIGURATION' })
    await app.inject({ url: '/api/made-up' })
    const { body } = await app.inject({ url: '/metrics' })
    expect(body).toContain('http_request_duration_seconds_count{route="/Home/Configuration",status="200"} 1')
    expect(body).not.toContain('made-up')
  })
})

test('all who read the figures within a second are sent one rendering of them', async () => {
  await app.close()
  const time = { now: 0 }
  const metrics = new Registry()
  let rendered = 0
  new Gauge({ name: 'rendered', help: 'Renderings', registers: [metrics], collect: () => void rendered++ })
  app = await build(webFolder, metrics, { now: () => time.now, later: () => undefined })
  const read = () => app.inject({ url: '/metrics' })
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

test('the hub gets its requests unread', async () => {
  await app.close()
  const bodies: string[] = []
  app = await buildHttp({
    handlers: handlers as unknown as Handlers,
    identity: {
      authenticate: () => null,
      isTenant: async () => false,
      browserOf: () => undefined,
      onSessionEnded: () => () => {},
    },
    newId: () => 'id',
    auditedWrite: () => Promise.reject(new Error('nothing is written')),
    perMinute: 3,
    log: pino({ level: 'silent' }),
    version: '1',
    webFolder,
    metrics: new Registry(),
    readiness: {},
    hub: {
      path: '/signalr-tradebookhub',
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
  expect(bodies).toEqual(['POST /SIGNALR-tradebookhub/negotiate?x=1 raw'])
})
