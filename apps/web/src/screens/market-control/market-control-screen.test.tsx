import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { english, type MarketSession, type Statistics, type TradingHalt } from '@tradebook/contract'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../i18n.ts'
import { liveMarket } from '../../live/live-market.ts'
import { useSession } from '../../session.ts'
import MarketControlScreen from './market-control-screen.tsx'

/** What the server has of the market's halt. */
let halt: TradingHalt
vi.mock('../../api/client.ts', async (original) => ({
  ...(await original<object>()),
  call: async () => ({ items: [halt] }),
}))

/** Changes of the live market are gathered, and what is read arrives after that. */
const AT_REST_MS = 1_000
const { store } = liveMarket
const ofMarket: TradingHalt = {
  ...{ securityID: null, cause: 'marketControl', reason: 'Index feed is down', by: 'admin' },
  ...{ since: '2026-11-23T10:30:00Z', until: null },
}

const open = async (of: TradingHalt) => {
  halt = of
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element: <MarketControlScreen /> }])} />
    </QueryClientProvider>,
  )
  await act(async () => {
    store.statistics.load([{ securityID: 'GTCO', symbol: 'GTCO', tradingSessionSubID: '3' } as Statistics])
    store.loadSession({
      ...{ phase: 'halted', marketDate: '2026-11-23', marketTime: '2026-11-23T10:31:00Z', speed: 1 },
    } as MarketSession)
    await vi.advanceTimersByTimeAsync(AT_REST_MS)
  })
}
const resume = () => screen.queryByRole('button', { name: 'Resume' })

beforeEach(() => {
  useSession.setState({ permissions: new Set(['MARKET_CONTROL']) })
  vi.useFakeTimers()
  loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: english } })
})
afterEach(() => {
  cleanup()
  store.reset()
  vi.useRealTimers()
})

test('a halt by the circuit breaker shows when it ends automatically, without Resume', async () => {
  await open({ ...ofMarket, cause: 'circuitBreaker', reason: null, by: null, until: '2026-11-23T11:00:00Z' })
  expect(screen.getByRole('alert').textContent).toBe(
    'The circuit breaker halted the market at 11:30 AM. The reopening auction begins automatically at 12:00 PM; you do not need to resume trading.',
  )
  expect(resume()).toBeNull()
})

test('a halt by market control shows who halted and why, and is resumed', async () => {
  await open(ofMarket)
  expect(screen.getByRole('alert').textContent).toContain('Index feed is down (admin)')
  expect(resume()).not.toBeNull()
})

test('a halt by the exchange is explained in the words of the reader', async () => {
  await open({ ...ofMarket, reason: 'Trading.Halt.ByVenue', by: 'NGX' })
  expect(screen.getByRole('alert').textContent).toContain('The exchange has halted trading. (NGX)')
})

test('the button that halts is red', async () => {
  await open(ofMarket)
  const button = screen.getByRole('button', { name: english['Control.Halt.Action'] })
  expect(button.className).toContain('ant-btn-color-dangerous')
})
