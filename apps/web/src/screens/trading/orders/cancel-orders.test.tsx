import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import { liveMarket } from '../../../live/live-market.ts'
import { order } from './order.fixture.ts'
import {
  askInRow,
  call,
  cancelled,
  choose,
  dialog,
  isTickable,
  orders,
  press,
  pressKey,
  rendered,
  row,
  setUpOrders,
  tick,
} from './orders-table.fixture.tsx'

vi.mock('../../../api/client.ts', () => ({ call: vi.fn() }))

setUpOrders()

test('orders that could not be cancelled stay in the dialog and on their rows until they are cancelled', async () => {
  const busy = new ApiError({ status: 429, code: 6_001, message: 'Busy', details: 'Not taken.', data: {} })
  call.mockImplementation((_name, { orderID }) =>
    orderID === '1' ? Promise.reject(busy) : Promise.resolve(cancelled(orderID)),
  )
  await press('Cancel all (3)')
  await press('Cancel 3 orders')
  expect(dialog()?.getAttribute('aria-label')).toBe('2 of 3 cancelled')
  expect(dialog()?.textContent).toContain('Buy 800 GTCO at 58.40: Not cancelled. Busy: Not taken.')
  expect(row('1')?.textContent).toContain('Not cancelled. Busy: Not taken.')
  await rendered(() => orders.take(cancelled('1')))
  expect(dialog()).toBeNull()
  expect(row('1')?.textContent).not.toContain('Not cancelled')
})

test('unanswered cancels are resolved by the orders after reconnecting, each reason once', async () => {
  const { store } = liveMarket
  const lost = new ApiError({ status: 0, code: 0, message: 'Nobody answered', details: '', data: {} })
  call.mockRejectedValue(lost)
  await press('Cancel all (3)')
  await press('Cancel 3 orders')
  expect(dialog()?.textContent?.match(/We couldn’t confirm the cancel/g)).toHaveLength(1)
  expect(row('1')?.textContent).toContain('We couldn’t confirm')
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
  expect(document.body.textContent).not.toContain('We couldn’t confirm')
  expect(row('1')?.textContent).toContain('Not cancelled: still open.')
  expect(row('3')?.textContent).not.toContain('Not cancelled')
  expect(dialog()?.textContent?.match(/Not cancelled: still open\./g)).toHaveLength(1)
  await press('Try again: cancel 2')
  expect(new Set(call.mock.calls.map(([, { clOrdID }]) => clOrdID)).size).toBe(3)
})

test('the orders that are ticked are cancelled, and no others', async () => {
  call.mockImplementation((_name, { orderID }) => Promise.resolve(cancelled(orderID)))
  for (const id of ['1', '3']) await tick(id)
  await press('Cancel 2 selected')
  await press('Cancel 2 orders')
  expect(call.mock.calls.map(([, { orderID }]) => orderID).toSorted()).toEqual(['1', '3'])
  expect(row('2')?.textContent).toContain('Open')
  expect(isTickable('1')).toBe(false)
})

test('selected orders stay selected behind a filter, and an ended order does not change the button', async () => {
  await tick('1')
  await rendered(() => orders.merge([order('4', { side: '2' })]))
  await choose('Sell')
  expect(row('1')).toBeNull()
  await tick('4')
  expect(screen.getByText('Cancel 2 selected')).toBeDefined()
  const all = screen.getByText('Cancel matching (1)').closest('button')
  await rendered(() => orders.merge(['1', '4'].map(cancelled)))
  expect(screen.queryByText(/ selected$/)).toBeNull()
  expect(screen.getByText('Cancel all open').closest('button')).toBe(all)
})

test('the question about a cancel shows that its order has ended, and offers no cancel then', async () => {
  await askInRow('2', 'x')
  await rendered(() => orders.merge([cancelled('2')]))
  expect(dialog()?.getAttribute('aria-label')).toBe('Nothing left to cancel')
  expect(screen.queryByText('Cancel the order')).toBeNull()
  await press('Close')
  expect(dialog()).toBeNull()
  expect(call).not.toHaveBeenCalled()
})

test('Enter pressed on after a cancel of several orders cancels no others: the list has the focus', async () => {
  call.mockImplementation((_name, { orderID }) => Promise.resolve(cancelled(orderID)))
  for (const id of ['1', '3']) await tick(id)
  await press('Cancel 2 selected')
  expect(document.activeElement?.textContent).toBe('Keep')
  await press('Cancel 2 orders')
  expect(dialog()).toBeNull()
  const focused = document.activeElement
  expect(focused?.querySelector('table')).not.toBeNull()
  expect(focused?.closest('button')).toBeNull()
})

test('closing a dialog returns the focus to the list', async () => {
  await press('Cancel all (3)')
  await pressKey('Escape')
  expect(dialog()).toBeNull()
  expect(document.activeElement?.querySelector('table')).not.toBeNull()
})

test('the button that cancels all says how many, including other pages, and that the list is longer than the visible part', async () => {
  const more = Array.from({ length: 15 }, (_, at) =>
    order(`${20 + at}`, { side: '2', creationTime: '2026-11-20T11:00:00Z' }),
  )
  await rendered(() => orders.merge(more))
  await press('Cancel all (18)')
  expect(dialog()?.getAttribute('aria-label')).toBe('Cancel 18 orders?')
  expect(dialog()?.querySelectorAll('li')).toHaveLength(18)
  expect(dialog()?.textContent).toContain('All 18 are in the list above')
  await pressKey('Escape')
  await choose('Buy')
  await press('Cancel matching (3)')
  expect(dialog()?.getAttribute('aria-label')).toBe('Cancel 3 orders?')
  expect(dialog()?.textContent).not.toContain('in the list above')
})

test('in a phase that accepts no cancels, every way to cancel is off and names the phase as the reason', async () => {
  await tick('1')
  await press('Cancel all (3)')
  const day = vi.spyOn(liveMarket.store.day, 'get')
  day.mockReturnValue({ phase: 'preOpenImbalance', marketDate: '2026-11-20' })
  const why = 'Orders cannot be cancelled in this phase (Pre-open imbalance).'
  await rendered(() => orders.merge([order('4')]))
  expect(dialog()?.textContent).toContain(why)
  for (const name of ['Cancel 3 orders', 'Cancel 1 selected', 'Cancel all (4)']) {
    const button = screen.getByText(name).closest('button')
    expect(button?.disabled).toBe(true)
    if (!dialog()?.contains(button)) expect(button?.title).toBe(why)
  }
  day.mockRestore()
})
