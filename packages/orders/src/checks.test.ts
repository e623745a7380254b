import {
  ExecInst,
  english,
  fillIn,
  OrdStatus,
  OrdType,
  type PriceKobo,
  phases,
  type Quantity,
  type Refusal,
  type RefusalName,
  refusalInWords,
  refusals,
  Side,
  TimeInForce,
  type VenueCapabilities,
} from '@tradebook/contract'
import { describe, expect, test } from 'vitest'
import { asKept, checkCancel, checkNewOrder, type MarketConditions, worstPrice } from './checks.ts'
import type { NewOrder } from './order.ts'
import {
  closed,
  conditions,
  imbalanceSession,
  limitBuy,
  resting,
  tooManyOffers,
  unpriced,
} from './orders.fixture.ts'

const detailsOf = (refusal: Refusal | undefined) =>
  refusal && refusalInWords(refusal, (key, values) => fillIn(english[key], values)).details

const forImbalance = { execInst: ExecInst.imbalanceOnly }
const goodTill = (expireDate: string | null) => ({ timeInForce: TimeInForce.goodTillDate, expireDate })

const stopAt = (stopPx: number) => ({ ordType: OrdType.stop, stopPx: stopPx as PriceKobo })
const stopLimit = { ...stopAt(60_00), ordType: OrdType.stopLimit }

describe('a new order', () => {
  test.each<[string, Partial<NewOrder>, Partial<MarketConditions>, RefusalName | undefined]>([
    ['limit order inside the limits', {}, {}, undefined],
    ['at the upper limit', { price: 64_20 as PriceKobo }, {}, undefined],
    ['a tick above it', { price: 64_25 as PriceKobo }, {}, 'priceOutsideLimits'],
    ['at the lower limit', { price: 52_60 as PriceKobo }, {}, undefined],
    ['a tick below it', { price: 52_55 as PriceKobo }, {}, 'priceOutsideLimits'],
    ['off the tick', { price: 58_41 as PriceKobo }, {}, 'priceOffTick'],
    ['limit order without a price', { price: null }, {}, 'priceMissing'],
    ['market order', { ordType: OrdType.market, price: null }, {}, undefined],
    ['market order with a price', { ordType: OrdType.market }, {}, 'priceNotAllowed'],
    ['no quantity', { orderQty: 0 as Quantity }, {}, 'quantityInvalid'],
    ['one share', { orderQty: 1 as Quantity }, {}, undefined],
    ['fill or kill', { timeInForce: TimeInForce.fillOrKill }, {}, undefined],
    ['immediate or cancel', { timeInForce: TimeInForce.immediateOrCancel }, {}, undefined],
    ['stop order', { ...unpriced, ...stopAt(60_00) }, {}, undefined],
    ['stop order without its price', { ...unpriced, ordType: OrdType.stop }, {}, 'stopPxMissing'],
    [
      'stop order for longer',
      { ...unpriced, ...stopAt(60_00), ...goodTill('2026-11-27') },
      {},
      'orderTypeUnsupported',
    ],
    ['stop order at the last price', { ...unpriced, ...stopAt(58_40) }, {}, 'stopPxNotAbove'],
    [
      'stop order of a sale above it',
      { ...unpriced, ...stopAt(60_00), side: Side.sell },
      {},
      'stopPxNotBelow',
    ],
    ['stop order off the tick', { ...unpriced, ...stopAt(60_01) }, {}, 'priceOffTick'],
    ['stop order with a limit', stopAt(60_00), {}, 'priceNotAllowed'],
    [
      'stop order before the close',
      { ...unpriced, ...stopAt(60_00) },
      { phase: 'preClose' },
      'notInThisPhase',
    ],
    ['stop-limit for longer', { ...stopLimit, ...goodTill('2026-11-27') }, {}, undefined],
    ['stop-limit without its limit', { ...stopLimit, price: null }, {}, 'priceMissing'],
    ['stop-limit with a minimum', { ...stopLimit, minQty: 400 as Quantity }, {}, 'minQtyInvalid'],
    ['limit order with a stop price', { stopPx: 60_00 as PriceKobo }, {}, 'stopPxNotAllowed'],
    ['at the close', { timeInForce: TimeInForce.goodTillClose }, {}, undefined],
    ['at the open', { timeInForce: TimeInForce.goodTillOpen }, {}, 'notInThisPhase'],
    ['at the open, before it', { timeInForce: TimeInForce.goodTillOpen }, { phase: 'preOpen' }, undefined],
    ['market order before the opening', unpriced, { phase: 'preOpen' }, 'notInThisPhase'],
    ['market order before the close', unpriced, { phase: 'preClose' }, undefined],
    ['limit order in an imbalance session', {}, { phase: 'preOpenImbalance' }, 'notInThisPhase'],
    ['limit order while reopening', {}, { phase: 'reopening' }, undefined],
    ['all or none', { execInst: ExecInst.allOrNone }, {}, undefined],
    [
      'all or none before the opening',
      { execInst: ExecInst.allOrNone },
      { phase: 'preOpen' },
      'notInThisPhase',
    ],
    ['imbalance order in continuous trading', forImbalance, {}, 'notInThisPhase'],
    ['minimum quantity', { minQty: 400 as Quantity }, {}, undefined],
    ['minimum of more than the order', { minQty: 1_001 as Quantity }, {}, 'minQtyInvalid'],
    ['minimum of nothing', { minQty: 0 as Quantity }, {}, 'minQtyInvalid'],
    ['minimum of an order that collects', { minQty: 1 as Quantity }, { phase: 'preOpen' }, 'minQtyInvalid'],
    [
      'minimum in addition to all or none',
      { minQty: 1 as Quantity, execInst: ExecInst.allOrNone },
      {},
      'minQtyInvalid',
    ],
    ['iceberg', { displayQty: 10 as Quantity }, {}, undefined],
    ['iceberg before the opening', { displayQty: 10 as Quantity }, { phase: 'preOpen' }, undefined],
    ['iceberg of more than a hundred parts', { displayQty: 9 as Quantity }, {}, 'displayQtyInvalid'],
    [
      'iceberg that is all or none',
      { displayQty: 10 as Quantity, execInst: ExecInst.allOrNone },
      {},
      'displayQtyInvalid',
    ],
    [
      'iceberg for the imbalance',
      { displayQty: 10 as Quantity, execInst: ExecInst.imbalanceOnly },
      { phase: 'preOpenImbalance' },
      'displayQtyInvalid',
    ],
    [
      'minimum of an order for the close',
      { minQty: 1 as Quantity, timeInForce: TimeInForce.goodTillClose },
      {},
      'minQtyInvalid',
    ],
    ['largest order', { orderQty: (2 ** 31 - 1) as Quantity }, {}, undefined],
    ['order of too many shares', { orderQty: (2 ** 31) as Quantity }, {}, 'quantityInvalid'],
    ['iceberg that shows more than it is', { displayQty: 1_001 as Quantity }, {}, 'displayQtyInvalid'],
    ['iceberg without a price', { ...unpriced, displayQty: 10 as Quantity }, {}, 'displayQtyInvalid'],
    [
      'iceberg that never rests',
      { displayQty: 10 as Quantity, timeInForce: TimeInForce.immediateOrCancel },
      {},
      'displayQtyInvalid',
    ],
    ['good till cancel', { timeInForce: TimeInForce.goodTillCancel }, {}, undefined],
    ['good till today', goodTill('2026-11-20'), {}, undefined],
    ['good till the latest day', goodTill('2027-01-19'), {}, undefined],
    ['good till a day later', goodTill('2027-01-20'), {}, 'expiryInvalid'],
    ['good till yesterday', goodTill('2026-11-19'), {}, 'expiryInvalid'],
    ['good till a date that is missing', goodTill(null), {}, 'expiryInvalid'],
    ['day order with a last day', { expireDate: '2026-11-20' }, {}, 'expiryInvalid'],
    ['while closed', {}, closed, 'marketClosed'],
    ['while the security is halted', {}, { halted: true }, 'securityHalted'],
    ['while the market is halted', {}, { phase: 'halted' }, 'notInThisPhase'],
    ['while closed, of a halted security', {}, { ...closed, halted: true }, 'marketClosed'],
  ])('%s', (_, order, market, refusal) => {
    expect(checkNewOrder({ ...limitBuy, ...order }, { ...conditions, ...market })?.refusal).toBe(refusal)
  })

  test.each([
    [
      { ordType: OrdType.market, timeInForce: TimeInForce.goodTillCancel },
      'Market orders good till cancelled are not accepted.',
    ],
    [
      { ordType: OrdType.stopLimit, timeInForce: TimeInForce.fillOrKill },
      'Stop limit orders fill or kill are not accepted.',
    ],
  ])('%j: the refusal names the order type and the time in force', (fields, details) => {
    const refusal = checkNewOrder({ ...limitBuy, ...fields }, conditions)
    expect(detailsOf(refusal)).toBe(details)
  })

  test('in a phase that does not accept it: the refusal names the phase and what it accepts', () => {
    const refusal = checkNewOrder(
      { ...limitBuy, timeInForce: TimeInForce.fillOrKill },
      { ...conditions, phase: 'preOpen' },
    )
    expect(detailsOf(refusal)).toBe(
      'Market phase: Pre-open. Accepted now: Limit orders (Day, GTC, GTD, At the open); changes; cancels.',
    )
  })

  test('good till cancelled stays so, and is kept until the latest day', () => {
    const { goodTillCancel } = TimeInForce
    expect(asKept({ ...limitBuy, timeInForce: goodTillCancel }, conditions)).toEqual({
      ...limitBuy,
      timeInForce: goodTillCancel,
      expireDate: '2027-01-19',
    })
    expect(asKept(limitBuy, conditions)).toBe(limitBuy)
  })

  test('of a security that is not listed', () => {
    expect(checkNewOrder(limitBuy, undefined)?.refusal).toBe('unknownSecurity')
  })
})

describe('a venue that cannot do everything', () => {
  test.each<[string, Partial<VenueCapabilities>, Partial<NewOrder>, RefusalName | undefined]>([
    ['no market orders', { ordTypes: [OrdType.limit] }, unpriced, 'orderTypeUnsupported'],
    ['no market orders: a limit order', { ordTypes: [OrdType.limit] }, {}, undefined],
    [
      'no market orders: a stop order, which becomes one',
      { ordTypes: [OrdType.limit] },
      { ordType: OrdType.stop, price: null, stopPx: 60_00 as PriceKobo },
      'orderTypeUnsupported',
    ],
    [
      'no duration but the day',
      { timeInForce: [TimeInForce.day] },
      { timeInForce: TimeInForce.immediateOrCancel },
      'orderTypeUnsupported',
    ],
    ['no all or none', { execInst: [] }, { execInst: ExecInst.allOrNone }, 'orderTypeUnsupported'],
    ['no icebergs', { icebergs: false }, { displayQty: 100 as Quantity }, 'notAtVenue'],
    ['no minimum quantity', { minQty: false }, { minQty: 100 as Quantity }, 'notAtVenue'],
    ['at most 999 shares', { mostQty: 999 }, {}, 'quantityInvalid'],
    ['at most 1,000 shares', { mostQty: 1_000 }, {}, undefined],
  ])('%s', (_, can, order, refusal) => {
    const market = { ...conditions, venue: { ...conditions.venue, ...can } }
    expect(checkNewOrder({ ...limitBuy, ...order }, market)?.refusal).toBe(refusal)
  })
})

describe('an imbalance order', () => {
  test.each<[string, Partial<NewOrder>, MarketConditions, RefusalName | undefined]>([
    ['that buys at the indicative price', {}, tooManyOffers, undefined],
    ['that buys above it', { price: 58_45 as PriceKobo }, tooManyOffers, undefined],
    ['that buys below it', { price: 58_35 as PriceKobo }, tooManyOffers, 'beyondTheoreticalPrice'],
    ['that sells, too', { side: Side.sell }, tooManyOffers, 'imbalanceOnThisSide'],
    ['where nothing is left over', {}, imbalanceSession(58_40, null), 'imbalanceOnThisSide'],
    ['where nothing would trade', {}, imbalanceSession(null, null), 'auctionEmpty'],
    ['off the tick', { price: 58_41 as PriceKobo }, tooManyOffers, 'priceOffTick'],
    [
      'that sells where bids are left over',
      { side: Side.sell, price: 58_35 as PriceKobo },
      imbalanceSession(58_40, Side.buy),
      undefined,
    ],
    [
      'that sells above the indicative price',
      { side: Side.sell, price: 58_45 as PriceKobo },
      imbalanceSession(58_40, Side.buy),
      'beyondTheoreticalPrice',
    ],
  ])('%s', (_, order, market, refusal) => {
    expect(checkNewOrder({ ...limitBuy, ...forImbalance, ...order }, market)?.refusal).toBe(refusal)
  })

  test('is refused with its own code and text', () => {
    const refusal = checkNewOrder({ ...limitBuy, ...forImbalance, price: 58_35 as PriceKobo }, tooManyOffers)
    expect(refusals[refusal?.refusal ?? 'busy'].code).toBe(3009)
    expect(fillIn(english['Refusal.beyondTheoreticalPrice.details'], refusal?.values)).toBe(
      'The indicative price of GTCO is 58.40.',
    )
  })
})

test.each(phases)('%s: a cancel is refused in an imbalance session, and when the order is over', (phase) => {
  const isImbalance = phase === 'preOpenImbalance' || phase === 'preCloseImbalance'
  expect(checkCancel(resting(), phase)?.refusal).toBe(isImbalance ? 'notInThisPhase' : undefined)
  expect(checkCancel(resting({ ordStatus: OrdStatus.canceled }), phase)?.refusal).toBe('orderIsFinal')
})

test('the worst price is the limit, or for a market order the limit of the day on its side', () => {
  expect(worstPrice(resting(), conditions)).toBe(58_40)
  expect(worstPrice({ price: null, side: Side.buy }, conditions)).toBe(64_20)
  expect(worstPrice({ price: null, side: Side.sell }, conditions)).toBe(52_60)
})
