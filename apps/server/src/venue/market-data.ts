import type { PriceKobo, Quantity, Side } from '@tradebook/contract'
import type { Quotes } from '@tradebook/orders'
import type { RecordedDay } from './listing.ts'

/** What an uncross would do now. */
export interface Auction {
  /** The one price of all its trades; `null` when nothing would trade. */
  readonly price: PriceKobo | null
  readonly quantity: Quantity
  /** The side of which more could trade at that price than the other side has, and by how much. */
  readonly imbalanceSide: Side | null
  readonly imbalanceQty: number
}

/** What the market shows of its securities when it is asked; what it tells unasked comes with the venue's output. */
export interface MarketData {
  /** The best prices in the book of a security. */
  quotes(securityID: string): Quotes
  /** What an uncross of the security would do now. */
  auction(securityID: string): Auction
  /** The day's figures of a security, for the record. */
  figures(securityID: string): RecordedDay
}
