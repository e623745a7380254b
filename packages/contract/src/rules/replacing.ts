/**
 * What may be changed of an order that rests, beyond the row of its phase in `acceptance.ts`. The desk
 * and the page check by the same functions.
 *
 * Source: the trading rules of the NGX (amendments in the imbalance sessions); the change of a duration
 * is assumed.
 */

import { acceptance, isTaken, type OrderTerms, type Phase } from './acceptance.ts'
import { durations, restingDurations } from './durations.ts'
import { Side, type TimeInForce } from './fix.ts'
import type { PriceKobo, Quantity } from './money.ts'

/** The durations that a replace may give an order in a phase, its own among them; none where it keeps the one it has. */
export const replaceableTimesInForce = (phase: Phase, order: OrderTerms): readonly TimeInForce[] =>
  acceptance[phase].mayReplace === 'any' && restingDurations.includes(order.timeInForce)
    ? restingDurations.filter((timeInForce) => isTaken(phase, { ...order, timeInForce }))
    : []

/** What an uncross would do now, as far as orders are checked against it. */
export interface IndicativeAuction {
  /** `null` when nothing would trade. */
  readonly price: PriceKobo | null
  /** The side of which more could trade at that price than the other side has; `null` when neither. */
  readonly imbalanceSide: Side | null
}

/** Why an imbalance session does not take an order or a change. */
export type ImbalanceFault =
  | 'auctionEmpty'
  | 'imbalanceOnThisSide'
  | 'beyondTheoreticalPrice'
  | 'notInThisPhase'

/** An imbalance order offsets the imbalance there is, at a price at which the uncross would fill it. */
export function imbalanceOrderFault(
  { side, price }: { readonly side: Side; readonly price: PriceKobo },
  auction: IndicativeAuction,
): ImbalanceFault | undefined {
  const indicative = offsetPrice(side, auction)
  if (typeof indicative === 'string') return indicative
  return (price - indicative) * towardsMarket(side) >= 0 ? undefined : 'beyondTheoreticalPrice'
}

/** What of an order an improvement may change. */
interface Improved {
  readonly price: PriceKobo | null
  readonly orderQty: Quantity
}

/**
 * In an imbalance session an order may offset more of the imbalance: by its price, up to the indicative
 * one, or by its quantity.
 */
export function improvementFault(
  order: Improved & { readonly side: Side },
  change: Improved,
  auction: IndicativeAuction,
): ImbalanceFault | undefined {
  const indicative = offsetPrice(order.side, auction)
  if (typeof indicative === 'string') return indicative
  if (change.orderQty < order.orderQty) return 'notInThisPhase'
  if (change.price === null || order.price === null || change.price === order.price) return undefined
  const direction = towardsMarket(order.side)
  if ((change.price - order.price) * direction < 0) return 'notInThisPhase'
  return (change.price - indicative) * direction > 0 ? 'beyondTheoreticalPrice' : undefined
}

/** The indicative price of an auction in which orders of this side offset the imbalance. */
function offsetPrice(side: Side, { price, imbalanceSide }: IndicativeAuction): PriceKobo | ImbalanceFault {
  if (price === null) return 'auctionEmpty'
  return imbalanceSide === null || imbalanceSide === side ? 'imbalanceOnThisSide' : price
}

/** The sign of a price that goes towards the other side of the market. */
const towardsMarket = (side: Side): 1 | -1 => (side === Side.buy ? 1 : -1)

/** What the end of an order depends on. */
export interface Lifetime {
  readonly timeInForce: TimeInForce
  /** 'YYYY-MM-DD'. */
  readonly expireDate: string | null
  /** The market day of its entry. */
  readonly tradeDate: string
  readonly price: PriceKobo | null
}

/** The last market day on which an order may trade, 'YYYY-MM-DD'; `null` for one that has no such day. */
export function lastDayOf({ timeInForce, expireDate, tradeDate, price }: Lifetime): string | null {
  const { lastDay } = durations[timeInForce]
  if (price === null || lastDay === 'ofEntry') return tradeDate
  return lastDay === 'named' ? (expireDate ?? tradeDate) : expireDate
}

/** Whether an order would be good for longer than it is, by another duration or last day. */
function outlasts(
  { timeInForce, expireDate }: Pick<Lifetime, 'timeInForce' | 'expireDate'>,
  order: Lifetime,
): boolean {
  const last = lastDayOf(order)
  const then = lastDayOf({ ...order, timeInForce, expireDate })
  return last !== null && (then === null || then > last)
}

/**
 * Whether a replace brings new risk: more shares, a later last day, a higher price of a buy, or any other price of
 * a sale, for a higher one is worth more and a lower one trades further from the market.
 */
export function bringsNewRisk(
  order: Lifetime & { readonly side: Side; readonly leavesQty: Quantity },
  after: Omit<Lifetime, 'tradeDate'> & { readonly leaves: Quantity },
): boolean {
  if (after.leaves > order.leavesQty || outlasts(after, order)) return true
  if (after.price === order.price) return false
  if (order.side === Side.sell || after.price === null || order.price === null) return true
  return after.price > order.price
}
