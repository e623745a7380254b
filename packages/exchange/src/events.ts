import type { PriceKobo, Quantity, RefusalName, Side, TickDirection } from '@tradebook/contract'

/** Why an order, or a change to one, was refused; the order is not in the market, or unchanged. */
export const refusalReasons = [
  'unknownSecurity',
  'securityHalted',
  'quantityInvalid',
  'priceOffTick',
  'priceOutsideLimits',
] as const satisfies readonly RefusalName[]
export type RefusalReason = (typeof refusalReasons)[number]

/** Why what was left of an order went out of the market. */
export const cancelReasons = [
  /** Its owner asked. */
  'requested',
  /** It was to trade at once or not at all, and this much could not. */
  'immediate',
  /** It was to trade at once and whole, and could not. */
  'fillOrKill',
  /** A market order, and nothing is left on the other side. */
  'noLiquidity',
  /** It would have traded with an order of the same owner; the newest goes. */
  'selfMatch',
] as const
export type CancelReason = (typeof cancelReasons)[number]

/** TradeCondition (277) of a trade that continuous trading did not make: an uncross, or a cross (X). */
export const tradeConditions = ['open', 'close', 'reopening', 'X'] as const
export type TradeCondition = (typeof tradeConditions)[number]

/**
 * What happened, in the order in which it happened. Events with a `tag` are for whoever entered
 * that order; `traded` and the book events are for the whole market (less the tags and handles).
 *
 * A `handle` names an order until the event that ends it: `canceled`, or `traded` with nothing
 * left of it. After that the exchange gives the same handle to another order.
 */
export type ExchangeEvent = Accepted | Refused | Traded | Rested | Canceled | Replaced | BookChange

/** The order is in the market. */
export interface Accepted {
  readonly kind: 'accepted'
  readonly tag: number
  readonly handle: number
}

/** The order did not get into the market, or keeps the price and quantity it had. */
export interface Refused {
  readonly kind: 'refused'
  readonly tag: number
  readonly reason: RefusalReason
}

/** Two orders traded, at the price of the one that was there. Its book event follows. */
export interface Traded {
  readonly kind: 'traded'
  readonly security: number
  readonly price: PriceKobo
  readonly quantity: Quantity
  readonly tradeNumber: number
  readonly tickDirection: TickDirection
  readonly incomingSide: Side
  readonly incomingTag: number
  readonly incomingHandle: number
  readonly incomingLeaves: Quantity
  readonly restingTag: number
  readonly restingHandle: number
  readonly restingLeaves: Quantity
}

/** What is left of the order waits in the book. Its `bookAdded` follows. */
export interface Rested {
  readonly kind: 'rested'
  readonly tag: number
  readonly handle: number
  readonly entryNumber: number
}

/** `quantity` went out of the market untraded. Of a resting order, its `bookRemoved` follows. */
export interface Canceled {
  readonly kind: 'canceled'
  readonly tag: number
  readonly handle: number
  readonly quantity: Quantity
  readonly reason: CancelReason
}

/**
 * The resting order has another price or quantity. With its priority kept, `bookChanged` follows.
 * With its priority lost it leaves the book (`bookRemoved` follows) and comes in again under the
 * new `entryNumber`: what then follows is what follows `accepted`.
 */
export interface Replaced {
  readonly kind: 'replaced'
  readonly tag: number
  readonly handle: number
  readonly price: PriceKobo
  readonly leaves: Quantity
  readonly keptPriority: boolean
  readonly entryNumber: number
}

/** One entry of the public book as it is now; `size` is 0 when it is gone. */
export interface BookChange {
  readonly kind: 'bookAdded' | 'bookChanged' | 'bookRemoved'
  readonly security: number
  readonly side: Side
  /** Never given to another entry. */
  readonly entryNumber: number
  readonly price: PriceKobo
  readonly size: Quantity
  /** When the entry took its place in the book, epoch milliseconds. */
  readonly time: number
  /** Counts the book events of this security without holes. */
  readonly rptSeq: number
}
