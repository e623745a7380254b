import { type Call, calls, pathOf, refuse, verbOf } from '@tradebook/contract'
import { describe, expect, test } from 'vitest'
import { DatabaseUnavailable, OutcomeUnknown } from '../store/unavailable.ts'
import { edgeForEachTest, handlers, logged, order, post, SEND } from './edge.fixture.ts'

/** What is answered to a request that fails, and to one too many. */

edgeForEachTest()

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
      what: 'the body is not an object',
      ask: () => post(SEND, [order]),
      status: 400,
      error: { message: 'Your request is not valid!' },
    },
    {
      what: 'the body is not JSON',
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
      what: 'the content type of the body is not JSON',
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
  test.each(failures)(
    '$what is answered with $status',
    async ({ ask, status, error, unAuthorizedRequest = false }) => {
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
    },
  )

  test('a refusal is 500 with its code, its words filled in, and its data', async () => {
    handlers['Order/SendNewOrder'] = async () =>
      refuse('insufficientFunds', { required: '4,571.30', available: '12.00' }, { orderID: '77' })
    const answer = await post(SEND, order)
    expect(answer.statusCode).toBe(500)
    expect(answer.body).toBe(
      '{"result":null,"targetUrl":null,"success":false,"error":{"code":4002,"message":"Not enough money","details":"This order needs ₦4,571.30 with charges. Available: ₦12.00.","validationErrors":null,"data":{"orderID":"77"}},"unAuthorizedRequest":false,"__abp":true}',
    )
  })

  test('anything unexpected is 500 without its cause, which the log has under the answer’s id', async () => {
    handlers['Order/SendNewOrder'] = async () => {
      throw new Error('relation "orders" does not exist')
    }
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

  test('an unavailable database is answered with 503, a code and when to try again', async () => {
    handlers['Order/SendNewOrder'] = async () => {
      throw new DatabaseUnavailable('The database does not answer.')
    }
    const answer = await post(SEND, order)
    expect(answer.statusCode).toBe(503)
    expect(answer.headers['retry-after']).toBe('5')
    expect(answer.json().error).toMatchObject({ code: 6001 })
  })

  test('a database lost when a change may have been kept is 2011, never that it was not accepted', async () => {
    handlers['Order/SendNewOrder'] = async () => {
      throw new OutcomeUnknown('The connection to the database was lost.')
    }
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
    const answer = await post(SEND, order)
    expect(answer.statusCode).toBe(500)
    expect(answer.body).not.toContain('secret cause')
  })

  test('too many sign-ins from one address are 429 with the time to try again', async () => {
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

test('look-ups of firms by name are limited per address', async () => {
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

test.each([
  ['Account/IsTenantAvailable', { tenancyName: 'Meridian' }],
  ['TokenAuth/Authenticate', { userNameOrEmailAddress: 'a', password: 'b' }],
] as const)('%s is limited for all addresses of one IPv6 network together', async (name, input) => {
  const ask = async (remoteAddress: string) =>
    (await post(pathOf(name, calls[name]), input, { remoteAddress })).statusCode
  const network = ['2001:db8:0:1::1', '2001:db8:0:1::2', '2001:db8:0:1:ffff::3']
  for (const address of network) expect(await ask(address)).toBe(200)
  expect(await ask('2001:db8:0:1::4')).toBe(429)
  expect(await ask('2001:db8:0:2::1')).toBe(200)
})

test('every call that changes something has a limit in its row, except for orders, which the desk limits', () => {
  const unlimited = Object.entries<Call>(calls)
    .filter(([name, row]) => verbOf(name, row) !== 'GET' && !row.limit && !row.heavy)
    .map(([name]) => name)
  expect(unlimited).toEqual([
    'Order/SendNewOrder',
    'Order/SendOrderReplaceRequest',
    'Order/sendCancelOrderRequest',
    'Order/sendCrossDealOrder',
  ])
})

test('a limit of users is one for each user, whatever the address', async () => {
  const mark = (token: string) =>
    post(
      '/api/services/app/Notification/MarkAllAsRead',
      {},
      { headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } },
    )
  const { perMinute } = calls['Notification/MarkAllAsRead'].limit!
  for (let n = 0; n < perMinute; n++) expect((await mark('trader')).statusCode).toBe(200)
  const refused = await mark('trader')
  expect([refused.statusCode, refused.json().error.code]).toEqual([429, 6002])
  expect((await mark('other')).statusCode).toBe(200)
  expect((await mark('nobody')).statusCode).toBe(401)
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
    const answer = await post(SEND, order)
    expect(answer.statusCode).toBe(status)
    expect(answer.headers['retry-after']).toBe(retryAfter)
    expect(answer.json().error.code).toBe(code)
  })
})
