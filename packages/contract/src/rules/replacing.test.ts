import { describe, expect, test } from 'vitest'
import { type Phase, phases } from './acceptance.ts'
import { ExecInst, OrdType, Side, TimeInForce } from './fix.ts'
import type { PriceKobo, Quantity } from './money.ts'
import {
  bringsNewRisk,
  type ImbalanceFault,
  imbalanceOrderFault,
  improvementFault,
  replaceableTimesInForce,
} from './replacing.ts'

const { day, goodTillCancel, goodTillOpen, goodTillDate, goodTillClose } = TimeInForce
const limit = { ordType: OrdType.limit, timeInForce: day, execInst: null }

test.each(phases)(
  '%s: a resting order may get the durations that the phase takes, and stays where it is',
  (phase) => {
    const takesLonger: readonly Phase[] = ['preOpen', 'continuous', 'preClose', 'reopening']
    const lasting = takesLonger.includes(phase) ? [day, goodTillCancel, goodTillDate] : []
    expect(replaceableTimesInForce(phase, limit)).toEqual(lasting)
    expect(replaceableTimesInForce(phase, { ...limit, timeInForce: goodTillDate })).toEqual(lasting)
  },
)

test.each([
  ['good for the opening', 'preOpen', { ...limit, timeInForce: goodTillOpen }, []],
  ['good for the close', 'continuous', { ...limit, timeInForce: goodTillClose }, []],
  ['without a price', 'preClose', { ...limit, ordType: OrdType.market }, [day]],
  ['for the imbalance', 'preClose', { ...limit, execInst: ExecInst.imbalanceOnly }, []],
] as const)('an order %s', (_, phase, order, durations) => {
  expect(replaceableTimesInForce(phase, order)).toEqual(durations)
})

const auction = (price: number | null, imbalanceSide: Side | null) => ({
  price: price as PriceKobo | null,
  imbalanceSide,
})

test.each<[string, Side, number, ReturnType<typeof auction>, ImbalanceFault | undefined]>([
  ['buys at the price', Side.buy, 100, auction(100, Side.sell), undefined],
  ['buys below it', Side.buy, 99, auction(100, Side.sell), 'beyondTheoreticalPrice'],
  ['sells below it', Side.sell, 99, auction(100, Side.buy), undefined],
  ['sells above it', Side.sell, 101, auction(100, Side.buy), 'beyondTheoreticalPrice'],
  ['is on the side of the imbalance', Side.sell, 100, auction(100, Side.sell), 'imbalanceOnThisSide'],
  ['meets no imbalance', Side.buy, 100, auction(100, null), 'imbalanceOnThisSide'],
  ['meets no auction', Side.buy, 100, auction(null, null), 'auctionEmpty'],
])('an imbalance order that %s', (_, side, price, indicative, fault) => {
  expect(imbalanceOrderFault({ side, price: price as PriceKobo }, indicative)).toBe(fault)
})

test.each<[string, Side, [number | null, number], ImbalanceFault | undefined]>([
  ['comes up to the price', Side.buy, [100, 10], undefined],
  ['goes past it', Side.buy, [101, 10], 'beyondTheoreticalPrice'],
  ['goes away from it', Side.buy, [97, 10], 'notInThisPhase'],
  ['takes more shares', Side.buy, [98, 11], undefined],
  ['takes fewer', Side.buy, [99, 9], 'notInThisPhase'],
])('an order to buy 10 at 98 that %s', (_, side, [price, quantity], fault) => {
  const order = { side, price: 98 as PriceKobo, orderQty: 10 as Quantity }
  const change = { price: price as PriceKobo, orderQty: quantity as Quantity }
  expect(improvementFault(order, change, auction(100, Side.sell))).toBe(fault)
})

test('an order without a price can be improved only in quantity, on the side that offsets the imbalance', () => {
  const order = { side: Side.sell, price: null, orderQty: 10 as Quantity }
  const more = { price: null, orderQty: 11 as Quantity }
  expect(improvementFault(order, more, auction(100, Side.buy))).toBeUndefined()
  expect(improvementFault(order, more, auction(100, Side.sell))).toBe('imbalanceOnThisSide')
})

describe('a replace brings new risk', () => {
  const order = {
    price: 5_000 as PriceKobo,
    leavesQty: 100 as Quantity,
    timeInForce: TimeInForce.goodTillDate,
    expireDate: '2026-11-27',
    tradeDate: '2026-11-20',
  } as const
  const same = { price: order.price, leaves: order.leavesQty, timeInForce: order.timeInForce }
  const lasting = { ...same, expireDate: order.expireDate }
  test.each<[what: string, side: Side, after: object, isRisk: boolean]>([
    ['more shares', Side.buy, { leaves: 101 }, true],
    ['fewer shares', Side.buy, { leaves: 99 }, false],
    ['a higher price of a buy', Side.buy, { price: 5_001 }, true],
    ['a lower price of a buy', Side.buy, { price: 4_999 }, false],
    ['a higher price of a sale', Side.sell, { price: 5_001 }, true],
    ['a lower price of a sale', Side.sell, { price: 4_999 }, true],
    ['a later last day', Side.sell, { expireDate: '2026-11-28' }, true],
    ['an earlier last day', Side.sell, { expireDate: '2026-11-26' }, false],
    ['no last day', Side.buy, { timeInForce: TimeInForce.goodTillCancel, expireDate: null }, true],
    ['the day of its entry', Side.buy, { timeInForce: TimeInForce.day, expireDate: null }, false],
  ])('%s', (_, side, after, isRisk) => {
    expect(bringsNewRisk({ ...order, side }, { ...lasting, ...after })).toBe(isRisk)
  })

  test('a Day order that becomes good till a later day, and no other', () => {
    const day = { ...order, side: Side.buy, timeInForce: TimeInForce.day, expireDate: null }
    const till = (expireDate: string) =>
      bringsNewRisk(day, { ...same, timeInForce: TimeInForce.goodTillDate, expireDate })
    expect(['2026-11-20', '2026-11-23'].map(till)).toEqual([false, true])
  })
})
