import {
  type Kobo,
  kobo,
  noLimits,
  OrdType,
  type PriceKobo,
  type Quantity,
  Side,
  TimeInForce,
} from '@tradebook/contract'
import { describe, expect, test } from 'vitest'
import { FirmLimits } from './firm-limits.ts'
import { LevelCounts, LimitCounts } from './limit-counts.ts'
import { type Order, pendingOrder } from './order.ts'
import { identity, limitBuy, unpriced } from './orders.fixture.ts'

const NOON = Date.parse('2026-11-20T12:00:00Z')
const naira = (amount: number): Kobo => kobo(BigInt(Math.round(amount * 100)))

describe('counting', () => {
  test('an order counts for a second less than a second old, and a clock set back counts again', () => {
    const { sent } = new LevelCounts()
    for (const at of [NOON, NOON + 400, NOON + 400]) sent.add(at)
    expect([NOON + 999, NOON + 1_000, NOON + 1_399, NOON + 1_400].map((at) => sent.count(at))).toEqual([
      3, 2, 2, 0,
    ])
    sent.add(NOON + 2_000)
    expect(sent.count(NOON - 60_000)).toBe(0)
  })

  test('many orders a second are forgotten one by one', () => {
    const { sent } = new LevelCounts()
    for (let at = 0; at < 10_000; at += 1) sent.add(NOON + at)
    expect(sent.count(NOON + 9_999)).toBe(1_000)
  })

  test('an order without a limit counts at the worst price of the new market day', () => {
    const counts = new LimitCounts()
    const order = pendingOrder({ ...limitBuy, ...unpriced, orderQty: 100 as Quantity }, identity)
    counts.opened(order, 5_000 as PriceKobo)
    counts.repriced(order, 5_500 as PriceKobo)
    expect(counts.firm.turnover).toBe(naira(5_500))
  })

  test('an order is known to be a duplicate by account, security, side, kind, price and quantity', () => {
    // Nobody has a limit yet: one that is set later counts what was entered before.
    const limits = new FirmLimits()
    const order = {
      clOrdID: '1',
      account: 'A1',
      securityID: 'GTCO',
      side: Side.buy,
      ordType: OrdType.limit,
      price: 5_000 as PriceKobo,
      orderQty: 100 as Quantity,
      timeInForce: TimeInForce.day,
      text: null,
    }
    limits.entered(order, { userId: 1, account: 'A1' }, NOON)
    const known = (change: object) => limits.counts.enteredAt({ ...order, ...change })
    expect(known({ clOrdID: '2', text: 'Again' })).toBe(NOON)
    for (const change of [
      ...[{ account: 'A2' }, { securityID: 'MTNN' }, { side: Side.sell }, { ordType: OrdType.market }],
      ...[{ price: 5_001 }, { orderQty: 101 }],
    ])
      expect(known(change)).toBeUndefined()
    limits.entered({ ...order, orderQty: 200 as Quantity }, { userId: 1, account: 'A1' }, NOON + 60_000)
    expect(known({})).toBeUndefined()
  })

  test('on a new market day traded quantities restart at zero, and open orders still count', () => {
    const { counts } = new FirmLimits()
    counts.traded({ userId: 7, account: 'A1' }, naira(100))
    const open = { ...pendingOrder(limitBuy, identity), orderID: '8', userId: 7, account: 'A1' }
    counts.opened(open, open.price as PriceKobo)
    counts.beginDay()
    const worth = naira(58_400)
    expect(counts.countedAt(NOON)).toEqual({
      firm: [worth, 0],
      'user 7': [worth, 0],
      'account A1': [worth, 0],
    })
  })

  test('an open order without a limit counts at the worst price of its entry, until it has ended', () => {
    const { counts } = new FirmLimits()
    const open = pendingOrder({ ...limitBuy, ...unpriced }, identity)
    const [half, whole] = [500, 1_000].map((cumQty) => ({
      ...open,
      cumQty: cumQty as Quantity,
      leavesQty: (1_000 - cumQty) as Quantity,
      filledValue: kobo(BigInt(cumQty) * 58_40n),
    })) as [Order, Order]
    const turnovers = () => Object.values(counts.countedAt(NOON)).map(([turnover]) => turnover)
    const threeTimes = (amount: number) => Array(3).fill(naira(amount))
    counts.opened(open, 64_20 as PriceKobo)
    expect(turnovers()).toEqual(threeTimes(64_200))
    counts.changed(open, half)
    expect(turnovers()).toEqual(threeTimes(29_200 + 32_100))
    counts.changed(half, whole)
    expect(turnovers()).toEqual(threeTimes(58_400))
  })

  test('the least rate of the firm and the user is the user’s', () => {
    const limits = new FirmLimits()
    limits.change('firm', '', { ...noLimits, ordersPerSecond: 20 })
    limits.change('user', '7', { ...noLimits, ordersPerSecond: 5 })
    limits.change('account', 'A1', { ...noLimits, ordersPerSecond: 2 })
    expect(limits.ratesOf({ userId: 7, account: 'A1' })).toEqual({ user: 5, account: 2 })
    expect(limits.ratesOf({ userId: 8, account: 'A2' })).toEqual({ user: 20, account: null })
  })
})
