import type {
  BookSnapshot,
  EventFor,
  MarketEvent,
  MarketSummary,
  MarketTrade,
  Statistics,
  VenueConnection,
} from '@tradebook/contract'
import type { MarketWorkBatch } from '../../venue/market-operation.ts'

/** Who may see an order: its firm's staff, the user who entered it, the account's owner. */
export interface OrderAudience {
  readonly tenantId: number
  readonly userId: number
  readonly account: string
}

/** An event of an order, with those who may see it. */
export type OrderEvent = EventFor<'order'> & { readonly order: OrderAudience }

/** An event for the people of one firm; of tenant 0 it is for everybody. */
export type FirmEvent = EventFor<'firm'> & { readonly tenantId: number }

/**
 * One event as it is published after the commit, with whatever of its audience it does not carry itself.
 * The owners of book entries follow from the order events, notifications from what is persisted.
 */
export type DeskEvent = MarketEvent | OrderEvent | FirmEvent

/** The user behind one entry of a public book. */
export interface BookOwner {
  readonly tenantId: number
  readonly securityID: string
  readonly orderID: string
  readonly mdEntryID: string
  readonly userName: string
}

/**
 * What is published at once, in order: the events of a committed batch, or the venue's connection,
 * which is not persisted. Batches are numbered without holes in each epoch, from 1; the first one of
 * an epoch opens the books of every security.
 */
export interface EventBatch extends MarketWorkBatch {
  readonly epoch: number
  readonly batch: number
  readonly events: readonly DeskEvent[]
}

/** The market as of a batch; epoch 0 is before the first books. */
export interface Baseline {
  readonly epoch: number
  readonly batch: number
  /** Of every security, in listing order. */
  readonly statistics: readonly Statistics[]
  /** By security. */
  readonly books: ReadonlyMap<string, BookSnapshot>
  /** Of every client's order that is in a book. */
  readonly owners: readonly BookOwner[]
  /** The last trades of the market and of each security, oldest first. */
  readonly trades: readonly MarketTrade[]
  /** The venue's connection; `undefined` before it was first published. */
  readonly venue: VenueConnection | undefined
  /** The market's summary; `undefined` before it was first published. */
  readonly summary: MarketSummary | undefined
}

/**
 * What the desk publishes. A subscriber that takes the baseline and subscribes in the same turn has
 * the same picture of the market as one that has received every batch.
 */
export interface EventFeed {
  baseline(): Baseline
  /**
   * Calls `receive` with every batch, after its commit, in order. Returns how to unsubscribe.
   *
   * @param replaced is called instead where batches were missed, which a desk in this process never does: the baseline
   *   is then that of the next batch.
   */
  subscribe(receive: (batch: EventBatch) => void, replaced?: () => void): () => void
}

/** The events that a rebuild of the books publishes again. */
const madeByRebuild: ReadonlySet<DeskEvent['target']> = new Set([
  'addMarketStatistics',
  'updateMarketStatsSession',
  'addOrderBook',
  'updateOrderBook',
  'deleteOrderBook',
  'clearAllOrderBook',
])

/** The events that remain to be published when the books are opened again after them: orders, executions, trades, news. */
export const withoutBooks = (events: readonly DeskEvent[]): DeskEvent[] =>
  events.filter(({ target }) => !madeByRebuild.has(target))
