import {
  acceptance,
  english,
  fillIn,
  INT32_LIMIT,
  isEverTaken,
  isKindTaken,
  isOnTick,
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
  const { ordType, timeInForce } = order
  const asked = { ordType, timeInForce, execInst: null }
  if (!isEverTaken(asked)) return refuse('orderTypeUnsupported', { what: ordersOf(asked) })
  if (order.orderQty < 1 || order.orderQty >= INT32_LIMIT) return refuse('quantityInvalid')
  const refusal = checkExpiry(order, market) ?? checkPhase(market, (phase) => isTaken(phase, asked))
  if (refusal) return refusal
  if (order.ordType === OrdType.market) {
    return order.price === null ? undefined : refuse('priceNotAllowed')
  }
  return order.price === null ? refuse('priceMissing') : checkPrice(order.price, market)
}

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
function ordersOf({ ordType, timeInForce }: OrderTerms): string {
  const kind = english[`Trading.OrdType.${ordType}`]
  if (!isKindTaken(ordType)) {
    return fillIn(english['Trading.OrdersOf'], { kind })
  }
  const duration = english[`Trading.Lasting.${timeInForce}`]
  return fillIn(english['Trading.OrdersOf.Lasting'], { kind, duration })
}

/** What a replace would make of the order, or why it may not. */
export function checkReplace(
  order: Order,
  change: Replacement,
  market: MarketConditions,
): { readonly price: PriceKobo | null; readonly leaves: Quantity } | Refusal {
  if (!orderCan('replace', order.ordStatus)) return orderIsFinal(order)
  if (change.version !== undefined && change.version !== order.version) return refuse('orderChanged')
  const refusal = checkPhase(market, (phase) => acceptance[phase].mayReplace === 'any')
  if (refusal) return refusal

  const price = change.price ?? order.price
  const orderQty = change.orderQty ?? order.orderQty
  if (orderQty < 1) return refuse('quantityInvalid')
  if (orderQty <= order.cumQty) return refuse('quantityBelowFilled', { cumQty: order.cumQty })
  if (price === order.price && orderQty === order.orderQty) return refuse('nothingToReplace')
  if (price === null || order.price === null) return refuse('priceNotAllowed')
  return checkPrice(price, market) ?? { price, leaves: (orderQty - order.cumQty) as Quantity }
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
