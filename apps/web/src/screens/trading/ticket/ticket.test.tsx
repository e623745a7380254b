import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, renderHook, screen, within } from '@testing-library/react'
import { type BookSnapshot, english, type Statistics, type VenueConnection } from '@tradebook/contract'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { RequestFailure } from '../../../api/request-failure.ts'
import { loadTexts } from '../../../i18n.ts'
import { liveMarket } from '../../../live/live-market.ts'
import { useSession } from '../../../session.ts'
import { arrange } from '../preferences.ts'
import { tradeFor } from './account.tsx'
import { NO_OPTIONS } from './draft.ts'
import { type Intent, NOTHING_SENT } from './sending.ts'
import { Ticket } from './ticket.tsx'
import { edit, editOptions, useTicket } from './ticket-store.ts'
import { useMarketSnapshot } from './use-draft-check.ts'

// Longer than 300 lines, for one ticket over one market, with the server's answers at hand, serves all of it.

const customer = { id: '1', accountNumber: '1001', cscsAccount: '0011163564', customerName: 'Ada' }
const answers: Record<string, object> = {
  'Order/GetDashAccountBalance': { buyingPower: 900, heldAmount: 0 },
  'BackOffice/GetCustomers': { items: [customer] },
  'MarketData/getPricelimitRange': { tickSize: 0.05, lowLimitPx: 52.6, highLimitPx: 64.2 },
}
/** What the server is asked about orders, with how each question is answered. */
const asked: { input: { orderQty: number }; answer: (preview: object) => void; fail: () => void }[] = []
vi.mock('../../../api/client.ts', () => ({
  call: (name: string, input: { orderQty: number }) =>
    name === 'Order/PreviewOrder'
      ? new Promise((answer, reject) => {
          asked.push({ input, answer, fail: () => reject(new Error('no answer')) })
        })
      : Promise.resolve(answers[name] ?? { items: [] }),
}))

const FRAME_MS = 100
const security = {
  securityID: 'GTCO',
  symbol: 'GTCO',
  lastPx: 58.4,
  offerPx: 58.45,
  lowLimitPx: 52.6,
  highLimitPx: 64.2,
  tradingSessionSubID: '3',
  securityTradingStatus: '17',
} as Statistics
const venue: VenueConnection = {
  connected: true,
  venue: 'NGX',
  phase: 'continuous',
  opensAt: null,
  tradingSessionSubID: '3',
  marketDate: '2026-11-20',
  text: '',
  time: '',
}

const { store } = liveMarket
/** Applies a change of the market, and the frame that shows it. */
const change = (apply: () => void) =>
  act(async () => {
    apply()
    await vi.advanceTimersByTimeAsync(FRAME_MS)
  })
const button = () => {
  const found = document.querySelector<HTMLButtonElement>('button[type=submit]')
  if (!found) throw new Error('the ticket has no button that sends')
  return found
}

beforeEach(async () => {
  asked.length = 0
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
  const en = { name: 'en', displayName: 'English' }
  loadTexts({ currentLanguage: en, values: { Tradebook: english } })
  useSession.setState({ permissions: new Set(['BUY', 'SELL']) })
  useTicket.setState({ ...NOTHING_SENT, securityID: 'GTCO' })
  edit({
    side: '1',
    ordType: '2',
    timeInForce: '0',
    quantityText: '1k',
    priceText: '58.40',
    options: NO_OPTIONS,
  })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <Ticket securityID="GTCO" />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  await change(() => {
    store.select('GTCO')
    store.statistics.load([security])
    store.take.onNseConnection(venue)
    store.linkIs('connected')
    store.synchronised()
    store.book.load({ items: [], rptSeq: 1, epoch: 1 })
  })
})

afterEach(async () => {
  cleanup()
  await vi.runOnlyPendingTimersAsync()
  vi.useRealTimers()
})

const snapshot = () => renderHook(() => useMarketSnapshot('GTCO', '1', undefined)).result.current

test('in an open market the button names what it will do', () => {
  expect(button().textContent).toBe('Buy 1,000 GTCO at 58.40')
  expect(button().disabled).toBe(false)
})

test.each<[string, () => void, string]>([
  [
    'a closed market',
    () => store.take.onNseConnection({ ...venue, phase: 'closed' }),
    'The market is closed',
  ],
  ['a halted market', () => store.take.onNseConnection({ ...venue, phase: 'halted' }), 'Trading is halted'],
  [
    'an exchange that is away',
    () => store.take.onNseConnection({ ...venue, connected: false }),
    'The exchange cannot be reached',
  ],
  [
    'a halted security',
    () => store.take.updateMarketStatsSession({ securityID: 'GTCO', securityTradingStatus: '2' }),
    'GTCO is halted',
  ],
  ['a lost connection', () => store.linkIs('reconnecting'), 'Prices are not live'],
])('%s is on the button before it is pressed', async (_what, apply, words) => {
  await change(apply)
  expect(button().textContent).toBe(words)
  expect(button().disabled).toBe(true)
})

test('an empty price shows no figure that could be taken for one', async () => {
  await change(() => edit({ priceText: '' }))
  const price = screen.getByRole<HTMLInputElement>('textbox', { name: /^Price/ })
  expect(price.value).toBe('')
  expect(price.placeholder).not.toMatch(/\d/)
})

test('the order and any warnings about it are next to the button that confirms it', async () => {
  await change(() => store.statistics.load([{ ...security, averageVolume: 100 }]))
  await change(() => button().click())
  expect(button().textContent).toMatch(/^Confirm: /)
  const pinned = button().parentElement
  expect(pinned?.textContent).toContain('for Ada')
  expect(pinned?.querySelectorAll('li').length).toBeGreaterThan(0)
})

test('the outcome of an order is shown where it was confirmed', async () => {
  const failure: RequestFailure = { standing: 'refused', title: 'Refused', details: '' }
  const order = { account: '1001', securityID: 'GTCO', side: '1', ordType: '2', timeInForce: '0' }
  const intent = { clOrdID: 'a', order: { ...order, orderQty: 1_000, price: 5_840 } } as Intent
  await change(() => useTicket.setState({ sending: { status: 'refused', intent, failure } }))
  expect(button().parentElement?.querySelector('[data-tone]')?.textContent).toContain('Buy 1,000 GTCO')
})

test('an undecided order of an earlier market day is not sent again: look in your orders first', async () => {
  const failure: RequestFailure = { standing: 'unknown', title: 'Nobody answered', details: '' }
  const order = { account: '1001', securityID: 'GTCO', side: '1', ordType: '2', timeInForce: '0' }
  const { marketDate } = venue
  const intent = { clOrdID: 'a', order: { ...order, orderQty: 1_000, price: 5_840 }, marketDate } as Intent
  await change(() => useTicket.setState({ undecided: [{ intent, failure }] }))
  expect(button().textContent).toBe('Send again: Buy 1,000 GTCO at 58.40')
  expect(screen.queryByRole('button', { name: 'Send again' })).not.toBeNull()
  await change(() => store.take.onNseConnection({ ...venue, marketDate: '2026-11-23' }))
  expect(button().textContent).toBe('Check your orders first')
  expect(button().disabled).toBe(true)
  expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull()
  expect(screen.getByRole('alert').textContent).toContain('if it isn’t there, enter it again.')
  await change(() => screen.getByRole('button', { name: 'Enter as a new order' }).click())
  expect(button().textContent).toBe('Buy 1,000 GTCO at 58.40')
  expect(useTicket.getState().undecided).toEqual([])
})

test('a firm that accepts stop orders offers them as order types; one has a stop price and shows what it waits for', async () => {
  const kinds = () => within(screen.getByRole('group', { name: 'Order type' })).getAllByRole('radio').length
  expect(kinds()).toBe(2)
  await change(() => useSession.setState({ settings: { STOP_ORDERS: 'true' } }))
  expect(kinds()).toBe(4)
  await change(() => edit({ ordType: '4', stopText: '' }))
  expect(button().disabled).toBe(true)
  await change(() => edit({ stopText: '58.40' }))
  expect(document.body.textContent).toContain('A buy stop must be above the last price (58.40).')
  await change(() => edit({ stopText: '59.00' }))
  expect(button().textContent).toBe('Buy 1,000 GTCO at 58.40 once it trades at 59.00 or above')
  await change(() => edit({ ordType: '3' }))
  expect(button().textContent).toBe('Buy 1,000 GTCO at market once it trades at 59.00 or above')
  await change(() => useSession.setState({ settings: {} }))
})

test('a kill switch that turns on disables the button at once, with its reason; once released, the button works again', async () => {
  const killSwitch = { scope: 'user', account: null, cause: 'person', reason: 'Wrong prices', since: '' }
  const switched = async (items: object[]) => {
    answers['Limits/GetKillSwitchesOn'] = { items }
    await change(() => store.take.killSwitchChanged({} as never))
    await act(() => vi.advanceTimersByTimeAsync(200))
  }
  await switched([killSwitch])
  expect(button().disabled).toBe(true)
  const words = 'Your trading is stopped: Wrong prices. Open orders can be cancelled.'
  expect(screen.getByText(words)).toBeDefined()
  await switched([])
  expect(button().disabled).toBe(false)
  expect(screen.queryByText(words)).toBeNull()
})

test('a broker whose firm keeps balances back sees none, whatever was read before; the firm’s setting shows them', async () => {
  const canBeSpent = () => screen.queryByText('Available cash')?.nextElementSibling?.textContent
  await change(() =>
    useSession.setState({
      permissions: new Set(['BUY', 'SELL', 'TRADE_ALL_ACCOUNTS']),
      settings: { SHOW_ACCOUNT_BALANCE: 'false' },
    }),
  )
  await act(async () => tradeFor('1001'))
  await act(() => vi.advanceTimersByTimeAsync(200))
  // As a customer the test's person had read their own balance.
  expect(canBeSpent()).toBeUndefined()
  expect(button().disabled).toBe(false)
  await change(() => useSession.setState({ settings: { SHOW_ACCOUNT_BALANCE: 'True' } }))
  await act(() => vi.advanceTimersByTimeAsync(200))
  expect(canBeSpent()).toMatch(/^₦/)
  await change(() => useSession.setState({ settings: {} }))
})

test('options that few orders need are sent with it, and shown before it is', async () => {
  const summary = () => screen.getByRole('button', { name: /^More options/ })
  const areOptionsOpen = () => summary().getAttribute('aria-expanded') === 'true'
  await change(() => editOptions({ displayText: '200', minText: '500', text: ' By phone ' }))
  expect(areOptionsOpen()).toBe(false)
  const chips = () =>
    [...summary().querySelectorAll('span:not([aria-hidden])')].map(({ textContent }) => textContent)
  expect(chips()).toEqual(['displays 200', 'minimum 500', 'with a note'])
  const words = 'Buy 1,000 GTCO at 58.40, displays 200, minimum 500, with a note'
  expect(button().textContent).toBe(words)
  await change(() => summary().click())
  expect([areOptionsOpen(), chips()]).toEqual([true, []])
  await change(() => button().click())
  // Open they would cover what is paid.
  expect([areOptionsOpen(), chips().length]).toEqual([false, 3])
  expect(button().textContent).toBe(`Confirm: ${words}`)
  const review = document.querySelector('[aria-live="polite"]')?.textContent
  expect(review).toContain('Displays 200 at a time.')
  expect(review).toContain('Minimum fill 500, or the order is cancelled.')
  expect(review).toContain('Note: By phone')
  // What is wrong is not folded away, whatever was before.
  await change(() => summary().click())
  await change(() => editOptions({ displayText: '5' }))
  expect(areOptionsOpen()).toBe(true)
  expect(screen.getByLabelText(/^Display quantity/).getAttribute('aria-invalid')).toBe('true')
  expect(button().disabled).toBe(true)
})

test('an order good till cancelled is reviewed with the last day that the exchange keeps it', async () => {
  await change(() => arrange({ review: true }))
  await change(() =>
    store.loadSession({
      phase: 'continuous',
      marketDate: '2026-11-20',
      marketTime: '2026-11-20T12:00:00Z',
      speed: 1,
      longestOrderDays: 60,
    } as never),
  )
  await change(() => edit({ timeInForce: '1' }))
  expect(button().textContent).toBe('Buy 1,000 GTCO at 58.40, GTC')
  await change(() => button().click())
  expect(document.querySelector('[aria-live="polite"]')?.textContent).toContain(
    'GTC: Good till cancelled, until 19 Jan 2027 at the latest.',
  )
  await change(() => edit({ timeInForce: '0' }))
})

test('all or none says that it does not wait, whatever its time in force', async () => {
  const words = english['Trading.Ticket.AllOrNone.details']
  await change(() => edit({ timeInForce: '6', expireDate: '2026-11-27' }))
  await change(() => screen.getByRole('button', { name: /^More options/ }).click())
  expect(screen.queryByText(words)).toBeNull()
  await change(() => editOptions({ execInst: 'G' }))
  expect(screen.getByText(words)).toBeDefined()
  await change(() => arrange({ review: true }))
  await change(() => button().click())
  const review = document.querySelector('[aria-live="polite"]')?.textContent
  expect(review).toContain(words)
  expect(review).not.toContain(english['Trading.TimeInForce.6.details'])
  expect(review).not.toContain('Good until')
  await change(() => edit({ options: NO_OPTIONS, timeInForce: '0', expireDate: '' }))
})

test('a long name does not cut the account number', () => {
  const number = screen.getAllByText('· 1001', { exact: false, selector: 'span' })
  expect(number.some(({ textContent }) => textContent === ' · 1001')).toBe(true)
  expect(screen.getByTitle('Ada').textContent).toBe('Ada')
})

test('price and totals are grey while their source may be out of date', async () => {
  const isGrey = () => document.querySelector('form[data-stale]') !== null
  expect(isGrey()).toBe(false)
  await change(() => store.take.deleteOrderBook({ mdEntryID: 'x', securityID: 'GTCO', rptSeq: 9, epoch: 1 }))
  expect(isGrey()).toBe(true)
  await change(() => store.book.load({ items: [], rptSeq: 9, epoch: 1 }))
  expect(isGrey()).toBe(false)
  await change(() => store.linkIs('reconnecting'))
  expect(isGrey()).toBe(true)
})

test('in an auction the size is not compared with the book, because its orders do not trade', async () => {
  const { book } = store
  const entry = { mdEntryID: 'x', securityID: 'GTCO', mdEntryType: '1', mdEntryPx: 58.45, mdEntrySize: 10 }
  await change(() => book.load({ items: [entry], rptSeq: 20, epoch: 1 } as unknown as BookSnapshot))
  expect(snapshot()).toMatchObject({ available: 10 })
  await change(() => store.take.onNseConnection({ ...venue, phase: 'preClose', tradingSessionSubID: '4' }))
  expect(snapshot()).toMatchObject({ available: undefined })
})

describe('the order’s estimate', () => {
  const preview = (total: number, warnings: object[] = []) => ({
    consideration: total - 6_800,
    totalFees: 6_800,
    total,
    holdAmount: total,
    warnings,
    fees: [{ name: 'commission', amount: 6_800 }],
    availableBalance: 1e6,
    availableAfter: 1e6 - total,
  })
  const rest = () => act(() => vi.advanceTimersByTimeAsync(300))
  const total = () => screen.getByText('To pay').nextElementSibling?.textContent
  const choose = () => act(async () => tradeFor('1001'))

  test('is requested once typing pauses, and never shown for an earlier draft', async () => {
    await choose()
    await rest()
    expect(asked.map(({ input }) => input)).toMatchObject([{ orderQty: 1_000, price: 58.4, account: '1001' }])
    await change(() => edit({ quantityText: '20' }))
    await change(() => edit({ quantityText: '200' }))
    // The answer to the draft before comes late.
    await act(async () => asked[0]?.answer(preview(65_200)))
    expect(total()).toBe('–')
    await rest()
    expect(asked.map(({ input }) => input.orderQty)).toEqual([1_000, 200])
    await act(async () => asked[1]?.answer(preview(18_480)))
    await rest()
    expect(total()).toBe('₦18,480.00')
    await change(() => edit({ quantityText: '300' }))
    expect(total()).toBe('–')
  })

  test('for a market order is what it meets in the book, and the amount reserved for it', async () => {
    const offers = [
      { mdEntryID: 'x', mdEntryPx: 58.4, mdEntrySize: 600 },
      { mdEntryID: 'y', mdEntryPx: 58.5, mdEntrySize: 600 },
    ].map((entry) => ({ ...entry, securityID: 'GTCO', mdEntryType: '1' }))
    await choose()
    await change(() => edit({ ordType: '1' }))
    await change(() => store.book.load({ items: offers, rptSeq: 30, epoch: 1 } as unknown as BookSnapshot))
    await rest()
    await act(async () => asked.at(-1)?.answer(preview(71_000)))
    await rest()
    const figureOf = (label: string) => screen.getByText(label).nextElementSibling?.textContent
    expect(figureOf('Expected at 58.44, before charges')).toBe('₦58,440.00')
    expect(figureOf('Reserved, incl. charges')).toBe('₦71,000.00')
    expect(figureOf('Value at today’s price limit')).toBe('64,200.00')
    await change(() => edit({ quantityText: '1500' }))
    expect(figureOf('1,200 expected at 58.45, before charges')).toBe('₦70,140.00')
    expect(button().textContent).toBe('Buy 1,500 GTCO at market')
  })

  test('and a warning that it would be refused is next to the button, which can still be pressed', async () => {
    await choose()
    await rest()
    const details = 'This order needs ₦65,200.00 with charges. Available: ₦12.00.'
    await act(async () => asked[0]?.answer(preview(65_200, [{ code: 4002, message: '', details }])))
    await rest()
    expect(screen.getByText(details)).toBeDefined()
    expect(button().disabled).toBe(false)
  })

  test('is shown as unknown when the server does not answer, and the ticket stays usable', async () => {
    await choose()
    await rest()
    await act(async () => asked[0]?.fail())
    await rest()
    expect(screen.getByText(english['Trading.Ticket.PreviewFailed'])).toBeDefined()
    expect(button().disabled).toBe(false)
  })
})
