import type { HubEvent, PriceKobo, Quantity, Side, TradingSessionSubID } from '@tradebook/contract'
import type { TradeCondition } from '@tradebook/exchange'
import type { OrderReport } from '@tradebook/orders'
import type { CrowdCommand, CrowdReport } from '../desk/crowd-port.ts'
import type { Instructions } from './instructions.ts'
import type { Listing, RecordedDay } from './listing.ts'

/** NewOrderSingle, as far as a venue needs it. */
export interface VenueOrder extends Instructions {
  readonly orderID: string
  /** Whose order: two orders of one owner do not trade with each other. */
  readonly owner: number
  readonly securityID: string
  readonly side: Side
  /** `null` for a market order. */
  readonly price: PriceKobo | null
  readonly quantity: Quantity
  readonly duration: 'rest' | 'immediate' | 'fillOrKill'
}

/** An open order as a venue needs it to restore its books: its quantity is what is left of it. */
export interface RestingOrder extends Omit<VenueOrder, 'duration' | 'minQty'> {
  /** What the book showed of an iceberg, as `VenueOutput.icebergs` had it; `null` for any other order. */
  readonly shownQty: Quantity | null
}

/** What the book shows of an iceberg. */
export interface ShownPart {
  readonly shownQty: Quantity
  /** It is a refill, which took a new place behind its price: a restored book has it there. */
  readonly isRefill: boolean
}

/** An execution report of the venue, about an order of the desk's. */
export interface VenueReport {
  readonly orderID: string
  readonly report: OrderReport
}

/** A trade as the market keeps it. */
export interface VenueTrade {
  readonly tradeNumber: number
  readonly securityID: string
  readonly price: PriceKobo
  readonly quantity: Quantity
  readonly tickDirection: string
  /** TradeCondition (277): how it came about when not by continuous trading. */
  readonly tradeCondition: TradeCondition | null
  readonly time: number
  /** Book events of the security so far. */
  readonly rptSeq: number
}

/** What the venue put out since the last call, in order. */
export interface VenueOutput {
  readonly reports: readonly VenueReport[]
  /** Which book entry shows a client's order now; `null` when none does. */
  readonly resting: ReadonlyMap<string, string | null>
  /** Icebergs of clients of which the book shows another part now, the newest refill last. */
  readonly icebergs: ReadonlyMap<string, ShownPart>
  /** Book events, trades and statistics as every subscriber receives them. */
  readonly market: readonly HubEvent[]
  readonly trades: readonly VenueTrade[]
  readonly crowd: readonly CrowdReport[]
  /** Securities whose day changed, for the record. */
  readonly traded: ReadonlySet<string>
}

export interface VenueOptions {
  readonly epoch: number
  readonly nextTradeNumber: () => number
  readonly now: number
  readonly session: TradingSessionSubID
}

/** Opens a venue with empty books for the securities of a market day. */
export type OpenVenue = (listings: readonly Listing[], options: VenueOptions) => Venue

/**
 * Where orders trade, by FIX messages. The embedded exchange answers at once: `takeOutput` after a
 * request returns everything that the request caused.
 */
export interface Venue {
  /**
   * Puts open orders back into books that are still empty, in priority order, as they stood before:
   * without checks, without trades even where they cross, and without reports. The output contains where
   * they rest.
   */
  restore(orders: readonly RestingOrder[], now: number): void
  newOrder(order: VenueOrder, now: number): void
  replace(orderID: string, clOrdID: string, price: PriceKobo, leaves: Quantity, now: number): void
  cancel(orderID: string, clOrdID: string, now: number): void
  /** Takes an order whose last day is over out of its book. */
  expire(orderID: string, now: number): void
  crowd(command: CrowdCommand, now: number): void
  /** Enters a trading session: the statistics of the next output have it. */
  enterSession(session: TradingSessionSubID): void
  takeOutput(now: number): VenueOutput
  /** The day's figures of a security, for the record. */
  figures(securityID: string): RecordedDay
  /** From now on a halted security takes neither orders nor replaces, only cancels; its statistics carry the halt. */
  setHalted(securityID: string, halted: boolean): void
}
