import { fireEvent, screen } from '@testing-library/react'
import { english, type Statistics } from '@tradebook/contract'
import { expect, test, vi } from 'vitest'
import { call } from '../../../api/client.ts'
import { liveMarket } from '../../../live/live-market.ts'
import { useAnnouncement } from '../announcement.ts'
import { order } from './order.fixture.ts'
import {
  askInRow,
  dialog,
  open,
  orders,
  phaseIs,
  press,
  pressKey,
  previews,
  rendered,
  row,
  setUpOrders,
  symbolOf,
} from './orders-table.fixture.tsx'

vi.mock('../../../api/client.ts', () => ({ call: vi.fn() }))

setUpOrders()

const type = (name: string, value: string) =>
  rendered(() => fireEvent.change(screen.getByLabelText(name), { target: { value } }))
const quantity = () => screen.getByLabelText<HTMLInputElement>('Quantity')

test.each([
  ['r', /^Replace: Buy 800 GTCO at 58\.40/],
  ['x', /^Cancel this order\?/],
])('%s asks next to the row, is not typed, and the focus comes back', async (key, title) => {
  symbolOf('2').focus()
  let isTyped = true
  await rendered(() => {
    isTyped = fireEvent.keyDown(symbolOf('2'), { key })
  })
  expect(isTyped).toBe(false)
  expect(dialog()?.getAttribute('aria-label')).toMatch(title)
  expect(row('2')?.nextElementSibling?.contains(dialog())).toBe(true)
  expect(dialog()?.contains(document.activeElement)).toBe(true)
  await pressKey('Escape')
  expect(dialog()).toBeNull()
  expect(document.activeElement).toBe(symbolOf('2'))
})

test('a replacement shows what it costs and whether the place is lost', async () => {
  vi.mocked(call).mockImplementation(((_: string, { orderQty = 800 }: { orderQty?: number }) =>
    Promise.resolve({ total: orderQty * 59, warnings: [] })) as never)
  await askInRow('2', 'r')
  const dialogText = () => dialog()?.textContent ?? ''
  await type('Quantity', '500')
  expect(dialogText()).toContain('You keep your place in the queue.')
  await type('Quantity', '900')
  expect(dialogText()).toContain('You will lose your place')
  await rendered(() => vi.advanceTimersByTime(300))
  await vi.waitFor(() =>
    expect(dialogText()).toContain('Open quantity will cost ₦53,100.00 incl. charges (was ₦47,200.00).'),
  )
  await type('Quantity', '800')
  expect(dialogText()).toContain('Nothing would change.')
  await type('Price', '58.35')
  expect(dialogText()).toContain('You will lose your place')
})

test.each(['known', 'unknown for good'])('a replacement waits until what it costs is %s', async (answer) => {
  let settle = () => {}
  vi.mocked(call).mockImplementation(((_: string, { orderQty }: { orderQty?: number }) =>
    orderQty === undefined
      ? Promise.resolve({ total: 47_200, warnings: [] })
      : new Promise((known, failed) => {
          settle = () =>
            answer === 'known' ? known({ total: 53_100, warnings: [] }) : failed(new Error('no answer'))
        })) as never)
  await askInRow('2', 'r')
  await type('Quantity', '900')
  await rendered(() => vi.advanceTimersByTime(300))
  const send = () => dialog()?.querySelector<HTMLButtonElement>('button[type=submit]')
  expect(send()?.textContent).toBe('Replace with 900 at 58.40')
  expect(send()?.disabled).toBe(true)
  await rendered(() => settle())
  await rendered()
  expect(send()?.disabled).toBe(false)
})

test('each panel next to a row takes the focus, even after another one was closed', async () => {
  for (const key of ['r', 'x']) {
    await askInRow('2', key)
    await vi.waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true))
    await pressKey('Escape')
  }
})

test('an order that ends while its replace is open is shown as ended, and cannot be replaced', async () => {
  await askInRow('2', 'r')
  await rendered(() =>
    orders.take(order('2', { ordStatus: '4', cumQty: 500, leavesQty: 0, avgPx: 58.4, version: 2 })),
  )
  expect(dialog()?.textContent).toContain('GTCO: Bought 500 of 800 at 58.40, rest cancelled')
  expect(dialog()?.querySelector<HTMLButtonElement>('button[type=submit]')?.disabled).toBe(true)
})

test.each(['r', 'x'])('%s on an order that has ended shows why it does nothing', async (key) => {
  await rendered(() => orders.take(order('2', { ordStatus: '2', cumQty: 800, leavesQty: 0, version: 2 })))
  symbolOf('2').focus()
  await askInRow('2', key)
  expect(dialog()).toBeNull()
  expect(useAnnouncement.getState().sentence).toBe('The order is filled.')
  expect(symbolOf('2').title).toBe('The order is filled.')
})

test('the advice is below the buttons, in room that it has from the beginning', async () => {
  await askInRow('2', 'r')
  const parts = () => [...(dialog()?.querySelector('form')?.children ?? [])]
  const answers = () => parts().findIndex((part) => part.querySelector('button[type=submit]'))
  const before = { parts: parts().length, answers: answers() }
  await type('Quantity', '900')
  expect(dialog()?.textContent).toContain('You will lose your place')
  expect({ parts: parts().length, answers: answers() }).toEqual(before)
  expect(parts()[before.answers + 1]?.textContent).toContain('You will lose your place')
})

test('typed values survive a look at another row, and are discarded on leaving', async () => {
  await askInRow('2', 'r')
  await type('Quantity', '900')
  await askInRow('3', 'r')
  expect(quantity().value).toBe('800')
  await askInRow('2', 'r')
  expect(quantity().value).toBe('900')
  await press('Leave as it is')
  await askInRow('2', 'r')
  expect(quantity().value).toBe('800')
})

test('leaving with typed values asks first', async () => {
  const router = open()
  await rendered(() => orders.merge([order('3'), order('2'), order('1')]))
  await askInRow('2', 'r')
  const go = (to: string) => rendered(() => void router.navigate(to))
  await type('Quantity', '900')
  await go('/elsewhere')
  expect(router.state.location.pathname).toBe('/')
  // The question is loaded when it is first asked.
  await vi.dynamicImportSettled()
  await rendered()
  await press(english['Form.Leave.stay'])
  expect(quantity().value).toBe('900')
  await press('Leave as it is')
  await go('/elsewhere')
  expect(router.state.location.pathname).toBe('/elsewhere')
})

test('another duration and last day are chosen where the phase allows it, within the days that the server allows', async () => {
  await askInRow('2', 'r')
  const chosen = (name: string) => screen.getByLabelText(name)
  await rendered(() => fireEvent.click(chosen('GTD')))
  // The calendar is loaded when an order first asks for a day.
  await vi.dynamicImportSettled()
  await rendered()
  const dialogText = () => dialog()?.textContent ?? ''
  expect(dialogText()).toContain('Choose the last day of the order.')
  // The picker is loaded when it is first needed.
  await vi.waitFor(() => expect(chosen('Last day')).toBeDefined())
  await type('Last day', '2027-01-20')
  expect(dialogText()).toContain('The exchange keeps orders until 19 Jan 2027 at the latest.')
  await type('Last day', '2026-11-27')
  expect(dialogText()).toContain('You keep your place in the queue.')
  const replaced = order('2', { version: 2 })
  vi.mocked(call).mockImplementation(async (name) => (previews[name] ?? replaced) as never)
  await rendered(() => vi.advanceTimersByTime(300))
  await rendered()
  await press('Replace with 800 at 58.40')
  const lasting = { timeInForce: '6', expireDate: '2026-11-27' }
  expect(call).toHaveBeenCalledWith(
    'Order/SendOrderReplaceRequest',
    expect.objectContaining({ orderID: '2', orderQty: 800, ...lasting }),
    { failure: 'inline' },
  )

  await phaseIs('preOpenImbalance')
  const nothing = { securityID: 'GTCO', symbol: 'GTCO', indicativePx: null, imbalanceSide: null }
  await rendered(() => liveMarket.store.statistics.load([nothing as Statistics]))
  await askInRow('1', 'r')
  expect(screen.queryByLabelText('GTD')).toBeNull()
  await type('Quantity', '900')
  expect(dialogText()).toContain('Nothing would trade in this auction')
})
