import type { Doubt, Order, OrderThere, ReconciledOrder } from '@tradebook/orders'

/** What came of a reconciliation, as it is stored. */
export interface ReconciliationLine {
  /** The sequence of its journal line. */
  readonly id: number
  readonly at: number
  /** How many open orders came out how. */
  readonly counts: Readonly<Record<ReconciledOrder['outcome'], number>>
  /** Those that do not agree. */
  readonly rows: readonly ReconciledOrder[]
}

/** Whether the venue has said which orders are open there. */
export type OpenOrdersAnswer = 'compared' | 'notSaid'

/**
 * The proposal of another person that somebody has read, and from whom they were found to be independent. It is confirmed
 * only if it is still the one that waits: two people who press at the same moment have each checked nobody.
 */
export interface ReadProposal {
  readonly byId: number
  /** Market time, epoch milliseconds. */
  readonly at: number
}

/** Whether a person confirms the proposal that waits. */
export const isConfirmed = (
  proposal: ReadProposal | null,
  confirms: ReadProposal | null,
  userId: number,
): boolean =>
  proposal !== null &&
  proposal.byId !== userId &&
  proposal.byId === confirms?.byId &&
  proposal.at === confirms.at

/** What operators can say of an order in doubt. */
export const doubtEnds = ['neverArrived', 'canceled'] as const
export type DoubtEnd = (typeof doubtEnds)[number]

/** What one person has said of an order in doubt, until another says the same. */
export interface DoubtProposal {
  readonly as: DoubtEnd
  readonly byId: number
  readonly byName: string
  /** Market time, epoch milliseconds. */
  readonly at: number
}

/** An order of which desk and venue do not agree. */
export interface DoubtLine {
  /** The sequence of the reconciliation that found it. */
  readonly id: number
  readonly orderID: string
  readonly firm: number
  readonly why: Doubt
  /** What the desk had of it when it was found. */
  readonly here: Pick<Order, 'account' | 'securityID' | 'side' | 'cumQty' | 'leavesQty'>
  /** As the venue had it; `null` where it did not. */
  readonly there: OrderThere | null
  readonly since: number
  readonly proposal: DoubtProposal | null
  /** When it was settled; `null` while it is not. */
  readonly endedAt: number | null
}

/** What two people can decide about an order that only the venue has. */
export const unclaimedEnds = ['adopted', 'canceled'] as const
export type UnclaimedEnd = (typeof unclaimedEnds)[number]

/** What is to become of an order that only the venue has: a firm adopts it under one of its accounts, or it is cancelled. */
export type UnclaimedOutcome =
  | { readonly as: 'adopted'; readonly firm: number; readonly account: string }
  | { readonly as: 'canceled' }

/** An order at the venue that no firm here has. */
export interface UnclaimedLine {
  /** The sequence of the reconciliation that found it. */
  readonly id: number
  readonly venueOrderID: string
  /** As the venue had it last. */
  readonly there: OrderThere
  readonly since: number
  /** What one person has proposed, and after a second one what is decided. */
  readonly proposal:
    | (UnclaimedOutcome & {
        readonly byId: number
        readonly byName: string
        /** Market time, epoch milliseconds. */
        readonly at: number
      })
    | null
  readonly isDecided: boolean
  /** What the venue said when it last rejected the cancel; `null` where it has not. */
  readonly rejected: string | null
  /** The order that it has become; `null` while it has not. */
  readonly orderID: string | null
  /** When it was adopted or the venue no longer had it; `null` before. */
  readonly endedAt: number | null
}
