import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { english, type Statistics, type VenueConnection } from '@tradebook/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { loadTexts } from '../../../i18n.ts'
import { liveMarket } from '../../../live/live-market.ts'
import { useSession } from '../../../session.ts'
import { CrossTicket } from './cross-ticket.tsx'
import { closeCross, openCross } from './open-cross.ts'

vi.mock('../../../api/client.ts', () => ({ call: vi.fn() }))

const customers = ['Ada', 'Bola'].map((customerName, index) => ({
  id: `${index}`,
  accountNumber: `100${index}`,
  cscsAccount: `000000000${index}`,
  customerName,
}))
const side = (total: number) => ({
  consideration: 584_000,
  totalFees: 7_000,
  total,
  holdAmount: 0,
  warnings: [],
  availableShares: 0,
  fees: [{ name: 'commission', amount: 7_000 }],
  availableBalance: 1e6,
  availableAfter: 1e6,
})
const answers: Readonly<Record<string, object>> = {
  'BackOffice/GetCustomers': { items: customers },
  'MarketData/getPricelimitRange': { tickSize: 0.05, lowLimitPx: 52.6, highLimitPx: 64.2 },
  'Order/PreviewCrossDealOrder': { buy: side(591_000), sell: side(577_000) },
}
/** The crosses that were sent, each with how it is answered. */
const sent: { input: { crossID: string }; done: () => void; fail: (error: ApiError) => void }[] = []

const { store } = liveMarket
const work = (apply: () => void) =>
  act(async () => {
    apply()
    await vi.advanceTimersByTimeAsync(400)
  })

beforeEach(async () => {
  sent.length = 0
  vi.useFakeTimers()
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  vi.mocked(call).mockImplementation(((name: string, input: { crossID: string }) =>
    name === 'Order/sendCrossDealOrder'
      ? new Promise((answer, fail) => {
          const done = () => answer({ trade: { mdEntrySize: 10_000, mdEntryPx: 58.4 } })
          sent.push({ input, done, fail })
        })
      : Promise.resolve(answers[name] ?? { items: [] })) as never)
  loadTexts({ currentLanguage: { name: 'en' }, values: { Tradebook: english } })
  useSession.setState({ permissions: new Set(['BUY', 'SELL', 'CROSS_DEAL', 'TRADE_ALL_ACCOUNTS']) })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <CrossTicket securityID="GTCO" />
    </QueryClientProvider>,
  )
  await work(() => {
    store.select('GTCO')
    store.statistics.load([
      {
        securityID: 'GTCO',
        symbol: 'GTCO',
        lastPx: 58.4,
        bidPx: 58.35,
        offerPx: 58.45,
        lowLimitPx: 52.6,
        highLimitPx: 64.2,
        tradingSessionSubID: '3',
        securityTradingStatus: '17',
      } as Statistics,
    ])
    const venue = { connected: true, venue: 'NGX', phase: 'continuous', tradingSessionSubID: '3' }
    store.take.onNseConnection({
      ...venue,
      opensAt: null,
      marketDate: '2026-11-20',
      text: '',
      time: '',
    } as VenueConnection)
    store.linkIs('connected')
    store.synchronised()
    openCross()
  })
})

afterEach(async () => {
  closeCross()
  cleanup()
  await vi.runOnlyPendingTimersAsync()
  vi.useRealTimers()
})

const button = () => document.querySelector<HTMLButtonElement>('form button[type=submit]')!
const type = (name: string | RegExp, value: string) =>
  work(() => fireEvent.change(screen.getByLabelText(name), { target: { value } }))
async function choose(name: string, customer: string) {
  const box = screen.getByRole('combobox', { name })
  await work(() => fireEvent.mouseDown(box))
  const list = document.getElementById(box.getAttribute('aria-controls') ?? '')
  const options = [
    ...(list?.closest('.ant-select-dropdown')?.querySelectorAll('.ant-select-item-option') ?? []),
  ]
  const option = options.find(({ textContent }) => textContent?.startsWith(customer))
  if (!option) throw new Error(`${customer} is not offered`)
  await work(() => fireEvent.click(option))
}
async function fill() {
  await choose('Buyer', 'Ada')
  await choose('Seller', 'Bola')
  await type('Quantity', '10k')
  await type('Price', '58.40')
  // The figures have rested; the answer comes.
  await work(() => {})
}

test('both clients and both previews are next to each other, and one confirmation sends both', async () => {
  expect(button().disabled).toBe(true)
  await fill()
  const totals = [...document.querySelectorAll('fieldset')].map((part) => part.textContent)
  expect(totals[0]).toContain('₦591,000.00')
  expect(totals[1]).toContain('₦577,000.00')
  await work(() => fireEvent.submit(button().form!))
  expect(sent).toEqual([])
  expect(button().textContent).toBe('Confirm: 10,000 GTCO at 58.40: Ada buys from Bola')
  await work(() => fireEvent.click(screen.getByRole('button', { name: 'Back to editing' })))
  expect(button().textContent).toBe('Check the cross in GTCO')
  await work(() => fireEvent.submit(button().form!))
  await work(() => fireEvent.submit(button().form!))
  expect(sent.map(({ input }) => input)).toMatchObject([
    { buyAccount: '1000', sellAccount: '1001', securityID: 'GTCO', orderQty: 10_000, price: 58.4 },
  ])
  await work(() => sent[0]?.done())
  expect(document.body.textContent).toContain('Crossed 10,000 at 58.40, worth ₦584,000.00.')
})

test('a note is reviewed and goes with both sides of its cross, and not with the next', async () => {
  await fill()
  await type(/^Note/, ' for the estate ')
  await work(() => fireEvent.submit(button().form!))
  expect(document.querySelector('form > [aria-live="polite"]')?.textContent).toContain('Note: for the estate')
  await work(() => fireEvent.submit(button().form!))
  expect(sent[0]?.input).toMatchObject({ orderQty: 10_000, text: 'for the estate' })
  await work(() => sent[0]?.done())
  expect(screen.getByLabelText<HTMLInputElement>(/^Note/).value).toBe('')
  await fill()
  await work(() => fireEvent.submit(button().form!))
  // The cross before has no place in the review of the next.
  expect(document.querySelector('form > [aria-live="polite"]')?.textContent).not.toContain('Crossed')
  await work(() => fireEvent.submit(button().form!))
  expect(sent[1]?.input).not.toHaveProperty('text')
})

test('a cross whose outcome is unknown goes again under its own id, a refused one under another', async () => {
  await fill()
  const confirm = async () => {
    await work(() => fireEvent.submit(button().form!))
    await work(() => fireEvent.submit(button().form!))
  }
  await confirm()
  await work(() => sent[0]?.fail(new ApiError({ status: 0, message: '', code: 0 } as never)))
  expect(document.body.textContent).toContain(english['Trading.Cross.Unknown'])
  await confirm()
  expect(sent[1]?.input.crossID).toBe(sent[0]?.input.crossID)
  await work(() =>
    sent[1]?.fail(
      new ApiError({ status: 500, code: 4002, message: 'Not enough money', details: 'D' } as never),
    ),
  )
  expect(screen.getByRole('alert').textContent).toBe('Not enough moneyD')
  await confirm()
  expect(sent[2]?.input.crossID).not.toBe(sent[0]?.input.crossID)
})

test('the obstacle is explained next to the field that it concerns', async () => {
  await fill()
  await type('Price', '58.50')
  expect(button().disabled).toBe(true)
  // Once: nothing is said below the button that is shown next to its field.
  expect(screen.getAllByText('The price is above the best offer, 58.45.')).toHaveLength(1)
  expect(screen.getByLabelText('Price').getAttribute('aria-invalid')).toBe('true')
  await type('Price', '')
  expect(screen.getAllByText(english['Trading.Ticket.PriceMissing'])).toHaveLength(1)
  await type('Price', '58.45')
  await choose('Seller', 'Ada')
  expect(button().disabled).toBe(true)
  expect(screen.getAllByText(english['Trading.Cross.OneAccount'])).toHaveLength(1)
  await choose('Seller', 'Bola')
  expect(button().disabled).toBe(false)
  const ofSeller = { scope: 'account', account: '1001', cause: 'person', reason: 'Probate', since: '' }
  vi.mocked(call).mockImplementation((async (name: string) =>
    name === 'Limits/GetKillSwitchesOn' ? { items: [ofSeller] } : answers[name]) as never)
  await work(() => store.take.killSwitchChanged({ scope: 'account' }))
  await work(() => {})
  expect(button().disabled).toBe(true)
  expect(screen.getByText(/^Trading is stopped for account 1001: Probate\./)).toBeTruthy()
})

test('prices, charges and totals of both sides are grey while what they come from may be old', async () => {
  await fill()
  const grey = () =>
    [...document.querySelectorAll('form[data-stale] [data-figures]')].map((of) => of.textContent)
  expect(grey()).toEqual([])
  await work(() => store.linkIs('reconnecting'))
  expect(grey()).toEqual([
    expect.stringContaining('Best bid 58.35, best offer 58.45'),
    expect.stringContaining('Brokerage commission'),
    'To pay₦591,000.00',
    expect.stringContaining('Brokerage commission'),
    'To receive₦577,000.00',
  ])
})
