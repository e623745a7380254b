import { type PriceKobo, type Quantity, Side, TimeInForce } from '@tradebook/contract'
import { expect, test } from 'vitest'
import type { MarketConditions } from './checks.ts'
import { checkCross, type NewCross, type Quotes, sideOf } from './cross.ts'
import { closed, conditions } from './orders.fixture.ts'

const cross: NewCross = {
  crossID: 'x1',
  securityID: 'GTCO',
  price: 58_40 as PriceKobo,
  orderQty: 1_000 as Quantity,
  buyAccount: 'M1001',
  sellAccount: 'M1002',
  text: null,
}
const quoted = (bidPx: number | null, offerPx: number | null): Quotes => ({
  bidPx: bidPx as PriceKobo | null,
  offerPx: offerPx as PriceKobo | null,
})
const check = (quotes: Quotes, fields: object = {}, market: Partial<MarketConditions> = {}) =>
  checkCross({ ...cross, ...fields }, { ...conditions, ...market }, () => quotes)

test.each<[where: string, quotes: Quotes]>([
  ['at the bid', quoted(58_40, 58_50)],
  ['at the offer', quoted(58_30, 58_40)],
  ['between them', quoted(58_30, 58_50)],
  ['without a bid', quoted(null, 58_40)],
  ['without an offer', quoted(58_40, null)],
  ['in an empty book', quoted(null, null)],
])('a cross passes %s', (_, quotes) => {
  expect(check(quotes)).toBeUndefined()
})

test.each<[where: string, quotes: Quotes, low: string, high: string]>([
  ['below the bid', quoted(58_45, 58_50), '58.45', '58.50'],
  ['above the offer', quoted(58_30, 58_35), '58.30', '58.35'],
  ['below the bid, where nobody sells: up to the limit of the day', quoted(58_45, null), '58.45', '64.20'],
  ['above the offer, where nobody buys: from the limit of the day', quoted(null, 58_35), '52.60', '58.35'],
])('a cross is refused %s', (_, quotes, low, high) => {
  expect(check(quotes)).toEqual({
    refusal: 'crossOutsideQuotes',
    values: { securityID: 'GTCO', low, high },
  })
})

test('the request and the market are checked before the quotes', () => {
  const unasked = (): Quotes => {
    throw new Error('the book was asked')
  }
  expect(checkCross(cross, undefined, unasked)).toMatchObject({ refusal: 'unknownSecurity' })
  const refusalOf = (fields: object, market: Partial<MarketConditions> = {}) =>
    checkCross({ ...cross, ...fields }, { ...conditions, ...market }, unasked)?.refusal
  expect([
    refusalOf({ orderQty: 0 }),
    refusalOf({ orderQty: 2 ** 31 }),
    refusalOf({ price: null }),
    refusalOf({ price: 58_42 }),
    refusalOf({ price: 64_25 }),
    refusalOf({}, { phase: 'preOpen' }),
    refusalOf({}, { halted: true }),
    refusalOf({}, closed),
  ]).toEqual([
    'quantityInvalid',
    'quantityInvalid',
    'priceMissing',
    'priceOffTick',
    'priceOutsideLimits',
    'crossNotInThisPhase',
    'securityHalted',
    'marketClosed',
  ])
})

test('each side is an order of its account that trades whole or not at all', () => {
  const common = { clOrdID: 'x1', price: 58_40, orderQty: 1_000, timeInForce: TimeInForce.fillOrKill }
  expect(sideOf(cross, Side.buy)).toMatchObject({ ...common, side: Side.buy, account: 'M1001' })
  expect(sideOf(cross, Side.sell)).toMatchObject({ ...common, side: Side.sell, account: 'M1002' })
})

test('a venue without crosses accepts none', () => {
  const market = { venue: { ...conditions.venue, crosses: false } }
  expect(check(quoted(58_30, 58_50), {}, market)).toEqual({
    refusal: 'notAtVenue',
    values: { what: 'crosses' },
  })
})
