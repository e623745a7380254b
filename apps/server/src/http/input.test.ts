import { type CallName, calls, pathOf, verbOf } from '@tradebook/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { app, edgeForEachTest, handlers, isFile, order, post, SEND } from './edge.fixture.ts'

/** What a request may hold, and how its handler receives it. */

edgeForEachTest()

describe('input', () => {
  const seen = async (name: CallName, ask: () => ReturnType<typeof post>) => {
    let input: unknown
    handlers[name] = async (given) => {
      input = given
      return null
    }
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

  test('of a list names no other column to sort by; names that no parameter has are ignored', async () => {
    const url = '/api/services/app/Order/getStockOrders?securityId=GTCO&_=1732&sorting=password'
    const answer = await app.inject({ url, headers })
    expect(answer.statusCode).toBe(400)
    const { validationErrors } = answer.json().error
    expect(validationErrors).toEqual([{ message: 'The field Sorting is not valid.', members: ['sorting'] }])
    const ignored = '/api/services/app/Order/getStockOrders?SECURITYID=GTCO&_=1732&nosuch=x'
    expect(await seen('Order/getStockOrders', () => app.inject({ url: ignored, headers }))).toMatchObject({
      securityID: 'GTCO',
    })
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

  test('is accepted or refused in the envelope: nothing a client sends is a server error', async () => {
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
        expect([200, 400, 403, 429]).toContain(answer.statusCode)
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

  test('a text that is not a number stays one, and is refused', async () => {
    const answer = await post(SEND, { ...order, price: '4O' })
    expect(answer.json().error.validationErrors).toEqual([
      { message: 'The field Price must be a number.', members: ['price'] },
    ])
  })
})
