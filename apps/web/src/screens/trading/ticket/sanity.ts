import { isStop, OrdType, type PriceKobo, type Quantity, Side, toNaira } from '@tradebook/contract'
import { quantity as count, price as written } from '../../../ui/format.ts'
import type { Worded } from '../../../ui/worded.ts'

/** What forbids an order, or is to be checked before it is sent; shown beside the field it is about. */
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
export interface Sight {
  /** Shares traded on an average day. */
  readonly averageVolume: number | undefined
  /** Shares shown on the side the order would trade with. */
  readonly otherDepth: number | undefined
  /** The best price of that side. */
  readonly otherBest: PriceKobo | undefined
}

interface Asked {
  readonly side: Side
  readonly ordType: OrdType
  readonly orderQty: Quantity
  /** The limit; absent on a market order. */
  readonly price?: PriceKobo | undefined
}

/**
 * What a careful colleague would ask before this order goes: is the quantity meant, is the price
 * meant. Integers throughout: shares and kobo are multiplied, never divided, to be compared.
 */
export function sanityOf(asked: Asked, sight: Sight): Objection[] {
  // What a stop order will meet once it is triggered is not what stands in the book now.
  if (isStop(asked.ordType)) return sizeOf(asked, sight)
  return [...sizeOf(asked, sight), ...depthOf(asked, sight), ...priceOf(asked, sight)]
}

function sizeOf({ orderQty }: Asked, { averageVolume }: Sight): Objection[] {
  if (averageVolume === undefined || averageVolume <= 0) return []
  if (orderQty * 100 <= averageVolume * MOST_OF_AVERAGE_PERCENT) return []
  // Rounded down, because the text reads "at least".
  const percent = count(Math.floor((orderQty * 100) / averageVolume))
  const values = { percent, average: count(averageVolume) }
  return [{ field: 'quantity', text: 'Trading.Ticket.LargeOrder', values }]
}

function depthOf({ side, ordType, orderQty }: Asked, { otherDepth }: Sight): Objection[] {
  if (otherDepth === undefined || orderQty <= otherDepth) return []
  const isBuy = side === Side.buy
  if (otherDepth > 0) {
    const text = isBuy ? 'Trading.Ticket.MoreThanOffered' : 'Trading.Ticket.MoreThanWanted'
    return [{ field: 'quantity', text, values: { depth: count(otherDepth) } }]
  }
  // A limit order may well be the first of an empty book; a market order finds nothing there.
  if (ordType === OrdType.limit) return []
  return [
    { field: 'quantity', text: isBuy ? 'Trading.Ticket.NothingOffered' : 'Trading.Ticket.NothingWanted' },
  ]
}

function priceOf({ side, price }: Asked, { otherBest }: Sight): Objection[] {
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
