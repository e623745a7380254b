import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { type Basket, type BasketPreview, basketColumns, type StockOrder } from '@tradebook/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { liveMarket } from '../../live/live-market.ts'
import { useSession } from '../../session.ts'
import { openScreen, rendered, setUpScreen } from '../../ui/screen.fixture.tsx'
import { BasketEditor } from './basket-editor.tsx'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../../api/client.ts', () => ({ call, download: vi.fn() }))

const empty = Object.fromEntries(basketColumns.map((column) => [column, '']))
const line = (more: object) =>
  ({
    ...empty,
    account: 'A1',
    side: 'Buy',
    securityID: 'GTCO',
    orderQty: '10',
    price: '58.40',
    ...more,
  }) as Basket['lines'][number]
const order = (clOrdID: string, more: Partial<StockOrder> = {}) =>
  ({
    ...{ id: clOrdID, orderID: clOrdID, clOrdID, securityID: 'GTCO', side: '1', ordType: '2', orderQty: 10 },
    ...{ ordStatus: '0', cumQty: 0, leavesQty: 10, avgPx: 0, price: 58.4, version: 1, reason: null },
    ...{
      bulkOrderID: null,
      account: 'A1',
      stopPx: null,
      isHalted: false,
      creationTime: '2026-11-20T10:00:00Z',
    },
    ...more,
  }) as StockOrder

/** Another person's basket, of which they sent two lines. */
const basket: Basket = {
  ...{ id: 5, name: 'Month end', isShared: 'yes', isOwn: false, userName: 'bola', version: 3 },
  ...{ savedAt: '2026-11-20T10:00:00Z', sentAt: '2026-11-20T10:00:00Z' },
  lines: [line({ sentAs: 'b-1' }), line({ sentAs: 'b-2', orderQty: '20' })],
}
const ready: BasketPreview['lines'][number] = { preview: null, warnings: [] }

let answer: (input: { sendID: string; orders: object[] }) => unknown

setUpScreen()

beforeEach(() => {
  sessionStorage.clear()
  useSession.setState({ permissions: new Set(['BUY', 'SELL', 'TRADE_ALL_ACCOUNTS']) })
  liveMarket.store.reset()
  liveMarket.store.linkIs('connected')
  liveMarket.store.loadOrders([order('b-1', { ordStatus: '1', cumQty: 4, leavesQty: 6, avgPx: 58.4 })], 0)
  liveMarket.store.synchronised()
  answer = () => new Promise(() => {})
  call.mockReset().mockImplementation(async (name: string, input: never) => {
    if (name === 'Basket/Preview')
      return { lines: (input as { orders: [] }).orders.map(() => ready), accounts: [] }
    return name === 'Basket/Send' ? answer(input) : {}
  })
})

const sent = (name: string) => call.mock.calls.filter(([called]) => called === name).map(([, input]) => input)
const open = (shown?: Basket) =>
  openScreen(<BasketEditor {...(shown && { basket: shown })} onCreated={() => undefined} />)
const row = (number: number) => screen.getByRole('row', { name: new RegExp(`^${number} `) })
const press = (name: string | RegExp) => rendered(() => fireEvent.click(screen.getByRole('button', { name })))

test('a basket that was sent shows its orders as they are now, and sends only the line that has none', async () => {
  await open(basket)
  expect(within(row(1)).getByText('Part filled: 4 at 58.40')).toBeTruthy()
  expect(within(row(2)).getByText('Not entered today. It can be sent.')).toBeTruthy()
  await rendered(() => {
    liveMarket.store.orders.take(
      order('b-1', { ordStatus: '2', cumQty: 10, leavesQty: 0, avgPx: 58.4, version: 2 }),
    )
  })
  expect(within(row(1)).getByText('Filled: 10 at 58.40')).toBeTruthy()
  await press('Check all')
  await press('Send orders (1)')
  expect(sent('Basket/Send')).toMatchObject([
    { basketID: 5, version: 3, orders: [{ orderQty: 20, line: 2 }] },
  ])
})

test('a basket that is being sent is stopped by its id', async () => {
  await open(basket)
  await press('Check all')
  await press('Send orders (1)')
  await press('Stop sending')
  expect(sent('Basket/Stop')).toEqual([{ sendID: sent('Basket/Send')[0].sendID }])
})

test('what became of a basket that was never saved is there after a reload', async () => {
  answer = ({ sendID }) => ({
    version: null,
    lines: [{ clOrdID: `${sendID}-1`, outcome: 'accepted', order: order(`${sendID}-1`), refusal: null }],
  })
  await open()
  const cells = { Account: 'A1', Side: 'Buy', Security: 'GTCO', Quantity: '10', Price: '58.40' }
  for (const [column, value] of Object.entries(cells))
    fireEvent.change(screen.getByLabelText(`${column}, line 1`), { target: { value } })
  await press('Check all')
  await press('Send orders (1)')
  expect(within(row(1)).getByText('Open')).toBeTruthy()
  cleanup()
  const { sendID } = sent('Basket/Send')[0]
  liveMarket.store.loadOrders([order(`${sendID}-1`, { ordStatus: '4', leavesQty: 0 })], 0)
  await open()
  expect(within(row(1)).getByText('Cancelled')).toBeTruthy()
  expect((screen.getByLabelText('Account, line 1') as HTMLInputElement).readOnly).toBe(true)
})
