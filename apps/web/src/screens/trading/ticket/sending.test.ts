import {
  ExecInst,
  OrdType,
  type PriceKobo,
  type Quantity,
  Side,
  type StockOrder,
  TimeInForce,
} from '@tradebook/contract'
import { expect, test } from 'vitest'
import type { RequestFailure } from '../../../api/request-failure.ts'
import type { Draft, ReadyOrder } from './draft.ts'
import { order } from './ready-order.fixture.ts'
import {
  accepted,
  askedOf,
  beginSending,
  dismissed,
  failed,
  foundAmong,
  type Intent,
  intentOf,
  isUnderway,
  late,
  NOTHING_SENT,
  newOrderOf,
  type Sent,
} from './sending.ts'

const draft = { quantityText: '1k' } as Draft
const marketDate = '2026-11-20'
const intent: Intent = { clOrdID: 'first', order, draft, marketDate }
const other: Intent = { clOrdID: 'other', order: { ...order, securityID: 'MTNN' }, draft, marketDate }
const unknown: RequestFailure = { standing: 'unknown', title: 'Nobody answered', details: '' }
const notTaken: RequestFailure = { standing: 'notTaken', title: 'Busy', details: '', retryAfterS: 2 }
const refused: RequestFailure = { standing: 'refused', title: 'Not enough money', details: 'More.' }

const onItsWay = beginSending(NOTHING_SENT, intent)
const idOf = (sent: Sent, wanted = order) =>
  intentOf({ order: wanted, draft, marketDate }, sent, () => 'fresh').clOrdID

test('each new order has an id of its own', () => {
  expect(idOf(NOTHING_SENT)).toBe('fresh')
  expect(idOf(accepted(onItsWay, intent, '7'))).toBe('fresh')
  expect(idOf(failed(onItsWay, intent, refused))).toBe('fresh')
})

test.each([unknown, notTaken])('after $standing the same order is sent with the same id', (failure) => {
  const sent = failed(onItsWay, intent, failure)
  expect(sent).toEqual({ sending: { status: 'idle' }, undecided: [{ intent, failure }] })
  expect(idOf(sent)).toBe('first')
  expect(idOf(sent, { ...order, price: 5_845 as PriceKobo })).toBe('fresh')
})

const whole: Required<ReadyOrder> = {
  ...{ account: 'A1', securityID: 'GTCO', side: Side.buy, ordType: OrdType.stopLimit },
  ...{ timeInForce: TimeInForce.goodTillDate, expireDate: '2026-12-01', execInst: ExecInst.allOrNone },
  ...{ orderQty: 1_000 as Quantity, displayQty: 100 as Quantity, minQty: 10 as Quantity },
  ...{ price: 5_840 as PriceKobo, stopPx: 5_820 as PriceKobo, text: 'Note' },
}
const wholeOther: Required<ReadyOrder> = {
  ...{ account: 'A2', securityID: 'MTNN', side: Side.sell, ordType: OrdType.limit },
  ...{ timeInForce: TimeInForce.day, expireDate: '2026-12-02', execInst: ExecInst.imbalanceOnly },
  ...{ orderQty: 1_001 as Quantity, displayQty: 101 as Quantity, minQty: 11 as Quantity },
  ...{ price: 5_845 as PriceKobo, stopPx: 5_825 as PriceKobo, text: 'Other' },
}

test.each(Object.keys(whole) as (keyof ReadyOrder)[])(
  'an order with another %s, or without, has a new id and is sent with it',
  (name) => {
    const wanted = { ...intent, order: whole }
    const sent = failed(beginSending(NOTHING_SENT, wanted), wanted, unknown)
    expect(idOf(sent, whole)).toBe('first')
    expect(idOf(sent, { ...whole, [name]: wholeOther[name] })).toBe('fresh')
    const { [name]: _, ...without } = whole
    expect(idOf(sent, without as ReadyOrder)).toBe('fresh')
    expect(newOrderOf(wanted)).toHaveProperty(name)
  },
)

test('an undecided order is kept while others are sent, and keeps its id', () => {
  const sent = failed(onItsWay, intent, unknown)
  const later = accepted(beginSending(sent, other), other, '8')
  expect(later.undecided).toHaveLength(1)
  expect(idOf(later)).toBe('first')
  expect(beginSending(later, intent).undecided).toEqual([])
  expect(dismissed(later, intent).undecided).toEqual([])
})

test('an order that turned up is not made uncertain by its lost answer', () => {
  const arrivedFirst = accepted(onItsWay, intent, '7')
  expect(failed(arrivedFirst, intent, unknown)).toBe(arrivedFirst)
  expect(late(arrivedFirst, intent)).toBe(arrivedFirst)
})

test('an undecided order that appears does not affect the one in progress', () => {
  const both = beginSending(failed(onItsWay, intent, unknown), other)
  expect(accepted(both, intent, '7')).toEqual({
    sending: { status: 'sending', intent: other },
    undecided: [],
  })
})

test('orders without an answer are known among the orders by their own id, replaced or not', () => {
  const both = beginSending(failed(onItsWay, intent, unknown), other)
  const listed = [
    { id: '7', clOrdID: 'replaced', origClOrdID: 'first' },
    { id: '8', clOrdID: 'other', origClOrdID: null },
    { id: '9', clOrdID: 'another', origClOrdID: null },
  ] as StockOrder[]
  expect(foundAmong(both, listed).map(([found, { id }]) => [found.clOrdID, id])).toEqual([
    ['other', '8'],
    ['first', '7'],
  ])
  expect(foundAmong(NOTHING_SENT, listed)).toEqual([])
})

test('while an order is underway it is known which', () => {
  const slow = late(onItsWay, intent)
  expect([onItsWay, slow].map(({ sending }) => isUnderway(sending) && sending.intent)).toEqual([
    intent,
    intent,
  ])
  expect(slow.sending.status).toBe('slow')
  expect(isUnderway(NOTHING_SENT.sending)).toBe(false)
})

test('on the wire a price is naira, and a market order has none', () => {
  // The text goes onto the order, and nothing is asked about it.
  const withText = { ...intent.order, text: 'By phone' }
  expect(newOrderOf({ ...intent, order: withText })).toMatchObject({ text: 'By phone' })
  expect(askedOf(withText)).not.toHaveProperty('text')
  expect(newOrderOf(intent)).toMatchObject({ clOrdID: 'first', price: 58.4, orderQty: 1_000 })
  const { price: _, ...market } = order
  expect(newOrderOf({ ...intent, order: { ...market, ordType: '1' } })).not.toHaveProperty('price')
})
