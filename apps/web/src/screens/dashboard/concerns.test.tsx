import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { english } from '@tradebook/contract'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../i18n.ts'
import { useSession } from '../../session.ts'
import { Concerns } from './concerns.tsx'

const { call, areOrdersKnown } = vi.hoisted(() => ({ call: vi.fn(), areOrdersKnown: vi.fn(() => true) }))
vi.mock('../../api/client.ts', () => ({ call, download: vi.fn() }))
vi.mock('../../live/use-live.ts', () => ({
  useMarketDate: () => '2026-11-20',
  useMarketSummary: () => ({ numberOfTrades: 1 }),
  useKnownOrders: () =>
    areOrdersKnown()
      ? [
          { account: 'A1', version: 1, ordStatus: '0', creationTime: '2026-11-20T09:00:00Z' },
          { account: 'A1', version: 1, ordStatus: '2', creationTime: '2026-11-20T09:00:00Z' },
          // Carried from a day before.
          { account: 'A1', version: 1, ordStatus: '1', creationTime: '2026-11-19T09:00:00Z' },
        ]
      : undefined,
}))

const figures = { buyQty: 0, sellQty: 0, netValue: 0, filled: 0, cancelled: 0, rejected: 0 }
const traded = (key: string, value: number) => ({
  ...figures,
  key,
  orders: 1,
  buyValue: value,
  sellValue: 0,
  fees: 20,
  commission: 15,
})
const answers: Readonly<Record<string, object>> = {
  'BackOffice/GetCustomers': {
    totalCount: 1,
    more: false,
    items: [{ id: 1, customerName: 'Ada', accountNumber: 'A1', cscsAccount: '0000000001' }],
  },
  'Order/GetDashAccountBalance': { ledgerBalance: 1_000, availableBalance: 900.5, heldAmount: 99.5 },
  'BackOffice/GetDashAccountPortfolioValuation': {
    items: [],
    totals: { marketValue: 400_000, gainLoss: -12.5 },
    realisedGain: 7,
  },
  'Order/getOrderTransactionSummary': {
    items: [traded('A1', 100), traded('A2', 0), traded('A3', 5_000)],
    totals: { ...traded('', 5_100), orders: 9 },
  },
}

beforeEach(() => {
  loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: english } })
  areOrdersKnown.mockReset().mockReturnValue(true)
  call.mockReset().mockImplementation(async (name: string) => answers[name])
})
afterEach(cleanup)

async function open(tenant: object | null, permissions: readonly string[]) {
  useSession.setState({ tenant: tenant as never, permissions: new Set(permissions) })
  await act(async () =>
    render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter>
          <Concerns />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  )
}
const shown = () =>
  screen.getAllByRole('definition').map((each) => `${each.previousSibling?.textContent}: ${each.textContent}`)

test('a customer has the balances, holdings, gains and orders of their own account', async () => {
  await open({ id: 1 }, ['BUY'])
  await screen.findByText('900.50')
  expect(shown()).toEqual([
    'Available cash (₦): 900.50',
    'Cash (₦): 1,000.00',
    'Reserved for orders (₦): 99.50',
    'Holdings (₦): 400,000.00',
    'Unrealised gain (₦): -12.50',
    'Realised gain this year (₦): +7.00',
    'Orders entered: 2',
    'Open orders: 2',
  ])
})

test('staff have the turnover, commission and orders of the firm, and its largest accounts', async () => {
  await open({ id: 1 }, ['VIEW_ALL_ORDERS'])
  await screen.findByText('A3')
  const asked = { groupBy: 'account', from: '2026-11-20', to: '2026-11-20' }
  expect(call).toHaveBeenCalledWith('Order/getOrderTransactionSummary', asked, expect.anything())
  expect(shown()).toEqual([
    'Turnover (₦): 5,100.00',
    'Commission (₦): 15.00',
    'All charges (₦): 20.00',
    'Orders entered: 9',
    'Open orders: 2',
  ])
  // The names come after the accounts.
  await screen.findByText('Ada · A1')
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'A35,000.00',
    'Ada · A1100.00',
  ])
})

test.each([
  [['BUY'], '900.50', ['Orders entered: –', 'Open orders: –']],
  [['VIEW_ALL_ORDERS'], 'A3', ['Orders entered: 9', 'Open orders: –']],
])('orders are not counted before they have been fetched: %s', async (permissions, awaited, counts) => {
  areOrdersKnown.mockReturnValue(false)
  await open({ id: 1 }, permissions)
  await screen.findByText(awaited)
  expect(shown().filter((text) => text.includes('rders e') || text.startsWith('Open'))).toEqual(counts)
})

test('the host’s dashboard has neither', async () => {
  await open(null, ['VIEW_ALL_ORDERS'])
  expect(call).not.toHaveBeenCalled()
})

test('staff who see customers without their orders are shown no one’s money, and leave no view record', async () => {
  await open({ id: 1 }, ['VIEW_CUSTOMERS'])
  expect(screen.queryAllByRole('definition')).toEqual([])
  expect(call).not.toHaveBeenCalled()
})
