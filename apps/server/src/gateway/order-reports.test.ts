import { Fields } from '@tradebook/fix'
import { expect, test } from 'vitest'
import type { KeptRequest } from './kept-order.ts'
import { endOf, rejectionOf, reportOf, unreadableOf } from './order-reports.ts'

/** A message written as `150=F 32=100`. */
function message(text: string): Fields {
  const fields = text.split(' ').map((field) => field.split('=') as [string, string])
  return new Fields(
    fields.map(([tag]) => Number(tag)),
    fields.map(([, value]) => value),
  )
}
const entry: KeptRequest = { id: 1, kind: 'new', clOrdID: null }
const replace: KeptRequest = { id: 2, kind: 'replace', clOrdID: 'ours-2' }
const cancel: KeptRequest = { id: 3, kind: 'cancel', clOrdID: 'ours-3' }

test.each([
  ['accepted', '150=0', entry, { execType: '0' }],
  [
    'rejected for its price',
    '150=8 103=16',
    entry,
    { execType: '8', text: 'Trading.Venue.priceOutsideLimits' },
  ],
  ['rejected for another reason', '150=8 103=99', entry, { execType: '8', text: 'Trading.Venue.refused' }],
  [
    'a trade with the number that both sides have',
    '150=F 32=100 31=61.05 880=773',
    entry,
    { execType: 'F', lastQty: 100, lastPx: 6105, tradeNumber: 773 },
  ],
  [
    'a trade that is taken back',
    '150=H 32=100 31=61.05 880=773 19=x',
    entry,
    { execType: 'H', lastQty: 100, lastPx: 6105, tradeNumber: 773 },
  ],
  [
    'a trade that is corrected',
    '150=G 32=80 31=61 880=773 19=x',
    entry,
    { execType: 'G', lastQty: 80, lastPx: 6100, tradeNumber: 773 },
  ],
  ['a cancel done', '150=4', cancel, { execType: '4', clOrdID: 'ours-3', text: null }],
  ['a cancel that nobody asked for', '150=4', entry, { execType: '4', clOrdID: null, text: null }],
  ['expired', '150=C', entry, { execType: 'C', text: null }],
  [
    'a replace done',
    '150=5 40=2 44=60.50 151=150',
    replace,
    { execType: '5', clOrdID: 'ours-2', price: 6050, leavesQty: 150, keptPriority: false },
  ],
  [
    'a change of the exchange’s own',
    '150=5 40=2 44=60.50 151=150',
    undefined,
    { execType: 'D', price: 6050, leavesQty: 150, text: null },
  ],
  [
    'a market order restated',
    '150=D 40=1 151=50',
    entry,
    { execType: 'D', price: null, leavesQty: 50, text: null },
  ],
  ['a request that has only arrived', '150=E', replace, undefined],
])('%s', (_, text, request, report) => {
  expect(reportOf(message(text), request)).toEqual(report)
})

test.each(['150=F 32=100 31=61.005', '150=F 31=61', '150=Z'])('%s is refused, not guessed', (text) => {
  expect(() => reportOf(message(text), entry)).toThrow()
})

test('a trade without a number gets the same one each time', () => {
  const numbers = ['A-1', 'A-1', 'A-2'].map((id) => reportOf(message(`150=F 32=1 31=1 880=${id}`), entry))
  expect(numbers[0]).toEqual(numbers[1])
  expect(numbers[0]).not.toEqual(numbers[2])
})

test.each([
  [entry, { execType: '8', text: 'Trading.Venue.refused' }],
  [replace, { execType: '9', responseTo: 'replace', clOrdID: 'ours-2', text: 'Trading.Venue.refused' }],
  [cancel, { execType: '9', responseTo: 'cancel', clOrdID: 'ours-3', text: 'Trading.Venue.refused' }],
])('a rejection of $kind', (request, report) => {
  expect(rejectionOf(request)).toEqual(report)
})

test.each([
  ['0', undefined],
  ['1', undefined],
  ['2', undefined],
  ['4', '4'],
  ['C', 'C'],
  ['8', '8'],
])('an order with OrdStatus %s has ended with %s', (status, execType) => {
  expect(endOf(message(`39=${status}`), entry)?.execType).toBe(execType)
})

test('a message that cannot be read is kept without what its session renews and without secrets', () => {
  const kept = unreadableOf(message('34=7 52=20261128-10:00:00 11=A 150=Z 554=open'), 'ExecType')
  expect(kept.report).toEqual({ execType: 'unreadable', why: 'ExecType', message: '11=A|150=Z|554=***|' })
  const again = unreadableOf(message('34=9 43=Y 52=20261128-10:00:09 11=A 150=Z 554=open'), 'ExecType')
  expect(again.execID).toBe(kept.execID)
  expect(unreadableOf(message('11=B 150=Z'), 'ExecType').execID).not.toBe(kept.execID)
})
