import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { order } from './order.fixture.ts'
import { isTickable, open, orders, rendered, row, rows, setUpOrders, tick } from './orders-table.fixture.tsx'

vi.mock('../../../api/client.ts', () => ({ call: vi.fn() }))

setUpOrders()

const textOf = (cell: Element) => cell.textContent?.trim()
const totals = (row: string) =>
  [...document.querySelectorAll(`${row} td`)].map(textOf).filter((text) => text !== '')
const headings = () =>
  [...document.querySelectorAll('tr[data-group]')].map((row) => row.getAttribute('data-group'))

const grouped = async () => {
  open('/?orders.group=account')
  await rendered(() =>
    orders.merge([
      order('4', {
        account: '1002',
        customerName: 'Bola',
        orderQty: 200,
        leavesQty: 150,
        cumQty: 50,
        avgPx: 58,
      }),
      order('5', {
        account: '1002',
        customerName: 'Bola',
        orderQty: 100,
        leavesQty: 0,
        cumQty: 100,
        avgPx: 58.3,
        ordStatus: '2',
      }),
    ]),
  )
}

test('orders are grouped by account, each group with its totals; a group can be closed and opened', async () => {
  await grouped()
  expect(headings()).toEqual(['1001', '1002'])
  expect(rows()).toEqual(['3', '2', '1', '5', '4'])
  expect(totals('tr[data-group="1002"]')).toEqual(['Bola · 1002 2', '150 / 300', '58.20'])
  const heading = screen.getByRole('button', { name: 'Ada · 1001' })
  await rendered(() => fireEvent.click(heading))
  expect(heading.getAttribute('aria-expanded')).toBe('false')
  expect(rows()).toEqual(['5', '4'])
  expect(totals('tr[data-group="1001"]')).toEqual(['Ada · 1001 3', '0 / 2,400'])
  await rendered(() => fireEvent.click(screen.getByRole('button', { name: 'Bola · 1002' })))
  expect(rows()).toEqual([])
  expect(headings()).toEqual(['1001', '1002'])
})

test('ticking a group ticks its open orders, and the totals of what is ticked are under the rows', async () => {
  await grouped()
  await rendered(() => fireEvent.click(screen.getByLabelText('Select all of Bola · 1002')))
  expect(screen.getByText('Cancel 1 selected')).toBeDefined()
  expect(totals('tr[data-ticked]')).toEqual(['1 selected', '50 / 200', '58.00'])
  await tick('1')
  expect(totals('tr[data-ticked]')).toEqual(['2 selected', '50 / 1,000', '58.00'])
})

test('with Shift, a heading sorts the rows that are equal by the columns before', async () => {
  await rendered(() =>
    orders.merge([order('4', { price: 60, orderQty: 10 }), order('5', { price: 60, orderQty: 20 })]),
  )
  const press = (name: string, shiftKey = false) =>
    rendered(() =>
      fireEvent.click(screen.getByRole('button', { name: new RegExp(`^${name}`) }), { shiftKey }),
    )
  await press('Price')
  await press('Price')
  const entered = screen.getByRole('button', { name: /^Entered/ })
  await rendered(() => fireEvent.click(entered, { shiftKey: true }))
  expect(rows()).toEqual(['4', '5', '1', '2', '3'])
  await rendered(() => fireEvent.click(entered, { shiftKey: true }))
  expect(rows()).toEqual(['5', '4', '3', '2', '1'])
  expect(screen.getByRole('columnheader', { name: /^Entered/ }).getAttribute('aria-sort')).toBe('descending')
})

test('all rows that pass the filters are copied as a table, without actions and with no formula', async () => {
  const writeText = vi.fn(async (_: string) => undefined)
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { clipboard: { writeText } }))
  await rendered(() =>
    orders.merge([order('4', { account: '1002', customerName: '=cmd|A1', orderQty: 1_000, cumQty: 250 })]),
  )
  await rendered(() => fireEvent.click(screen.getByRole('button', { name: 'Copy all rows as a table' })))
  const [heading, ...copied] = (writeText.mock.lastCall?.[0] ?? '')
    .split('\n')
    .map((line) => line.split('\t'))
  expect(heading?.slice(0, 3)).toEqual(['Security', 'Customer', 'Side'])
  expect(copied.map(([security, customer, side]) => [security, customer, side])).toEqual([
    ['GTCO', "'=cmd|A1", 'Buy'],
    ...Array.from({ length: 3 }, () => ['GTCO', 'Ada', 'Buy']),
  ])
  // One cell of the list shows both: "Filled / qty".
  const [filled, ordered] = [heading?.indexOf('Filled') ?? -1, heading?.indexOf('Quantity') ?? -1]
  expect(copied.map((cells) => [cells[filled], cells[ordered]])[0]).toEqual(['250', '1,000'])
  expect(screen.getByText('Copied. Paste it into a spreadsheet.').ariaLive).toBe('polite')
  vi.unstubAllGlobals()
})

test('parts of a bulk order are marked and ask for nothing; the bulk order is counted and cancelled', async () => {
  open('/?orders.group=account')
  await rendered(() =>
    orders.merge([
      order('7', { bulkOrderID: '7', account: '', customerName: '' }),
      order('8', { bulkOrderID: '7', orderQty: 600, leavesQty: 600 }),
      order('9', { bulkOrderID: '7', orderQty: 200, leavesQty: 200 }),
    ]),
  )
  expect(screen.getByText('Cancel all (4)')).toBeDefined()
  expect(row('8')?.textContent).toContain('Part of bulk order 7')
  expect(row('7')?.textContent).not.toContain('Part of')
  const buttons = (id: string) =>
    [...(row(id)?.querySelectorAll('button:not([data-symbol])') ?? [])].map((button) => [
      button.textContent,
      (button as HTMLButtonElement).disabled,
    ])
  expect(buttons('8')).toEqual([])
  expect(buttons('7')).toEqual([
    ['Replace', true],
    ['Cancel', false],
  ])
  expect([isTickable('7'), isTickable('8')]).toEqual([true, false])
  expect(totals('tr[data-group=""]')[0]).toBe('Bulk order 1')
})
