import type { PriceKobo, Quantity, RefusalName, Side, TickDirection } from '@tradebook/contract'

/** Why an order, or a change to one, was refused; the order is not in the market, or unchanged. */
const orderRefusals = [
  'unknownSecurity',
  'securityHalted',
  'marketClosed',
  'notInThisPhase',
  'quantityInvalid',
  'priceMissing',
  'priceOffTick',
  'priceOutsideLimits',
] as const satisfies readonly RefusalName[]

/** Why an imbalance order was refused. */
const imbalanceRefusals = [
  /** Nothing would trade in an uncross now. */
  'auctionEmpty',
  /** The imbalance is on the order's own side, or there is none. */
  'imbalanceOnThisSide',
  /** The uncross would not fill it at its price. */
  'beyondTheoreticalPrice',
] as const

/** Why both orders of a cross were refused. */
const crossRefusals = [
  /** The price is not at or within the best bid and offer. */
  'crossOutsideQuotes',
  /** Both sides have one participant. */
  'crossOfOneOwner',
] as const

export const refusalReasons = [...orderRefusals, ...imbalanceRefusals, ...crossRefusals] as const
export type RefusalReason = (typeof refusalReasons)[number]

/** Why what was left of an order went out of the market. */
export const cancelReasons = [
  /** The client cancelled it. */
  'requested',
  /** It was to trade at once or not at all, and this much could not. */
  'immediate',
  /** It was to trade at once and whole, and could not. */
  'fillOrKill',
  /** At least a minimum quantity of it was to trade at entry, and could not. */
  'minQty',
  /** A market order, and nothing is left on the other side. */
  'noLiquidity',
  /** It would have traded, or in an uncross could trade, with an order of the same participant; the newest goes. */
  'selfMatch',
  /** The uncross with which it ends is over. */
  'expired',
] as const
export type CancelReason = (typeof cancelReasons)[number]

/** The number of each name, which stands for it while orders match: its position in the list. */
const codesOf = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name, code) => [name, code])) as Readonly<Record<Name, number>>

export const refusalCodes = codesOf(refusalReasons)
export const cancelCodes = codesOf(cancelReasons)

/** TradeCondition (277) of a trade that continuous trading did not make: an uncross, or a cross (X). */
export const tradeConditions = ['open', 'close', 'reopening', 'X'] as const
export type TradeCondition = (typeof tradeConditions)[number]

/**
 * What happened, in the order in which it happened. Events with a `tag` are for anyone who entered
 * that order; `traded` and the book events are for the whole market (less the tags and handles).
 *
 * A `handle` names an order until the event that ends it: `canceled`, or `traded` with nothing
 * left of it. After that the exchange gives the same handle to another order.
 */
export type ExchangeEvent = Accepted | Refused | Traded | Rested | Refilled | Canceled | Replaced | BookChange

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

/**
 * Two orders traded, at the price of the one that was there. The book event of each that was in the
 * book follows, then its `refilled` when it is an iceberg. In an uncross and in a cross neither was
 * there first: the buy stands as the incoming order.
 */
export interface Traded {
  readonly kind: 'traded'
  readonly security: number
  readonly price: PriceKobo
  readonly quantity: Quantity
  readonly tradeNumber: number
  readonly tickDirection: TickDirection
  /** `null` in continuous trading. */
  readonly tradeCondition: TradeCondition | null
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

/**
 * The part of an iceberg that the book showed is traded; the next part waits behind the orders at its
 * price. Its `bookAdded` follows.
 */
export interface Refilled {
  readonly kind: 'refilled'
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
 * The order has another price or quantity. Of one in a book, `bookChanged` follows when its priority is
 * kept, unless the book shows as much of it as before: nobody learns of an iceberg's hidden part. With its
 * priority lost it leaves the book (`bookRemoved` follows) and comes in again under the new `entryNumber`:
 * what then follows is what follows `accepted`. Nothing follows of an order that is in no book.
 */
export interface Replaced {
  readonly kind: 'replaced'
  readonly tag: number
  readonly handle: number
  /** `null` for a market order. */
  readonly price: PriceKobo | null
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
