import {
  durations,
  ExecInst,
  isForClose,
  isStop,
  OrdType,
  type PriceKobo,
  type Quantity,
  Side,
  type TextKey,
  type TimeInForce,
  toNaira,
} from '@tradebook/contract'
import { quantity as count, price as written } from '../../../ui/format.ts'
import type { Worded } from '../../../ui/worded.ts'

/** What forbids an order, or is to be checked before it is sent; shown next to the field it is about. */
export interface Objection extends Worded {
  readonly field:
    | 'ticket'
    | 'account'
    | 'terms'
    | 'expireDate'
    | 'execInst'
    | 'displayQty'
    | 'minQty'
    | 'quantity'
    | 'price'
    | 'stopPx'
}

/** An order larger than this part of an average day is asked about. */
const MOST_OF_AVERAGE_PERCENT = 20
/** A limit further than this beyond the other side's best price is asked about. */
const MOST_THROUGH_PERCENT = 3

/** What the market shows of the order's size and price. `undefined`: not known, and no warning is shown. */
export interface MarketSnapshot {
  /** Shares traded on an average day. */
  readonly averageVolume: number | undefined
  /** Shares that the order could trade with at once: at its limit or better, without one all there are. */
  readonly available: number | undefined
  /** The best price of the side the order would trade with. */
  readonly otherBest: PriceKobo | undefined
}

interface Asked {
  readonly side: Side
  readonly ordType: OrdType
  readonly orderQty: Quantity
  /** The limit; absent on a market order. */
  readonly price?: PriceKobo | undefined
  readonly timeInForce: TimeInForce
  readonly execInst?: ExecInst | null | undefined
  /** What has to trade at its entry, or the order is cancelled. */
  readonly minQty?: Quantity | undefined
}

/**
 * What a careful colleague would ask before this order goes: is the quantity meant, is the price
 * meant. Integers throughout: shares and kobo are multiplied, never divided, to be compared.
 */
export function sanityOf(asked: Asked, snapshot: MarketSnapshot): Objection[] {
  // What a stop order will meet once it is triggered is not what is in the book now.
  if (isStop(asked.ordType)) return sizeOf(asked, snapshot)
  return [...sizeOf(asked, snapshot), ...depthOf(asked, snapshot), ...priceOf(asked, snapshot)]
}

function sizeOf({ orderQty }: Asked, { averageVolume }: MarketSnapshot): Objection[] {
  if (averageVolume === undefined || averageVolume <= 0) return []
  if (orderQty * 100 <= averageVolume * MOST_OF_AVERAGE_PERCENT) return []
  // Rounded down, because the text reads "at least".
  const percent = count(Math.floor((orderQty * 100) / averageVolume))
  const values = { percent, average: count(averageVolume) }
  return [{ field: 'quantity', text: 'Trading.Ticket.LargeOrder', values }]
}

/** What becomes of what an order does not trade at its entry. */
type Shortfall = 'rests' | 'rest' | 'all'

/**
 * What is asked where fewer shares are available than the order is for, by what becomes of the others: they
 * rest in the book, the rest is cancelled, or all of the order.
 */
const shortfallTexts: Readonly<Record<'limit' | 'market', Readonly<Record<Shortfall, TextKey>>>> = {
  limit: {
    rests: 'Trading.Ticket.DepthAtLimit',
    rest: 'Trading.Ticket.DepthAtLimit.rest',
    all: 'Trading.Ticket.DepthAtLimit.all',
  },
  market: {
    rests: 'Trading.Ticket.DepthAtMarket.rest',
    rest: 'Trading.Ticket.DepthAtMarket.rest',
    all: 'Trading.Ticket.DepthAtMarket.all',
  },
}

/** Only what can trade at once is compared with the book: an order that is passive, or waits for the close, asks nothing of it. */
function depthOf(asked: Asked, { available }: MarketSnapshot): Objection[] {
  const { side, ordType, timeInForce } = asked
  if (available === undefined || isForClose(timeInForce)) return []
  const shortfall = shortfallOf(asked, available)
  if (shortfall === undefined) return []
  const isMarket = ordType === OrdType.market
  if (available > 0) {
    const text = shortfallTexts[isMarket ? 'market' : 'limit'][shortfall]
    return [{ field: 'quantity', text, values: { depth: count(available) } }]
  }
  if (isMarket) {
    const text = side === Side.buy ? 'Trading.Ticket.NothingOffered' : 'Trading.Ticket.NothingWanted'
    return [{ field: 'quantity', text }]
  }
  // A limit order that rests may well be the first of its side, or of an empty book.
  return shortfall === 'rests' ? [] : [{ field: 'quantity', text: 'Trading.Ticket.NothingAtLimit' }]
}

function shortfallOf(
  { orderQty, timeInForce, execInst, minQty }: Asked,
  available: number,
): Shortfall | undefined {
  const { atEntry } = durations[timeInForce]
  if (minQty !== undefined && available < minQty) return 'all'
  if (available >= orderQty) return undefined
  if (execInst === ExecInst.allOrNone || atEntry === 'fillOrKill') return 'all'
  return atEntry === 'immediate' ? 'rest' : 'rests'
}

function priceOf({ side, price }: Asked, { otherBest }: MarketSnapshot): Objection[] {
  if (price === undefined || otherBest === undefined) return []
  const isBuy = side === Side.buy
  const isThrough = isBuy
    ? price * 100 > otherBest * (100 + MOST_THROUGH_PERCENT)
    : price * 100 < otherBest * (100 - MOST_THROUGH_PERCENT)
  if (!isThrough) return []
  const values = {
    price: written(toNaira(price)),
    best: written(toNaira(otherBest)),
    percent: MOST_THROUGH_PERCENT,
  }
  return [{ field: 'price', text: isBuy ? 'Trading.Ticket.AboveOffer' : 'Trading.Ticket.BelowBid', values }]
}
