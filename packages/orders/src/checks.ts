import {
  acceptance,
  ExecInst,
  english,
  fillIn,
  INT32_LIMIT,
  isEverTaken,
  isKindTaken,
  isOnTick,
  isRefusal,
  isTaken,
  lagosDateTime,
  type OrderTerms,
  OrdType,
  orderCan,
  orderStates,
  type Phase,
  type PriceKobo,
  type Quantity,
  type Refusal,
  refuse,
  Side,
  TimeInForce,
  takenInWords,
  toNaira,
} from '@tradebook/contract'
import type { NewOrder, Order } from './order.ts'

/** What the market allows at this moment in one security. Prices in kobo. */
export interface MarketConditions {
  readonly phase: Phase
  /** While the market is closed: the next instant from which it takes orders, epoch milliseconds. */
  readonly opensAt: number | null
  /** The market day, and the latest day that an order may name as its last, both 'YYYY-MM-DD'. */
  readonly marketDate: string
  readonly latestExpireDate: string
  readonly securityID: string
  readonly tickKobo: number
  readonly lowLimitPx: PriceKobo
  readonly highLimitPx: PriceKobo
  /** Whether trading in this security is halted, whatever the phase of the market. */
  readonly halted: boolean
  /** What an uncross would do now. */
  readonly auction: () => TheoreticalAuction
}

/** What an uncross would do now, as far as orders are checked against it. */
export interface TheoreticalAuction {
  /** `null` when nothing would trade. */
  readonly price: PriceKobo | null
  /** The side of which more could trade at that price than the other side has; `null` when neither. */
  readonly imbalanceSide: Side | null
}

/** What a client asks of an order it has. `undefined` leaves a field as it is. */
export interface Replacement {
  readonly orderQty?: Quantity | undefined
  readonly price?: PriceKobo | undefined
  /** The version the client looked at, if it cares. */
  readonly version?: number | undefined
}

/** Whether a new order may go to the market; money and shares are the ledger's to check. */
export function checkNewOrder(order: NewOrder, market: MarketConditions | undefined): Refusal | undefined {
  if (!market) return refuse('unknownSecurity', { securityID: order.securityID })
  const { ordType, timeInForce, execInst = null } = order
  const asked = { ordType, timeInForce, execInst }
  if (!isEverTaken(asked)) return refuse('orderTypeUnsupported', { what: ordersOf(asked) })
  if (order.orderQty < 1 || order.orderQty >= INT32_LIMIT) return refuse('quantityInvalid')
  const refusal =
    checkExpiry(order, market) ??
    checkPhase(market, (phase) => isTaken(phase, asked)) ??
    checkParts(order, market.phase)
  if (refusal) return refusal
  if (order.ordType === OrdType.market) {
    return order.price === null ? undefined : refuse('priceNotAllowed')
  }
  if (order.price === null) return refuse('priceMissing')
  const isForImbalance = execInst === ExecInst.imbalanceOnly
  return (
    checkPrice(order.price, market) ??
    (isForImbalance ? checkImbalanceOrder(order.side, order.price, market) : undefined)
  )
}

/** An imbalance order offsets the imbalance there is, at a price at which the uncross would fill it. */
function checkImbalanceOrder(side: Side, price: PriceKobo, market: MarketConditions): Refusal | undefined {
  const theoretical = curedPrice(side, market)
  if (isRefusal(theoretical)) return theoretical
  const isFilled = side === Side.buy ? price >= theoretical : price <= theoretical
  return isFilled ? undefined : beyond(theoretical, market)
}

/** The theoretical price of an auction in which orders of this side offset the imbalance. */
function curedPrice(side: Side, { auction, securityID }: MarketConditions): PriceKobo | Refusal {
  const { price, imbalanceSide } = auction()
  if (price === null) return refuse('auctionEmpty', { securityID })
  return imbalanceSide === null || imbalanceSide === side
    ? refuse('imbalanceOnThisSide', { securityID })
    : price
}

const beyond = (theoretical: PriceKobo, { securityID }: MarketConditions): Refusal =>
  refuse('beyondTheoreticalPrice', { securityID, price: toNaira(theoretical).toFixed(2) })

/** An iceberg shows at least one part in so many of its quantity. */
const MOST_PARTS = 100

/** A part to be shown is of a limit order that rests, a minimum of one that may trade at entry. */
function checkParts({ displayQty, minQty, execInst, ...order }: NewOrder, phase: Phase): Refusal | undefined {
  const { ordType, timeInForce, orderQty } = order
  if (displayQty != null) {
    const isResting = ordType === OrdType.limit && execInst == null && !isImmediate(timeInForce)
    const refusal = checkDisplayQty(isResting ? displayQty : 0, orderQty)
    if (refusal) return refusal
  }
  if (minQty != null) {
    const mayTrade = acceptance[phase].matching === 'continuous' && timeInForce !== TimeInForce.goodTillClose
    if (!mayTrade || minQty < 1 || minQty > orderQty || execInst != null)
      return refuse('minQtyInvalid', { most: orderQty })
  }
  return undefined
}

/** An iceberg shows at least a hundredth of what is left of it, and at most all of that. */
function checkDisplayQty(displayQty: number, leaves: number): Refusal | undefined {
  const least = Math.ceil(leaves / MOST_PARTS)
  const isValid = least <= displayQty && displayQty <= leaves
  return isValid ? undefined : refuse('displayQtyInvalid', { least, most: leaves })
}

/** What an iceberg shows may be too small a part of what a replace leaves of it; of less it shows all. */
function checkStillShown({ displayQty, cumQty }: Order, orderQty: Quantity): Refusal | undefined {
  const leaves = orderQty - cumQty
  return displayQty === null ? undefined : checkDisplayQty(Math.min(displayQty, leaves), leaves)
}

const isImmediate = (timeInForce: TimeInForce): boolean =>
  timeInForce === TimeInForce.immediateOrCancel || timeInForce === TimeInForce.fillOrKill

/** An order good till a date names a day from the market day to the latest; no other order names one. */
function checkExpiry({ timeInForce, expireDate }: NewOrder, market: MarketConditions): Refusal | undefined {
  const { marketDate: first, latestExpireDate: last } = market
  const isValid =
    timeInForce === TimeInForce.goodTillDate
      ? expireDate != null && first <= expireDate && expireDate <= last
      : expireDate == null
  return isValid ? undefined : refuse('expiryInvalid', { first, last })
}

/** The request as the exchange keeps it: an order good till cancelled is one that is good till the latest day. */
export const asKept = (
  order: NewOrder,
  { latestExpireDate }: Pick<MarketConditions, 'latestExpireDate'>,
): NewOrder =>
  order.timeInForce === TimeInForce.goodTillCancel
    ? { ...order, timeInForce: TimeInForce.goodTillDate, expireDate: latestExpireDate }
    : order

/** Orders of a kind and a duration in words; of the kind alone where no duration makes it acceptable. */
function ordersOf({ ordType, timeInForce, execInst }: OrderTerms): string {
  const kind = english[`Trading.OrdType.${ordType}`]
  if (!isKindTaken(ordType)) {
    return fillIn(english['Trading.OrdersOf'], { kind })
  }
  const duration = english[`Trading.Lasting.${timeInForce}`]
  const orders = fillIn(english['Trading.OrdersOf.Lasting'], { kind, duration })
  return execInst === null ? orders : `${orders}, ${english[`Trading.ExecInst.${execInst}`]},`
}

/** What a replace would make of the order, or why it may not. */
export function checkReplace(
  order: Order,
  change: Replacement,
  market: MarketConditions,
): { readonly price: PriceKobo | null; readonly leaves: Quantity } | Refusal {
  if (!orderCan('replace', order.ordStatus)) return orderIsFinal(order)
  if (change.version !== undefined && change.version !== order.version) return refuse('orderChanged')
  const refusal = checkPhase(market, (phase) => acceptance[phase].mayReplace !== 'none')
  if (refusal) return refusal

  const price = change.price ?? order.price
  const orderQty = change.orderQty ?? order.orderQty
  if (orderQty < 1 || orderQty >= INT32_LIMIT) return refuse('quantityInvalid')
  if (orderQty <= order.cumQty) return refuse('quantityBelowFilled', { cumQty: order.cumQty })
  if (price === order.price && orderQty === order.orderQty) return refuse('nothingToReplace')
  if (price === null || order.price === null) return refuse('priceNotAllowed')
  const broken =
    checkPrice(price, market) ??
    checkStillShown(order, orderQty) ??
    (acceptance[market.phase].mayReplace === 'improving'
      ? checkImprovement(order, { price, orderQty }, market)
      : undefined)
  return broken ?? { price, leaves: (orderQty - order.cumQty) as Quantity }
}

/** In an imbalance session an order may offset more of the imbalance: by its price, up to the theoretical one, or its quantity. */
function checkImprovement(
  order: Order,
  { price, orderQty }: { readonly price: PriceKobo; readonly orderQty: Quantity },
  market: MarketConditions,
): Refusal | undefined {
  const theoretical = curedPrice(order.side, market)
  if (isRefusal(theoretical)) return theoretical
  const toMarket = order.side === Side.buy ? 1 : -1
  const isWorse = (price - (order.price ?? price)) * toMarket < 0 || orderQty < order.orderQty
  if (isWorse) return notInThisPhase(market.phase)
  const goesBeyond = price !== order.price && (price - theoretical) * toMarket > 0
  return goesBeyond ? beyond(theoretical, market) : undefined
}

/** Whether an order may be cancelled. A halt of its security does not forbid it: cancelling reduces risk. */
export function checkCancel(order: Order, phase: Phase): Refusal | undefined {
  if (!orderCan('cancel', order.ordStatus)) return orderIsFinal(order)
  return acceptance[phase].mayCancel ? undefined : notInThisPhase(phase)
}

/**
 * The worst price an order can trade at: its limit, or for a market order the day's. One kobo for a
 * market order whose security is no longer listed, which can not trade.
 */
export const worstPrice = (
  order: Pick<Order, 'price' | 'side'>,
  market: Pick<MarketConditions, 'lowLimitPx' | 'highLimitPx'> | undefined,
): PriceKobo =>
  order.price ?? (order.side === Side.buy ? market?.highLimitPx : market?.lowLimitPx) ?? (1 as PriceKobo)

/** Whether something may be done now: in the market's phase and, where the security is halted, in a halt. */
function checkPhase(market: MarketConditions, isAllowedIn: (phase: Phase) => boolean): Refusal | undefined {
  const { phase, opensAt, halted, securityID } = market
  if (isAllowedIn(phase))
    return halted && !isAllowedIn('halted') ? refuse('securityHalted', { securityID }) : undefined
  return opensAt === null
    ? notInThisPhase(phase)
    : refuse('marketClosed', { opensAt: lagosDateTime(opensAt) })
}

/** The rules that a limit price must keep. */
export type PriceRules = Pick<MarketConditions, 'securityID' | 'tickKobo' | 'lowLimitPx' | 'highLimitPx'>

/** Whether the price is a whole tick within the day's limits. */
export function checkPrice(price: PriceKobo, market: PriceRules): Refusal | undefined {
  if (!isOnTick(price, market.tickKobo)) {
    return refuse('priceOffTick', {
      securityID: market.securityID,
      tick: toNaira(market.tickKobo as PriceKobo).toFixed(2),
    })
  }
  if (price < market.lowLimitPx || price > market.highLimitPx) {
    return refuse('priceOutsideLimits', {
      securityID: market.securityID,
      low: toNaira(market.lowLimitPx).toFixed(2),
      high: toNaira(market.highLimitPx).toFixed(2),
    })
  }
  return undefined
}

const notInThisPhase = (phase: Phase): Refusal =>
  refuse('notInThisPhase', {
    phase: english[`Trading.Phase.${phase}`],
    taken: takenInWords(phase, (key) => english[key]),
  })

const orderIsFinal = (order: Order): Refusal =>
  refuse('orderIsFinal', { orderID: order.orderID, state: orderStates[order.ordStatus].name })
