import { ExecType, type StoredText } from '@tradebook/contract'
import type { CancelReason, RefusalReason } from '@tradebook/exchange'
import { type OrderReport, REQUEST_REJECT } from '@tradebook/orders'
import type { VenueReplace } from '../order-messages.ts'

/** What made the exchange give its events. */
export type Cause =
  | {
      readonly kind: 'request'
      readonly clOrdID: string
      readonly lasting: VenueReplace['lasting']
    }
  | { readonly kind: 'expiry' | 'restore' | 'withdrawal' | 'phase' | 'none' }

export const NO_REQUEST: Cause = { kind: 'none' }

/** The report of what ended an order: a request, its expiry, or the venue itself with a reason. */
export function endReport(reason: CancelReason, cause: Cause): OrderReport {
  if (reason === 'expired') return { execType: ExecType.expired, text: venueText(reason) }
  if (reason !== 'requested') return { execType: ExecType.canceled, clOrdID: null, text: venueText(reason) }
  if (cause.kind === 'expiry') return { execType: ExecType.expired, text: null }
  return { execType: ExecType.canceled, clOrdID: cause.kind === 'request' ? cause.clOrdID : null, text: null }
}

/** The report of a new order that the venue did not take. */
export const refusalReport = (reason: RefusalReason): OrderReport => ({
  execType: ExecType.canceled,
  clOrdID: null,
  text: venueText(reason),
})

/** The report of a replace that the exchange did not do. @throws Error where nobody asked for one. */
export function replaceReject(reason: RefusalReason, cause: Cause): OrderReport {
  if (cause.kind !== 'request')
    throw new Error(`the exchange refused a change that nobody asked for: ${reason}`)
  return {
    execType: REQUEST_REJECT,
    responseTo: 'replace',
    clOrdID: cause.clOrdID,
    text: venueText(reason),
  }
}

/**
 * Why the venue ended an order or did not take it: the key of its words. The desk refuses what breaks a
 * rule that it knows, with words of its own.
 */
export const venueText = (reason: Exclude<CancelReason, 'requested'> | RefusalReason): StoredText =>
  `Trading.Venue.${reason}`
