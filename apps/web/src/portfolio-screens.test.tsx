import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { english } from '@tradebook/contract'
import type { ComponentType } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadTexts } from './i18n.ts'
import AccountOutflowScreen from './screens/account-outflow/account-outflow-screen.tsx'
import PortfolioHoldingScreen from './screens/portfolio-holding/portfolio-holding-screen.tsx'
import PortfolioMovementScreen from './screens/portfolio-movement/portfolio-movement-screen.tsx'
import PortfolioValuationScreen from './screens/portfolio-valuation/portfolio-valuation-screen.tsx'
import { useSession } from './session.ts'

/** The screens of what an account owns and pays out: each asks for the chosen account and days, and shows what is answered. */

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('./api/client.ts', () => ({ call, download: vi.fn() }))
vi.mock('./market/chart/day-line.tsx', () => ({
  DayLine: ({ days }: { days: readonly { value: number }[] }) => (
    <p>line of {days.map(({ value }) => value).join()}</p>
  ),
}))

const page = { totalCount: 1, more: false }
const figures = { quantity: 10_000, averageCost: 37.48, lastPx: 40, marketValue: 400_000 }
const gain = { gainLoss: 25_174.2, gainLossPercent: 6.72 }
const answers: Readonly<Record<string, object>> = {
  'BackOffice/GetCustomers': {
    totalCount: 1,
    items: [{ id: 1, customerName: 'Ada', accountNumber: 'A1', cscsAccount: '0000000001' }],
  },
  'BackOffice/GetDashAccountPortfolioHolding': {
    ...page,
    items: [
      {
        securityID: 'GTCO',
        ...figures,
        ...gain,
        heldQuantity: 300,
        availableQuantity: 700,
        unsettledIn: 9_000,
        unsettledOut: 1,
        costValue: 374_825.8,
      },
    ],
    totals: { costValue: 1_374_825.8, marketValue: 1_400_000, gainLoss: 25_174.2 },
  },
  'BackOffice/GetPortfolioMovement': {
    ...page,
    items: [
      {
        id: '5',
        date: '2026-11-20',
        valueDate: '2026-11-23',
        securityID: 'GTCO',
        kind: 'trade',
        reference: 'Contract note 7',
        narration: 'Bought 10,000 GTCO at 36.80',
        quantityIn: 10_000,
        quantityOut: 0,
        price: 36.8,
        valueIn: 368_000,
        valueOut: null,
        balance: 12_000,
        cost: 374_825.8,
      },
    ],
    totals: { quantityIn: 10_000, quantityOut: 0, valueIn: 368_001, valueOut: 0 },
  },
  'BackOffice/GetAccountOutflow': {
    ...{ totalCount: 2, more: false, from: '2026-11-02', to: '2026-11-20' },
    ...{ openingBalance: 4_000.5, closingBalance: 1_500.5 },
    items: [
      {
        ...{ id: '8', date: '2026-11-19', kind: 'withdrawal', reference: 'PAY 8', narration: 'To the bank' },
        ...{ amount: 2_500, state: 'posted', valueDate: '2026-11-19' },
        ...{ debit: 2_500, credit: null, balance: 1_500.5 },
      },
      {
        ...{ id: 'r9', date: '2026-11-20', kind: 'withdrawal', reference: 'PAY 9', narration: 'School fees' },
        ...{ amount: 40_000, state: 'pending', valueDate: '2026-11-20' },
        ...{ debit: null, credit: null, balance: null },
      },
    ],
    totals: { amount: 2_500 },
  },
  'BackOffice/GetDashAccountPortfolioValuation': {
    ...page,
    items: [{ id: 1, securityID: 'GTCO', ...figures, ...gain, costValue: 374_825.8, weightPercent: 100 }],
    totals: { costValue: 374_825.8, marketValue: 400_000, ...gain },
    asOf: '2026-11-20',
    cashBalance: 1_500.5,
    totalValue: 401_500.5,
    realisedGain: -12.34,
  },
  'BackOffice/GetEntitlementsDue': {
    items: [
      {
        ...{ id: 1, type: 'bonus', securityID: 'UBA', payDate: '2026-11-26' },
        ...{ isRegistered: true, net: null, shares: 22_800 },
      },
      {
        ...{ id: 2, type: 'dividend', securityID: 'GTCO', payDate: '2026-11-27' },
        ...{ isRegistered: false, net: 1_234.5, shares: null },
      },
    ],
  },
  'BackOffice/GetPortfolioPerformance': {
    items: [
      { date: '2026-11-19', cashBalance: 1, marketValue: 2, totalValue: 3 },
      { date: '2026-11-20', cashBalance: 1, marketValue: 4, totalValue: 5 },
    ],
  },
}

beforeEach(() => {
  vi.useFakeTimers()
  loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: english } })
  useSession.setState({ roles: new Set(['CUSTOMER']), permissions: new Set() })
  call.mockReset().mockImplementation(async (name: string) => answers[name])
})

afterEach(async () => {
  cleanup()
  await vi.runOnlyPendingTimersAsync()
  vi.useRealTimers()
})

async function open(Screen: ComponentType, more = '') {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={[`/?from=2026-11-02&to=2026-11-20${more}`]}>
        <Screen />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  for (let steps = 0; steps < 3; steps++) await act(() => vi.advanceTimersByTimeAsync(100))
}

const asked = (name: string) => call.mock.calls.filter(([called]) => called === name).at(-1)?.[1]
const rows = () =>
  screen.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent).join(' | '))

test('holdings are current, whatever days the URL has', async () => {
  await open(PortfolioHoldingScreen)
  expect(asked('BackOffice/GetDashAccountPortfolioHolding')).toEqual({
    cscsAcct: '0000000001',
    skipCount: 0,
    maxResultCount: 100,
  })
  expect(rows()[1]).toMatch(/^GTCO \| 10,000 \| 700 \| 300 \| 9,000 \| 1 \| /)
  expect(rows().at(-1)).toMatch(/^Total \|.*1,374,825\.80.*1,400,000\.00.*\+25,174\.20/)
})

test('the outflow shows the chosen days, with waiting withdrawals; the total counts posted entries', async () => {
  await open(AccountOutflowScreen)
  expect(asked('BackOffice/GetAccountOutflow')).toMatchObject({
    ...{ cscsAcct: '0000000001', from: '2026-11-02', to: '2026-11-20' },
  })
  expect(rows().slice(1)).toEqual([
    '19 Nov 2026 | 19 Nov 2026 | Withdrawal | PAY 8 | To the bank | Posted | 2,500.00 | 1,500.50',
    '20 Nov 2026 | 20 Nov 2026 | Withdrawal | PAY 9 | School fees | Awaiting approval | 40,000.00 | –',
    expect.stringMatching(/^Total \|.*\| 2,500\.00 \| $/),
  ])
  screen.getByText(english['Movement.Total'])
})

test('movement covers the chosen days, each line with the balance after it', async () => {
  await open(PortfolioMovementScreen)
  expect(asked('BackOffice/GetPortfolioMovement')).toMatchObject({
    cscsAcct: '0000000001',
    from: '2026-11-02',
    to: '2026-11-20',
  })
  expect(rows()).toContain(
    '20 Nov 2026 | GTCO | Trade | Contract note 7 | Bought 10,000 GTCO at 36.80 | 10,000 | 0 | 36.80 | 368,000.00 | – | 12,000',
  )
  // Of several securities the values are summed, the shares are not.
  expect(rows().at(-1)).toBe('Total |  |  |  |  |  |  |  | 368,001.00 | 0.00 | ')
})

test('a valuation shows the last day with its sums and allocation, and the chart of the days', async () => {
  await open(PortfolioValuationScreen)
  expect(asked('BackOffice/GetDashAccountPortfolioValuation')).toMatchObject({ asOf: '2026-11-20' })
  expect(asked('BackOffice/GetPortfolioPerformance')).toEqual({
    cscsAcct: '0000000001',
    from: '2026-11-02',
    to: '2026-11-20',
  })
  const sums = screen.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(sums).toEqual(['401,500.50', '400,000.00', '1,500.50', '+25,174.20', '-12.34'])
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['GTCO400,000.00', 'Cash1,500.50']),
  )
  expect(screen.getByText('line of 3,5')).toBeDefined()
  expect(rows().at(-2)).toMatch(/^1 \| GTCO \| 10,000 .*\| 100\.00$/)
})

test('a filtered table has no total, which would cover all holdings', async () => {
  await open(PortfolioValuationScreen)
  expect(rows().some((row) => row.startsWith('Total |'))).toBe(true)
  cleanup()
  await open(PortfolioValuationScreen, '&valuation.securityID=GTCO')
  expect(asked('BackOffice/GetDashAccountPortfolioValuation')).toMatchObject({ securityID: 'GTCO' })
  expect(rows().some((row) => row.startsWith('Total |'))).toBe(false)
})

test.each([
  [[], 'Valuation.Performance.None'],
  [[{ date: '2026-11-20', cashBalance: 1, marketValue: 4, totalValue: 5 }], 'Valuation.Performance.One'],
] as const)('no line is drawn of %j', async (items, words) => {
  call.mockImplementation(async (name: string) =>
    name === 'BackOffice/GetPortfolioPerformance' ? { items } : answers[name],
  )
  await open(PortfolioValuationScreen)
  expect(screen.getByText(english[words])).toBeDefined()
  expect(screen.queryByText(/^line of/)).toBeNull()
})

test('an account with one day is told that its chart starts with the second', async () => {
  const nothing = { cashBalance: 0, marketValue: 0, totalValue: 0 }
  const items = [
    { date: '2026-11-19', ...nothing },
    { date: '2026-11-20', cashBalance: 1, marketValue: 4, totalValue: 5 },
  ]
  call.mockImplementation(async (name: string) =>
    name === 'BackOffice/GetPortfolioPerformance' ? { items } : answers[name],
  )
  await open(PortfolioValuationScreen)
  expect(screen.getByText('The chart starts with the account’s second market day.')).toBeDefined()
  expect(screen.queryByText('Choose an earlier first day above.')).toBeNull()
})

test.each([
  ['holdings, of now', PortfolioHoldingScreen, { cscsAcct: '0000000001' }],
  ['a valuation, of its day', PortfolioValuationScreen, { cscsAcct: '0000000001', asOf: '2026-11-20' }],
])('amounts due from corporate actions are described above %s', async (_, Screen, input) => {
  await open(Screen)
  expect(asked('BackOffice/GetEntitlementsDue')).toEqual(input)
  const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(items).toEqual(
    expect.arrayContaining([
      '22,800 bonus shares of UBA, to be posted on 26 Nov 2026',
      'Dividend of GTCO: ₦1,234.50 after tax, payable on 27 Nov 2026 (based on current holdings)',
    ]),
  )
})
