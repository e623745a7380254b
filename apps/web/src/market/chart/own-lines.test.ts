import { Side, type StockOrder } from '@tradebook/contract'
import { expect, test } from 'vitest'
import { ownLines } from './own-lines.ts'

const order = (side: Side, price: number | null, leavesQty: number, securityID = 'GTCO') =>
  ({ securityID, side, price, leavesQty }) as StockOrder

test('orders of one side at one price share a line with all that is open of them', () => {
  const orders = [
    order(Side.buy, 58.4, 500),
    order(Side.sell, 58.4, 300),
    order(Side.buy, 58.4, 250),
    order(Side.buy, 58.35, 100),
  ]
  expect(ownLines(orders, 'GTCO')).toEqual([
    { side: Side.buy, price: 58.4, quantity: 750 },
    { side: Side.sell, price: 58.4, quantity: 300 },
    { side: Side.buy, price: 58.35, quantity: 100 },
  ])
})

test('what has ended, has no price or is of another security has no line', () => {
  const orders = [
    order(Side.buy, 58.4, 0),
    order(Side.buy, null, 500),
    order(Side.buy, 31.2, 500, 'ZENITHBANK'),
  ]
  expect(ownLines(orders, 'GTCO')).toEqual([])
})
