import type { PriceKobo, Quantity, Side } from '@tradebook/contract'
import type { Order } from '@tradebook/orders'

/** The participant whose orders may trade with each other. */
export const NOBODY = 0

/** What an order asks for besides its price, quantity and duration. */
export interface Instructions {
  /** DisplayQty (1138): the book shows at most so much of the order at a time; `null` shows all of it. */
  readonly displayQty: Quantity | null
  /**
   * MinQty (110): at least so much trades at entry, or the order is cancelled; all-or-none is the
   * whole quantity. `null` for none.
   */
  readonly minQty: Quantity | null
  /**
   * ExecInst (18) `i`: the order offsets the imbalance of an auction. It trades after all other orders
   * of its side, and expires with the uncross.
   */
  readonly imbalanceOnly: boolean
  /** The order waits outside the book until the call before the close. */
  readonly atClose: boolean
  /** The uncross with which what is left of the order expires; `null` for none. */
  readonly ends: 'opening' | 'closing' | null
}

/** NewOrderSingle, as far as a venue needs it. */
export interface VenueOrder extends Instructions {
  readonly orderID: string
  /** Whose order: two orders of one participant do not trade with each other, but those of `NOBODY` do. */
  readonly participant: number
  readonly securityID: string
  readonly side: Side
  /** `null` for a market order. */
  readonly price: PriceKobo | null
  readonly quantity: Quantity
  readonly duration: 'rest' | 'immediate' | 'fillOrKill'
  /** How long it lasts where the venue ends it; absent where the sender does. */
  readonly lasting?: Lasting
  /** Of an order that the venue has already, under its own numbers: it is not sent. */
  readonly adopts?: Adopted
}

/** The numbers that a venue has of an order that a firm here adopts. */
export interface Adopted {
  /** OrderID (37). */
  readonly venueOrderID: string
  /** ClOrdID (11), which later requests and reports name. */
  readonly clOrdID: string
  /**
   * Of an order that lasts until the end of its day: the day of the venue. Reports of other days are of another order
   * with the same numbers.
   */
  readonly day?: string | undefined
}

/** TimeInForce (59) and ExpireDate (432). */
export type Lasting = Pick<Order, 'timeInForce' | 'expireDate'>

/** OrderCancelReplaceRequest, as far as a venue needs it. */
export interface VenueReplace {
  readonly orderID: string
  readonly clOrdID: string
  /** `null` for a market order. */
  readonly price: PriceKobo | null
  /** What is to be left open. */
  readonly leaves: Quantity
  /**
   * Another duration, or `null`. The report returns it; how long an order is kept is the desk's, and none
   * of the durations that a replace can give means anything else to a venue.
   */
  readonly lasting: Lasting | null
}

/** NewOrderCross, as far as a venue needs it. */
export interface VenueCross {
  readonly securityID: string
  readonly price: PriceKobo
  readonly quantity: Quantity
  readonly buy: VenueCrossSide
  readonly sell: VenueCrossSide
}

/** One side of a cross: `participant` as of an order. */
export type VenueCrossSide = Pick<VenueOrder, 'orderID' | 'participant'>

/** An open order as a venue needs it to restore its books: its quantity is what is left of it. */
export interface RestingOrder extends Omit<VenueOrder, 'duration' | 'minQty' | 'lasting'> {
  /** What the book showed of an iceberg, as `VenueOutput.shown` had it; `null` for any other order. */
  readonly shownQty: Quantity | null
}
