import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from './api-error.ts'
import { call } from './client.ts'
import { SLOW_MS } from './send.ts'
import { callKey } from './use-call.ts'
import { useSend } from './use-send.ts'

vi.mock('./client.ts', () => ({ call: vi.fn() }))

const failure = (status: number, code: number, more: object = {}) =>
  new ApiError({ status, code, message: 'Title', details: 'Details.', data: {}, ...more })
const input = { tenancyName: 'Meridian' }

/** An answer that the test gives when it wants to. */
function answerLater() {
  const answer = Promise.withResolvers<never>()
  vi.mocked(call).mockReturnValueOnce(answer.promise)
  return {
    arrives: (output: unknown) => act(async () => answer.resolve(output as never)),
    fails: (error: unknown) => act(async () => answer.reject(error)),
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.mocked(call).mockReset()
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const rendered = () => renderHook(() => useSend('Account/IsTenantAvailable')).result

test('a change is pending, then slow, then done with its answer', async () => {
  const answer = answerLater()
  const hook = rendered()
  expect(hook.current.state).toEqual({ status: 'idle' })
  act(() => void hook.current.send(input))
  expect(hook.current.state).toEqual({ status: 'pending' })
  act(() => vi.advanceTimersByTime(SLOW_MS))
  expect(hook.current.state).toEqual({ status: 'slow' })
  const output = { state: 1, tenantId: 2 }
  await answer.arrives(output)
  expect(hook.current.state).toEqual({ status: 'done', output })
  expect(vi.mocked(call).mock.calls).toEqual([['Account/IsTenantAvailable', input, { failure: 'inline' }]])
})

test('while one is pending a second is not sent', async () => {
  const answer = answerLater()
  const hook = rendered()
  act(() => void hook.current.send(input))
  await expect(hook.current.send(input)).resolves.toBeUndefined()
  act(() => hook.current.reset())
  expect(hook.current.state.status).toBe('pending')
  expect(call).toHaveBeenCalledOnce()
  await answer.arrives({ state: 1, tenantId: 2 })
  act(() => hook.current.reset())
  expect(hook.current.state).toEqual({ status: 'idle' })
})

test('a refusal carries its words and what is wrong with each field', async () => {
  const answer = answerLater()
  const hook = rendered()
  act(() => void hook.current.send(input))
  const validationErrors = [{ message: 'The TenancyName field is required.', members: ['tenancyName'] }]
  await answer.fails(failure(400, 0, { validationErrors }))
  expect(hook.current.state).toMatchObject({
    status: 'failed',
    failure: { standing: 'refused', title: 'Title', details: 'Details.', validationErrors },
  })
})

test.each([
  ['done', { state: 1, tenantId: 2 }, true],
  ['of unknown outcome', failure(0, 0), true],
  ['refused', failure(500, 4_002), false],
  ['not taken', failure(429, 6_001), false],
])('reads made stale by a change are fetched again when it is %s: %#', async (_what, answered, isStale) => {
  const queries = new QueryClient()
  const others = callKey('MarketData/GetNews', {})
  const stale = callKey('Order/getStockOrders', {})
  for (const key of [others, stale]) queries.setQueryData(key, {})
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  )
  const makesStale = ['Order/getStockOrders'] as const
  const answer = answerLater()
  const hook = renderHook(() => useSend('Account/IsTenantAvailable', { makesStale }), { wrapper }).result
  act(() => void hook.current.send(input))
  await (answered instanceof ApiError ? answer.fails(answered) : answer.arrives(answered))
  const invalidated = (key: readonly unknown[]) => queries.getQueryState(key)?.isInvalidated
  expect([invalidated(stale), invalidated(others)]).toEqual([isStale, false])
})

test('a change of several calls is one change, and a fault of the page is not a refusal', async () => {
  const change = vi.fn<(name: string) => Promise<string>>().mockResolvedValueOnce('saved')
  const hook = renderHook(() => useSend(change)).result
  await act(() => hook.current.send('first'))
  expect(hook.current.state).toEqual({ status: 'done', output: 'saved' })
  change.mockRejectedValueOnce(new TypeError('a fault'))
  await act(() => expect(hook.current.send('second')).rejects.toThrow('a fault'))
  expect(hook.current.state).toEqual({ status: 'idle' })
})
