import { fireEvent, screen } from '@testing-library/react'
import { english, type Statistics } from '@tradebook/contract'
import { expect, test, vi } from 'vitest'
import { liveMarket } from '../../../live/live-market.ts'
import { UNSELECTED_PAUSE_MS } from '../../../live/statistics-board.ts'
import { useSession } from '../../../session.ts'
import { order } from './order.fixture.ts'
import {
  call,
  dialog,
  ended,
  open,
  orders,
  press,
  rendered,
  row,
  rows,
  setUpOrders,
  symbolOf,
} from './orders-table.fixture.tsx'

vi.mock('../../../api/client.ts', () => ({ call: vi.fn() }))

setUpOrders()

test('every open order is on the first page, however many came after it; the others follow', async () => {
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
  await press('Cancel all (3)')
  expect(dialog()?.getAttribute('aria-label')).toContain('3')
})

test('a link leads to one order, which has the focus; its chip leads to all', async () => {
  await rendered(() =>
    orders.merge(
      Array.from({ length: 150 }, (_, at) =>
        order(`${300 + at}`, { creationTime: '2026-11-20T11:00:00Z', ordStatus: '4', leavesQty: 0 }),
      ),
    ),
  )
  open('/?orders.orderID=301&orders.page=2')
  await rendered()
  expect(rows()).toEqual(['301'])
  expect(row('301')?.getAttribute('aria-current')).toBe('true')
  expect(document.activeElement).toBe(symbolOf('301'))
  expect(call).not.toHaveBeenCalled()
  await rendered(() => fireEvent.click(screen.getByLabelText('Remove: Order no.: 301')))
  expect(rows()).toHaveLength(100)
  expect(document.querySelector('[aria-current]')).toBeNull()
})

test('a linked order of another day is fetched', async () => {
  call.mockResolvedValue({ totalCount: 1, more: false, items: [ended({ id: '77', orderID: '77' })] })
  open('/?orders.orderID=77')
  await rendered()
  await rendered()
  expect(call.mock.calls.map(([name, input]) => [name, input])).toEqual([
    ['Order/getStockOrders', { orderID: '77', maxResultCount: 1 }],
  ])
  expect(rows()).toEqual(['77'])
  expect(document.activeElement).toBe(symbolOf('77'))
  await press('Show all')
  expect(rows()).toEqual(['3', '2', '1'])
})

test('a user with one account does not see their own name in every row, but sees who entered an order for them', async () => {
  const names = () => screen.queryAllByRole('columnheader', { name: /Customer/ })
  const user = { userName: 'ada' } as never
  await rendered(() => useSession.setState({ user }))
  await rendered(() =>
    orders.merge([
      order('3', { userName: 'ada', version: 2 }),
      order('2', { userName: 'broker', version: 2 }),
      order('1', { userName: 'ada', version: 2 }),
    ]),
  )
  expect(names()).toHaveLength(0)
  expect(row('2')?.textContent).toContain('Entered by broker')
  expect(row('3')?.textContent).not.toContain('Entered by')
  await rendered(() => orders.merge([order('4', { account: '1002', userName: 'ada' })]))
  expect(names()).toHaveLength(1)
  await rendered(() => useSession.setState({ permissions: new Set(['BUY', 'SELL', 'VIEW_ALL_ORDERS']) }))
  expect(row('2')?.textContent).not.toContain('Entered by')
  await rendered(() => useSession.setState({ user: null }))
})

test('a list with more orders than were fetched says so', async () => {
  await rendered(() => liveMarket.store.loadOrders([order('1')], 12))
  expect(screen.getByText('Too many orders to load: 12')).toBeDefined()
  await rendered(() => liveMarket.store.loadOrders([order('1')], 0))
  expect(screen.queryByText(/Too many/)).toBeNull()
})

test.each([
  [['BUY', 'SELL', 'VIEW_ALL_ORDERS'], 108, ['Average']],
  [['BUY', 'SELL', 'VIEW_ALL_ORDERS'], 95, ['Average', 'Entered']],
  [['BUY', 'SELL', 'VIEW_ALL_ORDERS'], 79, ['Terms', 'Average', 'Entered']],
  [['BUY', 'SELL', 'VIEW_ALL_ORDERS'], 60, ['Terms', 'Average', 'Entered']],
  [['BUY', 'SELL'], 98, ['Customer', 'Average']],
])(
  'with %o and room for %d characters, what is left out is %s, and never why an order was refused',
  async (permissions, room, without) => {
    const halted = { ended: 'Trading.Venue.securityHalted', refusal: null, values: {} }
    const width = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(room)
    useSession.setState({ permissions: new Set(permissions) })
    open()
    await rendered(() => orders.merge([ended({ ordStatus: '8', reason: halted, clientText: 'By phone' })]))
    const headings = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
    const usual = ['Customer', 'Side', 'Price', 'Terms', 'Average', 'Status', 'Entered']
    expect(usual.filter((heading) => !headings.includes(heading))).toEqual(without)
    expect(row('2')?.querySelector('[data-column="ordStatus"]')?.textContent).toBe(
      `Rejected${english['Trading.Venue.securityHalted']}`,
    )
    width.mockRestore()
  },
)

test('the address contains how the orders are filtered and sorted, and a filter is removed as a chip', async () => {
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

test('a limit order refused for lack of a price is not shown as a market order', async () => {
  await rendered(() => orders.merge([ended({ ordStatus: '8', price: null })]))
  expect(row('2')?.textContent).not.toContain('Market')
  expect(row('2')?.querySelector('input[type=checkbox]')?.getAttribute('aria-label')).not.toContain('market')
  await rendered(() => orders.merge([ended({ ordStatus: '8', price: null, ordType: '1', version: 3 })]))
  expect(row('2')?.textContent).toContain('Market')
})

test('a waiting market order can get another quantity, but no price', async () => {
  await rendered(() => orders.merge([order('2', { ordType: '1', price: null, version: 2 })]))
  const replace = [...(row('2')?.querySelectorAll('button') ?? [])].find(
    ({ textContent }) => textContent === 'Replace',
  )
  await rendered(() => replace?.click())
  expect(screen.getByLabelText('Quantity')).toBeDefined()
  expect(screen.queryByLabelText('Price')).toBeNull()
})

test('each filter of orders is named for everything that it keeps', () => {
  for (const name of ['With fills', 'Ended early'])
    expect(screen.getByText(name, { selector: '.ant-segmented-item-label' })).toBeDefined()
})

test('until the orders have been fetched the list does not call itself empty', async () => {
  await rendered(() => liveMarket.store.reset())
  const claims = /No orders|hidden by filters|No order passes/
  expect(document.body.textContent).not.toMatch(claims)
  await rendered(() => liveMarket.store.linkIs('offline'))
  expect(screen.getByText('No connection')).toBeDefined()
  expect(document.body.textContent).not.toMatch(claims)
  await rendered(() => liveMarket.store.loadOrders([], 0))
  expect(screen.getByText(/No orders/)).toBeDefined()
})

test('actions not allowed in a phase or a halt are not offered, and the reason is given', async () => {
  const button = (name: string) => {
    const found = [...(row('1')?.querySelectorAll('button') ?? [])].find((one) => one.textContent === name)
    return { isDisabled: found?.disabled, title: found?.title }
  }
  const day = vi.spyOn(liveMarket.store.day, 'get')
  for (const phase of ['preOpenImbalance', 'closed', 'continuous'] as const) {
    day.mockReturnValue({ phase, marketDate: '2026-11-20' })
    await rendered(() => liveMarket.store.day.changed())
    expect(button('Replace').isDisabled).toBe(phase === 'closed')
    expect(button('Cancel').isDisabled).toBe(phase === 'preOpenImbalance')
  }
  const security = { securityID: 'GTCO', symbol: 'GTCO', tradingSessionSubID: '3' } as Statistics
  await rendered(() => liveMarket.store.statistics.load([{ ...security, securityTradingStatus: '2' }]))
  expect(button('Replace').isDisabled).toBe(true)
  expect(button('Replace').title).toContain('This security is halted')
  expect(button('Cancel').isDisabled).toBe(false)
  await rendered(() => liveMarket.store.statistics.load([{ ...security, securityTradingStatus: '3' }]))
  // A security that is not selected is drawn a few times a second.
  await rendered(() => vi.advanceTimersByTime(UNSELECTED_PAUSE_MS))
  expect(button('Replace').isDisabled).toBe(false)
  day.mockRestore()
})
