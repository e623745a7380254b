import { type PriceKobo, Side } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { BUYER, of, order } from '../desk.fixture.ts'
import { isInput } from './input-shape.ts'

const sent = order(BUYER, '1', Side.buy, 100 as PriceKobo, 1)
const cancel = { kind: 'cancelOrder', origin: of(BUYER), clOrdID: '2', orderID: '1' }

test.each([sent, cancel, { kind: 'openFirm', origin: of(BUYER) }])('$kind is an input', (input) => {
  expect(isInput(input)).toBe(true)
})

test.each([
  ['nothing', null],
  ['a text', 'newOrder'],
  ['a kind that this release does not know', { ...cancel, kind: 'marketWork' }],
  ['a kind that every object has', { ...cancel, kind: 'constructor' }],
  ['no origin', { ...cancel, origin: undefined }],
  ['an origin without a firm', { ...cancel, origin: { ...of(BUYER), tenantId: undefined } }],
  ['a firm that is a text', { ...cancel, origin: { ...of(BUYER), tenantId: '1' } }],
  ['permissions that are a list', { ...cancel, origin: { ...of(BUYER), permissions: ['BUY'] } }],
  ['a permission that there is not', { ...cancel, origin: { ...of(BUYER), permissions: new Set(['ALL']) } }],
  ['accounts that are neither all nor a list', { ...cancel, origin: { ...of(BUYER), accounts: 'some' } }],
  ['a missing field', { ...cancel, orderID: undefined }],
  ['a field of another type', { ...cancel, orderID: 1 }],
  ['a list instead of a request', { ...sent, request: [] }],
])('%s is no input', (_, input) => {
  expect(isInput(input)).toBe(false)
})
