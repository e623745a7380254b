import type { BookEntry, OrdStatus } from '@tradebook/contract'

/** One row of one side: an order, or all orders at a price. */
export interface BookLine {
  readonly key: string
  readonly price: number
  readonly quantity: number
  /** From the best price down to and including this line. */
  readonly totalQuantity: number
  readonly orders: number
  /** One of the orders is the person's own, or of the firm. */
  readonly isOwn: boolean
  /** The state of the first of them that waits for an answer of the exchange. */
  readonly pendingAs: OrdStatus | undefined
  /** The users of the firm who entered orders here, as far as the person may know them. */
  readonly users: readonly string[]
}

/** Which orders of a book are marked. */
export interface BookMarks {
  /** The entries of the person's own orders. */
  readonly own: ReadonlySet<string>
  /** The states of those that wait for an answer of the exchange. */
  readonly pending: ReadonlyMap<string, OrdStatus>
  /** By entry, the user of the firm who entered the order. */
  readonly owners: ReadonlyMap<string, string>
}

/**
 * One side of the book, best first, by order or gathered by price.
 *
 * @param most Lines beyond this number are left out; the last line is whole.
 */
export function bookLines(
  side: readonly BookEntry[],
  by: 'order' | 'price',
  { own, pending, owners }: BookMarks,
  most = Number.POSITIVE_INFINITY,
): BookLine[] {
  const lines: BookLine[] = []
  let totalQuantity = 0
  for (const { mdEntryID, mdEntryPx, mdEntrySize } of side) {
    const owner = owners.get(mdEntryID)
    const isOwn = own.has(mdEntryID) || owner !== undefined
    const pendingAs = pending.get(mdEntryID)
    const users = owner === undefined ? [] : [owner]
    const level = lines.at(-1)
    const isSameLevel = by === 'price' && level?.price === mdEntryPx
    if (!isSameLevel && lines.length >= most) break
    totalQuantity += mdEntrySize
    if (level && isSameLevel) {
      lines[lines.length - 1] = {
        ...level,
        quantity: level.quantity + mdEntrySize,
        totalQuantity,
        orders: level.orders + 1,
        isOwn: level.isOwn || isOwn,
        pendingAs: level.pendingAs ?? pendingAs,
        users: [...new Set([...level.users, ...users])],
      }
      continue
    }
    const key = by === 'price' ? String(mdEntryPx) : mdEntryID
    lines.push({
      ...{ key, price: mdEntryPx, quantity: mdEntrySize, totalQuantity, orders: 1 },
      ...{ isOwn, pendingAs, users },
    })
  }
  return lines
}
