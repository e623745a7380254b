import { act, cleanup, render } from '@testing-library/react'
import { english, Side, type Statistics } from '@tradebook/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../i18n.ts'
import { liveMarket } from '../../live/live-market.ts'
import { BestPrices } from './security-header.tsx'
import { useTicket } from './ticket/ticket-store.ts'

afterEach(cleanup)

const call = {
  securityID: 'GTCO',
  symbol: 'GTCO',
  securityDesc: 'GTCO PLC',
  prevClosePx: 58,
  lastPx: null,
  change: 0,
  changePercent: 0,
  bidPx: 59,
  bidSize: 400,
  offerPx: 57.5,
  offerSize: 300,
  indicativePx: 58.2,
  indicativeQty: 1_200,
  imbalanceSide: Side.buy,
  imbalanceQty: 700,
  tradingSessionSubID: '',
} as Statistics

async function shown(statistics: Statistics, element: Parameters<typeof render>[0]) {
  loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: english } })
  act(() => liveMarket.store.statistics.load([statistics]))
  const { container } = render(element)
  return container
}

test('where bids and offers overlap, neither best price is offered as one to trade at', async () => {
  const container = await shown(call, <BestPrices securityID="GTCO" />)
  const texts = () => [...container.querySelectorAll('button')].map(({ textContent }) => textContent)
  await vi.waitFor(() => expect(texts()).toEqual(['Sell 58.20 Indicative', 'Buy 58.20 Indicative']))
  act(() => container.querySelector<HTMLElement>('[data-side="1"]')?.click())
  expect(useTicket.getState().draft).toMatchObject({ side: Side.buy, priceText: '58.20' })

  const continuous = { bidPx: 57.5, offerPx: 58, indicativePx: null }
  act(() => liveMarket.store.take.updateMarketStatsSession({ securityID: 'GTCO', ...continuous }))
  await vi.waitFor(() => expect(texts()).toEqual(['Sell 57.50 400', 'Buy 58.00 300']))
})
