import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { type CallOutput, english } from '@tradebook/contract'
import type { ComponentType } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from '../../i18n.ts'
import { columnsWithoutRoom } from '../../ui/columns-with-room.ts'
import ReportLogsScreen from './report-logs-screen.tsx'
import StockOrdersScreen, { stockOrdersView } from './stock-orders-screen.tsx'
import TradesScreen, { tradesView } from './trades-screen.tsx'

/** The reports of administration: each asks for its list by the address, and shows what is answered. */

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('../../api/client.ts', () => ({ call, download: vi.fn() }))

const trade: CallOutput<'Order/GetTrades'>['items'][number] = {
  ...{ execID: '9', transactTime: '2026-11-20T09:30:00.000Z', securityID: 'GTCO', side: '1' },
  ...{ lastQty: 100, lastPx: 58.4, value: 5_840, account: 'A1', customerName: 'Ada Okafor' },
  ...{ userName: 'broker', orderID: '5', tradeNumber: 77, noteNumber: 12 },
  ...{ commission: 78.84, totalFees: 108.12, netAmount: 5_948.12, settlementDate: '2026-11-24' },
  ...{ isCross: 'true' },
}
const totals: Readonly<Record<string, object>> = {
  'Order/GetTrades': { lastQty: 300, value: 17_520, commission: 236.52, totalFees: 324.36 },
  'Order/getStockOrders': { orderQty: 1_000, cumQty: 300, leavesQty: 700, filledValue: 17_520 },
}
const log: CallOutput<'ReportEventLog/GetReportLogs'>['items'][number] = {
  ...{ id: '3', userId: 7, userName: 'broker', serviceName: 'Order', methodName: 'DownloadStockOrders' },
  ...{ parameters: '{"format":"csv"}', fileName: 'Orders.csv', rowCount: 51, isComplete: 'false' },
  ...{ executionTime: '2026-11-20T09:30:00.000Z', executionDuration: 3 },
  ...{ call: 'Orders', askedText: 'Side: Buy', customerName: 'Ada Okafor', account: 'A1' },
  ...{
    asked: [{ name: 'format', title: 'Format', before: null, after: 'csv' }],
    clientIpAddress: '10.1.2.3',
  },
}
const answers: Readonly<Record<string, readonly object[]>> = {
  'Order/GetTrades': [trade],
  'ReportEventLog/GetReportLogs': [log],
  'Order/getStockOrders': [],
}

beforeEach(() => {
  vi.useFakeTimers()
  loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: english } })
  call.mockReset().mockImplementation(async (name: string) => {
    const items = answers[name] ?? []
    return { totalCount: items.length, more: false, items, totals: totals[name] }
  })
})

afterEach(async () => {
  cleanup()
  await vi.runOnlyPendingTimersAsync()
  vi.useRealTimers()
})

async function open(Screen: ComponentType, address = '/') {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[address]}>
        <Screen />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  for (let steps = 0; steps < 3; steps++) await act(() => vi.advanceTimersByTimeAsync(100))
}

const asked = (name: string) => call.mock.calls.find(([called]) => called === name)?.[1]
const rows = () =>
  screen.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent).join(' | '))

test('a trade shows its charges, settlement date, cross marker, customer and note', async () => {
  await open(TradesScreen, '/?trades.side=1&trades.isCross=true')
  expect(asked('Order/GetTrades')).toMatchObject({ side: ['1'], isCross: ['true'], maxResultCount: 50 })
  expect(rows()[1]).toContain(
    'GTCO | Buy | 100 | 58.40 | 5,840.00 | 78.84 | 108.12 | 24 Nov 2026 | Yes | Ada Okafor | A1 | broker | 12',
  )
})

test('totals are under their columns, and say when they cover only the first rows', async () => {
  await open(TradesScreen)
  expect(rows().at(-1)).toMatch(/Total .*300 .*17,520\.00 \| 236\.52 \| 324\.36/)
  cleanup()
  call.mockImplementation(async (name: string) => ({
    ...{ totalCount: 10_000, more: true, items: [order] },
    totals: totals[name],
  }))
  await open(StockOrdersScreen)
  expect(rows().at(-1)).toMatch(/Total .*1,000 \| 300/)
  expect(screen.getByText(/Filled value of these orders: ₦17,520\.00\./).textContent).toContain(
    'Totals cover the first 10,000 rows.',
  )
})

test('the report log shows who downloaded whose file, with which filters, from which address, and whether completely', async () => {
  await open(ReportLogsScreen, '/?reportLogs.isComplete=false&reportLogs.account=A1')
  expect(asked('ReportEventLog/GetReportLogs')).toMatchObject({ isComplete: ['false'], account: 'A1' })
  expect(rows()[1]).toContain('broker | Orders | Ada Okafor · A1 | Side: Buy | 10.1.2.3 | 51 | Partial')
  expect(screen.queryByText('Orders.csv')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'broker' }))
  expect(screen.getByText('Orders.csv')).toBeTruthy()
  const names = screen.getAllByText(/^(File|Format|Address)$/, { selector: 'dt' })
  expect(names.map(({ textContent }) => textContent)).toEqual(['File', 'Format'])
})

test('the report has orders of all time, and an empty list says so', async () => {
  await open(StockOrdersScreen)
  expect(asked('Order/getStockOrders')).toEqual({
    ...{ withTotals: true, skipCount: 0, maxResultCount: 50 },
  })
  expect(screen.getByText(english['Reports.None'])).toBeTruthy()
})

const order = {
  ...{ id: '1', orderID: '1', clOrdID: 'C-1', securityID: 'GTCO', side: '1', ordType: '4', timeInForce: '6' },
  ...{ price: 62.3, stopPx: 62.1, orderQty: 100, cumQty: 0, leavesQty: 0, avgPx: 0, ordStatus: '8' },
  ...{ execInst: null, displayQty: null, minQty: 20, expireDate: '2026-11-27', cscsAccount: '0000000001' },
  ...{ customerName: 'Ada', account: 'A1', userName: 'broker', clientText: 'By phone', holdAmount: 0 },
  ...{
    creationTime: '2026-11-20T09:30:07.042Z',
    transactTime: '2026-11-20T09:30:07.042Z',
    reason: { ended: null, refusal: 'stopOrdersNotTaken', values: {} },
  },
}

test('an order of the report has its kind with the stop, its second, and why it was refused', async () => {
  call.mockImplementation(async () => ({ totalCount: 1, more: false, items: [order] }))
  await open(StockOrdersScreen)
  const [, row] = rows()
  expect(row).toMatch(/20 Nov 2026, 10:30:07/)
  expect(row).toMatch(/Stop.limit, stop 62\.10/i)
  expect(row).toContain(english['Refusal.stopOrdersNotTaken'])
})

test('an order of the report that is halted with its firm says so', async () => {
  const halted = { ...order, ordStatus: '0', leavesQty: 100, reason: null, isHalted: true }
  call.mockImplementation(async () => ({ totalCount: 1, more: false, items: [halted] }))
  await open(StockOrdersScreen)
  const [, row] = rows()
  expect(row).toContain(english['Trading.Status.halted'])
})

test('on a screen of 1440 pixels the orders of the firm have room for their customer', () => {
  const { columns, leaving } = stockOrdersView
  const usual = columns.filter(({ isExtra }) => !isExtra)
  // So many characters are seen whole there.
  expect(columnsWithoutRoom(usual, leaving, 140)).toEqual(['account', 'userName', 'ordType'])
})

test.each([
  [131, ['commission', 'isCross', 'userName', 'totalFees']],
  [98, ['commission', 'isCross', 'userName', 'totalFees', 'noteNumber', 'account', 'settlementDate']],
])('a trade shows customer, quantity and price with room for %s characters', (room, left) => {
  const { columns, leaving } = tradesView
  const usual = columns.filter(({ isExtra }) => !isExtra)
  expect(columnsWithoutRoom(usual, leaving, room)).toEqual(left)
})

test('a trade opens to the columns without room, with each charge named', async () => {
  await open(TradesScreen)
  expect(screen.queryByText('5,948.12')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'GTCO' }))
  for (const text of ['5,948.12', '77']) expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getAllByText('Total charges').length).toBeGreaterThan(0)
})

test('an order opens to the full request and its executions, oldest first', async () => {
  const executed = {
    ...{
      sequence: 4,
      execID: '4',
      orderID: '1',
      clOrdID: 'C-1',
      account: 'A1',
      securityID: 'GTCO',
      side: '1',
    },
    ...{
      execType: 'F',
      ordStatus: '1',
      lastPx: 62.2,
      lastQty: 40,
      tradeNumber: 77,
      cumQty: 40,
      leavesQty: 60,
    },
    ...{ avgPx: 62.2, text: null, reason: null, clientText: null, transactTime: '2026-11-20T09:31:02.500Z' },
  }
  call.mockImplementation(async (name: string) => ({
    totalCount: 1,
    more: false,
    items: [name === 'Order/GetExecutions' ? executed : order],
  }))
  await open(StockOrdersScreen)
  expect(screen.queryByText('C-1')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: '1' }))
  for (let steps = 0; steps < 3; steps++) await act(() => vi.advanceTimersByTimeAsync(100))
  expect(asked('Order/GetExecutions')).toEqual({ orderID: '1', maxResultCount: 1_000 })
  for (const text of ['C-1', 'By phone', '27 Nov 2026', '0000000001'])
    expect(screen.getByText(text)).toBeTruthy()
  const events = within(screen.getByRole('table', { name: english['Trading.Executions'] }))
  const [, event] = events.getAllByRole('row')
  expect([...(event?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    '20 Nov 2026, 10:31:02:500 AM',
    'Traded',
    '40',
    '62.20',
    '40',
    '60',
    '',
  ])
})
