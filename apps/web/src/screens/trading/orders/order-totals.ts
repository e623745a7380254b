import {
  divideHalfAway,
  isBulkOrder,
  isPart,
  isUnpriced,
  nairaOfShares,
  type StockOrder,
  sumOfNaira,
} from '@tradebook/contract'
import { averagePrice, money, quantity } from '../../../ui/format.ts'

/** What is shown for several orders together. Shares of different securities are added like those of one. */

type Orders = readonly StockOrder[]

/** Each share once: a bulk order is left out where parts of it are among the orders. These hold cash and shares. */
function countedOnce(orders: Orders): Orders {
  const divided = new Set(orders.flatMap((order) => (isPart(order) ? order.bulkOrderID : [])))
  return orders.filter((order) => !isBulkOrder(order) || !divided.has(order.orderID))
}

const sharesOf = (orders: Orders, of: 'cumQty' | 'orderQty' | 'leavesQty'): number =>
  countedOnce(orders).reduce((sum, order) => sum + order[of], 0)

/** Filled of ordered. */
export const filledOfTotal = (orders: Orders): string =>
  `${quantity(sharesOf(orders, 'cumQty'))} / ${quantity(sharesOf(orders, 'orderQty'))}`

export const leavesTotal = (orders: Orders): string => quantity(sharesOf(orders, 'leavesQty'))

/** What the open part of an order comes to at its limit, in naira and without charges; `null` without a limit. */
export const openValue = ({ ordType, price, leavesQty }: StockOrder): number | null =>
  price === null || isUnpriced(ordType) ? null : nairaOfShares(leavesQty, price)

/** Orders without a limit count for nothing. */
export const openValueTotal = (orders: Orders): string =>
  money(sumOfNaira(...countedOnce(orders).map((order) => openValue(order) ?? 0)))

export const heldTotal = (orders: Orders): string =>
  money(sumOfNaira(...orders.map(({ holdAmount }) => holdAmount ?? 0)))

/**
 * The average price of what was filled, weighted by shares, with 4 decimals, half away from zero. Nothing where nothing
 * was filled, or where the orders are of several securities or of both sides: an average of these means nothing.
 */
export function averageTotal(orders: Orders): string {
  const [first] = orders
  const isOne = orders.every(
    ({ securityID, side }) => securityID === first?.securityID && side === first.side,
  )
  const filled = sharesOf(orders, 'cumQty')
  if (!isOne || filled === 0) return ''
  return averagePrice(averageOf(orders, filled))
}

const TEN_THOUSANDTHS = 10_000

/** From the averages of the orders, which have 4 decimals themselves. */
function averageOf(orders: Orders, filled: number): number {
  const sum = countedOnce(orders).reduce(
    (total, { cumQty, avgPx }) => total + BigInt(cumQty) * BigInt(Math.round(avgPx * TEN_THOUSANDTHS)),
    0n,
  )
  return Number(divideHalfAway(sum, BigInt(filled))) / TEN_THOUSANDTHS
}
