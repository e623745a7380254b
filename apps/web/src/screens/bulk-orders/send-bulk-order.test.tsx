import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import type { BulkOrderPreview } from '@tradebook/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { liveMarket } from '../../live/live-market.ts'
import { useSession } from '../../session.ts'
import { openScreen, rendered, setUpScreen } from '../../ui/screen.fixture.tsx'
import BulkOrdersScreen from './bulk-orders-screen.tsx'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../../api/client.ts', () => ({ call }))

const part = (holdAmount: number): BulkOrderPreview['lines'][number] => ({
  customerName: 'Ada Obi',
  preview: {
    ...{ consideration: 50_000, fees: [], totalFees: 500, total: 50_500, holdAmount },
    ...{ availableBalance: null, availableAfter: null, availableShares: 0 },
  },
  warnings: [],
})
const poor = { code: 4101, message: 'Not enough cash', details: 'Available: 10.00.' }

let preview: BulkOrderPreview
let sends: (() => unknown)[]
let entered: { orderID: string; clOrdID: string }[]

setUpScreen()

beforeEach(() => {
  sessionStorage.clear()
  liveMarket.store.statistics.load([
    { securityID: 'GTCO', symbol: 'GTCO', securityDesc: 'Guaranty Trust', lastPx: 58.4 } as never,
  ])
  useSession.setState({ permissions: new Set(['TRADE_ALL_ACCOUNTS', 'BUY', 'SELL']) })
  preview = { warnings: [], lines: [part(51_000), part(51_000)] }
  sends = []
  entered = []
  call.mockReset().mockImplementation(async (name: string) => {
    if (name === 'Order/PreviewBulkOrder') return preview
    if (name === 'Order/SendBulkOrder') return sends.shift()?.()
    if (name === 'Order/GetBulkOrders') return { items: entered, totalCount: entered.length }
    return name === 'Order/GetBulkOrder' ? new Promise(() => {}) : {}
  })
})

const lost = () => {
  throw new ApiError({ status: 503, code: 0, message: 'No answer', details: null } as never)
}
const sent = (): { clOrdID: string }[] =>
  call.mock.calls.filter(([name]) => name === 'Order/SendBulkOrder').map(([, input]) => input)

async function open() {
  await openScreen(<BulkOrdersScreen />)
  await rendered(() => fireEvent.click(screen.getByRole('button', { name: 'Send bulk order' })))
}

/** Enters an order and opens its review. */
async function enter(lines = 'A1 500\nA2 500') {
  const form = screen.getByRole('form', { name: 'Send bulk order' })
  const choose = async (field: string, option: string) => {
    await rendered(() => fireEvent.mouseDown(within(form).getByRole('combobox', { name: field })))
    await rendered(() =>
      fireEvent.click(document.querySelector(`.ant-select-item-option[title="${option}"]`)!),
    )
  }
  await choose('Side', 'Buy')
  await choose('Security', 'GTCO · Guaranty Trust')
  fireEvent.change(within(form).getByLabelText('Price'), { target: { value: '58.40' } })
  fireEvent.change(within(form).getByLabelText('Accounts and quantities'), { target: { value: lines } })
  await rendered(() => fireEvent.click(within(form).getByRole('button', { name: 'Review bulk order' })))
}
/** Of the review that was opened last: one that was answered fades away. */
const confirm = () =>
  screen.getAllByRole('button', { name: /^Confirm: Buy 1,000 GTCO at 58.40 for 2 accounts/ }).at(-1)!

test('nothing is sent before the review is confirmed, which shows every account with what it holds', async () => {
  await open()
  await enter()
  expect(sent()).toEqual([])
  const accounts = within(screen.getByRole('list', { name: 'Quantities by account' })).getAllByRole(
    'listitem',
  )
  expect(accounts.map(({ textContent }) => textContent)).toEqual([
    'A1Ada Obi500Reserves 51,000.00',
    'A2Ada Obi500Reserves 51,000.00',
  ])
  expect(screen.getByText('101,000.00')).toBeTruthy()
  expect(screen.getByText('102,000.00')).toBeTruthy()
  sends = [() => ({ orderID: '7' })]
  await rendered(() => fireEvent.click(confirm()))
  expect(sent()).toMatchObject([
    { securityID: 'GTCO', price: 58.4, lines: [{ account: 'A1' }, { account: 'A2' }] },
  ])
})

test('an account that would be refused is shown with its reason, and nothing can be sent', async () => {
  preview = {
    warnings: [],
    lines: [part(51_000), { customerName: 'Bola Ade', preview: null, warnings: [poor] }],
  }
  await open()
  await enter()
  expect(screen.getByText('Not enough cash. Available: 10.00.')).toBeTruthy()
  expect((confirm() as HTMLButtonElement).disabled).toBe(true)
})

test('a limit that the order as a whole exceeds is shown, and nothing can be sent', async () => {
  preview = { ...preview, warnings: [{ code: 2016, message: 'Order too large', details: 'At most 1.00.' }] }
  await open()
  await enter()
  expect(screen.getByText('Order too large. At most 1.00.')).toBeTruthy()
  expect((confirm() as HTMLButtonElement).disabled).toBe(true)
})

test('after a lost answer and a reload the same order goes under the same id', async () => {
  sends = [lost]
  await open()
  await enter()
  await rendered(() => fireEvent.click(confirm()))
  expect(sent()).toHaveLength(1)

  cleanup()
  sends = [lost, () => ({ orderID: '7' })]
  await openScreen(<BulkOrdersScreen />)
  expect(screen.getByText('Not confirmed: Buy 1,000 GTCO at 58.40 for 2 accounts')).toBeTruthy()
  await rendered(() => fireEvent.click(screen.getByRole('button', { name: 'Check' })))
  // Typed again, it is the same order; another one is not.
  await enter()
  await rendered(() => fireEvent.click(confirm()))
  await rendered(() => fireEvent.click(screen.getByRole('button', { name: 'Send again' })))
  expect(sent()).toHaveLength(3)
  expect(new Set(sent().map(({ clOrdID }) => clOrdID)).size).toBe(1)
  expect(screen.queryByText(/^Not confirmed/)).toBeNull()
})

test('an order that is found among the bulk orders is confirmed without sending it again', async () => {
  sends = [lost]
  await open()
  await enter()
  await rendered(() => fireEvent.click(confirm()))
  entered = [{ orderID: '7', clOrdID: sent()[0]!.clOrdID }]
  await rendered(() => vi.advanceTimersByTime(3_000))
  expect(screen.queryByText(/^Not confirmed/)).toBeNull()
  expect(screen.getByText('Bulk order 7')).toBeTruthy()
  expect(sent()).toHaveLength(1)
})

test('a first try that is refused frees its id; the next one is another request', async () => {
  const refused = () => {
    throw new ApiError({ status: 500, code: 4101, message: 'Not enough cash', details: null } as never)
  }
  sends = [refused, refused]
  await open()
  await enter()
  await rendered(() => fireEvent.click(confirm()))
  expect(screen.queryByText(/^Not confirmed/)).toBeNull()
  await rendered(() => fireEvent.click(screen.getByRole('button', { name: 'Review bulk order' })))
  await rendered(() => fireEvent.click(confirm()))
  expect(new Set(sent().map(({ clOrdID }) => clOrdID)).size).toBe(2)
})
