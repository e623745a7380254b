import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { english, type HoldingRow, type Statistics } from '@tradebook/contract'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../../i18n.ts'
import { liveMarket } from '../../../live/live-market.ts'
import { HoldingsTable } from './holdings-table.tsx'
import { VALUATION_LAG_MS } from './use-current-valuation.ts'

const account = {
  id: 1,
  accountNumber: 'A1',
  cscsAccount: '0000000001',
  customerName: 'Ada Okafor',
  emailAddress: null,
  phoneNumber: null,
}
/** No figure of it follows from another: what is shown is what the server sent. */
const valued: HoldingRow = {
  securityID: 'GTCO',
  quantity: 700,
  heldQuantity: 0,
  availableQuantity: 700,
  unsettledIn: 0,
  unsettledOut: 0,
  averageCost: 0.01,
  costValue: 7.89,
  lastPx: 58.4,
  marketValue: 12_345.67,
  gainLoss: 1,
  gainLossPercent: 4.56,
  dayGainLoss: 0.25,
}

const answers: Record<string, unknown> = {}
const fetched = vi.fn<typeof fetch>()
const valuations = () => fetched.mock.calls.filter(([url]) => String(url).includes('PortfolioHolding')).length

/** More than the least time between two showings of a security, in milliseconds. */
const LONG_AGO_MS = 10_000
let passed = 0

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  // The clock goes on from test to test, as a page's does: what one showed delays nothing in the next.
  passed += LONG_AGO_MS
  vi.advanceTimersByTime(passed)
  loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: english } })
  answers.GetCustomers = { totalCount: 1, items: [account] }
  answers.GetDashAccountPortfolioHolding = { items: [valued] }
  fetched.mockReset().mockImplementation(async (url) => {
    const name = String(url).split('?')[0]?.split('/').at(-1) ?? ''
    return new Response(JSON.stringify({ success: true, result: answers[name] ?? { items: [] } }))
  })
  vi.stubGlobal('fetch', fetched)
  publish({ publishedPx: 58.4, lastPx: 58.4 })
})

afterEach(() => {
  cleanup()
  liveMarket.store.reset()
  // What moved is not drawn in the next test.
  vi.runOnlyPendingTimers()
  passed = performance.now()
  vi.useRealTimers()
})

const publish = (figures: Partial<Statistics>) => {
  liveMarket.store.statistics.merge({ securityID: 'GTCO', symbol: 'GTCO', ...figures })
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

async function openTable() {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })}>
      <MemoryRouter>
        <HoldingsTable onSelect={() => {}} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await pass(100)
}
const figures = () =>
  [...(screen.getAllByRole('row')[1]?.querySelectorAll('td[data-column]') ?? [])].map(
    ({ textContent }) => textContent,
  )

test('the table shows the server’s valuation and the price used', async () => {
  await openTable()
  expect(figures()?.slice(-5)).toEqual(['58.40', '12,345.67', '+1.00', '+4.56%', '+0.25'])
  expect(screen.getByRole('columnheader', { name: 'Published price' })).toBeDefined()
  expect(screen.getByText('Ada Okafor · A1, valued at the published price')).toBeDefined()
})

test('when the published price moves the server values again, once for all moves within the lag', async () => {
  await openTable()
  publish({ lastPx: 99 })
  await pass(2 * VALUATION_LAG_MS)
  expect(valuations()).toBe(1)

  answers.GetDashAccountPortfolioHolding = { items: [{ ...valued, lastPx: 58.6, marketValue: 2 }] }
  for (const publishedPx of [58.45, 58.5, 58.55, 58.6]) {
    publish({ publishedPx })
    await pass(100)
  }
  expect(valuations()).toBe(1)
  await pass(VALUATION_LAG_MS)
  expect(valuations()).toBe(2)
  expect(figures()?.slice(-5)).toEqual(['58.60', '2.00', '+1.00', '+4.56%', '+0.25'])
  await pass(5 * VALUATION_LAG_MS)
  expect(valuations()).toBe(2)
})

test('a price move without subscribers triggers no valuation', async () => {
  await openTable()
  const asked = vi.spyOn(QueryClient.prototype, 'invalidateQueries')
  publish({ publishedPx: 59 })
  await pass(500)
  cleanup()
  await pass(2 * VALUATION_LAG_MS)
  expect(asked).not.toHaveBeenCalled()
  asked.mockRestore()
})

test('only the security that moves is valued, however many are held', async () => {
  answers.GetDashAccountPortfolioHolding = {
    items: [{ ...valued, securityID: 'MTNN' }, valued],
  }
  liveMarket.store.statistics.merge({ securityID: 'MTNN', symbol: 'MTNN', publishedPx: 58.4 })
  await openTable()
  const looked = vi.spyOn(liveMarket.store.statistics.row('MTNN'), 'get')
  publish({ publishedPx: 58.45 })
  // A frame comes before long, and the valuation after it.
  await pass(500)
  expect(looked).not.toHaveBeenCalled()
  await pass(VALUATION_LAG_MS)
  expect(valuations()).toBe(2)
})
