import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { Statistics, TradingHalt } from '@tradebook/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call } from '../api/client.ts'
import { liveMarket } from '../live/live-market.ts'
import { useAllHalts } from './halts.ts'

vi.mock('../api/client.ts', async (original) => ({ ...(await original<object>()), call: vi.fn() }))

/** Longer than the figures of all securities are gathered. */
const PACE_MS = 1_500
const { store } = liveMarket
/** What the server answers. */
let halts: TradingHalt[]
let hook: { readonly current: readonly TradingHalt[] | undefined }

const halt = (securityID: string): TradingHalt => ({
  ...{ securityID, cause: 'marketControl', reason: 'News', by: null, since: '', until: null },
})
const row = (securityID: string) => ({ securityID, tradingSessionSubID: '3' }) as Statistics
const pass = () => vi.advanceTimersByTimeAsync(PACE_MS)
/** What a change has read again is drawn after the change itself. */
async function change(apply: () => void): Promise<void> {
  await act(async () => {
    apply()
    await pass()
  })
  await act(pass)
}

beforeEach(() => {
  vi.useFakeTimers()
  halts = []
  vi.mocked(call).mockReset()
  vi.mocked(call).mockImplementation((async () => ({ items: halts })) as never)
  const queries = new QueryClient()
  hook = renderHook(useAllHalts, {
    wrapper: ({ children }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>,
  }).result
})
afterEach(() => {
  cleanup()
  store.reset()
  vi.useRealTimers()
})

test('halts are unknown until the market is known, and nothing is fetched while nothing is halted', async () => {
  expect(hook.current).toBeUndefined()
  await change(() => store.statistics.load([row('GTCO'), row('MTNN')]))
  expect(hook.current).toEqual([])
  expect(call).not.toHaveBeenCalled()
})

test('halts are fetched again with each halt, resumption and end of an auction', async () => {
  await change(() => store.statistics.load([row('GTCO'), row('MTNN')]))
  const expectRead = async (of: TradingHalt[], apply: () => void) => {
    halts = of
    const before = vi.mocked(call).mock.calls.length
    await change(apply)
    expect(hook.current).toEqual(of)
    expect(vi.mocked(call).mock.calls.length).toBeGreaterThan(before)
  }
  const isNow = (securityID: string, change: Partial<Statistics>) => () =>
    store.statistics.merge({ securityID, ...change })
  await expectRead([halt('GTCO')], isNow('GTCO', { securityTradingStatus: '2' }))
  await expectRead([halt('GTCO'), halt('MTNN')], isNow('MTNN', { securityTradingStatus: '2' }))
  await expectRead(
    [halt('MTNN'), { ...halt('GTCO'), cause: 'reopening' }],
    isNow('GTCO', { securityTradingStatus: '17', tradingSessionSubID: '9' }),
  )
  await expectRead([halt('MTNN')], isNow('GTCO', { tradingSessionSubID: '3' }))
})
