import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { type BookEntry, english, type Statistics, type VenueConnection } from '@tradebook/contract'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, type Mock, test, vi } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import { call as clientCall } from '../../../api/client.ts'
import { loadTexts } from '../../../i18n.ts'
import { liveMarket } from '../../../live/live-market.ts'
import { useSession } from '../../../session.ts'
import { order } from '../orders/order.fixture.ts'
import { arrange } from '../preferences.ts'
import { NOTHING_SENT } from '../ticket/sending.ts'
import { useTicket } from '../ticket/ticket-store.ts'
import { Ladder } from './ladder.tsx'
import { ARMED_MS } from './use-armed.ts'

vi.mock('../../../api/client.ts', () => ({ call: vi.fn() }))
const call = clientCall as unknown as Mock<(name: string, input: Record<string, unknown>) => unknown>

const customer = { id: '1', accountNumber: '1001', cscsAccount: '0011163564', customerName: 'Ada' }
const answers: Readonly<Record<string, object>> = {
  'Order/GetDashAccountBalance': { buyingPower: 1e9, heldAmount: 0 },
  'BackOffice/GetCustomers': { items: [customer] },
  'MarketData/getPricelimitRange': { tickSize: 0.05, lowLimitPx: 52.6, highLimitPx: 64.2 },
}
const security = {
  ...{ securityID: 'GTCO', symbol: 'GTCO', lastPx: 58.4, bidPx: 58.4, offerPx: 58.5 },
  ...{ lowLimitPx: 52.6, highLimitPx: 64.2, tradingSessionSubID: '3', securityTradingStatus: '17' },
} as Statistics
const venue: VenueConnection = {
  ...{ connected: true, venue: 'NGX', phase: 'continuous', opensAt: null, tradingSessionSubID: '3' },
  ...{ marketDate: '2026-11-20', text: '', time: '' },
}
const entry = (mdEntryID: string, mdEntryType: '0' | '1', mdEntryPx: number, mdEntrySize: number) =>
  ({
    mdEntryID,
    securityID: 'GTCO',
    mdEntryType,
    mdEntryPx,
    mdEntrySize,
    rptSeq: 1,
    epoch: 1,
    mdEntryTime: '',
  }) as BookEntry

const { store } = liveMarket
const change = (apply: () => void = () => {}) =>
  act(async () => {
    apply()
    await vi.advanceTimersByTimeAsync(100)
  })
const button = (name: string | RegExp) => screen.getByRole('button', { name }) as HTMLButtonElement
const press = (name: string | RegExp) => change(() => fireEvent.click(button(name), { detail: 0 }))
const key = (name: string | RegExp, pressed: string) =>
  change(() => fireEvent.keyDown(button(name), { key: pressed }))
const sent = (name: string) => call.mock.calls.filter(([called]) => called === name).map(([, input]) => input)
const arm = () => press('Arm one-click orders')
const said = () => screen.getByRole('status').textContent

beforeEach(async () => {
  vi.useFakeTimers()
  loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: english } })
  useSession.setState({ permissions: new Set(['BUY', 'SELL']) })
  useTicket.setState({ ...NOTHING_SENT, securityID: 'GTCO', isOpen: false })
  arrange({ ladder: { group: 1, follows: true, size: '1k' } })
  call.mockReset().mockImplementation(async (name) => answers[name] ?? { items: [] })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <Ladder securityID="GTCO" />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await change(() => {
    store.select('GTCO')
    store.statistics.load([security])
    store.take.onNseConnection(venue)
    store.linkIs('connected')
    store.loadOrders([order('7', { mdEntryID: 'own', price: 58.35, leavesQty: 300 })], 0)
    store.synchronised()
    const items = [
      entry('a', '0', 58.4, 5_000),
      entry('b', '0', 58.35, 700),
      entry('own', '0', 58.35, 300),
      entry('c', '1', 58.5, 2_000),
    ]
    store.book.load({ items, rptSeq: 1, epoch: 1 })
  })
  await change()
})

afterEach(async () => {
  cleanup()
  store.reset()
  await vi.runOnlyPendingTimersAsync()
  vi.useRealTimers()
})

test.each([
  ['the market is closed', { phase: 'closed', tradingSessionSubID: '5' }, {}],
  ['the security is halted', {}, { securityTradingStatus: '2' }],
] as const)('where %s it cannot be armed, and says so', async (_, closed, halted) => {
  expect(button('Arm one-click orders').disabled).toBe(false)
  await change(() => {
    store.take.onNseConnection({ ...venue, ...closed } as VenueConnection)
    store.statistics.load([{ ...security, ...halted }])
  })
  expect(button('Arm one-click orders').disabled).toBe(true)
  expect(said()).toBe('One-click orders are not possible at the moment.')
})

test('unarmed, a press fills the ticket and sends nothing', async () => {
  await press('Buy 1k at 58.40; 5,000 bid')
  const { draft } = useTicket.getState()
  expect([draft.side, draft.priceText, draft.quantityText]).toEqual(['1', '58.40', '1k'])
  expect(sent('Order/SendNewOrder')).toEqual([])
})

test('armed, a press sends at once and leaves the ticket as it is; after a minute it is unarmed again', async () => {
  const draft = useTicket.getState().draft
  await arm()
  await press('Sell 1k at 58.50; 2,000 offered')
  expect(sent('Order/SendNewOrder')).toMatchObject([
    {
      account: '1001',
      securityID: 'GTCO',
      side: '2',
      ordType: '2',
      timeInForce: '0',
      orderQty: 1_000,
      price: 58.5,
    },
  ])
  expect(useTicket.getState().draft).toBe(draft)
  await act(() => vi.advanceTimersByTimeAsync(ARMED_MS))
  expect(button('Arm one-click orders').getAttribute('aria-pressed')).toBe('false')
})

test('orders at different prices are on their way at once; the same one is not sent twice', async () => {
  call.mockImplementation((name) =>
    name === 'Order/SendNewOrder' ? new Promise(() => {}) : Promise.resolve(answers[name] ?? { items: [] }),
  )
  await arm()
  await press('Buy 1k at 58.40; 5,000 bid')
  await press('Buy 1k at 58.30; 0 bid')
  await press('Buy 1k at 58.40; 5,000 bid')
  expect(sent('Order/SendNewOrder').map(({ price }) => price)).toEqual([58.4, 58.3])
  expect(said()).toContain('Nothing was sent')
})

test('an order that would be unusual goes to the ticket to be reviewed, armed or not', async () => {
  await change(() => arrange({ ladder: { group: 1, follows: true, size: '50k' } }))
  await arm()
  await press('Buy 50k at 58.50; 0 bid')
  expect(sent('Order/SendNewOrder')).toEqual([])
  expect(useTicket.getState().draft.quantityText).toBe('50k')
})

test('an order whose outcome is unknown is shown in the ticket, where it keeps its id', async () => {
  const lost = new ApiError({ status: 0, code: 0, message: 'Nobody answered', details: '', data: {} })
  call.mockImplementation((name) =>
    name === 'Order/SendNewOrder' ? Promise.reject(lost) : Promise.resolve(answers[name] ?? { items: [] }),
  )
  await arm()
  await press('Buy 1k at 58.40; 5,000 bid')
  const [undecided] = useTicket.getState().undecided
  expect(undecided?.intent.clOrdID).toBe(sent('Order/SendNewOrder')[0]?.clOrdID)
})

test('an own order is cancelled after a question, and at once while armed', async () => {
  await press('Cancel. Your order: buy 300 at 58.35')
  expect(sent('Order/sendCancelOrderRequest')).toEqual([])
  expect(screen.getByRole('dialog')).toBeDefined()
  await press('Keep')
  await arm()
  await press('Cancel. Your order: buy 300 at 58.35')
  expect(sent('Order/sendCancelOrderRequest')).toMatchObject([{ orderID: '7' }])
})

test('an own order is moved by keyboard: at its price, then at the new one; unarmed it is not', async () => {
  const own = 'Your order: buy 300 at 58.35'
  await key(own, 'm')
  expect(said()).toContain('Arm one-click orders')
  await key(own, 'a')
  await key(own, 'm')
  expect(said()).toContain(own)
  await key('Buy 1k at 58.30; 0 bid', 'm')
  expect(sent('Order/SendOrderReplaceRequest')).toMatchObject([{ orderID: '7', orderQty: 800, price: 58.3 }])
})

test.each([
  ['b', '1'],
  ['s', '2'],
])('the key %s sends an order of side %s at the price of the row while armed', async (pressed, side) => {
  await arm()
  await key('Buy 1k at 58.45; 0 bid', pressed)
  expect(sent('Order/SendNewOrder')).toMatchObject([{ side, price: 58.45 }])
})

test('a key that is held down sends one order, and no other part of the screen takes it', async () => {
  const elsewhere = vi.fn()
  document.addEventListener('keydown', elsewhere)
  await arm()
  const row = button('Buy 1k at 58.45; 0 bid')
  for (const repeat of [false, true, true]) await change(() => fireEvent.keyDown(row, { key: 'b', repeat }))
  document.removeEventListener('keydown', elsewhere)
  expect(sent('Order/SendNewOrder')).toHaveLength(1)
  expect(elsewhere).not.toHaveBeenCalled()
})

test('an own order shows the shares that trade before it', () => {
  expect(button('Your order: buy 300 at 58.35').title).toContain('700 ahead in the queue')
})

test('a lost connection disarms, and nothing is armed until it is back', async () => {
  await arm()
  await change(() => store.linkIs('reconnecting'))
  expect(button('Arm one-click orders').disabled).toBe(true)
})

const OWN = 'Your order: buy 300 at 58.35'
const loadOrder = (id: string, more: Parameters<typeof order>[1]) =>
  change(() => store.loadOrders([order(id, more)], 0))
/** An order of another customer of the firm. */
const ofBola = { mdEntryID: 'b', price: 58.3, leavesQty: 700, account: '2002', customerName: 'Bola' }

test('an order that was picked before the ladder was disarmed is no longer picked when it is armed again', async () => {
  await arm()
  await press(OWN)
  await change(() => void window.dispatchEvent(new Event('blur')))
  await arm()
  expect(button(OWN).getAttribute('aria-pressed')).toBe('false')
  await press('Sell 1k at 58.50; 2,000 offered')
  expect(sent('Order/SendOrderReplaceRequest')).toEqual([])
  expect(sent('Order/SendNewOrder')).toMatchObject([{ side: '2', price: 58.5 }])
})

test.each(['Enter', ' '])('the key %j presses a cell once, however long it is held down', async (pressed) => {
  const cell = button('Buy 1k at 58.40; 5,000 bid')
  // A browser makes a click of a key that nobody prevented.
  expect(fireEvent.keyDown(cell, { key: pressed })).toBe(true)
  expect(fireEvent.keyDown(cell, { key: pressed, repeat: true })).toBe(false)
})

test('armed for one account, the ladder moves no order of another: it names the customer instead', async () => {
  await loadOrder('8', ofBola)
  const other = 'Your order: buy 700 at 58.30 · Bola'
  await arm()
  expect(button(other).getAttribute('aria-disabled')).toBe('true')
  expect(button(other).textContent).toContain('Bola')
  await press(other)
  expect(said()).toContain('Bola')
  await press('Buy 1k at 58.45; 0 bid')
  expect(sent('Order/SendOrderReplaceRequest')).toEqual([])
  expect(sent('Order/SendNewOrder')).toMatchObject([{ account: '1001', price: 58.45 }])
})

test('armed for one account, an order of another is cancelled after a question', async () => {
  await loadOrder('8', ofBola)
  await arm()
  await press(`Cancel. Your order: buy 700 at 58.30 · Bola`)
  expect(sent('Order/sendCancelOrderRequest')).toEqual([])
  expect(screen.getByRole('dialog').textContent).toContain('Bola')
})

test('the keys of a row choose the order of the armed account', async () => {
  await change(() => store.loadOrders([order('8', ofBola), order('9', { price: 58.3, leavesQty: 100 })], 0))
  await arm()
  await key('Buy 1k at 58.30; 0 bid', 'm')
  expect(button('Your order: buy 100 at 58.30').getAttribute('aria-pressed')).toBe('true')
})

test('a bulk order has one chip: its parts are in no book', async () => {
  await change(() =>
    store.orders.merge([
      order('8', { bulkOrderID: '8', price: 58.3, leavesQty: 800 }),
      order('9', { bulkOrderID: '8', price: 58.3, leavesQty: 500 }),
    ]),
  )
  expect(screen.getAllByRole('button', { name: /^Your/ })).toHaveLength(2)
})
