import {
  acceptance,
  OrdType,
  type PriceKobo,
  type Quantity,
  type Refusal,
  refuse,
  Side,
  TimeInForce,
  toNaira,
} from '@tradebook/contract'
import { checkPhase, checkPrice, type MarketConditions } from './checks.ts'
import type { NewOrder } from './order.ts'

/** NewOrderCross, checked for shape but not for sense: one broker's buy and sell for two accounts of the firm. */
export interface NewCross {
  /** Good once a firm and market day. */
  readonly crossID: string
  readonly securityID: string
  /** `null` only with a fault that was found before: no number of kobo is that price. */
  readonly price: PriceKobo | null
  readonly orderQty: Quantity
  readonly buyAccount: string
  readonly sellAccount: string
  readonly text: string | null
}

/** The best prices in a book; `null` for a side without orders that have a price. */
export interface Quotes {
  readonly bidPx: PriceKobo | null
  readonly offerPx: PriceKobo | null
}

/**
 * Whether a cross may go to the market; money and shares of both accounts are the ledger's to check.
 *
 * Source: the exchange's rules on crosses: in continuous trading, at or within the best bid and offer;
 * assumed: an empty side counts as the day's limit.
 */
export function checkCross(
  cross: NewCross,
  market: MarketConditions | undefined,
  quotes: () => Quotes,
): Refusal | undefined {
  const { securityID, orderQty, price } = cross
  if (!market) return refuse('unknownSecurity', { securityID })
  if (!market.venue.crosses) return refuse('notAtVenue', { what: 'crosses' })
  if (orderQty < 1 || orderQty > market.venue.mostQty) return refuse('quantityInvalid')
  if (price === null) return refuse('priceMissing')
  const refusal =
    checkPhase(
      market,
      (phase) => acceptance[phase].mayCross,
      (phase) => refuse('crossNotInThisPhase', { phase }),
    ) ?? checkPrice(price, market)
  if (refusal) return refusal
  const { bidPx, offerPx } = quotes()
  const [low, high] = [bidPx ?? market.lowLimitPx, offerPx ?? market.highLimitPx]
  if (low <= price && price <= high) return undefined
  const [lowest, highest] = [low, high].map((limit) => toNaira(limit).toFixed(2)) as [string, string]
  return refuse('crossOutsideQuotes', { securityID, low: lowest, high: highest })
}

/** One side of a cross as an order: it trades whole and at once with the other side, or not at all. */
export const sideOf = (cross: NewCross, side: Side): NewOrder => ({
  clOrdID: cross.crossID,
  account: side === Side.buy ? cross.buyAccount : cross.sellAccount,
  securityID: cross.securityID,
  side,
  ordType: OrdType.limit,
  price: cross.price,
  orderQty: cross.orderQty,
  timeInForce: TimeInForce.fillOrKill,
  text: cross.text,
})
