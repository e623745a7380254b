import type { BookEntry } from '@tradebook/contract'

/** A corner of the depth curve: so much stands from the best price to this one. */
export interface DepthPoint {
  readonly price: number
  readonly total: number
}

export interface DepthCurve {
  /** Best price first. While orders are collected, the best bid may be above the best offer. */
  readonly bids: readonly DepthPoint[]
  readonly offers: readonly DepthPoint[]
  readonly lowest: number
  readonly highest: number
  readonly most: number
}

type Side = readonly Pick<BookEntry, 'mdEntryPx' | 'mdEntrySize'>[]

/** One lonely order far away would press the market into a corner: a side shows this many times the other's reach. */
const WIDEST = 2
/** Room beyond the last price, so that its own step is seen, as a share of the prices between. */
const MARGIN = 0.05

/** The running quantity of each side by price; `undefined` while one side is empty and nothing can be compared. */
export function depthCurve(bids: Side, offers: Side): DepthCurve | undefined {
  const all = { bids: pointsOf(bids), offers: pointsOf(offers) }
  const [bestBid, bestOffer] = [all.bids[0], all.offers[0]]
  const [lastBid, lastOffer] = [all.bids.at(-1), all.offers.at(-1)]
  if (!bestBid || !bestOffer || !lastBid || !lastOffer) return undefined
  const middle = (bestBid.price + bestOffer.price) / 2
  const reach = Math.max(
    WIDEST * Math.min(Math.abs(middle - lastBid.price), Math.abs(lastOffer.price - middle)),
    // The best prices are always in the picture, also where they overlap.
    Math.abs(bestBid.price - middle),
  )
  const isNear = ({ price }: DepthPoint) => Math.abs(price - middle) <= reach
  const near = { bids: all.bids.filter(isNear), offers: all.offers.filter(isNear) }
  const prices = [...near.bids, ...near.offers].map(({ price }) => price)
  const lowest = Math.min(...prices)
  const highest = Math.max(...prices)
  const margin = MARGIN * (highest - lowest)
  return {
    ...near,
    lowest: lowest - margin,
    highest: highest + margin,
    most: Math.max(near.bids.at(-1)?.total ?? 0, near.offers.at(-1)?.total ?? 0),
  }
}

/** One point a price, with all that stands up to and including it. */
function pointsOf(side: Side): DepthPoint[] {
  const points: DepthPoint[] = []
  let total = 0
  for (const { mdEntryPx, mdEntrySize } of side) {
    total += mdEntrySize
    const point = { price: mdEntryPx, total }
    if (points.at(-1)?.price === mdEntryPx) points[points.length - 1] = point
    else points.push(point)
  }
  return points
}

/** The edge of the field that the outline of a side ends at, as its horizontal place. */
const edges = { bids: 0, offers: 100 } as const

/**
 * The outline of one side as an SVG path on a field of 100 by 100: up at the best price, along to
 * the next, up again, and at the edge down to the floor.
 */
export function depthPath(side: 'bids' | 'offers', curve: DepthCurve): string {
  const { lowest, highest, most } = curve
  const [best] = curve[side]
  if (!best) return ''
  const x = (price: number) => place(price, lowest, highest).toFixed(2)
  const y = (total: number) => (100 - (100 * total) / most).toFixed(2)
  const steps = curve[side].map(({ price, total }) => `H${x(price)}V${y(total)}`)
  return `M${x(best.price)} 100${steps.join('')}H${edges[side]}V100Z`
}

/** Where a price is between the ends, 0 to 100. One price alone is in the middle. */
export const place = (price: number, lowest: number, highest: number): number =>
  highest === lowest ? 50 : (100 * (price - lowest)) / (highest - lowest)
