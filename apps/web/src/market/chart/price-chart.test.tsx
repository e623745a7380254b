import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { english, type MarketTrade } from '@tradebook/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../i18n.ts'
import { liveMarket } from '../../live/live-market.ts'
import { PriceChart } from './price-chart.tsx'

vi.mock('./drawing.tsx', () => ({
  Drawing: ({ bars }: { bars: readonly unknown[] }) => <p>{bars.length} candles</p>,
}))

const bar = { time: '2026-11-20T00:00:00Z', openPx: 1, highPx: 1, lowPx: 1, closePx: 1, volume: 1 }
let answer = [bar]
const fetched = vi.fn<typeof fetch>()

beforeEach(() => {
  answer = [bar]
  fetched
    .mockReset()
    .mockImplementation(
      async () =>
        new Response(JSON.stringify({ success: true, result: { items: answer, lastTradeID: null } })),
    )
  vi.stubGlobal('fetch', fetched)
  liveMarket.store.reset()
})
afterEach(cleanup)

const live = async () => {
  await act(async () => {
    liveMarket.store.linkIs('connected')
    liveMarket.store.synchronised()
    await vi.waitFor(() => expect(liveMarket.store.link.get().synchronised).toBe(true))
  })
}
const away = async () => {
  await act(async () => {
    liveMarket.store.linkIs('reconnecting')
    await vi.waitFor(() => expect(liveMarket.store.link.get().state).toBe('reconnecting'))
  })
}

test('prices are fetched once, when the page is live, and again after an outage', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PriceChart securityID="GTCO" interval="1d" />
    </QueryClientProvider>,
  )
  expect(fetched).not.toHaveBeenCalled()
  await live()
  await screen.findByText('1 candles')
  expect(fetched).toHaveBeenCalledTimes(1)
  await away()
  expect(screen.getByText('1 candles')).toBeDefined()
  expect(fetched).toHaveBeenCalledTimes(1)
  await live()
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(2))
})

test('if nothing has ever traded the chart says so, and the first trade draws the first candle', async () => {
  loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: english } })
  answer = []
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PriceChart securityID="GTCO" interval="1d" />
    </QueryClientProvider>,
  )
  await live()
  await screen.findByText('No prices yet')
  answer = [bar]
  liveMarket.store.select('GTCO')
  liveMarket.store.take.onMarketTrade({ mdEntryID: '1', securityID: 'GTCO' } as MarketTrade)
  await screen.findByText('1 candles')
  expect(fetched).toHaveBeenCalledTimes(2)
})

test('the chart is grey while its prices may be old: the book has a hole, or the line is down', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <PriceChart securityID="GTCO" interval="1d" />
    </QueryClientProvider>,
  )
  const isGrey = () => document.querySelector('[data-stale]') !== null
  const { store } = liveMarket
  act(() => store.select('GTCO'))
  await live()
  expect(isGrey()).toBe(true)
  act(() => void store.book.load({ items: [], rptSeq: 1, epoch: 1 }))
  await vi.waitFor(() => expect(isGrey()).toBe(false))
  await away()
  await vi.waitFor(() => expect(isGrey()).toBe(true))
})
