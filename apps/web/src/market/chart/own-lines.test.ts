import { OrdStatus, OrdType, Side, type StockOrder, TimeInForce } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { ownLines } from './own-lines.ts'

const order = (side: Side, price: number | null, leavesQty: number, more: Partial<StockOrder> = {}) =>
  ({
    securityID: 'GTCO',
    ordStatus: leavesQty === 0 ? OrdStatus.canceled : OrdStatus.new,
    bulkOrderID: null,
    side,
    ordType: OrdType.limit,
    timeInForce: TimeInForce.day,
    price,
    leavesQty,
    ...more,
  }) as StockOrder

test('orders of one side at one price share a line with all that is open of them', () => {
  const orders = [
    order(Side.buy, 58.4, 500),
    order(Side.sell, 58.4, 300),
    order(Side.buy, 58.4, 250),
    order(Side.buy, 58.35, 100),
  ]
  expect(ownLines(orders, 'GTCO')).toEqual([
    { side: Side.buy, price: 58.4, quantity: 750, waitsAs: undefined },
    { side: Side.sell, price: 58.4, quantity: 300, waitsAs: undefined },
    { side: Side.buy, price: 58.35, quantity: 100, waitsAs: undefined },
  ])
})

test('orders that have ended, have no price or are in another security have no line', () => {
  const orders = [
    order(Side.buy, 58.4, 0),
    order(Side.buy, null, 500),
    order(Side.buy, 31.2, 500, { securityID: 'ZENITHBANK' }),
  ]
  expect(ownLines(orders, 'GTCO')).toEqual([])
})

test('orders outside the book are drawn differently: a stop order, at its stop price, and one for the close', () => {
  const stop = { ordType: OrdType.stop, stopPx: 62.1 }
  const stopLimit = { ordType: OrdType.stopLimit, stopPx: 62.1 }
  const orders = [
    order(Side.buy, 62.1, 50),
    order(Side.buy, null, 300, stop),
    order(Side.buy, 62.3, 200, stopLimit),
    order(Side.buy, 62.1, 600, { timeInForce: TimeInForce.goodTillClose }),
  ]
  expect(ownLines(orders, 'GTCO')).toEqual([
    { side: Side.buy, price: 62.1, quantity: 50, waitsAs: undefined },
    { side: Side.buy, price: 62.1, quantity: 300, waitsAs: 'Trading.OrdType.3' },
    { side: Side.buy, price: 62.1, quantity: 200, waitsAs: 'Trading.OrdType.4' },
    { side: Side.buy, price: 62.1, quantity: 600, waitsAs: 'Trading.TimeInForce.7' },
  ])
})

test('an order halted with its firm is drawn separately from those in the book, and says so', () => {
  const orders = [order(Side.buy, 62.1, 50), order(Side.buy, 62.1, 600, { isHalted: true })]
  expect(ownLines(orders, 'GTCO')).toEqual([
    { side: Side.buy, price: 62.1, quantity: 50, waitsAs: undefined },
    { side: Side.buy, price: 62.1, quantity: 600, waitsAs: 'Trading.Status.halted' },
  ])
})

test('a bulk order has a line, and its parts, which are in no market, have none', () => {
  const orders = [
    order(Side.buy, 58.4, 800, { orderID: '7', bulkOrderID: '7' }),
    order(Side.buy, 58.4, 600, { orderID: '8', bulkOrderID: '7' }),
    order(Side.buy, 58.4, 200, { orderID: '9', bulkOrderID: '7' }),
  ]
  expect(ownLines(orders, 'GTCO').map(({ quantity }) => quantity)).toEqual([800])
})

test('orders that wait for the exchange are drawn separately, by what they wait for', () => {
  const orders = [
    order(Side.buy, 62.1, 50),
    order(Side.buy, 62.1, 600, { ordStatus: OrdStatus.pendingNew }),
    order(Side.buy, 62.1, 70, { ordStatus: OrdStatus.pendingCancel }),
  ]
  expect(ownLines(orders, 'GTCO')).toEqual([
    { side: Side.buy, price: 62.1, quantity: 50, waitsAs: undefined },
    { side: Side.buy, price: 62.1, quantity: 600, waitsAs: 'Trading.Status.pendingNew' },
    { side: Side.buy, price: 62.1, quantity: 70, waitsAs: 'Trading.Status.pendingCancel' },
  ])
})
