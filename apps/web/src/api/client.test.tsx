import { refusals } from '@tradebook/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ApiError } from './api-error.ts'
import { belongTo, call, download, listenToFailures, setBaseUrl } from './client.ts'
import { clearCookie, cookies, readCookie, writeCookie } from './cookies.ts'
import { forgetRegistration, keepRegistrationToken } from './registration-token.ts'

const failed = vi.fn<(error: ApiError, isReadAloud: boolean) => void>()
const recovered = vi.fn<(error: ApiError) => void>()
const unauthorised = vi.fn<() => void>()
const denied = vi.fn<() => void>()
const anotherPerson = vi.fn<() => void>()
const fetched = vi.fn<typeof fetch>()

const answer = (body: unknown, status = 200) => {
  fetched.mockResolvedValueOnce(new Response(JSON.stringify(body), { status }))
}
const refusal = (status: number, error: object) => answer({ result: null, success: false, error }, status)
const sent = () => {
  const [url, init] = fetched.mock.lastCall ?? []
  return { url, verb: init?.method, body: init?.body, headers: new Headers(init?.headers) }
}

beforeEach(() => {
  for (const name of Object.values(cookies)) clearCookie(name)
  forgetRegistration()
  setBaseUrl('')
  vi.resetAllMocks()
  vi.stubGlobal('fetch', fetched)
  listenToFailures({ failed, recovered, unauthorised, denied, anotherPerson })
  belongTo(undefined)
})

test('a read carries its input in the query, without what is not given, under the configured base', async () => {
  setBaseUrl('https://tradebook.example/')
  answer({ result: { totalCount: 0, items: [] }, success: true })
  await call('Order/getStockOrders', {
    maxResultCount: 1000,
    status: 'open',
    securityID: undefined,
    ordType: ['1', '2'],
  })
  expect(sent()).toMatchObject({
    url: 'https://tradebook.example/api/services/app/Order/getStockOrders?maxResultCount=1000&status=open&ordType=1&ordType=2',
    verb: 'GET',
    body: null,
  })
})

test('an unfinished registration sends its token in a header, unless someone is signed in', async () => {
  keepRegistrationToken('registration')
  for (const [token, shown] of [
    [undefined, 'Bearer registration'],
    ['token', 'Bearer token'],
  ] as const) {
    if (token) writeCookie(cookies.token, token)
    answer({ result: {}, success: true })
    await call('Account/GetResendVerificationCode', {})
    expect(sent().url).toBe('/api/services/app/Account/GetResendVerificationCode')
    expect(sent().headers.get('Authorization')).toBe(shown)
  }
})

test('a command carries its input as JSON, and every call its token, firm and language', async () => {
  writeCookie(cookies.token, 'token')
  writeCookie(cookies.tenantId, '2')
  writeCookie(cookies.culture, 'en-NG')
  answer({ result: { state: 1, tenantId: 2 }, success: true })
  const result = await call('Account/IsTenantAvailable', { tenancyName: 'Meridian' })
  expect(result).toEqual({ state: 1, tenantId: 2 })
  const { verb, body, headers } = sent()
  expect([verb, body]).toEqual(['POST', '{"tenancyName":"Meridian"}'])
  expect(headers.get('Authorization')).toBe('Bearer token')
  expect(headers.get('Abp.TenantId')).toBe('2')
  expect(headers.get('.AspNetCore.Culture')).toBe('c=en-NG|uic=en-NG')
})

test('a command with files is a form whose parts are named by their fields', async () => {
  answer({ result: { state: 1, tenantId: 2 }, success: true })
  const file = new File(['%PDF-'], 'lease.pdf', { type: 'application/pdf' })
  await call('Account/IsTenantAvailable', { tenancyName: 'Meridian' }, { files: { proofOfAddress: file } })
  const { body, headers } = sent()
  if (!(body instanceof FormData)) throw new Error('no form was sent')
  expect([...body.keys()]).toEqual(['tenancyName', 'proofOfAddress'])
  expect(body.get('proofOfAddress')).toMatchObject({ name: 'lease.pdf', type: 'application/pdf' })
  // The browser alone knows the boundary of the parts.
  expect(headers.get('Content-Type')).toBeNull()
})

test('a refusal has its text, code and data, and is reported once', async () => {
  refusal(500, { code: 4002, message: 'Not enough money', details: 'Needs 5.00', data: { orderID: '7' } })
  const error = await call('Home/Configuration', {}).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({
    status: 500,
    code: 4002,
    message: 'Not enough money',
    details: 'Needs 5.00',
    data: { orderID: '7' },
  })
  expect(failed.mock.calls).toEqual([[error, true]])
})

test('a request that is not valid is answered with the fields that are wrong', async () => {
  const validationErrors = [{ message: 'The Name field is required.', members: ['name'] }]
  refusal(400, { code: 0, message: 'Your request is not valid!', details: null, validationErrors })
  await expect(call('Home/Configuration', {})).rejects.toMatchObject({ validationErrors })
  refusal(500, { code: 4002, message: 'Not enough money', details: null, validationErrors: null })
  await expect(call('Home/Configuration', {})).rejects.toMatchObject({ validationErrors: [] })
})

test('a call is abandoned after a minute', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  answer({ result: {}, success: true })
  await call('Home/Configuration', {})
  expect(timeout.mock.calls).toEqual([[60_000]])
  expect(fetched.mock.lastCall?.[1]?.signal).toBe(timeout.mock.results[0]?.value)
})

test('an answer without an envelope is still a failure with its status', async () => {
  fetched.mockResolvedValueOnce(new Response('<h1>Bad gateway</h1>', { status: 502 }))
  await expect(call('Home/Configuration', {})).rejects.toMatchObject({
    status: 502,
    message: '',
    details: null,
  })
})

test('no answer is a failure without status', async () => {
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await expect(call('Home/Configuration', {})).rejects.toMatchObject({ status: 0 })
  expect(failed).toHaveBeenCalledOnce()
})

test('401 deletes the token and everything stored, then notifies', async () => {
  writeCookie(cookies.token, 'over')
  localStorage.setItem('a', '1')
  sessionStorage.setItem('b', '2')
  unauthorised.mockImplementation(() => expect(readCookie(cookies.token)).toBeUndefined())
  refusal(401, { code: 0, message: 'Current user did not login to the application!', details: null })
  await expect(call('MarketData/GetMarketStats', {})).rejects.toMatchObject({ status: 401 })
  expect([localStorage.length, sessionStorage.length]).toEqual([0, 0])
  expect(unauthorised).toHaveBeenCalledOnce()
})

test('a missing permission is reported even for silent calls; other refusals are not', async () => {
  refusal(500, { code: 4002, message: 'Not enough money', details: null })
  await expect(call('Order/getStockOrders', {}, { failure: 'silent' })).rejects.toMatchObject({ code: 4002 })
  expect(denied).not.toHaveBeenCalled()
  refusal(403, { code: 0, message: 'Required permissions are not granted.', details: null })
  await expect(call('Order/getStockOrders', {}, { failure: 'silent' })).rejects.toMatchObject({ status: 403 })
  expect(denied).toHaveBeenCalledTimes(1)
  refusal(500, { code: refusals.sideNotPermitted.code, message: 'You may not buy', details: null })
  await expect(call('Order/getStockOrders', {}, { failure: 'silent' })).rejects.toMatchObject({ status: 500 })
  expect(denied).toHaveBeenCalledTimes(2)
})

test('a page never sends calls as the person whom another tab signed in', async () => {
  writeCookie(cookies.token, 'of the first')
  belongTo('of the first')
  writeCookie(cookies.token, 'of the second')
  await expect(call('Order/getStockOrders', {})).rejects.toMatchObject({ status: 401 })
  expect(fetched).not.toHaveBeenCalled()
  expect(anotherPerson).toHaveBeenCalledOnce()
  expect(readCookie(cookies.token)).toBe('of the second')
})

test('a token that has run out ends the session before anything is sent', async () => {
  belongTo('of the first')
  await expect(call('Order/getStockOrders', {})).rejects.toMatchObject({ status: 401 })
  expect(fetched).not.toHaveBeenCalled()
  expect(unauthorised).toHaveBeenCalledOnce()
})

test('a session that ended late leaves the token of the next person alone', async () => {
  writeCookie(cookies.token, 'of the first')
  belongTo('of the first')
  fetched.mockImplementationOnce(() => {
    writeCookie(cookies.token, 'of the second')
    return Promise.resolve(new Response('{}', { status: 401 }))
  })
  await expect(call('Order/getStockOrders', {})).rejects.toMatchObject({ status: 401 })
  expect(readCookie(cookies.token)).toBe('of the second')
})

test('a refusal carries when to try again', async () => {
  const body = JSON.stringify({ success: false, error: { code: 6001, message: 'Busy', details: null } })
  fetched.mockResolvedValueOnce(new Response(body, { status: 429, headers: { 'Retry-After': '2' } }))
  await expect(call('Order/getStockOrders', {})).rejects.toMatchObject({ code: 6001, retryAfterS: 2 })
})

test('a call that shows no notice of its failure fails only for its caller', async () => {
  refusal(500, { code: 0, message: 'An internal error occurred during your request!', details: null })
  await expect(call('MarketData/getSecurityLists', {}, { failure: 'silent' })).rejects.toMatchObject({
    status: 500,
  })
  expect(failed).not.toHaveBeenCalled()
})

test('a failure that the screen reads aloud also shows a notice, which is only visible', async () => {
  refusal(500, { code: 4002, message: 'Not enough money', details: null })
  await expect(call('Order/SendNewOrder', {} as never, { failure: 'inline' })).rejects.toMatchObject({
    code: 4002,
  })
  expect(failed.mock.calls).toEqual([[expect.objectContaining({ code: 4002 }), false]])
})

test('a call that the page repeats automatically shows a notice when it begins to fail, not each time', async () => {
  const repeated = () => call('MarketData/GetMarketStats', {}, { failure: 'repeated' }).catch(() => undefined)
  const lost = async () => {
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await repeated()
  }
  const answered = async () => {
    answer({ result: { items: [] }, success: true })
    await repeated()
  }
  await answered()
  await lost()
  await lost()
  expect(failed).toHaveBeenCalledTimes(1)
  // What a person asks for is notified whatever failed before.
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await call('MarketData/GetMarketStats', {}).catch(() => undefined)
  expect(failed).toHaveBeenCalledTimes(2)
  await answered()
  await lost()
  expect(failed).toHaveBeenCalledTimes(3)
})

test('a failure has ended once its call succeeds, unless another call has failed in the same way since', async () => {
  const ask = (name: 'MarketData/GetMarketStats' | 'Order/getStockOrders') =>
    call(name, {}).catch(() => undefined)
  const lost = () => fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const answered = () => answer({ result: { items: [] }, success: true })
  // Whatever failed before is over.
  for (const name of ['MarketData/GetMarketStats', 'Order/getStockOrders'] as const) {
    answered()
    await ask(name)
  }
  recovered.mockClear()
  answered()
  await ask('MarketData/GetMarketStats')
  expect(recovered).not.toHaveBeenCalled()
  lost()
  await ask('MarketData/GetMarketStats')
  lost()
  await ask('Order/getStockOrders')
  answered()
  await ask('MarketData/GetMarketStats')
  expect(recovered).not.toHaveBeenCalled()
  answered()
  await ask('Order/getStockOrders')
  expect(recovered.mock.calls).toMatchObject([[{ status: 0 }]])
})

test('a failure of one call silences no repeated one with another input', async () => {
  const lost = async (input: { keyword?: string }, failure?: 'repeated') => {
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await call('Order/getStockOrders', input, { failure }).catch(() => undefined)
  }
  await lost({ keyword: 'one' })
  await lost({ keyword: 'two' }, 'repeated')
  await lost({}, 'repeated')
  expect(failed).toHaveBeenCalledTimes(3)
  await lost({ keyword: 'two' }, 'repeated')
  expect(failed).toHaveBeenCalledTimes(3)
})

test('a call for typed text shows a notice when it begins to fail, not for each letter', async () => {
  for (const query of ['z', 'ze', 'zen']) {
    fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    await call('BackOffice/GetCustomers', { query }, { failure: 'typed' }).catch(() => undefined)
  }
  expect(failed).toHaveBeenCalledTimes(1)
})

test('a call that its caller abandoned is not a failure', async () => {
  const given = new AbortController()
  fetched.mockImplementationOnce((_url, init) => {
    given.abort()
    return Promise.reject(init?.signal?.reason)
  })
  await expect(call('MarketData/GetMarketStats', {}, { signal: given.signal })).rejects.toThrow()
  expect(failed).not.toHaveBeenCalled()
})

test('a file is saved under the server’s name, for the query of its list', async () => {
  fetched.mockResolvedValueOnce(
    new Response('a,b', {
      headers: {
        'Content-Type': 'text/csv',
        'Content-Disposition': "attachment; filename*=UTF-8''Ord%C3%A9rs.csv",
      },
    }),
  )
  const file = await download('Order/DownloadStockOrders', { format: 'csv', side: ['1'] })
  expect([file.name, await file.text()]).toEqual(['Ordérs.csv', 'a,b'])
  expect(sent().url).toBe('/api/services/app/Order/DownloadStockOrders?format=csv&side=1')
  refusal(429, { code: 6001, message: 'Busy', details: null })
  await expect(download('Order/DownloadStockOrders', {})).rejects.toMatchObject({ status: 429, code: 6001 })
  expect(failed).toHaveBeenCalledOnce()
})

test('an incomplete download is a failure, never a partial file', async () => {
  const half = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('a,b'))
      controller.error(new TypeError('network error'))
    },
  })
  fetched.mockResolvedValueOnce(new Response(half))
  await expect(download('Order/DownloadStockOrders', {})).rejects.toMatchObject({ status: 0 })
})

test('a download that stalls for a minute is abandoned; one that progresses may take longer', async () => {
  vi.useFakeTimers()
  try {
    let came: (piece: string) => void = () => undefined
    let last: AbortSignal | null | undefined
    fetched.mockImplementationOnce((_url, init) => {
      last = init?.signal
      const body = new ReadableStream({
        start(controller) {
          came = (piece) => controller.enqueue(new TextEncoder().encode(piece))
          init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason))
        },
      })
      return Promise.resolve(new Response(body))
    })
    const outcome = download('Order/DownloadStockOrders', {}).catch((error: unknown) => error)
    for (const piece of ['a', 'b', 'c']) {
      await vi.advanceTimersByTimeAsync(50_000)
      came(piece)
    }
    await vi.advanceTimersByTimeAsync(59_000)
    expect(last?.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await outcome).toMatchObject({ status: 0 })
    expect(failed).toHaveBeenCalledOnce()
  } finally {
    vi.useRealTimers()
  }
})

test('a download that does not begin within a minute is abandoned', async () => {
  vi.useFakeTimers()
  try {
    fetched.mockImplementationOnce(
      (_url, init) =>
        new Promise((_, reject) => {
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
        }),
    )
    const outcome = download('Order/DownloadStockOrders', {}).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await outcome).toMatchObject({ status: 0 })
  } finally {
    vi.useRealTimers()
  }
})
