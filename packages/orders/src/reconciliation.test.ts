import type { PriceKobo } from '@tradebook/contract'
import { Side } from '@tradebook/contract'
import { expect, test } from 'vitest'
import type { Order } from './order.ts'
import { type OrderThere, type ReconciledOrder, reconcile } from './reconciliation.ts'

const here = (orderID: string, cumQty = 40, leavesQty = 60): Order =>
  ({ orderID, cumQty, leavesQty, price: 6_110 }) as unknown as Order
const there = (orderID: string | null, fields: Partial<OrderThere> = {}): OrderThere => ({
  ...{ orderID, venueOrderID: 'V', securityID: 'GTCO', side: Side.buy, price: 6_110 as PriceKobo },
  ...{ cumQty: 40, leavesQty: 60, ...fields },
})

/** What the desk has, what the venue has, and what comes of it. Order 8 is unanswered, and of order 9 a request is. */
const cases: readonly (readonly [string, Order[], OrderThere[], ReconciledOrder['outcome'][]])[] = [
  ['both have it alike', [here('1')], [there('1')], ['agrees']],
  ['the venue does not have it', [here('1')], [], ['onlyHere']],
  ['the desk does not have it', [], [there('1')], ['onlyThere']],
  ['the venue names no order of ours', [here('1')], [there('1'), there(null)], ['agrees', 'onlyThere']],
  ['more has traded there', [here('1')], [there('1', { cumQty: 50, leavesQty: 50 })], ['differs']],
  ['another quantity is open', [here('1')], [there('1', { leavesQty: 50 })], ['differs']],
  ['it has another price', [here('1')], [there('1', { price: 6_100 as PriceKobo })], ['differs']],
  ['a request is unanswered, and it has traded', [here('9')], [there('9', { cumQty: 50 })], ['unanswered']],
  ['a request is unanswered, and it is not there', [here('9')], [], ['onlyHere']],
  ['the order is unanswered, and it is there', [here('8')], [there('8')], ['unanswered']],
  ['the order is unanswered, and it is not there', [here('8')], [], ['unanswered']],
  [
    'each order is compared with itself',
    [here('1'), here('2'), here('9')],
    [there('3'), there('9'), there('2', { cumQty: 41 }), there('1')],
    ['agrees', 'differs', 'unanswered', 'onlyThere'],
  ],
  ['there is none', [], [], []],
]

test.each(cases)('reconciled: %s', (_, ours, theirs, outcomes) => {
  const pending = { 8: 'entry', 9: 'request' } as const
  const compared = reconcile(ours, theirs, ({ orderID }) => pending[orderID as '8'])
  expect(compared.map(({ outcome }) => outcome)).toEqual(outcomes)
})
