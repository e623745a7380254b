import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { english, type MarketSession, type Phase, type StockOrder } from '@tradebook/contract'
import type { ReactNode } from 'react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, type Mock, vi } from 'vitest'
import { call as clientCall } from '../../../api/client.ts'
import { loadTexts } from '../../../i18n.ts'
import { liveMarket } from '../../../live/live-market.ts'
import { useSelection } from '../../../market/selection.ts'
import { useSession } from '../../../session.ts'
import { Ticket } from '../ticket/ticket.tsx'
import { useTicket } from '../ticket/ticket-store.ts'
import { order } from './order.fixture.ts'
import { OrdersTable } from './orders-table.tsx'
import { useTypedTerms } from './replace-order.tsx'
import { useFailedRequests } from './requests.ts'

/** The orders of a page, live, over calls that the test answers: a file that uses it mocks `api/client.ts`. */

export const call = clientCall as Mock<(name: string, input: Record<string, unknown>) => unknown>

const FRAME_MS = 100
export const { orders } = liveMarket.store

/** Order 2, cancelled: it sold nothing of 250. */
export const ended = (more: Partial<StockOrder>) =>
  order('2', { ordStatus: '4', side: '2', orderQty: 250, leavesQty: 0, version: 2, ...more })

export const cancelled = (id: unknown) => order(String(id), { ordStatus: '4', leavesQty: 0, version: 2 })

export const rendered = (done: () => void = () => {}) =>
  act(async () => {
    done()
    await vi.advanceTimersByTimeAsync(FRAME_MS)
  })
export const row = (id: string) => document.querySelector<HTMLElement>(`tr[data-order="${id}"]`)
export const rows = () =>
  [...document.querySelectorAll('tr[data-order]')].map((each) => each.getAttribute('data-order'))
export const symbolOf = (id: string) =>
  row(id)?.querySelector<HTMLElement>('button[data-symbol]') as HTMLElement
const tickBox = (id: string) => row(id)?.querySelector('input[type=checkbox]') as HTMLInputElement
export const tick = (id: string) => rendered(() => fireEvent.click(tickBox(id)))
export const isTickable = (id: string) => !tickBox(id).disabled
export const dialog = () => screen.queryByRole('dialog')
export const press = (name: string) =>
  rendered(() => fireEvent.click(screen.getByText(name).closest('button') as Element))
/** Presses a key on what has the focus. */
export const pressKey = (key: string) =>
  rendered(() => fireEvent.keyDown(document.activeElement as Element, { key }))
/** Presses a key on the row of an order. */
export const askInRow = (id: string, key: string) => rendered(() => fireEvent.keyDown(symbolOf(id), { key }))
export const choose = (option: string) =>
  rendered(() => fireEvent.click(screen.getByText(option, { selector: '.ant-segmented-item-label' })))

function show(address: string, element: ReactNode) {
  cleanup()
  const router = createMemoryRouter(
    [
      { path: '/', element },
      { path: '/elsewhere', element: null },
    ],
    { initialEntries: [address] },
  )
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return router
}

export const open = (address = '/') => show(address, <OrdersTable selected="GTCO" onSelect={() => {}} />)

/** The orders next to the ticket, as on the desk: both follow the security in the address. */
function Desk() {
  const [selected, select] = useSelection()
  return (
    <>
      <OrdersTable selected={selected} onSelect={select} />
      <Ticket securityID={selected} />
    </>
  )
}
export const openDesk = async (address: string) => {
  useTicket.setState({ securityID: undefined })
  show(address, <Desk />)
  await rendered()
}

/** What requests would come to: nothing. */
const nothing = { consideration: 0, fees: [], totalFees: 0, total: 0, holdAmount: 0, warnings: [] }
export const previews: Readonly<Record<string, object>> = {
  'Order/PreviewOrder': { ...nothing, availableAfter: null },
  'Order/PreviewOrderReplace': nothing,
}

const session = {
  marketDate: '2026-11-20',
  marketTime: '2026-11-20T10:00:00Z',
  speed: 1,
  longestOrderDays: 60,
}
export const phaseIs = (phase: Phase) =>
  rendered(() => liveMarket.store.loadSession({ ...session, phase } as MarketSession))

/** Before each test of the file: three open orders on the page of a person who may trade, in continuous trading. */
export function setUpOrders(): void {
  beforeEach(async () => {
    vi.useFakeTimers()
    loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: english } })
    useSession.setState({ permissions: new Set(['BUY', 'SELL']) })
    useFailedRequests.setState({}, true)
    useTypedTerms.setState({}, true)
    call.mockReset().mockImplementation(async (name) => previews[name] ?? { items: [] })
    await phaseIs('continuous')
    open()
    await rendered(() => liveMarket.store.loadOrders([order('3'), order('2'), order('1')], 0))
  })
  afterEach(async () => {
    cleanup()
    liveMarket.store.reset()
    await vi.runOnlyPendingTimersAsync()
    vi.useRealTimers()
  })
}
