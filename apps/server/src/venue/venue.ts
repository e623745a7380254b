import type { MarketEvent, MarketRules, Phase, PriceKobo, Quantity, Side } from '@tradebook/contract'
import type { Auction, RefusalReason, TradeCondition } from '@tradebook/exchange'
import type { Order, OrderReport, Quotes, Trade } from '@tradebook/orders'
import type { CrowdCommand, CrowdReport } from '../desk/crowd-port.ts'
import type { Instructions } from './instructions.ts'
import type { Listing, RecordedDay } from './listing.ts'

/** The participant whose orders may trade with each other. */
export const NOBODY = 0

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
}

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
  readonly lasting: Pick<Order, 'timeInForce' | 'expireDate'> | null
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
export interface RestingOrder extends Omit<VenueOrder, 'duration' | 'minQty'> {
  /** What the book showed of an iceberg, as `VenueOutput.shown` had it; `null` for any other order. */
  readonly shownQty: Quantity | null
}

/** An execution report of the venue, about an order of the desk's. */
export interface VenueReport {
  readonly orderID: string
  readonly report: OrderReport
}

/** A trade as the market keeps it. */
export interface VenueTrade extends Trade {
  readonly tradeCondition: TradeCondition | null
}

/** What the venue put out since the last call, in order. */
export interface VenueOutput {
  readonly reports: readonly VenueReport[]
  /** Which book entry shows a client's order now; `null` when none does. */
  readonly resting: ReadonlyMap<string, string | null>
  /** What the book shows now of each iceberg of a client whose shown part changed. */
  readonly shown: ReadonlyMap<string, Quantity>
  /**
   * Orders of clients that took a new place behind the others without a request, in the order of their
   * new places: the refills of icebergs, and the orders that the call before the close let in.
   */
  readonly requeued: readonly string[]
  /** Book events, trades and statistics as every subscriber receives them. */
  readonly market: readonly MarketEvent[]
  readonly trades: readonly VenueTrade[]
  readonly crowd: readonly CrowdReport[]
  /** Securities whose day changed, for the record. */
  readonly traded: ReadonlySet<string>
}

export interface VenueOptions {
  readonly epoch: number
  readonly nextTradeNumber: () => number
  readonly now: number
  readonly phase: Phase
  /** Whether the trading of the market day is over, which a closed market does not say. False unless given. */
  readonly isDayOver?: boolean
  /** The default of the contract unless given. */
  readonly rules?: MarketRules
  /** How many milliseconds of market time pass in one; 1 unless given. */
  readonly speed?: number
}

/** Opens a venue with empty books for the securities of a market day. */
export type OpenVenue = (listings: readonly Listing[], options: VenueOptions) => Venue

/**
 * Where orders trade, by FIX messages. The embedded exchange answers at once: `takeReports` after a
 * request returns everything that the request caused but the statistics, which follow with the next `takeOutput`.
 */
export interface Venue {
  /**
   * Puts open orders back into books that are still empty, in priority order, as they stood before:
   * without checks, without trades even where they cross, and without reports. The output contains where
   * they rest.
   */
  restore(orders: readonly RestingOrder[], now: number): void
  newOrder(order: VenueOrder, now: number): void
  /** Both sides trade with each other, ahead of the orders at their price; or both end with the reason. */
  cross(cross: VenueCross, now: number): void
  /** @returns why the venue leaves the order as it is (FIX OrderCancelReject); `undefined` when it replaces it. */
  replace(request: VenueReplace, now: number): RefusalReason | undefined
  cancel(orderID: string, clOrdID: string, now: number): void
  /** Takes an order out of the market without a report: it lives on at the desk. */
  withdraw(orderID: string, now: number): void
  /**
   * Puts an order that was withdrawn back, behind the others at its price. It is not reported as accepted again. Where
   * its book takes no orders it rests without trading, as a restored order does.
   */
  reenter(order: RestingOrder, now: number): void
  /** An order has another participant from now on, where it is in the market. */
  setParticipant(orderID: string, participant: number): void
  /** Takes an order whose last day is over out of its book. */
  expire(orderID: string, now: number): void
  crowd(command: CrowdCommand, now: number): void
  /**
   * The market enters a phase, which was due at `due`. Leaving a call uncrosses every book that is not
   * halted, and reports what ends with that as expired; what closes without a call ends the same orders.
   * Entering the call before the close lets in the orders that were sent for it. A halt leaves the books
   * as they are.
   */
  enterPhase(phase: Phase, due: number): void
  /** A halted security resumes, in a call of its own, until `uncross` or until the market leaves a call. */
  reopen(securityID: string): void
  /**
   * Ends the call of one security: its book uncrosses and trades continuously. In a call of the market the
   * security stays in that one. A security that a halt kept from its uncross is in its call until then, too.
   */
  uncross(securityID: string, now: number): void
  /** The best prices in the book of a security. */
  quotes(securityID: string): Quotes
  /** What an uncross of the security would do now. */
  auction(securityID: string): Auction
  /** All output since the last call, with the statistics of every security that changed. */
  takeOutput(now: number): VenueOutput
  /** The output without statistics: however many requests change those of a security, they are worded once. */
  takeReports(): VenueOutput
  /** The day's figures of a security, for the record. */
  figures(securityID: string): RecordedDay
  /** From now on a halted security takes neither orders nor replaces, only cancels; its statistics carry the halt. */
  setHalted(securityID: string, halted: boolean): void
}
