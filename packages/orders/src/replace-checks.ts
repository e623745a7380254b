import {
  acceptance,
  improvementFault,
  isRefusal,
  isStop,
  namesLastDay,
  orderCan,
  type PriceKobo,
  type Quantity,
  type Refusal,
  refuse,
  replaceableTimesInForce,
  TimeInForce,
} from '@tradebook/contract'
import {
  asKept,
  checkAuction,
  checkDisplayQty,
  checkExpiry,
  checkPhase,
  checkPrice,
  checkStopPx,
  type Lasting,
  type MarketConditions,
  notInThisPhase,
  orderIsFinal,
} from './checks.ts'
import type { Order } from './order.ts'

/** What a client asks of an order it has. `undefined` leaves a field as it is. */
export interface Replacement {
  readonly orderQty?: Quantity | undefined
  readonly price?: PriceKobo | undefined
  readonly stopPx?: PriceKobo | undefined
  readonly timeInForce?: TimeInForce | undefined
  /** The last day of an order that is, or becomes, good till a date, 'YYYY-MM-DD'. */
  readonly expireDate?: string | undefined
  /** The version the client looked at, if it cares. */
  readonly version?: number | undefined
}

/** What a replace makes of an order. */
export interface Replaced {
  /** `null` for a market order. */
  readonly price: PriceKobo | null
  /** 0 when nothing is left to trade: the replace ends the order. */
  readonly leaves: Quantity
  readonly timeInForce: TimeInForce
  readonly expireDate: string | null
  /** Of an order that waits for a trade at it; `null` for any other. */
  readonly stopPx: PriceKobo | null
}

/** What a replace would make of the order, or why it may not. */
export function checkReplace(
  order: Order,
  change: Replacement,
  market: MarketConditions,
): Replaced | Refusal {
  if (!orderCan('replace', order.ordStatus)) return orderIsFinal(order)
  if (change.version !== undefined && change.version !== order.version) return refuse('orderChanged')
  const refusal = checkPhase(market, (phase) => acceptance[phase].mayReplace !== 'none')
  if (refusal) return refusal

  const price = change.price ?? order.price
  const stopPx = change.stopPx ?? (isStop(order.ordType) ? order.stopPx : null)
  const orderQty = change.orderQty ?? order.orderQty
  if (orderQty < 1 || orderQty > market.venue.mostQty) return refuse('quantityInvalid')
  if (orderQty <= order.cumQty) return checkEnd(order, market)
  const lasting = lastingAfter(order, change, market)
  if (isRefusal(lasting)) return lasting
  const { timeInForce, expireDate = null } = lasting
  const lastsAsLong = timeInForce === order.timeInForce && expireDate === order.expireDate
  const isMoved = change.stopPx !== undefined && change.stopPx !== order.stopPx
  if (price === order.price && orderQty === order.orderQty && lastsAsLong && !isMoved)
    return refuse('nothingToReplace')
  if (order.price === null && price !== null) return refuse('priceNotAllowed', { ordType: order.ordType })
  const broken =
    (price === null ? undefined : checkPrice(price, market)) ??
    checkStillShown(order, orderQty) ??
    (stopPx === null ? undefined : checkReplacedStop(order, isMoved ? stopPx : null, market)) ??
    (acceptance[market.phase].mayReplace === 'improving'
      ? checkAuction(market, (auction) => improvementFault(order, { price, orderQty }, auction))
      : undefined)
  const leaves = (orderQty - order.cumQty) as Quantity
  return broken ?? { price, leaves, timeInForce, expireDate, stopPx }
}

/**
 * A replace to no more than is filled leaves nothing to trade: the order's quantity becomes what is filled, nothing
 * else of it changes, and the order is filled. An imbalance session takes improvements alone.
 *
 * Source: FIX order state changes, OrderCancelReplaceRequest with OrderQty (38) <= CumQty (14).
 */
function checkEnd(
  { price, timeInForce, expireDate }: Order,
  { phase }: MarketConditions,
): Replaced | Refusal {
  if (acceptance[phase].mayReplace !== 'any') return notInThisPhase(phase)
  return { price, leaves: 0 as Quantity, timeInForce, expireDate, stopPx: null }
}

/**
 * An order that waits is in no auction, and is changed where any order may be.
 *
 * @param moved its other stop price; `null` when it keeps the one it has.
 */
function checkReplacedStop(
  order: Order,
  moved: PriceKobo | null,
  market: MarketConditions,
): Refusal | undefined {
  if (!isStop(order.ordType)) return refuse('stopPxNotAllowed')
  if (acceptance[market.phase].mayReplace !== 'any') return notInThisPhase(market.phase)
  return moved === null ? undefined : checkStopPx(order.side, moved, market)
}

/**
 * How long an order lives after a replace; a change that names neither duration nor last day leaves both.
 * A Day order is good for the day of its entry: one that was entered earlier becomes good till today.
 */
function lastingAfter(order: Order, change: Replacement, market: MarketConditions): Lasting | Refusal {
  const kept = { timeInForce: order.timeInForce, expireDate: order.expireDate }
  const timeInForce = change.timeInForce ?? kept.timeInForce
  const isLastDayKept = change.expireDate === undefined || change.expireDate === kept.expireDate
  if (timeInForce === kept.timeInForce && isLastDayKept) return kept
  const expireDate = change.expireDate ?? (namesLastDay(timeInForce) ? kept.expireDate : null)
  const offered = replaceableTimesInForce(market.phase, order)
  if (!offered.includes(timeInForce)) {
    if (acceptance[market.phase].mayReplace !== 'any') return notInThisPhase(market.phase)
    return durationNotReplaceable(order, offered)
  }
  const refusal = checkExpiry({ timeInForce, expireDate }, market)
  if (refusal) return refusal
  const isForToday = timeInForce === TimeInForce.day && order.tradeDate !== market.marketDate
  if (isForToday) return { timeInForce: TimeInForce.goodTillDate, expireDate: market.marketDate }
  return asKept({ timeInForce, expireDate }, market)
}

/** It names the durations that the order may be given: its own where a replace may give it no other. */
const durationNotReplaceable = ({ timeInForce }: Order, offered: readonly TimeInForce[]): Refusal =>
  refuse('durationNotReplaceable', {
    timesInForce: (offered.length > 0 ? offered : [timeInForce]).join(','),
  })

/** What an iceberg shows may be too small a part of what a replace leaves of it; of less it shows all. */
function checkStillShown({ displayQty, cumQty }: Order, orderQty: Quantity): Refusal | undefined {
  const leaves = orderQty - cumQty
  return displayQty === null ? undefined : checkDisplayQty(Math.min(displayQty, leaves), leaves)
}
