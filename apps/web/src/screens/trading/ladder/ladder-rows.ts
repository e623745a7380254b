import {
  type BookEntry,
  isStop,
  type MarketTrade,
  nairaToPrice,
  type PriceKobo,
  Side,
  type StockOrder,
} from '@tradebook/contract'
import type { PriceRules } from '../ticket/figures.ts'

/** The ladder as rows of prices, in kobo. */

/** An open order of the person or the firm, at its price. */
export interface LadderOrder {
  readonly order: StockOrder
  /** Shares that trade before it at its price; `undefined` where its entry is not in the book that is known. */
  readonly ahead: number | undefined
}

/** One row, for all prices from its own to the next one's. */
export interface LadderRow {
  readonly price: PriceKobo
  readonly bid: number
  readonly offer: number
  readonly buys: readonly LadderOrder[]
  readonly sells: readonly LadderOrder[]
  /** Shares traded at its prices. */
  readonly volume: number
  /** The last price is in it. */
  readonly isLast: boolean
  /** An order can have its price: it is within the limits of the day. */
  readonly isPossible: boolean
}

/**
 * The row of a price. Bids and purchases are rounded down and offers and sales up, so that no row shows a better price
 * than there is. Trades are rounded down.
 */
export const rowOf = (price: PriceKobo, side: Side, step: number): PriceKobo =>
  ((side === Side.buy ? Math.floor(price / step) : Math.ceil(price / step)) * step) as PriceKobo

/** Which prices are in sight. */
export interface Frame {
  /** The price of the first row, a whole number of steps. */
  readonly top: PriceKobo
  /** How many rows there are. */
  readonly count: number
  /** Kobo from one row to the next. */
  readonly step: number
}

/** The frame with a price in its middle, without leaving the limits of the day. */
export const centredOn = (price: PriceKobo, count: number, step: number, rules: PriceRules): Frame =>
  withinLimits({ top: rowOf(price, Side.buy, step) + Math.floor(count / 2) * step, count, step }, rules)

/** The frame so many rows further up, without leaving the limits of the day. */
export const moved = (frame: Frame, rows: number, rules: PriceRules): Frame =>
  withinLimits({ ...frame, top: frame.top + rows * frame.step }, rules)

function withinLimits(
  { top, count, step }: { readonly top: number; readonly count: number; readonly step: number },
  { low, high }: PriceRules,
): Frame {
  const highest = rowOf(high, Side.sell, step)
  const lowest = rowOf(low, Side.buy, step) + (count - 1) * step
  // Where all prices fit, the highest is on top.
  const kept = lowest >= highest ? highest : Math.min(Math.max(top, lowest), highest)
  return { top: kept as PriceKobo, count, step }
}

/** What the ladder is centred on: the middle of bid and offer, the one there is, or the last price. */
export function centreOf(
  bid: PriceKobo | undefined,
  offer: PriceKobo | undefined,
  last: PriceKobo | undefined,
): PriceKobo | undefined {
  if (bid !== undefined && offer !== undefined) return Math.floor((bid + offer) / 2) as PriceKobo
  return bid ?? offer ?? last
}

interface Market {
  readonly bids: readonly BookEntry[]
  readonly offers: readonly BookEntry[]
  /** The open orders of the security that the person may see. */
  readonly orders: readonly StockOrder[]
  readonly trades: readonly Pick<MarketTrade, 'mdEntryPx' | 'mdEntrySize'>[]
  readonly last: PriceKobo | undefined
}

/** The rows in sight, the highest price first; those below what has a price are left out. */
export function ladderRows(market: Market, frame: Frame, { low, high }: PriceRules): LadderRow[] {
  const { top, count, step } = frame
  const bids = sharesByRow(market.bids, Side.buy, step)
  const offers = sharesByRow(market.offers, Side.sell, step)
  const volumes = sharesByRow(market.trades, Side.buy, step)
  const ahead = sharesAhead([...market.bids, ...market.offers])
  const orders = ordersByRow(market.orders, ahead, step)
  const lastRow = market.last === undefined ? undefined : rowOf(market.last, Side.buy, step)
  const lowest = rowOf(low, Side.buy, step)
  const rows: LadderRow[] = []
  for (let at = 0; at < count; at++) {
    const price = (top - at * step) as PriceKobo
    if (price < lowest || price <= 0) break
    rows.push({
      price,
      bid: bids.get(price) ?? 0,
      offer: offers.get(price) ?? 0,
      buys: orders[Side.buy].get(price) ?? [],
      sells: orders[Side.sell].get(price) ?? [],
      volume: volumes.get(price) ?? 0,
      isLast: price === lastRow,
      isPossible: price >= low && price <= high,
    })
  }
  return rows
}

function sharesByRow(
  entries: readonly Pick<BookEntry, 'mdEntryPx' | 'mdEntrySize'>[],
  side: Side,
  step: number,
): ReadonlyMap<number, number> {
  const byRow = new Map<number, number>()
  for (const { mdEntryPx, mdEntrySize } of entries) {
    const price = nairaToPrice(mdEntryPx)
    if (price === undefined) continue
    const row = rowOf(price, side, step)
    byRow.set(row, (byRow.get(row) ?? 0) + mdEntrySize)
  }
  return byRow
}

/** By entry, the shares before it at its price: entries come in the order in which they trade. */
function sharesAhead(entries: readonly BookEntry[]): ReadonlyMap<string, number> {
  const ahead = new Map<string, number>()
  let shares = 0
  let before: BookEntry | undefined
  for (const entry of entries) {
    const isSame = before?.mdEntryPx === entry.mdEntryPx && before.mdEntryType === entry.mdEntryType
    if (!isSame) shares = 0
    ahead.set(entry.mdEntryID, shares)
    shares += entry.mdEntrySize
    before = entry
  }
  return ahead
}

type ByRow = Map<number, LadderOrder[]>

function ordersByRow(
  orders: readonly StockOrder[],
  ahead: ReadonlyMap<string, number>,
  step: number,
): Readonly<Record<Side, ByRow>> {
  const byRow: Readonly<Record<Side, ByRow>> = { [Side.buy]: new Map(), [Side.sell]: new Map() }
  for (const order of orders) {
    const price = order.price === null ? undefined : nairaToPrice(order.price)
    // A stop order that waits is not in the market, and its limit is not where it stands.
    if (price === undefined || isStop(order.ordType)) continue
    const side = order.side as Side
    const row = rowOf(price, side, step)
    const placed = { order, ahead: order.mdEntryID ? ahead.get(order.mdEntryID) : undefined }
    byRow[side].set(row, [...(byRow[side].get(row) ?? []), placed])
  }
  return byRow
}
