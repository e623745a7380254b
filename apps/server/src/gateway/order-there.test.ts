import type { AdoptionBar } from '@tradebook/contract'
import { Fields } from '@tradebook/fix'
import type { OrderThere } from '@tradebook/orders'
import { expect, test } from 'vitest'
import { KnownOrders } from './known-orders.ts'
import { OpenOrders } from './open-orders.ts'
import { orderThere } from './order-there.ts'
import { gatewayProfile } from './profile.ts'

const session = { senderCompID: 'NORTH', targetCompID: 'EXCHANGE', host: 'localhost', port: 1 }
const { terms } = gatewayProfile({
  ...{ name: 'test', version: 'FIX.5.0SP1', hours: 'always' },
  orders: session,
  marketData: { ...session, senderCompID: 'NORTH-DATA' },
  terms: { timeInForce: ['0', '1', '6', '3'], mostQty: 1000, priceStepKobo: 5 },
})
const known = new KnownOrders([], true, () => 0)
type Row = Readonly<Record<number, string | undefined>>
const fieldsOf = (row: Row): Fields => {
  const said = Object.entries(row).filter((field): field is [string, string] => field[1] !== undefined)
  return new Fields(
    said.map(([tag]) => Number(tag)),
    said.map(([, value]) => value),
  )
}
const read = (row: Fields): OrderThere => orderThere(row, known, terms)
const row: Row = {
  ...{ 52: '20261129-10:00:00', 584: 'all', 150: 'I', 39: '0', 37: 'V1', 11: 'C1', 55: 'GTCO', 54: '1' },
  ...{ 40: '2', 44: '61.00', 59: '0', 14: '10', 151: '90' },
}

/** What an order has there, and why it cannot be adopted; absent where it can. */
const rows: readonly (readonly [string, Row, AdoptionBar | undefined])[] = [
  ['a day order', {}, undefined],
  ['no duration', { 59: undefined }, undefined],
  ['an order until cancelled', { 59: '1' }, undefined],
  ['an order until a day', { 59: '6', 432: '20261231' }, undefined],
  ['a market order', { 40: '1', 44: undefined }, undefined],
  ['no type, and a price', { 40: undefined }, undefined],
  ['a short sale', { 54: '5' }, 'side'],
  ['no side', { 54: undefined }, 'side'],
  ['a stop order', { 40: '3' }, 'ordType'],
  ['a pegged order', { 40: 'P' }, 'ordType'],
  ['an unknown duration', { 59: 'S' }, 'timeInForce'],
  ['a duration that the profile does not have', { 59: '7' }, 'timeInForce'],
  ['an immediate order', { 59: '3' }, 'timeInForce'],
  ['an order until no day', { 59: '6' }, 'expireDate'],
  ['an order until something that is not a day', { 59: '6', 432: 'soon' }, 'expireDate'],
  ['a price off the kobo', { 44: '61.005' }, 'price'],
  ['a price off the step', { 44: '61.02' }, 'price'],
  ['a price of nothing', { 44: '0' }, 'price'],
  ['a limit order without a price', { 44: undefined }, 'price'],
  ['as much as is accepted', { 14: '10', 151: '990' }, undefined],
  ['too much', { 14: '10', 151: '991' }, 'quantity'],
  ['parts of shares', { 151: '0.5' }, 'quantity'],
  ['parts of shares that have traded', { 14: '0.5' }, 'quantity'],
  ['nothing that is open', { 151: '0' }, 'quantity'],
  ['an iceberg', { 1138: '10' }, 'instructions'],
]

test.each(rows)('whether it can be adopted: %s', (_, fields, bar) => {
  expect(read(fieldsOf({ ...row, ...fields })).bar).toBe(bar)
})

test('an order is read as the exchange says it, with the day on which it does', () => {
  expect(read(fieldsOf({ ...row, 54: '5', 59: '6', 432: '20261231' }))).toEqual({
    ...{ orderID: null, venueOrderID: 'V1', clOrdID: 'C1', securityID: 'GTCO', side: '5', price: 6100 },
    ...{
      cumQty: 10,
      leavesQty: 90,
      timeInForce: '6',
      expireDate: '2026-12-31',
      day: '2026-11-29',
      bar: 'side',
    },
  })
})

/** Answers to the question which orders are open: their rows, and the OrderIDs that are then known; `undefined` while it is not over. */
const answers: readonly (readonly [string, readonly Row[], readonly string[] | undefined])[] = [
  [
    'the last row',
    [
      { 37: 'V1', 912: 'N' },
      { 37: 'V2', 912: 'Y' },
    ],
    ['V1', 'V2'],
  ],
  ['a last row that is unusual', [{ 37: 'V1', 44: 'dear', 151: 'many', 912: 'Y' }], ['V1']],
  [
    'as many rows as there are',
    [
      { 37: 'V1', 911: '2' },
      { 37: 'V2', 911: '2' },
    ],
    ['V1', 'V2'],
  ],
  ['a row before the last one', [{ 37: 'V1', 911: '1', 912: 'N' }], undefined],
  ['no orders', [{ 37: 'NONE', 911: '0', 912: 'Y' }], []],
  ['no orders, without saying that this is all', [{ 37: 'NONE', 911: '0' }], []],
  ['no order that is known', [{ 37: 'NONE', 39: '8', 103: '5' }], []],
]

test.each(answers)('an answer ends with %s', (_, said, venueOrderIDs) => {
  const open = new OpenOrders('all', 7)
  const taken = said.map((fields) => open.take(fieldsOf({ ...row, ...fields }), read))
  expect(taken.at(-1)?.map(({ venueOrderID }) => venueOrderID)).toEqual(venueOrderIDs)
})

test('neither of two orders with one ClOrdID can be adopted', () => {
  const open = new OpenOrders('all', 7)
  open.take(fieldsOf(row), read)
  open.take(fieldsOf({ ...row, 37: 'V2', 11: 'C2' }), read)
  const orders = open.take(fieldsOf({ ...row, 37: 'V3', 912: 'Y' }), read)
  expect(orders?.map(({ venueOrderID, bar }) => [venueOrderID, bar])).toEqual([
    ['V1', 'clOrdIDTaken'],
    ['V2', undefined],
    ['V3', 'clOrdIDTaken'],
  ])
})

/** Messages, and whether they reject the question of message 7. */
const rejections: readonly (readonly [string, Row, boolean])[] = [
  ['a Reject of its message', { 45: '7', 372: 'AF' }, true],
  ['a Reject of another message', { 45: '8', 372: 'D' }, false],
  ['a BusinessMessageReject of its id', { 379: 'all' }, true],
  ['a status that is rejected', { 584: 'all', 37: 'NONE', 39: '8', 58: 'Not supported' }, true],
  ['a status that no order is open', { 584: 'all', 37: 'NONE', 39: '8', 103: '5' }, false],
  ['a status of an order', row, false],
]

test.each(rejections)('whether it rejects the question: %s', (_, fields, isRejected) => {
  expect(new OpenOrders('all', 7).isRejectedBy(fieldsOf(fields))).toBe(isRejected)
})
