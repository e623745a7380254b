import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, type RenderResult, render, screen } from '@testing-library/react'
import {
  english,
  type MarketSession,
  type MarketTrade,
  type Statistics,
  type TradingHalt,
  type VenueConnection,
} from '@tradebook/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../../i18n.ts'
import { liveMarket } from '../../../live/live-market.ts'
import { PhaseStrip } from './phase-strip.tsx'

const FRAME_MS = 300
const { store } = liveMarket
const call: MarketSession = {
  phase: 'preOpen',
  name: '',
  tradingSessionSubID: '2',
  tradSesStatus: '4',
  startedAt: '2026-11-23T08:30:00Z',
  nextPhase: 'preOpenImbalance',
  nextAt: '2026-11-23T08:55:00Z',
  nextInMs: 300_000,
  marketDate: '2026-11-23',
  marketTime: '2026-11-23T08:50:00Z',
  speed: 1,
  longestOrderDays: 60,
}
const security = {
  securityID: 'GTCO',
  symbol: 'GTCO',
  prevClosePx: 58,
  openPx: null,
  indicativePx: 58.2,
  indicativeQty: 1_200,
  imbalanceSide: '1',
  imbalanceQty: 700,
  tradingSessionSubID: '2',
} as Statistics

const change = (apply: () => void, ms = FRAME_MS) =>
  act(async () => {
    apply()
    await vi.advanceTimersByTimeAsync(ms)
  })
const shown = () => document.body.textContent

const trade = (second: number, mdEntryPx: number, tradeCondition: string | null) =>
  ({
    mdEntryID: `${second}`,
    securityID: 'GTCO',
    mdEntryPx,
    tradeCondition,
    mdEntryTime: `2026-11-23T10:00:0${second}Z`,
  }) as MarketTrade

let strip: RenderResult
let queries: QueryClient
const halts: TradingHalt[] = []
vi.mock('../../../api/client.ts', async (actual) => ({
  ...(await actual<object>()),
  call: async () => ({ items: [...halts] }),
}))
const stripOf = (securityID: string) => (
  <QueryClientProvider client={queries}>
    <PhaseStrip securityID={securityID} />
  </QueryClientProvider>
)

beforeEach(async () => {
  vi.useFakeTimers()
  loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: english } })
  halts.length = 0
  queries = new QueryClient()
  strip = render(stripOf('GTCO'))
  await change(() => {
    store.statistics.load([security])
    store.loadSession(call)
  })
})

afterEach(async () => {
  cleanup()
  store.select(undefined)
  await vi.runOnlyPendingTimersAsync()
  vi.useRealTimers()
})

test('an auction shows its phase, what comes next and in how long, and the price that is forming', async () => {
  await change(() => {}, 60_000)
  expect(shown()).toContain('Pre-open. Orders are collected for the opening auction')
  expect(shown()).toMatch(
    /Next: Pre-open imbalance at 9:55 AM, in 4:00\.|Next: Pre-open imbalance at 9:55 AM, in 3:59\./,
  )
  expect(shown()).toContain('58.20 +0.20')
  expect(shown()).toContain('1,200')
  expect(shown()).toContain('Buy imbalance 700')
  const line = () => document.querySelector('polyline')?.getAttribute('points')?.split(' ').length
  expect(line()).toBe(2)
  await change(
    () => store.statistics.merge({ securityID: 'GTCO', indicativePx: 58.4, imbalanceSide: null }),
    1_000,
  )
  expect(line()).toBe(4)
  expect(screen.getByRole('img').getAttribute('aria-label')).toContain('58.20 at first, 58.40 now')
  expect(shown()).not.toContain('Buy imbalance')
})

test('while no orders meet there is no price, and nothing is drawn', async () => {
  await change(() => store.statistics.merge({ securityID: 'GTCO', indicativePx: null }))
  expect(shown()).toContain('No indicative price yet')
  expect(document.querySelector('svg')).toBeNull()
})

test('when the auction has ended its price is shown for a while, and then nothing in continuous trading', async () => {
  await change(() => {
    store.select('GTCO')
    store.take.onMarketTrade(trade(1, 58.4, 'open'))
    store.statistics.merge({ securityID: 'GTCO', openPx: 58.4, indicativePx: null, tradingSessionSubID: '3' })
    store.take.onNseConnection({
      connected: true,
      phase: 'continuous',
      marketDate: '2026-11-23',
    } as VenueConnection)
  })
  expect(screen.getByRole('status').textContent).toContain('Auction complete at 58.40.')
  await change(() => {}, 61_000)
  expect(shown()).toBe('')
})

const inContinuous: MarketSession = {
  ...call,
  phase: 'continuous',
  nextPhase: 'preClose',
  nextAt: '2026-11-23T13:20:00Z',
  nextInMs: 16_200_000,
}
const halt: TradingHalt = {
  securityID: 'GTCO',
  cause: 'marketControl',
  reason: 'Pending news',
  by: null,
  since: '2026-11-23T08:40:00Z',
  until: null,
}

test('a halted security shows since when and why; when it is resumed, its auction and when that ends', async () => {
  halts.push(halt)
  await change(() => {
    store.loadSession(inContinuous)
    store.statistics.merge({ securityID: 'GTCO', tradingSessionSubID: '3', securityTradingStatus: '2' })
  })
  expect(shown()).toContain('GTCO has been halted since 9:40 AM. Pending news')
  halts[0] = { ...halt, cause: 'reopening', until: '2026-11-23T09:00:00Z' }
  await change(() =>
    store.statistics.merge({ securityID: 'GTCO', tradingSessionSubID: '9', securityTradingStatus: '17' }),
  )
  expect(shown()).toMatch(/Reopening auction.*Next: Continuous trading at 10:00 AM, in 9:5\d\.|in 10:00\./)
  expect(shown()).not.toContain('Pending news')
})

test("a halt of the market shows market control's reason, or that the circuit breaker ends it automatically", async () => {
  halts.push({ ...halt, securityID: null })
  const phaseIs = { ...inContinuous, phase: 'halted', nextPhase: null, nextAt: null, nextInMs: null } as const
  await change(() => {
    store.loadSession(phaseIs)
    // Of the auction that the halt interrupts.
    store.statistics.merge({ securityID: 'GTCO', tradingSessionSubID: '9' })
  })
  expect(shown()).toContain('The whole market has been halted since 9:40 AM. Pending news')
  expect(shown()).not.toContain('auction')
  halts[0] = { ...halt, securityID: null, cause: 'circuitBreaker', reason: null }
  await change(() => {
    void queries.invalidateQueries()
    store.loadSession({
      ...phaseIs,
      nextPhase: 'reopening',
      nextAt: '2026-11-23T09:00:00Z',
      nextInMs: 600_000,
    })
  })
  expect(shown()).toContain('circuit breaker')
  expect(shown()).toContain('Next: Reopening auction at 10:00 AM')
})

test('a phase on another day shows its day, and the time until then by the demo’s clock', async () => {
  await change(() =>
    store.loadSession({
      ...call,
      phase: 'closed',
      nextPhase: 'preOpen',
      nextAt: '2026-11-24T08:30:00Z',
      nextInMs: 390_000,
      marketTime: '2026-11-23T13:31:00Z',
    }),
  )
  expect(shown()).toMatch(/Next: Pre-open at Tue 24 Nov, 9:30 AM, in 6:(30|29)\./)
})

test('the auction of one security affects only that security', async () => {
  await change(() => {
    store.loadSession(inContinuous)
    store.statistics.merge({ securityID: 'GTCO', tradingSessionSubID: '9' })
  })
  expect(shown()).toContain('Reopening auction. Orders are collected for the auction that ends the halt.')
  expect(shown()).not.toContain('Next:')
})

test('a security that had no auction is not said to have traded in that of the one looked at before', async () => {
  await change(() => {
    store.loadSession(inContinuous)
    store.statistics.load([
      { ...security, tradingSessionSubID: '9' },
      { ...security, securityID: 'MTNN', tradingSessionSubID: '3', openPx: 42.42, lastPx: 42.42 },
    ])
  })
  strip.rerender(stripOf('MTNN'))
  await change(() => {})
  expect(shown()).toBe('')
})

test('the result of a reopening auction stays, whatever trades after it', async () => {
  await change(() => {
    store.select('GTCO')
    store.trades.merge([trade(1, 57, 'reopening')])
    store.loadSession(inContinuous)
  })
  await change(() => store.statistics.merge({ securityID: 'GTCO', tradingSessionSubID: '9' }))
  await change(() => store.statistics.merge({ securityID: 'GTCO', tradingSessionSubID: '3' }))
  expect(screen.getByRole('status').textContent).toContain('without a trade')
  await change(() => store.take.onMarketTrade(trade(2, 61.25, 'reopening')))
  await change(() => store.take.onMarketTrade(trade(3, 61.15, null)))
  expect(screen.getByRole('status').textContent).toContain('Auction complete at 61.25.')
})

test('an opening without a trade stays one, whatever trades after it', async () => {
  await change(() => {
    store.select('GTCO')
    store.statistics.merge({ securityID: 'GTCO', indicativePx: null, tradingSessionSubID: '3' })
    store.take.onNseConnection({
      connected: true,
      phase: 'continuous',
      marketDate: '2026-11-23',
    } as VenueConnection)
  })
  await change(() => {
    store.statistics.merge({ securityID: 'GTCO', openPx: 74 })
    store.take.onMarketTrade(trade(1, 74, null))
  })
  expect(screen.getByRole('status').textContent).toContain('without a trade')
})
