import { isoTime, type MarketEvent, MDEntryType, Side, toNaira } from '@tradebook/contract'
import type { BookChange } from '@tradebook/exchange'
import { toMarketTrade } from '@tradebook/orders'
import type { VenueTrade } from '../venue.ts'

/**
 * The public id of a book entry. It never recurs: the epoch distinguishes books, the number the entries
 * of one book.
 */
export const entryID = (epoch: number, entryNumber: number): string => `${epoch}-${entryNumber}`

const targets = {
  bookAdded: 'addOrderBook',
  bookChanged: 'updateOrderBook',
} as const

/** A change of a book as hub clients receive it. */
export function bookMessage(change: BookChange, securityID: string, epoch: number): MarketEvent {
  const { kind, rptSeq } = change
  const entry = { mdEntryID: entryID(epoch, change.entryNumber), securityID, rptSeq, epoch }
  if (kind === 'bookRemoved') return { target: 'deleteOrderBook', argument: entry }
  return {
    target: targets[kind],
    argument: {
      ...entry,
      mdEntryType: change.side === Side.buy ? MDEntryType.bid : MDEntryType.offer,
      mdEntryPx: toNaira(change.price),
      mdEntrySize: change.size,
      mdEntryTime: isoTime(change.time),
    },
  }
}

/** A trade as hub clients receive it. */
export const tradeMessage = (trade: VenueTrade): MarketEvent => ({
  target: 'onMarketTrade',
  argument: toMarketTrade(trade),
})
