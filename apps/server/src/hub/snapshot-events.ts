import type { BookEvent, BookSnapshot } from '@tradebook/contract'

/**
 * The events that build a book from nothing, for a reader that missed some: a clear, then its
 * entries in priority order. The clear's `rptSeq` lies as far back as there are entries, so that
 * theirs are consecutive and the last is the book's own: the next event of the book follows on.
 */
export function snapshotEvents(securityID: string, { items, rptSeq, epoch }: BookSnapshot): BookEvent[] {
  // Every entry was added after the count began, so this is never below where it began.
  const clearedAt = rptSeq - items.length
  return [
    { target: 'clearAllOrderBook', argument: { securityID, rptSeq: clearedAt, epoch } },
    ...items.map((entry, index) => ({
      target: 'addOrderBook' as const,
      argument: { ...entry, rptSeq: clearedAt + index + 1, epoch },
    })),
  ]
}
