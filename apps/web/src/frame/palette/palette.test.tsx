import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { english, Side, type Statistics } from '@tradebook/contract'
import { createMemoryRouter, Outlet } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../i18n.ts'
import { liveMarket } from '../../live/live-market.ts'
import { useArrangement } from '../../screens/trading/preferences.ts'
import { useTicket } from '../../screens/trading/ticket/ticket-store.ts'
import { useSession } from '../../session.ts'
import { hidePalette, usePalette } from './open-palette.ts'
import { Palette } from './palette.tsx'
import { usePaletteKey } from './use-palette-key.ts'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../../api/client.ts', () => ({ call }))

const okafor = { id: 7, accountNumber: 'MSL7', customerName: 'Ngozi Okafor' }

function Frame() {
  const { isOpen } = usePalette()
  usePaletteKey(true)
  return (
    <>
      <Palette isOpen={isOpen} />
      <Outlet />
    </>
  )
}

async function open() {
  const router = createMemoryRouter(
    [{ path: '/', element: <Frame />, children: [{ path: '*', element: null }] }],
    { initialEntries: ['/app/dashboard'] },
  )
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    )
  })
  await act(async () => fireEvent.keyDown(document, { key: 'k', ctrlKey: true }))
  return () => router.state.location.pathname + router.state.location.search
}

const field = () => screen.getByRole('combobox')
const type = (text: string) => act(async () => fireEvent.change(field(), { target: { value: text } }))
const press = (key: string) => act(async () => fireEvent.keyDown(field(), { key }))
const offers = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

beforeEach(() => {
  loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: english } })
  useSession.setState({
    roles: new Set(['BROKER']),
    permissions: new Set(['BUY', 'SELL', 'VIEW_CUSTOMERS', 'TRADE_ALL_ACCOUNTS']),
  })
  call.mockImplementation(async (_: string, { query }: { query?: string }) => ({
    items: 'okafor'.startsWith(query?.toLowerCase() ?? '-') ? [okafor] : [],
  }))
  const rows = ['GTCO', 'UBA'].map((securityID) => ({ securityID, symbol: securityID, securityDesc: '' }))
  liveMarket.store.statistics.load(rows as Statistics[])
})
afterEach(() => {
  hidePalette()
  cleanup()
})

test('an order for a customer is filled into the ticket of its security, and nothing is sent', async () => {
  const at = await open()
  await type('s uba 25% 37.90 for okafor')
  await vi.waitFor(() => expect(offers()).toEqual(['Sell 25% UBA at 37.90 for Ngozi Okafor']))
  await press('Enter')
  expect(at()).toBe('/app/trading?security=UBA')
  const { securityID, draft } = useTicket.getState()
  expect(securityID).toBe('UBA')
  expect(draft).toMatchObject({ side: Side.sell, quantityText: '25%', priceText: '37.90' })
  expect(useArrangement.getState().account).toBe('MSL7')
  expect(call.mock.calls.map(([name]) => name)).not.toContain('Order/SendNewOrder')
  expect(usePalette.getState().isOpen).toBe(false)
})

test('the field has the focus as soon as it is open', async () => {
  await open()
  await vi.waitFor(() => expect(document.activeElement).toBe(field()))
})

test('arrows walk the offers, and Enter opens the marked one', async () => {
  const at = await open()
  await type('gtco')
  expect(offers()).toEqual(['Show GTCO on the trading screen'])
  await type('cust')
  const found = offers()
  expect(found.length).toBeGreaterThan(0)
  await press('ArrowUp')
  const marked = screen.getAllByRole('option').findIndex((option) => option.ariaSelected === 'true')
  expect(marked).toBe(found.length - 1)
  await press('ArrowDown')
  await press('Enter')
  expect(at()).toBe('/app/back-office/customers')
})

test('the statement of a customer is opened at the account', async () => {
  const at = await open()
  await type('statement okafor')
  await vi.waitFor(() => expect(offers()).toEqual(['Open Account Statement: Ngozi Okafor · MSL7']))
  await press('Enter')
  expect(at()).toBe('/app/client-portal/account-statement?account=MSL7')
})

test('a command that means nothing says what one begins with', async () => {
  const at = await open()
  await type('frobnicate')
  expect(offers()).toEqual([])
  expect(screen.getByRole('status').textContent).toContain('No command matches')
  await press('Enter')
  expect(at()).toBe('/app/dashboard')
})
