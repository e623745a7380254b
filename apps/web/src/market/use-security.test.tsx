import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { listenToFailures } from '../api/client.ts'
import { useSecurity } from './use-security.ts'

const failed = vi.fn()
const fetched = vi.fn<typeof fetch>()

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('the list of securities is read once for all its users, and its failure is silent', async () => {
  vi.stubGlobal('fetch', fetched)
  listenToFailures({
    failed,
    recovered: vi.fn(),
    unauthorised: vi.fn(),
    denied: vi.fn(),
    anotherPerson: vi.fn(),
  })
  const answer = (status: number, body: object) =>
    fetched.mockImplementationOnce(async () => new Response(JSON.stringify(body), { status }))
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  )
  answer(500, { success: false, error: { code: 0, message: 'An internal error occurred', details: null } })
  const { result } = renderHook(() => [useSecurity('GTCO'), useSecurity('MTNN')], { wrapper })
  await waitFor(() => expect(queries.getQueryCache().getAll()[0]?.state.status).toBe('error'))
  expect([result.current, fetched.mock.calls.length]).toEqual([[undefined, undefined], 1])
  expect(failed).not.toHaveBeenCalled()

  answer(200, { success: true, result: { items: [{ securityID: 'MTNN' }, { securityID: 'GTCO' }] } })
  await queries.refetchQueries()
  await waitFor(() => expect(result.current).toEqual([{ securityID: 'GTCO' }, { securityID: 'MTNN' }]))
})
