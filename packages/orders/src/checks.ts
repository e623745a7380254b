import {
  acceptance,
  durations,
  ExecInst,
  type ImbalanceFault,
  type IndicativeAuction,
  imbalanceOrderFault,
  isEverTaken,
  isFinal,
  isOnTick,
  isStop,
  isTaken,
  isTakenBy,
  isTriggeredAt,
  isUnpriced,
  lagosDateTime,
  leastShown,
  mayHaveMinimum,
  mayShowPart,
  namesLastDay,
  type OrderTerms,
  orderCan,
  type Phase,
  type PriceKobo,
  type Refusal,
  refuse,
  Side,
  toNaira,
  untakenPart,
  type VenueCapabilities,
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
  /** The price of the last trade, else the reference price. */
  readonly lastPx: () => PriceKobo
  /** What an uncross would do now. */
  readonly auction: () => IndicativeAuction
  /** What the venue of the security can do. */
  readonly venue: VenueCapabilities
}

/** Whether a new order may go to the market; money and shares are the ledger's to check. */
export function checkNewOrder(order: NewOrder, market: MarketConditions | undefined): Refusal | undefined {
  if (!market) return refuse('unknownSecurity', { securityID: order.securityID })
  const { ordType, timeInForce, execInst = null } = order
  const asked = { ordType, timeInForce, execInst }
  if (!isEverTaken(asked) || !isTakenBy(market.venue, asked)) return unsupported(asked)
  const what = untakenPart(market.venue, order)
  if (what) return refuse('notAtVenue', { what })
  if (order.orderQty < 1 || order.orderQty > market.venue.mostQty) return refuse('quantityInvalid')
  const refusal =
    checkExpiry(order, market) ??
    checkPhase(market, (phase) => isTaken(phase, asked)) ??
    checkParts(order, market.phase)
  if (refusal) return refusal
  const { stopPx = null } = order
  if (isStop(order.ordType)) {
    if (stopPx === null) return refuse('stopPxMissing')
    const fault = checkStopPx(order.side, stopPx, market)
    if (fault) return fault
  } else if (stopPx !== null) return refuse('stopPxNotAllowed')
  if (isUnpriced(order.ordType)) {
    return order.price === null ? undefined : refuse('priceNotAllowed', { ordType: order.ordType })
  }
  if (order.price === null) return refuse('priceMissing')
  const { side, price } = order
  const isForImbalance = execInst === ExecInst.imbalanceOnly
  return (
    checkPrice(price, market) ??
    (isForImbalance
      ? checkAuction(market, (auction) => imbalanceOrderFault({ side, price }, auction))
      : undefined)
  )
}

/** A stop price is a price of the day that the market has not reached. */
export function checkStopPx(side: Side, stopPx: PriceKobo, market: MarketConditions): Refusal | undefined {
  const refusal = checkPrice(stopPx, market)
  if (refusal) return refusal
  const last = market.lastPx()
  if (!isTriggeredAt(side, stopPx, last)) return undefined
  const values = { securityID: market.securityID, last: toNaira(last).toFixed(2) }
  return refuse(side === Side.buy ? 'stopPxNotAbove' : 'stopPxNotBelow', values)
}

/** Checks against what an uncross would do now. */
export function checkAuction(
  { auction, phase, securityID }: MarketConditions,
  faultIn: (auction: IndicativeAuction) => ImbalanceFault | undefined,
): Refusal | undefined {
  const indicative = auction()
  const fault = faultIn(indicative)
  if (fault === undefined || fault === 'notInThisPhase') return fault && notInThisPhase(phase)
  const price = indicative.price === null ? '' : toNaira(indicative.price).toFixed(2)
  return refuse(fault, { securityID, price })
}

/** A part to be shown is of a limit order that rests, a minimum of one that may trade at entry. */
function checkParts(order: NewOrder, phase: Phase): Refusal | undefined {
  const { displayQty, minQty, orderQty } = order
  const terms = { ...order, execInst: order.execInst ?? null }
  if (displayQty != null) {
    const refusal = checkDisplayQty(mayShowPart(terms) ? displayQty : 0, orderQty)
    if (refusal) return refusal
  }
  if (minQty != null) {
    if (!mayHaveMinimum(phase, terms) || minQty < 1 || minQty > orderQty)
      return refuse('minQtyInvalid', { most: orderQty })
  }
  return undefined
}

/** An iceberg shows at least a hundredth of what is left of it, and at most all of that. */
export function checkDisplayQty(displayQty: number, leaves: number): Refusal | undefined {
  const least = leastShown(leaves)
  const isValid = least <= displayQty && displayQty <= leaves
  return isValid ? undefined : refuse('displayQtyInvalid', { least, most: leaves })
}

/** How long an order lives: its duration, and with some its last day. */
export type Lasting = Pick<NewOrder, 'timeInForce' | 'expireDate'>

/** An order good till a date names a day from the market day to the latest; no other order names one. */
export function checkExpiry(
  { timeInForce, expireDate }: Lasting,
  market: MarketConditions,
): Refusal | undefined {
  const { marketDate: first, latestExpireDate: last } = market
  const isValid = namesLastDay(timeInForce)
    ? expireDate != null && first <= expireDate && expireDate <= last
    : expireDate == null
  return isValid ? undefined : refuse('expiryInvalid', { first, last })
}

/** The request as the exchange keeps it: an order good till cancelled is kept until the latest day. */
export const asKept = <Order extends Lasting>(
  order: Order,
  { latestExpireDate }: Pick<MarketConditions, 'latestExpireDate'>,
): Order =>
  durations[order.timeInForce].lastDay === 'latest' ? { ...order, expireDate: latestExpireDate } : order

const unsupported = ({ ordType, timeInForce, execInst }: OrderTerms): Refusal =>
  refuse('orderTypeUnsupported', { ordType, timeInForce, ...(execInst !== null && { execInst }) })

/** Whether an order may be cancelled. A halt of its security does not forbid it: cancelling reduces risk. */
export function checkCancel(order: Order, phase: Phase): Refusal | undefined {
  if (!orderCan('cancel', order.ordStatus)) return orderIsFinal(order)
  return acceptance[phase].mayCancel ? undefined : notInThisPhase(phase)
}

/**
 * The worst price an order can trade at: its limit, or for a market order the day's. One kobo for a
 * market order whose security is no longer listed, which cannot trade.
 */
export const worstPrice = (
  order: Pick<Order, 'price' | 'side'>,
  market: Pick<MarketConditions, 'lowLimitPx' | 'highLimitPx'> | undefined,
): PriceKobo =>
  order.price ?? (order.side === Side.buy ? market?.highLimitPx : market?.lowLimitPx) ?? (1 as PriceKobo)

/**
 * Whether something may be done now: in the market's phase and, where the security is halted, in a halt.
 *
 * @param refusalIn the refusal in a phase of an open market that does not allow it.
 */
export function checkPhase(
  market: MarketConditions,
  isAllowedIn: (phase: Phase) => boolean,
  refusalIn: (phase: Phase) => Refusal = notInThisPhase,
): Refusal | undefined {
  const { phase, opensAt, halted, securityID } = market
  if (isAllowedIn(phase))
    return halted && !isAllowedIn('halted') ? refuse('securityHalted', { securityID }) : undefined
  return opensAt === null ? refusalIn(phase) : refuse('marketClosed', { opensAt: lagosDateTime(opensAt) })
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

export const notInThisPhase = (phase: Phase): Refusal => refuse('notInThisPhase', { phase })

/** Of an order that allows nothing more: it is over, or the venue has not answered a request about it. */
export const orderIsFinal = ({ orderID, ordStatus }: Order): Refusal =>
  isFinal(ordStatus)
    ? refuse('orderIsFinal', { orderID, ordStatus })
    : refuse('orderPending', { orderID, ordStatus })
