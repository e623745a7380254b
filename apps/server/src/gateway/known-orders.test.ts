import { OrdType, Side, TimeInForce } from '@tradebook/contract'
import { Fields } from '@tradebook/fix'
import { expect, test } from 'vitest'
import type { KeptOrder } from './kept-order.ts'
import { KnownOrders } from './known-orders.ts'

const DAY_MS = 86_400_000

const order = (orderID: string, fields: Partial<KeptOrder> = {}): KeptOrder => ({
  ...{ orderID, securityID: 'GTCO', side: Side.buy, ordType: OrdType.limit, timeInForce: TimeInForce.day },
  ...{ expireDate: null, account: null, clOrdID: `C${orderID}`, venueOrderID: 'V1', isAccepted: true },
  ...{ hasEnded: false, requests: { [`C${orderID}`]: { id: Number(orderID), kind: 'new', clOrdID: null } } },
  ...fields,
})
const says = (fields: Readonly<Record<number, string>>): Fields =>
  new Fields(Object.keys(fields).map(Number), Object.values(fields))
const report = { 11: 'C1', 37: 'V1', 55: 'GTCO', 54: '1' }
const replace = { id: 2, kind: 'replace', clOrdID: 'r' } as const
const adopted = order('1', { isAdopted: true })
const replaced = order('1', { isAdopted: true, requests: { ...adopted.requests, C2: replace } })

/** What a report says, of which order, whether a replace keeps the OrderID, and whether it is about the order. */
const reports: readonly (readonly [string, Readonly<Record<number, string>>, KeptOrder, boolean, boolean])[] =
  [
    ['all as it is', report, adopted, true, true],
    ['the ClOrdID that is cancelled', { ...report, 11: 'other', 41: 'C1' }, adopted, true, true],
    ['no order at all', { 11: 'C1', 37: 'NONE' }, adopted, true, true],
    ['another OrderID', { ...report, 37: 'V2' }, adopted, true, false],
    ['another security', { ...report, 55: 'ZENITHBANK' }, adopted, true, false],
    ['another side', { ...report, 54: '2' }, adopted, true, false],
    ['an unknown ClOrdID', { ...report, 11: 'other' }, adopted, true, false],
    ['another OrderID of an order that was sent from here', { ...report, 37: 'V2' }, order('1'), true, true],
    ['another security of an order that was sent from here', { ...report, 55: 'X' }, order('1'), true, false],
    ['another OrderID after a replace', { ...report, 11: 'C2', 37: 'V2' }, replaced, false, true],
    [
      'another OrderID after a replace that keeps it',
      { ...report, 11: 'C2', 37: 'V2' },
      replaced,
      true,
      false,
    ],
    ['another OrderID before the replace', { ...report, 37: 'V2' }, replaced, false, false],
  ]

test.each(reports)('a report with %s', (_, fields, kept, keepsOrderID, isAbout) => {
  const known = new KnownOrders([kept], keepsOrderID, () => 0)
  expect(known.about(says(fields))?.orderID).toBe(isAbout ? '1' : undefined)
})

test('an order that is over is forgotten after ten days, with all its ClOrdIDs', () => {
  let now = 0
  const ended = order('1', { hasEnded: true, requests: { ...adopted.requests, C2: replace } })
  const known = new KnownOrders([ended], true, () => now)
  known.keep(order('2'))
  now = 10 * DAY_MS - 1
  known.keep(order('3'))
  expect(known.of('1')).toBeDefined()
  now += 1
  known.keep(order('3'))
  expect([known.of('1'), known.named('C1'), known.named('C2')]).toEqual([undefined, undefined, undefined])
  expect([known.of('2')?.orderID, known.named('C3')?.orderID]).toEqual(['2', '3'])
})

test('an order that turns out to be open after all is kept', () => {
  let now = 0
  const known = new KnownOrders([order('1', { hasEnded: true })], true, () => now)
  known.keep(order('1'))
  now = 11 * DAY_MS
  known.keep(order('2'))
  expect(known.of('1')).toBeDefined()
})
