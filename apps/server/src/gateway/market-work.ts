import { type PriceKobo, type Quantity, quantity, type TickDirection } from '@tradebook/contract'
import type { RecordedDay } from '../venue/listing.ts'
import type { Auction } from '../venue/market-data.ts'
import type { MirroredEntry } from './mirrored-book.ts'

/** The figures of a day, as far as the exchange gives them. */
export type SaidFigures = Partial<Omit<RecordedDay, 'publishedPx'>>

/** What the exchange says that an auction would do while it says nothing of it. */
export const NO_AUCTION: Auction = {
  price: null,
  quantity: quantity(0),
  imbalanceSide: null,
  imbalanceQty: 0,
}

/** A trade at the exchange. It is the report, too, that the desk is done with it. */
export interface ShownTrade {
  readonly kind: 'trade'
  readonly securityID: string
  readonly price: PriceKobo
  readonly quantity: Quantity
  readonly tickDirection: TickDirection | null
  readonly tradeCondition: string | null
}

/** What the exchange shows, on its way through the desk to the mirrored market. */
export type ShownByExchange =
  /** A whole book, the figures of its day, and what an auction would do. */
  | {
      readonly kind: 'book'
      readonly securityID: string
      readonly entries: readonly MirroredEntry[]
      readonly figures: SaidFigures
      readonly auction: Auction
    }
  | { readonly kind: 'auction'; readonly securityID: string; readonly auction: Auction }
  | { readonly kind: 'set'; readonly securityID: string; readonly entry: MirroredEntry }
  | { readonly kind: 'delete'; readonly securityID: string; readonly id: string }
  | ShownTrade
