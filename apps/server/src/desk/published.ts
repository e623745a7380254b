import type { HubEvent } from '@tradebook/contract'

/** Who may see an order: its firm's staff, the user who entered it, the account's owner. */
export interface OrderAudience {
  readonly tenantId: number
  readonly userId: number
  readonly account: string
}

/** One event as it is told after the commit. `order` is there on the events that only some may hear. */
export type Published = HubEvent & { readonly order?: OrderAudience }

/** What one committed batch has to tell, in order. `sequence` is the journal's after the batch. */
export interface PublishedBatch {
  readonly sequence: number
  readonly events: readonly Published[]
}

/** The desk's voice: listeners hear every batch, after its commit, in order. */
export interface PublishedFeed {
  /** Returns how to stop listening. */
  listen(listener: (batch: PublishedBatch) => void): () => void
}

/** What the opening of the books says anew. */
const ofTheBooks: ReadonlySet<Published['target']> = new Set([
  'addMarketStatistics',
  'updateMarketStatsSession',
  'addOrderBook',
  'updateOrderBook',
  'deleteOrderBook',
  'clearAllOrderBook',
])

/**
 * What is to be told of books that nobody will see, for they are built once more in the same epoch:
 * orders, executions, trades and news.
 */
export const withoutBooks = (events: readonly Published[]): Published[] =>
  events.filter(({ target }) => !ofTheBooks.has(target))
