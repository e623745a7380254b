import { OrdType, type Phase, type PriceKobo, Side, type StockOrder, TimeInForce } from '@tradebook/contract'
import { expect, test } from 'vitest'
import {
  durationsOffered,
  effectOf,
  readReplacement,
  replacementOf,
  type Terms,
  termsOf,
} from './replacement.ts'

const { day, goodTillCancel, goodTillClose, goodTillDate } = TimeInForce

const order = {
  id: '7',
  orderID: '7',
  securityID: 'GTCO',
  side: Side.buy,
  ordType: OrdType.limit,
  execInst: null,
  price: 58.3,
  stopPx: null,
  orderQty: 800,
  cumQty: 200,
  leavesQty: 600,
  ordStatus: '1',
  timeInForce: day,
  expireDate: null,
} as StockOrder

const market = {
  rules: { tick: 5 as PriceKobo, low: 52_60 as PriceKobo, high: 64_20 as PriceKobo },
  phase: 'continuous' as Phase,
  auction: { price: 58_40 as PriceKobo, imbalanceSide: Side.sell },
  marketDate: '2026-11-20',
  latestExpireDate: '2027-01-19',
  lastPx: 58_40 as PriceKobo,
}
const till = (expireDate: string) => ({ timeInForce: goodTillDate, expireDate })
const objectionTo = (change: Partial<Terms>, phase: Phase = 'continuous', of: Partial<StockOrder> = {}) => {
  const asked = { ...order, ...of }
  return readReplacement(asked, { ...termsOf(asked), ...change }, { ...market, phase }).objection?.text
}

test.each<[string, Partial<Terms>, string | undefined]>([
  ['nothing is changed', {}, 'Trading.Replace.Same'],
  ['another last day', till('2026-11-27'), undefined],
  ['no last day is chosen', till(''), 'Trading.Ticket.ExpiryMissing'],
  ['the last day is over', till('2026-11-19'), 'Trading.Ticket.ExpiryPast'],
  ['the latest last day', till('2027-01-19'), undefined],
  ['a day later', till('2027-01-20'), 'Trading.Ticket.ExpiryTooLate'],
  ['good till cancelled', { timeInForce: goodTillCancel }, undefined],
  ['what is filled', { quantityText: '200' }, undefined],
  ['less than is filled', { quantityText: '100' }, undefined],
  ['less than is filled, off the tick', { quantityText: '100', priceText: '58.31' }, undefined],
  ['off the tick', { priceText: '58.31' }, 'Trading.Ticket.PriceOffTick'],
])('%s: what the page objects to', (_, change, text) => {
  expect(objectionTo(change)).toBe(text)
})

test('only the quantity of an order without a price can be changed', () => {
  const unpriced = { ...order, price: null, ordType: OrdType.market }
  const terms = { ...termsOf(unpriced), quantityText: '900' }
  const read = readReplacement(unpriced, terms, { ...market, phase: 'preClose' })
  expect(read.objection).toBeUndefined()
  expect(replacementOf(unpriced, read, terms)).toEqual({ orderQty: 900 })
  expect(effectOf(unpriced, 700 as never, undefined).losesPriority).toBe(false)
  expect(objectionTo({}, 'preClose', unpriced)).toBe('Trading.Replace.Same')
})

test.each<[string, Partial<Terms>, Partial<StockOrder>, string | undefined]>([
  ['up to the indicative price', { priceText: '58.40' }, {}, undefined],
  ['beyond it', { priceText: '58.45' }, {}, 'Trading.Replace.Fault.beyondTheoreticalPrice'],
  ['away from it', { priceText: '58.25' }, {}, 'Trading.Replace.Fault.notInThisPhase'],
  ['more shares', { quantityText: '900' }, {}, undefined],
  ['fewer shares', { quantityText: '700' }, {}, 'Trading.Replace.Fault.notInThisPhase'],
  ['what is filled', { quantityText: '200' }, {}, 'Trading.Replace.Fault.notInThisPhase'],
  [
    'on the side of the imbalance',
    { quantityText: '900' },
    { side: Side.sell },
    'Trading.Replace.Fault.imbalanceOnThisSide',
  ],
])('in an imbalance session: %s', (_, change, of, text) => {
  expect(objectionTo(change, 'preOpenImbalance', of)).toBe(text)
})

test('the durations that are offered are those that the phase takes of such an order', () => {
  expect(durationsOffered(order, 'continuous')).toEqual([day, goodTillCancel, goodTillDate])
  expect(durationsOffered(order, 'preOpenImbalance')).toEqual([])
  expect(durationsOffered({ ...order, timeInForce: goodTillClose }, 'continuous')).toEqual([])
  expect(durationsOffered(order, undefined)).toEqual([])
})

test('only the changed parts of the time in force are sent', () => {
  const asked = (change: Partial<Terms>) => {
    const terms = { ...termsOf(order), ...change }
    return replacementOf(order, readReplacement(order, terms, market), terms)
  }
  expect(asked({ quantityText: '900' })).toEqual({ orderQty: 900, price: 58.3 })
  expect(asked(till('2026-11-27'))).toEqual({ orderQty: 800, price: 58.3, ...till('2026-11-27') })
  expect(asked({ timeInForce: goodTillCancel })).toEqual({
    orderQty: 800,
    price: 58.3,
    timeInForce: goodTillCancel,
  })
})

test('a replace to what is filled, or less, asks for the quantity alone and ends the order', () => {
  for (const quantityText of ['200', '100']) {
    const terms = { ...termsOf(order), quantityText, priceText: '59.00' }
    const read = readReplacement(order, terms, market)
    expect(replacementOf(order, read, terms)).toEqual({ orderQty: Number(quantityText) })
    expect(effectOf(order, Number(quantityText) as never, 59_00 as PriceKobo)).toEqual({
      ...{ ends: true, open: 0, losesPriority: false },
    })
  }
  expect(effectOf(order, 201 as never, 58_30 as PriceKobo)).toEqual({
    ...{ ends: false, open: 1, losesPriority: false },
  })
})

test('changing only the time in force keeps the place in the book', () => {
  expect(effectOf(order, 800 as never, 58_30 as PriceKobo).losesPriority).toBe(false)
  expect(effectOf(order, 801 as never, 58_30 as PriceKobo).losesPriority).toBe(true)
})

test('a stop order that waits gets another stop price, which the market has not reached', () => {
  const stop = { ...order, ordType: OrdType.stopLimit, stopPx: 60 }
  expect(objectionTo({}, 'continuous', stop)).toBe('Trading.Replace.Same')
  expect(objectionTo({ stopText: '58.40' }, 'continuous', stop)).toBe('Trading.Ticket.StopNotAbove')
  expect(objectionTo({ stopText: '' }, 'continuous', stop)).toBe('Trading.Ticket.StopMissing')
  const terms = { ...termsOf(stop), stopText: '61.00' }
  const read = readReplacement(stop, terms, market)
  expect(read.objection).toBeUndefined()
  expect(replacementOf(stop, read, terms)).toEqual({ orderQty: 800, price: 58.3, stopPx: 61 })
  expect(effectOf(stop, 900 as never, 59_00 as PriceKobo).losesPriority).toBe(false)
})

test.each<[string, Partial<Terms>, string | undefined]>([
  ['more shares', { quantityText: '900' }, 'Trading.Orders.NoMoreHalted'],
  ['fewer shares', { quantityText: '700' }, undefined],
  ['what is filled', { quantityText: '200' }, undefined],
  ['a higher price', { priceText: '58.40' }, 'Trading.Orders.NoMoreHalted'],
  ['a lower price', { priceText: '58.20' }, undefined],
  ['a later last day', till('2026-11-27'), 'Trading.Orders.NoMoreHalted'],
  ['good till cancelled', { timeInForce: goodTillCancel }, 'Trading.Orders.NoMoreHalted'],
  ['nothing else', {}, 'Trading.Replace.Same'],
])('an order to buy that is halted with its firm: %s', (_, change, text) => {
  expect(objectionTo(change, 'continuous', { isHalted: true })).toBe(text)
})
