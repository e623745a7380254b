import { type PriceKobo, type Quantity, Side } from '@tradebook/contract'
import type { Auction } from '../src/auction.ts'
import type { EnterOrder } from '../src/exchange.ts'
import type { SecurityTerms } from '../src/rules.ts'

/** An order in the naive exchange. */
export type NaiveOrder = EnterOrder & {
  leaves: Quantity
  /** Of `leaves`, what the book shows. */
  shown: Quantity
  entryNumber: number
  time: number
  place: 'book' | 'besideBook' | 'waiting' | 'nowhere'
}

/**
 * The auction by its four rules, word for word: every price from the lowest to the highest that anybody
 * named is tried, and each rule in turn keeps the best of them.
 */
export function naiveAuction(orders: readonly NaiveOrder[], terms: SecurityTerms): Auction {
  const reference = Math.round(terms.referencePx / terms.tickKobo) * terms.tickKobo
  const named = [reference, ...orders.flatMap(({ price }) => price ?? [])]
  let prices: { price: number; traded: number; left: number }[] = []
  for (let price = Math.min(...named); price <= Math.max(...named); price += terms.tickKobo) {
    const bought = sharesAt(orders, Side.buy, price)
    const sold = sharesAt(orders, Side.sell, price)
    if (bought > 0 && sold > 0) prices.push({ price, traded: Math.min(bought, sold), left: bought - sold })
  }
  prices = leastOf(prices, ({ traded }) => -traded)
  prices = leastOf(prices, ({ left }) => Math.abs(left))
  if (prices.every(({ left }) => left > 0)) prices = leastOf(prices, ({ price }) => -price)
  if (prices.every(({ left }) => left < 0)) prices = leastOf(prices, ({ price }) => price)
  prices = leastOf(prices, ({ price }) => Math.abs(price - reference))
  const [best] = prices
  return {
    price: best ? (best.price as PriceKobo) : null,
    quantity: (best?.traded ?? 0) as Quantity,
    imbalanceSide: !best?.left ? null : best.left > 0 ? Side.buy : Side.sell,
    imbalanceQty: Math.abs(best?.left ?? 0),
  }
}

/** The orders of one side that an uncross fills at a price, in the order in which it fills them. */
export const fillingOrder = (orders: readonly NaiveOrder[], side: Side, price: number): NaiveOrder[] =>
  orders
    .filter((order) => order.side === side && accepts(order, price))
    .sort((a, b) => turnOf(a) - turnOf(b) || byPriority(a, b))

/** The better price, then the earlier entry. */
export function byPriority(a: NaiveOrder, b: NaiveOrder): number {
  const [priceA, priceB] = [a.price ?? 0, b.price ?? 0]
  return (a.side === Side.buy ? priceB - priceA : priceA - priceB) || a.entryNumber - b.entryNumber
}

/** Whether two orders would trade with each other at some price. */
export const couldMeet = (a: NaiveOrder, b: NaiveOrder): boolean =>
  a.side !== b.side && (a.price === null || accepts(b, a.price))

/** Whether an order trades at a price. */
export function accepts({ side, price: limit }: NaiveOrder, price: number): boolean {
  if (limit === null) return true
  return side === Side.buy ? limit >= price : limit <= price
}

const turnOf = ({ price, imbalanceOnly }: NaiveOrder): number => (imbalanceOnly ? 2 : price === null ? 0 : 1)

const sharesAt = (orders: readonly NaiveOrder[], side: Side, price: number): number =>
  sum(fillingOrder(orders, side, price).map(({ leaves }) => leaves))

const leastOf = <T>(all: readonly T[], measure: (one: T) => number): T[] => {
  const least = Math.min(...all.map(measure))
  return all.filter((one) => measure(one) === least)
}

export const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0)
