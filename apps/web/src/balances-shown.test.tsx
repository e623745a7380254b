import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { english, type Permission } from '@tradebook/contract'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from './i18n.ts'
import CustomersScreen from './screens/customers/customers-screen.tsx'
import PortfolioHoldingScreen from './screens/portfolio-holding/portfolio-holding-screen.tsx'
import { useSession } from './session.ts'

/** Where staff of a firm is led that keeps balances back, or shows them. */

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('./api/client.ts', () => ({ call, download: vi.fn() }))

const customer = { id: 1, customerName: 'Ada', accountNumber: 'A1', cscsAccount: '0000000001' }

beforeEach(() => {
  loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: english } })
  call.mockReset().mockResolvedValue({ totalCount: 1, more: false, items: [customer] })
})
afterEach(cleanup)

const OpenedAt = () => <p>at {useLocation().pathname.split('/').at(-1)}</p>

function open(isShown: boolean, screenAt: '/customers' | '/holding', ...more: Permission[]): void {
  useSession.setState({
    roles: new Set(['BROKER']),
    permissions: new Set(['TRADE_ALL_ACCOUNTS', ...more]),
    settings: { SHOW_ACCOUNT_BALANCE: String(isShown) },
  })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[screenAt]}>
        <Routes>
          <Route path="/customers" element={<CustomersScreen />} />
          <Route path="/holding" element={<PortfolioHoldingScreen />} />
          <Route path="*" element={<OpenedAt />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

const withoutCash = [
  'Menu.PortfolioHolding',
  'Menu.PortfolioMovement',
  'Menu.PurchaseNotes',
  'Menu.SaleNotes',
] as const
const ofCash = [
  'Menu.AccountStatement',
  'Menu.AccountInflow',
  'Menu.AccountOutflow',
  'Menu.PortfolioValuation',
] as const

test.each([
  ['that keeps balances back', false, [], withoutCash, 'portfolio-holding'],
  ['that shows them', true, [], [...withoutCash, ...ofCash], 'account-statement'],
  [
    'that keeps them back, who administers it,',
    false,
    ['VIEW_ADMINSETTING'],
    [...withoutCash, ...ofCash],
    'account-statement',
  ],
] as const)(
  'staff of a firm %s is offered these screens of an account, and opens a customer at one of them',
  async (_, isShown, more, screens, first) => {
    open(isShown, '/holding', ...more)
    const links = await screen.findAllByRole('link')
    const names = links.map(({ textContent }) => textContent)
    expect(names.toSorted()).toEqual(screens.map((key) => english[key]).toSorted())
    cleanup()
    open(isShown, '/customers', ...more)
    fireEvent.click(await screen.findByText('Ada'))
    await screen.findByText(`at ${first}`)
  },
)
