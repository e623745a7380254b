import {
  INT32_LIMIT,
  isOnTick,
  OrdType,
  orderCan,
  orderStates,
  type PriceKobo,
  type Quantity,
  type Refusal,
  refuse,
  Side,
  TimeInForce,
  toNaira,
} from '@tradebook/contract'
import type { NewOrder, Order } from './order.ts'

/** What the market allows right now in one security. Prices in kobo. */
export interface MarketTerms {
  readonly open: boolean
  /** When the market opens next, ready to be shown. */
  readonly opensAt: string
  readonly securityID: string
  readonly tickKobo: number
  readonly lowLimitPx: PriceKobo
  readonly highLimitPx: PriceKobo
  readonly halted: boolean
}

/** What a client asks of an order it has. `undefined` leaves a field as it is. */
export interface Replacement {
  readonly orderQty?: Quantity | undefined
  readonly price?: PriceKobo | undefined
  /** The version the client looked at, if it cares. */
  readonly version?: number | undefined
}

const acceptedTypes: ReadonlySet<string> = new Set([OrdType.market, OrdType.limit])
const acceptedDurations: ReadonlySet<string> = new Set([
  TimeInForce.day,
  TimeInForce.immediateOrCancel,
  TimeInForce.fillOrKill,
])

/** Whether a new order may go to the market; money and shares are the ledger's to check. */
export function checkNewOrder(order: NewOrder, terms: MarketTerms | undefined): Refusal | undefined {
  if (!terms) return refuse('unknownSecurity', { securityID: order.securityID })
  if (!acceptedTypes.has(order.ordType)) {
    return refuse('orderTypeUnsupported', { what: `OrdType ${order.ordType}` })
  }
  if (!acceptedDurations.has(order.timeInForce)) {
    return refuse('orderTypeUnsupported', { what: `TimeInForce ${order.timeInForce}` })
  }
  if (order.orderQty < 1 || order.orderQty >= INT32_LIMIT) return refuse('quantityInvalid')
  if (!terms.open) return refuse('marketClosed', { opensAt: terms.opensAt })
  if (terms.halted) return refuse('securityHalted', { securityID: terms.securityID })
  if (order.ordType === OrdType.market) {
    return order.price === null ? undefined : refuse('priceNotAllowed')
  }
  return order.price === null ? refuse('priceMissing') : checkPrice(order.price, terms)
}

/** What a replace would make of the order, or why it may not. */
export function checkReplace(
  order: Order,
  change: Replacement,
  terms: MarketTerms,
): { readonly price: PriceKobo | null; readonly leaves: Quantity } | Refusal {
  if (!orderCan('replace', order.ordStatus)) return orderIsFinal(order)
  if (change.version !== undefined && change.version !== order.version) return refuse('orderChanged')
  if (!terms.open) return refuse('marketClosed', { opensAt: terms.opensAt })
  if (terms.halted) return refuse('securityHalted', { securityID: terms.securityID })

  const price = change.price ?? order.price
  const orderQty = change.orderQty ?? order.orderQty
  if (orderQty < 1) return refuse('quantityInvalid')
  if (orderQty <= order.cumQty) return refuse('quantityBelowFilled', { cumQty: order.cumQty })
  if (price === order.price && orderQty === order.orderQty) return refuse('nothingToReplace')
  if (price === null || order.price === null) return refuse('priceNotAllowed')
  return checkPrice(price, terms) ?? { price, leaves: (orderQty - order.cumQty) as Quantity }
}

/** Whether an order may be cancelled. Cancelling reduces risk: neither phase nor halt forbids it. */
export const checkCancel = (order: Order): Refusal | undefined =>
  orderCan('cancel', order.ordStatus) ? undefined : orderIsFinal(order)

/** The worst price an order can trade at: its limit, or for a market order the day's. */
export const worstPrice = (order: Pick<Order, 'price' | 'side'>, terms: MarketTerms): PriceKobo =>
  order.price ?? (order.side === Side.buy ? terms.highLimitPx : terms.lowLimitPx)

function checkPrice(price: PriceKobo, terms: MarketTerms): Refusal | undefined {
  if (!isOnTick(price, terms.tickKobo)) {
    return refuse('priceOffTick', {
      securityID: terms.securityID,
      tick: toNaira(terms.tickKobo as PriceKobo).toFixed(2),
    })
  }
  if (price < terms.lowLimitPx || price > terms.highLimitPx) {
    return refuse('priceOutsideLimits', {
      securityID: terms.securityID,
      low: toNaira(terms.lowLimitPx).toFixed(2),
      high: toNaira(terms.highLimitPx).toFixed(2),
    })
  }
  return undefined
}

const orderIsFinal = (order: Order): Refusal =>
  refuse('orderIsFinal', { orderID: order.orderID, state: orderStates[order.ordStatus].name })
