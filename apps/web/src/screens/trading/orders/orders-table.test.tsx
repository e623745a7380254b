import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { english, type StockOrder } from '@tradebook/contract'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import { loadTexts } from '../../../i18n.ts'
import { liveMarket } from '../../../live/live-market.ts'
import { useSelection } from '../../../market/selection.ts'
import { useSession } from '../../../session.ts'
import { useAnnouncement } from '../announcement.ts'
import { Ticket } from '../ticket/ticket.tsx'
import { edit, turnTo, useTicket } from '../ticket/ticket-store.ts'
import { OrdersTable } from './orders-table.tsx'
import { useFailedRequests } from './requests.ts'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../../../api/client.ts', () => ({ call }))

const FRAME_MS = 100
const { orders } = liveMarket.store
const order = (id: string, more: Partial<StockOrder> = {}) =>
  ({
    id,
    orderID: id,
    clOrdID: id,
    securityID: 'GTCO',
    side: '1',
    ordType: '2',
    timeInForce: '0',
    price: 58.4,
    orderQty: 800,
    cumQty: 0,
    leavesQty: 800,
    avgPx: 0,
    ordStatus: '0',
    customerName: 'Ada',
    account: '1001',
    text: null,
    ordRejReason: null,
    version: 1,
    creationTime: `2026-11-20T10:00:0${id}Z`,
    ...more,
  }) as StockOrder

const rendered = (done: () => void = () => {}) =>
  act(async () => {
    done()
    await vi.advanceTimersByTimeAsync(FRAME_MS)
  })
const row = (id: string) => document.querySelector<HTMLElement>(`tr[data-order="${id}"]`)
const symbolOf = (id: string) => row(id)?.querySelector<HTMLElement>('button[data-symbol]') as HTMLElement
const dialog = () => screen.queryByRole('dialog')
const press = (name: string) =>
  rendered(() => fireEvent.click(screen.getByText(name).closest('button') as Element))

const open = (address = '/') =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[address]}>
        <OrdersTable selected="GTCO" onSelect={() => {}} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
const rows = () =>
  [...document.querySelectorAll('tr[data-order]')].map((each) => each.getAttribute('data-order'))

beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: english } })
  useSession.setState({ permissions: new Set(['BUY', 'SELL']) })
  useFailedRequests.setState({}, true)
  call.mockReset().mockResolvedValue({ items: [] })
  open()
  await rendered(() => orders.merge([order('3'), order('2'), order('1')]))
})

afterEach(async () => {
  cleanup()
  orders.clear()
  await vi.runOnlyPendingTimersAsync()
  vi.useRealTimers()
})

test.each([
  ['r', /^Replace: Buy 800 GTCO at 58\.40/],
  ['x', /^Cancel this order\?/],
])('%s asks beside the row, is not typed, and the focus comes back', async (key, title) => {
  symbolOf('2').focus()
  let isTyped = true
  await rendered(() => {
    isTyped = fireEvent.keyDown(symbolOf('2'), { key })
  })
  expect(isTyped).toBe(false)
  expect(dialog()?.getAttribute('aria-label')).toMatch(title)
  expect(row('2')?.nextElementSibling?.contains(dialog())).toBe(true)
  expect(dialog()?.contains(document.activeElement)).toBe(true)
  await rendered(() => fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' }))
  expect(dialog()).toBeNull()
  expect(document.activeElement).toBe(symbolOf('2'))
})

test('every open order stands on the first page, however many came after it; the others follow', async () => {
  const ended = Array.from({ length: 250 }, (_, at) =>
    order(`${900 - at}`, {
      ordStatus: '4',
      leavesQty: 0,
      creationTime: new Date(Date.UTC(2026, 10, 20, 12) - at).toISOString(),
    }),
  )
  await rendered(() => orders.merge([...ended, order('3'), order('2'), order('1')]))
  for (const id of ['1', '2', '3']) expect(row(id)).not.toBeNull()
  expect(rows()).toHaveLength(100)
  expect(screen.getByText('1–100 of 253')).toBeDefined()
  await rendered(() => fireEvent.click(screen.getByTitle('Next Page').querySelector('button') as Element))
  expect(rows()).toHaveLength(100)
  expect(row('1')).toBeNull()
  await press('Cancel all 3 open')
  expect(dialog()?.getAttribute('aria-label')).toContain('3')
})

test('that there are more orders than were fetched is shown, too', async () => {
  await rendered(() => liveMarket.store.loadOrders([order('1')], 12))
  expect(screen.getByText('Too many to fetch: 12 orders')).toBeDefined()
  await rendered(() => liveMarket.store.loadOrders([order('1')], 0))
  expect(screen.queryByText(/Too many/)).toBeNull()
})

test('a replacement shows what it costs and whether the place is lost', async () => {
  await rendered(() => fireEvent.keyDown(symbolOf('2'), { key: 'r' }))
  const type = (name: string, value: string) =>
    rendered(() => fireEvent.change(screen.getByLabelText(name), { target: { value } }))
  const dialogText = () => dialog()?.textContent ?? ''
  await type('Quantity', '500')
  expect(dialogText()).toContain('The order keeps its place in the book.')
  await type('Quantity', '900')
  expect(dialogText()).toContain('The order loses its place')
  expect(dialogText()).toMatch(/What is open costs ₦53,[\d.]+ with charges; ₦47,[\d.]+ before\./)
  await type('Quantity', '800')
  expect(dialogText()).toContain('Nothing would change.')
  await type('Price', '58.35')
  expect(dialogText()).toContain('The order loses its place')
})

test('what could not be cancelled stays in the question and on its row, until it is cancelled after all', async () => {
  const busy = new ApiError({ status: 429, code: 6_001, message: 'Busy', details: 'Not taken.', data: {} })
  call.mockImplementation((_name, { orderID }) =>
    orderID === '1'
      ? Promise.reject(busy)
      : Promise.resolve(order(orderID, { ordStatus: '4', leavesQty: 0, version: 2 })),
  )
  await press('Cancel all 3 open')
  await press('Cancel 3 orders')
  expect(dialog()?.getAttribute('aria-label')).toBe('2 of 3 cancelled')
  expect(dialog()?.textContent).toContain('Buy 800 GTCO at 58.40: Not cancelled. Busy: Not taken.')
  expect(row('1')?.textContent).toContain('Not cancelled. Busy: Not taken.')
  await rendered(() => orders.take(order('1', { ordStatus: '4', leavesQty: 0, version: 2 })))
  expect(dialog()).toBeNull()
  expect(row('1')?.textContent).not.toContain('Not cancelled')
})

test('each question beside a row takes the focus, also after another one was left', async () => {
  for (const key of ['r', 'x']) {
    await rendered(() => fireEvent.keyDown(symbolOf('2'), { key }))
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true)
    await rendered(() => fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' }))
  }
})

test('an order that ends while its replace is open is shown as ended, and can not be replaced', async () => {
  await rendered(() => fireEvent.keyDown(symbolOf('2'), { key: 'r' }))
  await rendered(() =>
    orders.take(order('2', { ordStatus: '4', cumQty: 500, leavesQty: 0, avgPx: 58.4, version: 2 })),
  )
  expect(dialog()?.textContent).toContain('GTCO: Bought 500 of 800 at 58.40, rest cancelled')
  expect(dialog()?.querySelector<HTMLButtonElement>('button[type=submit]')?.disabled).toBe(true)
})

test.each(['r', 'x'])('%s on an order that has ended shows why it does nothing', async (key) => {
  await rendered(() => orders.take(order('2', { ordStatus: '2', cumQty: 800, leavesQty: 0, version: 2 })))
  symbolOf('2').focus()
  await rendered(() => fireEvent.keyDown(symbolOf('2'), { key }))
  expect(dialog()).toBeNull()
  expect(useAnnouncement.getState().sentence).toBe('The order is filled.')
  expect(symbolOf('2').title).toBe('The order is filled.')
})

test('cancels nobody answered are answered by the orders once the line is back, each reason once', async () => {
  const { store } = liveMarket
  const lost = new ApiError({ status: 0, code: 0, message: 'Nobody answered', details: '', data: {} })
  call.mockRejectedValue(lost)
  await press('Cancel all 3 open')
  await press('Cancel 3 orders')
  expect(dialog()?.textContent?.match(/It is not known whether the cancel was taken/g)).toHaveLength(1)
  expect(row('1')?.textContent).toContain('It is not known')
  await rendered(() => {
    store.linkIs('reconnecting')
    store.linkIs('connected')
    store.loadOrders(
      [
        order('3', { ordStatus: '2', cumQty: 800, leavesQty: 0, avgPx: 58.4, version: 2 }),
        order('2'),
        order('1'),
      ],
      0,
    )
    store.synchronised()
  })
  await rendered()
  expect(document.body.textContent).not.toContain('It is not known')
  expect(row('1')?.textContent).toContain('Not cancelled: still open.')
  expect(row('3')?.textContent).not.toContain('Not cancelled')
  expect(dialog()?.textContent?.match(/Not cancelled: still open\./g)).toHaveLength(1)
  await press('Try again: cancel 2')
  expect(new Set(call.mock.calls.map(([, { clOrdID }]) => clOrdID)).size).toBe(3)
})

test.each([
  [
    ['BUY', 'SELL', 'VIEW_ALL_ORDERS'],
    ['Average', 'Time', 'Reason'],
  ],
  [
    ['BUY', 'SELL'],
    ['Customer', 'Average', 'Time'],
  ],
])('with %o, what leaves first for want of room is %s', async (permissions, without) => {
  const ROOM = 100
  const width = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(ROOM)
  cleanup()
  useSession.setState({ permissions: new Set(permissions) })
  open()
  await rendered()
  const headings = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  const usual = ['Customer', 'Average', 'Time', 'Reason']
  expect(usual.filter((heading) => !headings.includes(heading))).toEqual(without)
  width.mockRestore()
})

test('the address contains how the orders are filtered and sorted, and a filter is removed as a chip', async () => {
  cleanup()
  open('/?orders.side=2&orders.sort=-price')
  await rendered(() =>
    orders.merge([
      order('4', { side: '2', price: 60 }),
      order('5', { side: '2', price: 61 }),
      order('6', { side: '2', price: 59 }),
    ]),
  )
  expect(rows()).toEqual(['5', '4', '6'])
  expect(screen.getByRole('columnheader', { name: 'Price' }).getAttribute('aria-sort')).toBe('descending')
  expect(screen.getByText('3 hidden by filters')).toBeDefined()
  await rendered(() => fireEvent.click(screen.getByRole('button', { name: 'Price' })))
  expect(screen.getByRole('columnheader', { name: 'Price' }).getAttribute('aria-sort')).toBe('none')
  await rendered(() => fireEvent.click(screen.getByLabelText('Remove: Which side: Sell')))
  expect(rows()).toHaveLength(6)
})

test('the orders that are ticked are cancelled, and no others', async () => {
  call.mockImplementation((_name, { orderID }) =>
    Promise.resolve(order(orderID, { ordStatus: '4', leavesQty: 0, version: 2 })),
  )
  for (const id of ['1', '3'])
    await rendered(() => fireEvent.click(row(id)?.querySelector('input[type=checkbox]') as Element))
  await press('Cancel 2 selected')
  await press('Cancel 2 orders')
  expect(call.mock.calls.map(([, { orderID }]) => orderID).toSorted()).toEqual(['1', '3'])
  expect(row('2')?.textContent).toContain('Open')
  expect(row('1')?.querySelector<HTMLInputElement>('input[type=checkbox]')?.disabled).toBe(true)
})

test('what is ticked stays ticked behind a filter, and a tick whose order ended turns no button into another', async () => {
  await rendered(() => fireEvent.click(row('1')?.querySelector('input[type=checkbox]') as Element))
  await rendered(() => orders.merge([order('4', { side: '2' })]))
  await rendered(() => fireEvent.click(screen.getByText('Sell', { selector: '.ant-segmented-item-label' })))
  expect(row('1')).toBeNull()
  await rendered(() => fireEvent.click(row('4')?.querySelector('input[type=checkbox]') as Element))
  expect(screen.getByText('Cancel 2 selected')).toBeDefined()
  const all = screen.getByText('Cancel 1 open found').closest('button')
  await rendered(() =>
    orders.merge(['1', '4'].map((id) => order(id, { ordStatus: '4', leavesQty: 0, version: 2 }))),
  )
  expect(screen.queryByText(/ selected$/)).toBeNull()
  expect(screen.getByText('Cancel all open').closest('button')).toBe(all)
})

test('the question about a cancel shows that its order has ended, and offers no cancel then', async () => {
  await rendered(() => fireEvent.keyDown(symbolOf('2'), { key: 'x' }))
  await rendered(() => orders.merge([order('2', { ordStatus: '4', leavesQty: 0, version: 2 })]))
  expect(dialog()?.getAttribute('aria-label')).toBe('Nothing left to cancel')
  expect(screen.queryByText('Cancel the order')).toBeNull()
  await press('Close')
  expect(dialog()).toBeNull()
  expect(call).not.toHaveBeenCalled()
})

test('an order that has ended is repeated in the ticket, as it was, and nothing is sent', async () => {
  await rendered(() =>
    orders.take(
      order('2', { ordStatus: '4', side: '2', orderQty: 250, timeInForce: '3', leavesQty: 0, version: 2 }),
    ),
  )
  await press('Repeat')
  expect(useTicket.getState()).toMatchObject({
    isOpen: true,
    draft: { side: '2', ordType: '2', timeInForce: '3', quantityText: '250', priceText: '58.40' },
  })
  expect(call).not.toHaveBeenCalled()
})

/** The orders beside the ticket, as on the desk: both follow the security in the address. */
function Desk() {
  const [selected, select] = useSelection()
  return (
    <>
      <OrdersTable selected={selected} onSelect={select} />
      <Ticket securityID={selected} />
    </>
  )
}
const openDesk = async (address: string) => {
  cleanup()
  useTicket.setState({ securityID: undefined })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[address]}>
        <Desk />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await rendered()
}
const security = () => screen.getByRole('form', { name: 'Order ticket' }).querySelector('strong')?.textContent
const ended = (more: Partial<StockOrder>) =>
  order('2', { ordStatus: '4', side: '2', orderQty: 250, leavesQty: 0, version: 2, ...more })

test('an order of another security is repeated whole, and never stands under the security before', async () => {
  await openDesk('/?security=MTNN')
  expect(security()).toBe('MTNN')
  await rendered(() => orders.take(ended({ timeInForce: '1' })))
  const seen = new Set<string>()
  const stop = useTicket.subscribe(({ securityID, draft }) => {
    if (draft.quantityText === '250') seen.add(`${securityID} ${draft.priceText}`)
  })
  fireEvent.click(screen.getByText('Repeat'))
  expect([security(), useTicket.getState().draft.quantityText]).toEqual(['GTCO', '250'])
  await rendered()
  stop()
  expect([...seen]).toEqual(['GTCO 58.40'])
  expect(security()).toBe('GTCO')
  expect(useTicket.getState().draft).toMatchObject({
    side: '2',
    timeInForce: '1',
    quantityText: '250',
    priceText: '58.40',
  })
})

test('a repeated order keeps all its terms, and nothing of what was typed before', async () => {
  await openDesk('/?security=GTCO')
  act(() => {
    turnTo('GTCO')
    edit({ displayText: '7', minText: '7', isAllOrNone: true, priceText: '1.00', expireDate: '2099-01-01' })
  })
  const repeated = async (more: Partial<StockOrder>) => {
    await rendered(() => orders.merge([ended(more)]))
    await press('Repeat')
    return useTicket.getState().draft
  }
  const till = { timeInForce: '6', expireDate: '2026-12-01' } as const
  const whole = { ...till, displayQty: 50, minQty: 100, execInst: 'G' } as const
  expect(await repeated(whole)).toMatchObject({
    timeInForce: '6',
    expireDate: '2026-12-01',
    displayText: '50',
    minText: '100',
    isAllOrNone: true,
  })
  const blank = { displayText: '', minText: '', isAllOrNone: false, expireDate: '', priceText: '' }
  expect(await repeated({ version: 3, ordType: '1', price: null })).toMatchObject({ ...blank, ordType: '1' })
  vi.spyOn(liveMarket.store.day, 'get').mockReturnValue({ marketDate: '2026-12-02' } as never)
  expect(await repeated({ version: 4, ...till })).toMatchObject({ timeInForce: '6', expireDate: '' })
  vi.restoreAllMocks()
})

test('Enter pressed on after a cancel of several orders cancels no others: the list has the focus', async () => {
  call.mockImplementation((_name, { orderID }) =>
    Promise.resolve(order(orderID, { ordStatus: '4', leavesQty: 0, version: 2 })),
  )
  for (const id of ['1', '3'])
    await rendered(() => fireEvent.click(row(id)?.querySelector('input[type=checkbox]') as Element))
  await press('Cancel 2 selected')
  expect(document.activeElement?.textContent).toBe('Keep')
  await press('Cancel 2 orders')
  expect(dialog()).toBeNull()
  const focused = document.activeElement
  expect(focused?.querySelector('table')).not.toBeNull()
  expect(focused?.closest('button')).toBeNull()
})

test('a question that is left gives the focus back to the list', async () => {
  await press('Cancel all 3 open')
  await rendered(() => fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' }))
  expect(dialog()).toBeNull()
  expect(document.activeElement?.querySelector('table')).not.toBeNull()
})

test('what would cancel all says how many, on other pages too, and that its list is longer than what is in sight', async () => {
  const more = Array.from({ length: 15 }, (_, at) =>
    order(`${20 + at}`, { side: '2', creationTime: '2026-11-20T11:00:00Z' }),
  )
  await rendered(() => orders.merge(more))
  await press('Cancel all 18 open')
  expect(dialog()?.getAttribute('aria-label')).toBe('Cancel 18 orders?')
  expect(dialog()?.querySelectorAll('li')).toHaveLength(18)
  expect(dialog()?.textContent).toContain('All 18 are in the list above')
  await rendered(() => fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' }))
  await rendered(() => fireEvent.click(screen.getByText('Buy', { selector: '.ant-segmented-item-label' })))
  await press('Cancel 3 open found')
  expect(dialog()?.getAttribute('aria-label')).toBe('Cancel 3 orders?')
  expect(dialog()?.textContent).not.toContain('in the list above')
})

test('a limit order that was refused for want of a price is no market order', async () => {
  await rendered(() => orders.merge([ended({ ordStatus: '8', price: null })]))
  expect(row('2')?.textContent).not.toContain('Market')
  expect(row('2')?.querySelector('input[type=checkbox]')?.getAttribute('aria-label')).not.toContain('market')
  await rendered(() => orders.merge([ended({ ordStatus: '8', price: null, ordType: '1', version: 3 })]))
  expect(row('2')?.textContent).toContain('Market')
})

test('each choice of orders is named for all that it keeps', () => {
  for (const name of ['With fills', 'Ended early'])
    expect(screen.getByText(name, { selector: '.ant-segmented-item-label' })).toBeDefined()
})
