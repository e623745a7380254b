import { OrdType, type PriceKobo, type Quantity, Side, TimeInForce } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { checkMandate, checkMandateOfReplace } from './mandates.ts'
import type { Mandate, NewOrder, Order } from './order.ts'

const TODAY = '2026-11-20'
const buy: Mandate = {
  ...{ account: 'A1', securityID: 'GTCO', side: Side.buy, orderQty: 1_000 as Quantity },
  ...{ price: 5_840 as PriceKobo, until: '2026-11-24' },
}
const sell: Mandate = { ...buy, side: Side.sell }
const order: NewOrder = {
  ...{ clOrdID: 'c', account: 'A1', securityID: 'GTCO', side: Side.buy, ordType: OrdType.limit },
  ...{ price: 5_840 as PriceKobo, orderQty: 400 as Quantity, timeInForce: TimeInForce.day, text: null },
}

test.each<
  [what: string, order: Partial<NewOrder>, drawn: number, mandate: Mandate, refusal: string | undefined]
>([
  ['within it', {}, 0, buy, undefined],
  ['exactly what is left', {}, 600, buy, undefined],
  ['one share more than is left', {}, 601, buy, 'mandateExceeded'],
  ['another account', { account: 'A2' }, 0, buy, 'mandateDiffers'],
  ['another security', { securityID: 'MTNN' }, 0, buy, 'mandateDiffers'],
  ['the other side', { side: Side.sell }, 0, buy, 'mandateDiffers'],
  ['a purchase above its price', { price: 5_841 as PriceKobo }, 0, buy, 'mandatePrice'],
  ['a purchase below its price', { price: 5_000 as PriceKobo }, 0, buy, undefined],
  ['a sale below its price', { side: Side.sell, price: 5_839 as PriceKobo }, 0, sell, 'mandatePrice'],
  ['a sale above its price', { side: Side.sell, price: 6_000 as PriceKobo }, 0, sell, undefined],
  ['a market order where it has a price', { price: null }, 0, buy, 'mandatePrice'],
  ['a market order where it has none', { price: null }, 0, { ...buy, price: null }, undefined],
  ['its last day', {}, 0, { ...buy, until: TODAY }, undefined],
  ['the day after', {}, 0, { ...buy, until: '2026-11-19' }, 'mandateUntil'],
  [
    'until its last day',
    { timeInForce: TimeInForce.goodTillDate, expireDate: '2026-11-24' },
    0,
    buy,
    undefined,
  ],
  [
    'until a later day',
    { timeInForce: TimeInForce.goodTillDate, expireDate: '2026-11-25' },
    0,
    buy,
    'mandateUntil',
  ],
  ['without a last day', { timeInForce: TimeInForce.goodTillCancel }, 0, buy, 'mandateUntil'],
])('an order draws on a mandate: %s', (_, given, drawn, mandate, refusal) => {
  expect(checkMandate({ ...order, ...given }, mandate, drawn, TODAY)?.refusal).toBe(refusal)
})

test.each<
  [what: string, leaves: number, price: number, timeInForce: TimeInForce, refusal: string | undefined]
>([
  ['less', 200, 5_840, TimeInForce.day, undefined],
  ['as much', 300, 5_800, TimeInForce.day, undefined],
  ['more', 301, 5_840, TimeInForce.day, 'mandateNotRaised'],
  ['a worse price', 200, 5_845, TimeInForce.day, 'mandatePrice'],
  ['a longer life', 200, 5_840, TimeInForce.goodTillCancel, 'mandateUntil'],
  ['nothing to trade', 0, 5_845, TimeInForce.goodTillCancel, undefined],
])('a replace of an order under a mandate: %s', (_, leaves, price, timeInForce, refusal) => {
  const placed = { ...order, mandate: buy, cumQty: 100, leavesQty: 300 } as unknown as Order
  const replaced = { price, leaves, timeInForce, expireDate: null, stopPx: null } as never
  expect(checkMandateOfReplace(placed, replaced, TODAY)?.refusal).toBe(refusal)
})
