/**
 * What a venue can do, as data: acceptance reads it next to the table of the phases, which is the market's rule. What
 * a venue cannot do is refused here in words, and never sent.
 */

import type { OrderTerms } from './acceptance.ts'
import type { ExecInst, OrdType, TimeInForce } from './fix.ts'
import { isStop, stops } from './stop-orders.ts'

export interface VenueCapabilities {
  /** OrdType (40) that it takes. Stop orders wait at the desk: it gets what they become. */
  readonly ordTypes: readonly OrdType[]
  /** TimeInForce (59). */
  readonly timeInForce: readonly TimeInForce[]
  /** ExecInst (18). */
  readonly execInst: readonly ExecInst[]
  /** NewOrderCross. */
  readonly crosses: boolean
  /** DisplayQty (1138). */
  readonly icebergs: boolean
  /** MinQty (110). */
  readonly minQty: boolean
  /**
   * Whether the desk can take an order out of its book at once and put it back later: elsewhere an order of the desk
   * ends when the venue confirms a cancel.
   */
  readonly withdraws: boolean
  /** Whether it ends an order by a replace to no more than has traded; otherwise the desk takes the order out. */
  readonly replacesToFilled: boolean
  /** Whether an order has the OrderID (37) that it had, after a replace. */
  readonly replaceKeepsOrderID: boolean
  /** OrderMassCancelRequest. */
  readonly massCancel: boolean
  /** Whether it cancels open orders when the line drops. */
  readonly cancelsOnDisconnect: boolean
  /** Prices are whole multiples of so many kobo, besides the security's tick. */
  readonly priceStepKobo: number
  /** The largest OrderQty (38). */
  readonly mostQty: number
  /** Characters of a ClOrdID (11): the desk sends ids of its own. */
  readonly longestClOrdID: number
}

/** What a ticket reads of them: what an order or a cross may ask for. */
export type VenueTerms = Pick<
  VenueCapabilities,
  'ordTypes' | 'timeInForce' | 'execInst' | 'crosses' | 'icebergs' | 'minQty' | 'priceStepKobo' | 'mostQty'
>

export const venueTermsOf = ({
  ordTypes,
  timeInForce,
  execInst,
  crosses,
  icebergs,
  minQty,
  priceStepKobo,
  mostQty,
}: VenueCapabilities): VenueTerms => ({
  ...{ ordTypes, timeInForce, execInst, crosses, icebergs, minQty, priceStepKobo, mostQty },
})

/** A part of a request that not every venue takes. */
export type UntakenPart = 'crosses' | 'displayQty' | 'minQty'

/** Whether a venue takes an order on these terms. */
export function isTakenBy(venue: VenueTerms, { ordType, timeInForce, execInst }: OrderTerms): boolean {
  const sentAs = isStop(ordType) ? stops[ordType].becomes : ordType
  return (
    venue.ordTypes.includes(sentAs) &&
    venue.timeInForce.includes(timeInForce) &&
    (execInst === null || venue.execInst.includes(execInst))
  )
}

/** The first part of an order that a venue does not take. */
export function untakenPart(
  venue: VenueTerms,
  { displayQty, minQty }: { readonly displayQty?: number | null; readonly minQty?: number | null },
): UntakenPart | undefined {
  if (displayQty != null && !venue.icebergs) return 'displayQty'
  return minQty != null && !venue.minQty ? 'minQty' : undefined
}

/** The price step of an order: what both the security's tick and the venue's step divide. */
export function tickAt({ priceStepKobo }: Pick<VenueTerms, 'priceStepKobo'>, tickKobo: number): number {
  let step = tickKobo
  while (step % priceStepKobo !== 0) step += tickKobo
  return step
}
