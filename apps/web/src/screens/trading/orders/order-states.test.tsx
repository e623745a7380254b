import { OrdStatus } from '@tradebook/contract'
import { expect, test, vi } from 'vitest'
import { order } from './order.fixture.ts'
import { orders, rendered, row, setUpOrders } from './orders-table.fixture.tsx'

/**
 * Which buttons an order has in each state, as a broker reads it; one in brackets cannot be pressed, and says why.
 * What the server answers in the same states is in `order-states.test.ts` of the orders.
 */
vi.mock('../../../api/client.ts', () => ({ call: vi.fn() }))

setUpOrders()

const table = [
  [OrdStatus.pendingNew, '[Replace: The order is pending.] Cancel'],
  [OrdStatus.new, 'Replace Cancel'],
  [OrdStatus.partiallyFilled, 'Replace Cancel'],
  [OrdStatus.pendingReplace, '[Replace: The order is being replaced.] Cancel'],
  [
    OrdStatus.pendingCancel,
    '[Replace: The order is being cancelled.] [Cancel: The order is being cancelled.]',
  ],
  [OrdStatus.filled, 'Repeat'],
  [OrdStatus.canceled, 'Repeat'],
  [OrdStatus.rejected, 'Repeat'],
  [OrdStatus.expired, 'Repeat'],
] as const

test('every state is in the table once', () => {
  expect(table.map(([ordStatus]) => ordStatus).sort()).toEqual(Object.values(OrdStatus).sort())
})

test.each(table)('an order whose FIX state is %s has the buttons: %s', async (ordStatus, buttons) => {
  await rendered(() => orders.merge([order('1', { ordStatus, version: 2 })]))
  const shown = [...(row('1')?.querySelectorAll<HTMLButtonElement>('button:not([data-symbol])') ?? [])].map(
    ({ textContent, disabled, title }) => (disabled ? `[${textContent}: ${title}]` : textContent),
  )
  expect(shown.join(' ')).toBe(buttons)
})
