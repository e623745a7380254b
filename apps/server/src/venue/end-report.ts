import { ExecType } from '@tradebook/contract'
import type { CancelReason, RefusalReason } from '@tradebook/exchange'
import type { OrderReport } from '@tradebook/orders'
import type { VenueReplace } from './venue.ts'

/** What made the exchange give its events. */
export type Cause =
  | {
      readonly kind: 'request'
      readonly clOrdID: string
      readonly lasting: VenueReplace['lasting']
    }
  | { readonly kind: 'expiry' | 'restore' | 'phase' | 'none' }

export const NO_REQUEST: Cause = { kind: 'none' }

/** The report of what ended an order: a request, its expiry, or the venue itself with a reason. */
export function endReport(reason: CancelReason, cause: Cause): OrderReport {
  if (reason === 'expired') return { execType: ExecType.expired, text: 'Not filled in the auction' }
  if (reason !== 'requested') return { execType: ExecType.canceled, clOrdID: null, text: cancelTexts[reason] }
  if (cause.kind === 'expiry') return { execType: ExecType.expired, text: null }
  return { execType: ExecType.canceled, clOrdID: cause.kind === 'request' ? cause.clOrdID : null, text: null }
}

/** The report of a new order that the venue did not take. */
export const refusalReport = (reason: RefusalReason): OrderReport => ({
  execType: ExecType.canceled,
  clOrdID: null,
  text: refusalTexts[reason],
})

/** Why the venue did not take an order or a change of one. The desk refuses what breaks a rule that it knows, with words of its own. */
export const refusalTexts: Readonly<Record<RefusalReason, string>> = {
  unknownSecurity: 'The exchange does not list this security',
  securityHalted: 'The security is halted',
  marketClosed: 'The market is closed',
  notInThisPhase: 'The market does not take such orders in this phase',
  quantityInvalid: 'The exchange does not take this quantity',
  priceMissing: 'Such an order needs a price',
  priceOffTick: 'The price is not a whole number of ticks',
  priceOutsideLimits: 'The price is outside the limits of the day',
  auctionEmpty: 'Nothing would trade in the auction now',
  imbalanceOnThisSide: 'There is no imbalance on the other side to offset',
  beyondTheoreticalPrice: 'The auction would not fill the order at its price',
  crossOutsideQuotes: 'The price is not at or within the best bid and offer',
  crossOfOneOwner: 'Both sides of the cross are of the same account',
}

/** Why the venue itself cancelled what was left of an order. */
const cancelTexts = {
  immediate: 'Nothing more to trade against at this price',
  fillOrKill: 'Could not be filled completely at once',
  minQty: 'Less than the minimum quantity could be filled at once',
  noLiquidity: 'Nothing left to trade against',
  selfMatch: 'Would have traded with an order of the same account',
} as const
