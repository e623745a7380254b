import type { StockOrder, VenueConnection } from '@tradebook/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { SLOW_MS } from '../../../api/send.ts'
import { liveMarket } from '../../../live/live-market.ts'
import { arrange } from '../preferences.ts'
import { type DraftOptions, NO_OPTIONS } from './draft.ts'
import { order } from './ready-order.fixture.ts'
import { type Intent, NOTHING_SENT } from './sending.ts'
import {
  dismiss,
  edit,
  editOptions,
  openTicket,
  repeatOrder,
  review,
  sendAgain,
  sendOrder,
  turnTo,
  useTicket,
} from './ticket-store.ts'

vi.mock('../../../api/client.ts', () => ({ call: vi.fn() }))

const kept = { id: '7', orderID: '7', version: 1, creationTime: '' } as StockOrder
const status = () => useTicket.getState().sending.status
const sentIds = () =>
  vi
    .mocked(call)
    .mock.calls.filter(([name]) => name === 'Order/SendNewOrder')
    .map(([, body]) => (body as { clOrdID: string }).clOrdID)

/** A server whose answer the test gives when it wants to. */
function answerLater() {
  const { promise, resolve, reject } = Promise.withResolvers<StockOrder>()
  vi.mocked(call).mockReturnValueOnce(promise as never)
  return { answer: () => resolve(kept), fail: (error: ApiError) => reject(error) }
}

/** Changes of the live market are shown within so long, however slow the machine. */
const FRAME_MS = 300

/** The server's market day, which the page asks for before it sends an order again; its own by default. */
const answerSession = (marketDate = liveMarket.store.day.get()?.marketDate) =>
  vi.mocked(call).mockResolvedValueOnce({ marketDate, marketTime: '2026-11-20T12:00:00Z', speed: 1 } as never)

const noAnswer = () => new ApiError({ status: 0, message: '', details: null, code: 0, data: {} })

beforeEach(() => {
  vi.useFakeTimers()
  vi.mocked(call).mockReset()
  useTicket.setState({ ...NOTHING_SENT, securityID: 'GTCO' })
  edit({
    quantityText: '1k',
    priceText: '58.40',
    ordType: '2',
    timeInForce: '0',
    options: NO_OPTIONS,
  })
})

afterEach(async () => {
  liveMarket.store.orders.clear()
  useTicket.setState(NOTHING_SENT)
  await vi.runOnlyPendingTimersAsync()
  vi.useRealTimers()
})

test('a second press while an order is underway sends nothing', async () => {
  const server = answerLater()
  const first = sendOrder(order)
  await sendOrder(order)
  expect(status()).toBe('sending')
  expect(sentIds()).toHaveLength(1)
  server.answer()
  await first
  expect(useTicket.getState().sending).toEqual({ status: 'answered', id: '7' })
})

test('after two seconds it shows that it takes long, and still sends nothing', async () => {
  const server = answerLater()
  const first = sendOrder(order)
  await vi.advanceTimersByTimeAsync(SLOW_MS - 1)
  expect(status()).toBe('sending')
  await vi.advanceTimersByTimeAsync(1)
  expect(status()).toBe('slow')
  await sendOrder(order)
  expect(sentIds()).toHaveLength(1)
  server.answer()
  await first
  expect(status()).toBe('answered')
})

test('an answer in time is never called slow', async () => {
  const server = answerLater()
  const first = sendOrder(order)
  server.answer()
  await first
  await vi.advanceTimersByTimeAsync(10 * SLOW_MS)
  expect(status()).toBe('answered')
})

test('the same order after a lost answer carries the same clOrdID', async () => {
  const lost = answerLater()
  const first = sendOrder(order)
  lost.fail(noAnswer())
  await first
  expect(useTicket.getState().undecided).toHaveLength(1)

  answerSession()
  answerLater().answer()
  await sendOrder(order)
  const [firstId, secondId] = sentIds()
  expect(secondId).toBe(firstId)
})

test('an answer empties the draft it was sent from, and no newer one', async () => {
  const slow = answerLater()
  const first = sendOrder(order)
  turnTo('MTNN')
  edit({ quantityText: '5k' })
  slow.answer()
  await first
  expect(useTicket.getState().draft.quantityText).toBe('5k')

  const quick = answerLater()
  const second = sendOrder(order)
  quick.answer()
  await second
  expect(useTicket.getState().draft.quantityText).toBe('')
})

test('an order that was sent leaves the ticket at Day, whatever it lasted itself', async () => {
  edit({ timeInForce: '6', expireDate: '2026-11-27', quantityText: '1k' })
  const quick = answerLater()
  const sent = sendOrder(order)
  quick.answer()
  await sent
  expect(useTicket.getState().draft).toMatchObject({ timeInForce: '0', expireDate: '' })
})

test('a kind that does not take the duration brings the ticket back to Day', async () => {
  const { store } = liveMarket
  store.take.onNseConnection({ phase: 'continuous', marketDate: '2026-11-20' } as VenueConnection)
  await vi.waitFor(() => expect(store.day.get()?.phase).toBe('continuous'))
  edit({ ordType: '2', timeInForce: '1' })
  edit({ ordType: '1' })
  expect(useTicket.getState().draft).toMatchObject({ ordType: '1', timeInForce: '0' })
  edit({ ordType: '2', timeInForce: '3' })
  edit({ ordType: '1' })
  expect(useTicket.getState().draft.timeInForce).toBe('3')
})

test('an order of unknown outcome is answered when it turns up among the orders', async () => {
  const lost = answerLater()
  const first = sendOrder(order)
  lost.fail(noAnswer())
  await first
  const [clOrdID = ''] = sentIds()
  const { orders } = liveMarket.store
  orders.merge([{ ...kept, id: '8', clOrdID: 'of another', origClOrdID: null }])
  await vi.advanceTimersByTimeAsync(FRAME_MS)
  expect(useTicket.getState().undecided).toHaveLength(1)
  orders.take({ ...kept, clOrdID, origClOrdID: null })
  await vi.advanceTimersByTimeAsync(FRAME_MS)
  expect(useTicket.getState()).toMatchObject({ sending: { status: 'answered', id: '7' }, undecided: [] })
})

test('an order of unknown outcome is looked for, and no longer once it is known', async () => {
  const lost = answerLater()
  const first = sendOrder(order)
  lost.fail(noAnswer())
  await first
  const [clOrdID = ''] = sentIds()
  vi.mocked(call).mockResolvedValueOnce({ items: [] } as never)
  vi.mocked(call).mockResolvedValueOnce({ items: [{ ...kept, clOrdID, origClOrdID: null }] } as never)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(vi.mocked(call).mock.calls.map(([name]) => name)).toEqual([
    'Order/SendNewOrder',
    'Order/getStockOrders',
    'Order/getStockOrders',
  ])
  expect(status()).toBe('answered')
})

test('a request that was turned away is not taken, and goes again with its own id', async () => {
  const busy = answerLater()
  const first = sendOrder(order)
  busy.fail(
    new ApiError({ status: 429, message: 'Busy', details: '', code: 6_001, data: {}, retryAfterS: 2 }),
  )
  await first
  const [{ failure, intent } = {}] = useTicket.getState().undecided
  expect(failure).toMatchObject({ standing: 'notTaken', retryAfterS: 2 })
  answerSession()
  answerLater().answer()
  await sendAgain(intent as Intent)
  const [firstId, secondId] = sentIds()
  expect(secondId).toBe(firstId)
  expect(status()).toBe('answered')
})

test('an order of unknown outcome is not sent again on another market day, until its note is dismissed', async () => {
  const { take } = liveMarket.store
  const venue = { connected: true, marketDate: '2026-11-20' } as VenueConnection
  take.onNseConnection(venue)
  await vi.advanceTimersByTimeAsync(FRAME_MS)
  const lost = answerLater()
  const first = sendOrder(order)
  lost.fail(noAnswer())
  await first
  take.onNseConnection({ ...venue, marketDate: '2026-11-23' } as VenueConnection)
  await vi.advanceTimersByTimeAsync(FRAME_MS)
  const [{ intent } = {}] = useTicket.getState().undecided
  await sendAgain(intent as Intent)
  await sendOrder(order)
  expect(sentIds()).toHaveLength(1)
  expect(useTicket.getState().undecided).toHaveLength(1)

  dismiss(intent as Intent)
  answerLater().answer()
  await sendOrder(order)
  expect(new Set(sentIds()).size).toBe(2)
})

test('an order is not sent again by a page that was away when the day turned', async () => {
  const { take, day } = liveMarket.store
  take.onNseConnection({ connected: true, phase: 'closed', marketDate: '2026-11-20' } as VenueConnection)
  await vi.advanceTimersByTimeAsync(FRAME_MS)
  const lost = answerLater()
  const first = sendOrder(order)
  lost.fail(noAnswer())
  await first
  const [{ intent } = {}] = useTicket.getState().undecided
  answerSession('2026-11-23')
  await sendAgain(intent as Intent)
  expect(sentIds()).toHaveLength(1)
  expect(useTicket.getState().undecided).toMatchObject([{ intent, failure: { standing: 'unknown' } }])
  await vi.advanceTimersByTimeAsync(FRAME_MS)
  expect(day.get()?.marketDate).toBe('2026-11-23')
})

test('kind and duration go back to a day’s limit order with another security, and the side stays', () => {
  edit({ side: '2', ordType: '1', timeInForce: '4', quantityText: '500', priceText: '9.00' })
  review(true)
  turnTo('GTCO')
  expect(useTicket.getState().draft).toMatchObject({ ordType: '1', timeInForce: '4' })
  turnTo('ZENITHBANK')
  expect(useTicket.getState()).toMatchObject({
    isReviewing: false,
    draft: { side: '2', ordType: '2', timeInForce: '0', quantityText: '', priceText: '' },
  })
})

test('an order’s outcome is shown until another security is selected, and longer while the order is in progress', async () => {
  const first = answerLater()
  const sent = sendOrder(order)
  first.answer()
  await sent
  turnTo('GTCO')
  expect(status()).toBe('answered')
  turnTo('ZENITHBANK')
  expect(status()).toBe('idle')

  const second = answerLater()
  const again = sendOrder(order)
  turnTo('MTNN')
  expect(status()).toBe('sending')
  second.answer()
  await again
})

const everyOption: DraftOptions = { displayText: '100', minText: '500', execInst: 'G', text: 'By phone' }
const optionNames = Object.keys(NO_OPTIONS) as (keyof DraftOptions)[]
/** What the ticket would send by now, besides side, quantity and price. */
const carried = () => {
  const { options, stopText, expireDate } = useTicket.getState().draft
  const set = optionNames.filter((name) => (options[name] ?? '') !== '')
  return [...set, ...(stopText ? ['stopText'] : []), ...(expireDate ? ['expireDate'] : [])]
}
const send = async () => {
  const server = answerLater()
  const sent = sendOrder(order)
  server.answer()
  await sent
}

test.each<[what: string, happens: () => unknown, left: readonly string[]]>([
  ['an order that was sent', send, []],
  ['another account', () => arrange({ account: '1002' }), []],
  ['another security', () => turnTo('MTNN'), []],
  ['the same account again', () => arrange({ account: '1001' }), optionNames],
  ['another price', () => edit({ priceText: '58.45' }), optionNames],
  ['the other side', () => edit({ side: '2' }), optionNames],
  ['a click in the book', () => openTicket({ side: '1', price: 58.5 }), optionNames],
  [
    'a refused order, to be corrected',
    async () => {
      const server = answerLater()
      const sent = sendOrder(order)
      server.fail(new ApiError({ status: 400, message: 'No', details: '', code: 4_002, data: {} }))
      await sent
    },
    optionNames,
  ],
  ['an order that is repeated', () => repeatOrder({ ...order, price: 58.4, stopPx: null }), []],
  [
    'another iceberg that is repeated',
    () => repeatOrder({ ...order, price: 58.4, stopPx: null, displayQty: 50 }),
    ['displayText'],
  ],
])('the options that remain after %s', async (_what, happens, left) => {
  arrange({ account: '1001' })
  editOptions(everyOption)
  expect(carried()).toEqual(optionNames)
  await happens()
  expect(carried()).toEqual(left)
})

test('options stay out of the next order that was prepared while the first was underway, and its own stay', async () => {
  const first = answerLater()
  editOptions(everyOption)
  const sent = sendOrder(order)
  edit({ quantityText: '5k' })
  review(true)
  first.answer()
  await sent
  expect(useTicket.getState()).toMatchObject({ isReviewing: false, draft: { quantityText: '5k' } })
  expect(carried()).toEqual([])

  const second = answerLater()
  editOptions(everyOption)
  const again = sendOrder(order)
  editOptions({ displayText: '70' })
  second.answer()
  await again
  expect(useTicket.getState().draft.options).toEqual({ ...everyOption, displayText: '70' })
})

test('values without a field under another order type or time in force do not return with a later order', () => {
  edit({ ordType: '4', stopText: '60.00', timeInForce: '6', expireDate: '2026-11-27' })
  expect(carried()).toEqual(['stopText', 'expireDate'])
  edit({ ordType: '2' })
  edit({ ordType: '4' })
  expect(carried()).toEqual(['expireDate'])
  edit({ timeInForce: '0' })
  edit({ timeInForce: '6' })
  expect(carried()).toEqual([])
  edit({ ordType: '1' })
  edit({ ordType: '2' })
  expect(useTicket.getState().draft.priceText).toBe('')
})

test('another account ends the review, whichever way it was chosen', () => {
  arrange({ account: '1001' })
  review(true)
  arrange({ density: 'compact' })
  expect(useTicket.getState().isReviewing).toBe(true)
  arrange({ account: '1002', density: 'standard' })
  expect(useTicket.getState().isReviewing).toBe(false)
})

test('a review contains nothing of the previous order', async () => {
  await send()
  expect(status()).toBe('answered')
  review(true)
  expect(status()).toBe('idle')
  const refused = answerLater()
  const sent = sendOrder(order)
  refused.fail(new ApiError({ status: 400, message: 'No', details: '', code: 4_002, data: {} }))
  await sent
  expect(status()).toBe('refused')
  review(true)
  expect(status()).toBe('idle')

  const slow = answerLater()
  const second = sendOrder(order)
  review(true)
  expect(status()).toBe('sending')
  slow.answer()
  await second
})

test('a reviewed order is reviewed again once it changes', () => {
  review(true)
  edit({ quantityText: '2k' })
  expect(useTicket.getState().isReviewing).toBe(false)
})

test('a click in the book brings side and price, and turns a market order into a limit', () => {
  edit({ ordType: '1', priceText: '' })
  openTicket({ side: '2', price: 58.4 })
  expect(useTicket.getState().draft).toMatchObject({ side: '2', ordType: '2', priceText: '58.40' })
})
