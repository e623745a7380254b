import type { MarketEvent, MarketRules, Phase, Quantity, VenueCapabilities } from '@tradebook/contract'
import type { OrderReport, SaidTradeChange, Trade, UnreadableReport } from '@tradebook/orders'
import type { VenueCommand } from './commands.ts'
import type { Listing } from './listing.ts'
import type { MarketData } from './market-data.ts'
import type { MarketOperation, MarketWorkReport } from './market-operation.ts'
import type { VenueCross, VenueOrder, VenueReplace } from './order-messages.ts'

/** What a venue says about an order: an ExecutionReport (8), or an OrderCancelReject (9). */
export interface VenueReport<Report = OrderReport | SaidTradeChange> {
  /** The desk's order, by the id that it was sent with; `null` where the venue names none of those. */
  readonly orderID: string | null
  /** ExecID (17), given once in a day of the venue; of a message without one, what its gateway makes of the others. */
  readonly execID: string
  readonly report: Report
  /** What came by a line; absent of a venue in this process, whose ids and time are the desk's. */
  readonly line?: {
    /** MsgSeqNum (34). */
    readonly sequence: number
    /** OrderID (37), the venue's own; `null` where it gave none. */
    readonly venueOrderID: string | null
    /** TransactTime (60), epoch milliseconds of the venue's clock. */
    readonly venueTime: number
    /** What else it says of the order; absent where it does not say all of it. */
    readonly of?: VenueOrderName | undefined
  }
}

/**
 * What tells an order of the venue from others besides OrderID (37), which may be given again on another day:
 * ClOrdID (11), Symbol (55) and Side (54).
 */
export interface VenueOrderName {
  readonly clOrdID: string
  readonly securityID: string
  readonly side: string
}

/** What comes by a line: a report, or a message that its gateway cannot read. */
export type ReceivedReport = VenueReport | VenueReport<UnreadableReport>

/** A trade as the market keeps it. */
export interface VenueTrade extends Trade {
  /** TradeCondition (277); `null` in continuous trading. */
  readonly tradeCondition: string | null
}

/** What the venue put out since the last call, in order. */
export interface VenueOutput {
  /** What is to be sent over a line after the commit; absent of a venue in this process, which has done it already. */
  readonly commands?: readonly VenueCommand[]
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
  readonly workReports: readonly MarketWorkReport[]
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

/**
 * The way of orders to where they trade, in FIX terms. The embedded exchange answers at once: `takeReports` after a
 * request returns everything that the request caused but the statistics, which follow with the next `takeOutput`.
 */
export interface Venue {
  newOrder(order: VenueOrder, now: number): void
  /** Both sides trade with each other, ahead of the orders at their price; or both end with the reason. */
  cross(cross: VenueCross, now: number): void
  replace(request: VenueReplace, now: number): void
  cancel(orderID: string, clOrdID: string, now: number): void
  /** All output since the last call, with the statistics of every security that changed. */
  takeOutput(now: number): VenueOutput
  /** The output without statistics: however many requests change those of a security, they are worded once. */
  takeReports(): VenueOutput
}

/** What a venue is to the desk: ports of their own for orders, for what the market shows, and for its operation. */
export interface OpenedVenue {
  /** As people read it. */
  readonly name: string
  readonly capabilities: VenueCapabilities
  readonly venue: Venue
  readonly marketData: MarketData
  readonly operation: MarketOperation
}

/** Opens a venue with empty books for the securities of a market day. */
export type OpenVenue = (listings: readonly Listing[], options: VenueOptions) => OpenedVenue
