import type { PriceKobo, Quantity, StockOrder } from '@tradebook/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import type { ReadyOrder } from './draft.ts'
import { IDLE, SLOW_MS } from './sending.ts'
import { edit, openTicket, review, send, useTicket } from './ticket-store.ts'

vi.mock('../../../api/client.ts', () => ({ call: vi.fn() }))

const order: ReadyOrder = {
  account: '1001',
  securityID: 'GTCO',
  side: '1',
  ordType: '2',
  timeInForce: '0',
  orderQty: 1_000 as Quantity,
  price: 5_840 as PriceKobo,
}
const kept = { id: '7', orderID: '7', version: 1, creationTime: '' } as StockOrder
const phase = () => useTicket.getState().sending.phase
const sentIds = () => vi.mocked(call).mock.calls.map(([, body]) => (body as { clOrdID: string }).clOrdID)

/** A server whose answer the test gives when it wants to. */
function answerLater() {
  const { promise, resolve, reject } = Promise.withResolvers<StockOrder>()
  vi.mocked(call).mockReturnValueOnce(promise as never)
  return { answer: () => resolve(kept), fail: (error: ApiError) => reject(error) }
}

const noAnswer = () => new ApiError({ status: 0, message: '', details: null, code: 0, data: {} })

beforeEach(() => {
  vi.useFakeTimers()
  vi.mocked(call).mockReset()
  useTicket.setState({ sending: IDLE })
})

afterEach(() => vi.useRealTimers())

test('a second press while an order is underway sends nothing', async () => {
  const server = answerLater()
  const first = send(order)
  await send(order)
  expect(phase()).toBe('sending')
  expect(sentIds()).toHaveLength(1)
  server.answer()
  await first
  expect(useTicket.getState().sending).toEqual({ phase: 'answered', id: '7' })
})

test('after two seconds it says that it takes long, and still sends nothing', async () => {
  const server = answerLater()
  const first = send(order)
  await vi.advanceTimersByTimeAsync(SLOW_MS - 1)
  expect(phase()).toBe('sending')
  await vi.advanceTimersByTimeAsync(1)
  expect(phase()).toBe('slow')
  await send(order)
  expect(sentIds()).toHaveLength(1)
  server.answer()
  await first
  expect(phase()).toBe('answered')
})

test('an answer in time is never called slow', async () => {
  const server = answerLater()
  const first = send(order)
  server.answer()
  await first
  await vi.advanceTimersByTimeAsync(10 * SLOW_MS)
  expect(phase()).toBe('answered')
})

test('the same wish after a lost answer carries the same clOrdID', async () => {
  const lost = answerLater()
  const first = send(order)
  lost.fail(noAnswer())
  await first
  expect(phase()).toBe('unknown')

  answerLater().answer()
  await send(order)
  const [firstId, secondId] = sentIds()
  expect(secondId).toBe(firstId)
})

test('what was reviewed is reviewed again once it changes', () => {
  review(true)
  edit({ quantityText: '2k' })
  expect(useTicket.getState().isReviewing).toBe(false)
})

test('a click in the book brings side and price, and turns a market order into a limit', () => {
  edit({ ordType: '1', priceText: '' })
  openTicket({ side: '2', price: 58.4 })
  expect(useTicket.getState().draft).toMatchObject({ side: '2', ordType: '2', priceText: '58.40' })
})
