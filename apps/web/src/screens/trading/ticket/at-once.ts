import {
  averageNaira,
  type BookEntry,
  consideration,
  type Kobo,
  kobo,
  nairaToPrice,
  type PriceKobo,
  type Quantity,
  Side,
  toNaira,
} from '@tradebook/contract'

/** What an order would meet at once: the other side of the book, the best price first. */

type Entry = Pick<BookEntry, 'mdEntryPx' | 'mdEntrySize'>

/** The side of a book that an order of a side trades with. */
export const otherSideOf = <Entries>(
  { bids, offers }: { readonly bids: Entries; readonly offers: Entries },
  side: Side,
): Entries => (side === Side.buy ? offers : bids)

/** Shares at the limit or better; without a limit all there are. */
export function availableTo(side: Side, limit: PriceKobo | undefined, entries: readonly Entry[]): number {
  let shares = 0
  for (const { mdEntryPx, mdEntrySize } of entries) {
    const price = nairaToPrice(mdEntryPx)
    const isBeyond =
      limit !== undefined && price !== undefined && (side === Side.buy ? price > limit : price < limit)
    if (isBeyond) break
    shares += mdEntrySize
  }
  return shares
}

/** What a market order would trade now. */
export interface Expected {
  /** Shares that find a counterparty. */
  readonly filled: number
  /** What they come to in naira, before charges. */
  readonly value: number
  /** Their average price in naira. */
  readonly average: number
}

/** What an order without a limit trades as it walks the book; `undefined` where it finds nothing. */
export function expectedOf(orderQty: Quantity, entries: readonly Entry[]): Expected | undefined {
  let left: number = orderQty
  let value: Kobo = kobo(0)
  for (const { mdEntryPx, mdEntrySize } of entries) {
    if (left === 0) break
    const price = nairaToPrice(mdEntryPx)
    if (price === undefined) continue
    const taken = Math.min(left, mdEntrySize)
    value = kobo(value + consideration(taken as Quantity, price))
    left -= taken
  }
  const filled = orderQty - left
  if (filled === 0) return undefined
  return { filled, value: toNaira(value), average: averageNaira(value, filled as Quantity) }
}

/** What all of it comes to at one price, as in an auction. */
export const expectedAt = (orderQty: Quantity, price: PriceKobo): Expected => ({
  filled: orderQty,
  value: toNaira(consideration(orderQty, price)),
  average: toNaira(price),
})
