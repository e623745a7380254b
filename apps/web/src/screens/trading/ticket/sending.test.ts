import type { PriceKobo, Quantity } from '@tradebook/contract'
import { expect, test } from 'vitest'
import type { ReadyOrder } from './draft.ts'
import { failed, IDLE, intentOf, isUnderway, newOrderOf, type Sending } from './sending.ts'

const order: ReadyOrder = {
  account: '1001',
  securityID: 'GTCO',
  side: '1',
  ordType: '2',
  timeInForce: '0',
  orderQty: 1_000 as Quantity,
  price: 5_840 as PriceKobo,
}
const intent = { clOrdID: 'first', order }
const failure = { status: 500, code: 4_002, message: 'Not enough money', details: 'This order needs more.' }
const send = (sending: Sending, wanted = order) => intentOf(wanted, sending, () => 'fresh').clOrdID

test('each new wish has an id of its own', () => {
  expect(send(IDLE)).toBe('fresh')
  expect(send({ phase: 'answered', id: '7' })).toBe('fresh')
})

test.each([0, 502, 503, 504])('after no answer (%d) the same wish is sent with the same id', (status) => {
  const sending = failed(intent, { ...failure, status, code: 0 }, 'Nobody answered')
  expect(sending.phase).toBe('unknown')
  expect(send(sending)).toBe('first')
})

test('a server that does not know the outcome leaves it open too', () => {
  expect(failed(intent, { ...failure, code: 2_011 }, '')).toMatchObject({ phase: 'unknown', intent })
})

test('another wish after an open one is another order', () => {
  const sending = failed(intent, { ...failure, status: 0 }, '')
  expect(send(sending, { ...order, price: 5_845 as PriceKobo })).toBe('fresh')
})

test('a refusal shows its title and details, and the next try is a new order', () => {
  const sending = failed(intent, failure, '')
  expect(sending).toEqual({ phase: 'refused', title: 'Not enough money', details: 'This order needs more.' })
  expect(send(sending)).toBe('fresh')
})

test('while an order is underway no second one may be', () => {
  expect((['sending', 'slow'] as const).map((phase) => isUnderway({ phase, intent }))).toEqual([true, true])
  expect(isUnderway(IDLE)).toBe(false)
})

test('on the wire a price is naira, and a market order has none', () => {
  expect(newOrderOf(intent)).toMatchObject({ clOrdID: 'first', price: 58.4, orderQty: 1_000 })
  const { price: _, ...market } = order
  expect(newOrderOf({ clOrdID: 'x', order: { ...market, ordType: '1' } })).not.toHaveProperty('price')
})
