import { ExecType } from '@tradebook/contract'
import type { CancelReason } from '@tradebook/exchange'
import type { OrderReport } from '@tradebook/orders'

/** What made the exchange give its events. */
export type Cause =
  | { readonly kind: 'request'; readonly clOrdID: string }
  | { readonly kind: 'expiry' | 'restore' | 'none' }

export const NO_REQUEST: Cause = { kind: 'none' }

/** The report of what ended an order: a request, its expiry, or the venue itself with a reason. */
export function endReport(reason: CancelReason, cause: Cause): OrderReport {
  if (reason !== 'requested') return { execType: ExecType.canceled, clOrdID: null, text: cancelTexts[reason] }
  if (cause.kind === 'expiry') return { execType: ExecType.expired, text: null }
  return { execType: ExecType.canceled, clOrdID: cause.kind === 'request' ? cause.clOrdID : null, text: null }
}

/** Why the venue itself cancelled what was left of an order. */
const cancelTexts = {
  immediate: 'Nothing more to trade against at this price',
  fillOrKill: 'Could not be filled completely at once',
  noLiquidity: 'Nothing left to trade against',
  selfMatch: 'Would have traded with an order of the same account',
} as const
