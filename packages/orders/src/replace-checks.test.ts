import {
  isRefusal,
  OrdStatus,
  OrdType,
  type PriceKobo,
  type Quantity,
  type RefusalName,
  Side,
  TimeInForce,
} from '@tradebook/contract'
import { describe, expect, test } from 'vitest'
import type { MarketConditions } from './checks.ts'
import type { Order } from './order.ts'
import { closed, conditions, imbalanceSession, resting, tooManyOffers, unpriced } from './orders.fixture.ts'
import { checkReplace, type Replacement } from './replace-checks.ts'

const lasting = (timeInForce: TimeInForce): Replacement => ({ timeInForce })
const to = (price: number): Replacement => ({ price: price as PriceKobo })

describe('a replace of 1,000 of which 400 are filled', () => {
  test.each<[string, Replacement, { price: number; leaves: number } | RefusalName]>([
    ['less', { orderQty: 700 as Quantity }, { price: 58_40, leaves: 300 }],
    ['more', { orderQty: 1_500 as Quantity }, { price: 58_40, leaves: 1_100 }],
    ['another price', { price: 58_45 as PriceKobo }, { price: 58_45, leaves: 600 }],
    ['too many shares', { orderQty: (2 ** 31) as Quantity }, 'quantityInvalid'],
    ['what is filled', { orderQty: 400 as Quantity }, { price: 58_40, leaves: 0 }],
    ['less than is filled', { orderQty: 200 as Quantity }, { price: 58_40, leaves: 0 }],
    [
      'less than is filled, at a price off the tick',
      { orderQty: 200 as Quantity, price: 58_42 as PriceKobo },
      { price: 58_40, leaves: 0 },
    ],
    ['less than is filled, of an older version', { orderQty: 200 as Quantity, version: 9 }, 'orderChanged'],
    ['nothing at all', { orderQty: 0 as Quantity }, 'quantityInvalid'],
    ['2³¹ shares', { orderQty: (2 ** 31) as Quantity }, 'quantityInvalid'],
    ['the same again', { orderQty: 1_000 as Quantity, price: 58_40 as PriceKobo }, 'nothingToReplace'],
    ['off the tick', { price: 58_42 as PriceKobo }, 'priceOffTick'],
    ['outside the limits', { price: 70_00 as PriceKobo }, 'priceOutsideLimits'],
    ['an older version', { price: 58_45 as PriceKobo, version: 9 }, 'orderChanged'],
  ])('%s', (_, change, expected) => {
    const answer = checkReplace(resting(), change, conditions)
    const lastsAsLong = { timeInForce: TimeInForce.day, expireDate: null, stopPx: null }
    expect(isRefusal(answer) ? answer.refusal : answer).toEqual(
      typeof expected === 'string' ? expected : { ...expected, ...lastsAsLong },
    )
  })

  const tillFriday = { timeInForce: TimeInForce.goodTillDate, expireDate: '2026-11-27' }
  const tillLatest = { timeInForce: TimeInForce.goodTillCancel, expireDate: '2027-01-19' }
  const tillEarlier = { timeInForce: TimeInForce.goodTillCancel, expireDate: '2027-01-15' }
  const lastsADay = { timeInForce: TimeInForce.day, expireDate: null }

  test.each<[string, Partial<Order>, Replacement, object | RefusalName]>([
    ['a last day', {}, tillFriday, tillFriday],
    ['good till cancelled', {}, { timeInForce: TimeInForce.goodTillCancel }, tillLatest],
    [
      'nothing but the quantity of one good till cancelled',
      tillEarlier,
      { orderQty: 900 as Quantity },
      { ...tillEarlier, leaves: 500 },
    ],
    [
      'good till cancelled again',
      tillEarlier,
      { timeInForce: TimeInForce.goodTillCancel, orderQty: 900 as Quantity },
      { ...tillEarlier, leaves: 500 },
    ],
    ['a last day instead of good till cancelled', tillEarlier, tillFriday, tillFriday],
    ['a last day of one that names none', tillEarlier, { expireDate: '2026-11-27' }, 'expiryInvalid'],
    ['the day alone again', tillFriday, { timeInForce: TimeInForce.day }, lastsADay],
    [
      'a later last day',
      tillFriday,
      { expireDate: '2026-11-30' },
      { ...tillFriday, expireDate: '2026-11-30' },
    ],
    [
      'the day alone, on a later day than that of its entry',
      { ...tillFriday, tradeDate: '2026-11-19' },
      { timeInForce: TimeInForce.day },
      { ...tillFriday, expireDate: '2026-11-20' },
    ],
    ['the last day that it has', tillFriday, tillFriday, 'nothingToReplace'],
    ['a last day that is over', tillFriday, { expireDate: '2026-11-19' }, 'expiryInvalid'],
    ['a last day beyond the latest', tillFriday, { expireDate: '2027-01-20' }, 'expiryInvalid'],
    ['a last day of a day order', {}, { expireDate: '2026-11-27' }, 'expiryInvalid'],
    ['no last day at all', {}, { timeInForce: TimeInForce.goodTillDate }, 'expiryInvalid'],
    ['fill or kill', {}, { timeInForce: TimeInForce.fillOrKill }, 'durationNotReplaceable'],
    [
      'a day where it waits for the close',
      { timeInForce: TimeInForce.goodTillClose },
      lasting(TimeInForce.day),
      'durationNotReplaceable',
    ],
  ])('another duration: %s', (_, fields, change, expected) => {
    const answer = checkReplace(resting(fields), change, conditions)
    expect(isRefusal(answer) ? answer.refusal : answer).toEqual(
      typeof expected === 'string' ? expected : { price: 58_40, leaves: 600, stopPx: null, ...expected },
    )
  })

  test('without a price it gets another quantity and no price', () => {
    const answerTo = (change: Replacement) =>
      checkReplace(resting(unpriced), change, { ...conditions, phase: 'preClose' })
    expect(answerTo({ orderQty: 700 as Quantity })).toMatchObject({ price: null, leaves: 300 })
    expect(answerTo({ price: 58_40 as PriceKobo })).toMatchObject({ refusal: 'priceNotAllowed' })
    expect(answerTo({})).toMatchObject({ refusal: 'nothingToReplace' })
  })

  test('in an imbalance session it keeps its duration', () => {
    const answer = checkReplace(resting(), tillFriday, { ...conditions, phase: 'preOpenImbalance' })
    expect(answer).toMatchObject({ refusal: 'notInThisPhase' })
  })

  test.each<[string, number, RefusalName | undefined]>([
    ['a hundred times what it shows', 1_400, undefined],
    ['more than a hundred times what it shows', 1_401, 'displayQtyInvalid'],
    ['less than it shows', 405, undefined],
  ])('of an iceberg that shows 10, of which is left %s', (_, orderQty, refusal) => {
    const answer = checkReplace(
      resting({ displayQty: 10 as Quantity }),
      { orderQty: orderQty as Quantity },
      conditions,
    )
    expect(isRefusal(answer) ? answer.refusal : undefined).toBe(refusal)
  })

  test('is refused while closed or halted, and once the order is over', () => {
    const change = { price: 58_45 as PriceKobo }
    expect(checkReplace(resting(), change, { ...conditions, ...closed })).toMatchObject({
      refusal: 'marketClosed',
      values: { opensAt: '2026-11-23 10:00' },
    })
    expect(checkReplace(resting(), change, { ...conditions, phase: 'halted' })).toMatchObject({
      refusal: 'notInThisPhase',
      values: { phase: 'halted' },
    })
    expect(checkReplace(resting(), change, { ...conditions, halted: true })).toMatchObject({
      refusal: 'securityHalted',
    })
    expect(checkReplace(resting({ ordStatus: OrdStatus.filled }), change, conditions)).toMatchObject({
      refusal: 'orderIsFinal',
      values: { ordStatus: OrdStatus.filled },
    })
  })
})

test.each<[string, Partial<Order>, Replacement, MarketConditions, RefusalName | undefined]>([
  ['nearer to the indicative price', { price: 58_30 as PriceKobo }, to(58_35), tooManyOffers, undefined],
  ['to it', { price: 58_30 as PriceKobo }, to(58_40), tooManyOffers, undefined],
  ['past it', { price: 58_30 as PriceKobo }, to(58_45), tooManyOffers, 'beyondTheoreticalPrice'],
  ['away from it', { price: 58_30 as PriceKobo }, to(58_25), tooManyOffers, 'notInThisPhase'],
  ['by more shares', {}, { orderQty: 2_000 as Quantity }, tooManyOffers, undefined],
  [
    'by more shares, beyond the indicative price',
    { price: 58_45 as PriceKobo },
    { orderQty: 2_000 as Quantity },
    tooManyOffers,
    undefined,
  ],
  ['by fewer', {}, { orderQty: 900 as Quantity }, tooManyOffers, 'notInThisPhase'],
  ['to what is filled', {}, { orderQty: 400 as Quantity }, tooManyOffers, 'notInThisPhase'],
  ['on the side of the imbalance', { side: Side.sell }, to(58_35), tooManyOffers, 'imbalanceOnThisSide'],
  ['where nothing would trade', {}, to(58_45), imbalanceSession(null, null), 'auctionEmpty'],
])('in an imbalance session an order is improved: %s', (_, fields, change, market, refusal) => {
  const answer = checkReplace(resting(fields), change, market)
  expect(isRefusal(answer) ? answer.refusal : undefined).toBe(refusal)
})

describe('a replace of a stop order that waits for a trade at 60.00', () => {
  const waiting = (fields: Partial<Order> = {}) =>
    resting({
      ...unpriced,
      ordType: OrdType.stop,
      stopPx: 60_00 as PriceKobo,
      ordStatus: OrdStatus.new,
      cumQty: 0 as Quantity,
      leavesQty: 1_000 as Quantity,
      ...fields,
    })
  const stopAt = (stopPx: number): Replacement => ({ stopPx: stopPx as PriceKobo })
  const tooFewOffers = imbalanceSession(58_40, Side.buy)

  test.each<[string, Replacement, MarketConditions, object | RefusalName]>([
    ['another stop price', stopAt(61_00), conditions, { stopPx: 61_00, leaves: 1_000 }],
    ['more shares', { orderQty: 1_500 as Quantity }, conditions, { stopPx: 60_00, leaves: 1_500 }],
    ['the stop price that it has', stopAt(60_00), conditions, 'nothingToReplace'],
    ['a stop price that the market has reached', stopAt(58_40), conditions, 'stopPxNotAbove'],
    ['a stop price off the tick', stopAt(61_01), conditions, 'priceOffTick'],
    ['a stop price in an imbalance session', stopAt(61_00), tooFewOffers, 'notInThisPhase'],
    ['more shares in an imbalance session', { orderQty: 1_500 as Quantity }, tooFewOffers, 'notInThisPhase'],
    ['a limit', to(61_00), conditions, 'priceNotAllowed'],
  ])('%s', (_, change, market, expected) => {
    const answer = checkReplace(waiting(), change, market)
    if (typeof expected === 'string') expect(answer).toMatchObject({ refusal: expected })
    else expect(answer).toMatchObject({ price: null, ...expected })
  })

  test('gives an order without one no stop price, not even one that was triggered at it', () => {
    const triggered = waiting({ ordType: OrdType.limit, price: 61_00 as PriceKobo })
    for (const order of [resting(), triggered])
      expect(checkReplace(order, stopAt(61_00), conditions)).toMatchObject({ refusal: 'stopPxNotAllowed' })
  })
})
