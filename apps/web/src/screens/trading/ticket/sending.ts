import { type CallInput, type StockOrder, toNaira } from '@tradebook/contract'
import type { RequestFailure } from '../../../api/request-failure.ts'
import type { ReportedOrder, Wanted } from '../orders/order-texts.ts'
import type { Draft, ReadyOrder } from './draft.ts'

/**
 * What the ticket knows of the orders it sent. `api/send.ts` makes one attempt; this adds what
 * outlives an attempt and is why `useSend` does not suffice: an order whose answer was lost is sent
 * again under its own `clOrdID`, several may be undecided at once, and a hub event may give the
 * answer first.
 */

/**
 * One order that a person wants. Every attempt to send it carries the same `clOrdID`, so that an
 * attempt whose answer was lost can be repeated without a second order.
 */
export interface Intent {
  readonly clOrdID: string
  readonly order: ReadyOrder
  /** The ticket as it was: it is emptied once the order is taken, unless the person has moved on. */
  readonly draft: Draft
  /** The market day on which it was sent first, as far as it was known: the server knows its `clOrdID` on that day. */
  readonly marketDate: string | undefined
}

/** What became of the last order sent from the ticket. */
export type Sending =
  | { readonly status: 'idle' }
  | { readonly status: 'sending' | 'slow'; readonly intent: Intent }
  | { readonly status: 'refused'; readonly intent: Intent; readonly failure: RequestFailure }
  /** The order is kept; what it does next comes by events. */
  | { readonly status: 'answered'; readonly id: string }

/** An order that was not taken, or whose outcome is unknown. It may be sent again under its own id. */
export interface Undecided {
  readonly intent: Intent
  readonly failure: RequestFailure
}

/** What the ticket knows of what it sent. */
export interface Sent {
  readonly sending: Sending
  readonly undecided: readonly Undecided[]
}

export const NOTHING_SENT: Sent = { sending: { status: 'idle' }, undecided: [] }

type Underway = Extract<Sending, { status: 'sending' | 'slow' }>
export const isUnderway = (sending: Sending): sending is Underway =>
  sending.status === 'sending' || sending.status === 'slow'

/** What a press of the button means: the undecided order that asks for the same, or a new one. */
export function intentOf(asked: Omit<Intent, 'clOrdID'>, sent: Sent, newId: () => string): Intent {
  const again = undecidedLike(asked.order, sent)?.intent
  return again ? { ...again, draft: asked.draft } : { clOrdID: newId(), ...asked }
}

/**
 * Whether an order may be sent, which it may have been before: on another market day its `clOrdID`
 * may not be recognised, and it would be done twice.
 */
export const maySend = (intent: Pick<Intent, 'marketDate'>, marketDate: string | undefined): boolean =>
  intent.marketDate === marketDate

/** The undecided order that asks for just the same. */
export const undecidedLike = (order: ReadyOrder, { undecided }: Pick<Sent, 'undecided'>) =>
  undecided.find(({ intent }) => isSameOrder(intent.order, order))

/** Every field counts, also one that orders get later: a different order must never go under the same `clOrdID`. */
export const isSameOrder = (a: ReadyOrder, b: ReadyOrder): boolean =>
  [...Object.keys(a), ...Object.keys(b)].every(
    (field) => a[field as keyof ReadyOrder] === b[field as keyof ReadyOrder],
  )

/** The attempt begins. */
export const beginSending = ({ undecided }: Sent, intent: Intent): Sent => ({
  sending: { status: 'sending', intent },
  undecided: without(undecided, intent),
})

/** The attempt is slow, unless its answer has arrived meanwhile. */
export const late = (sent: Sent, intent: Intent): Sent =>
  isOnItsWay(sent, intent) ? { ...sent, sending: { status: 'slow', intent } } : sent

/** The order is persisted: it was answered so, or the order appeared among the orders first. */
export const accepted = ({ sending, undecided }: Sent, intent: Intent, id: string): Sent => ({
  sending: isUnderway(sending) && !isSame(sending.intent, intent) ? sending : { status: 'answered', id },
  undecided: without(undecided, intent),
})

/** The attempt failed. An order that has appeared meanwhile is known to be persisted, and stays so. */
export function failed(sent: Sent, intent: Intent, failure: RequestFailure): Sent {
  if (!isOnItsWay(sent, intent)) return sent
  if (failure.standing === 'refused') return { ...sent, sending: { status: 'refused', intent, failure } }
  return { sending: NOTHING_SENT.sending, undecided: [...sent.undecided, { intent, failure }] }
}

export const dismissed = (sent: Sent, intent: Intent): Sent => ({
  ...sent,
  undecided: without(sent.undecided, intent),
})

const isSame = (a: Intent, b: Intent): boolean => a.clOrdID === b.clOrdID
const isOnItsWay = ({ sending }: Sent, intent: Intent): boolean =>
  isUnderway(sending) && isSame(sending.intent, intent)
const without = (undecided: readonly Undecided[], intent: Intent): readonly Undecided[] =>
  undecided.filter((other) => !isSame(other.intent, intent))

/** Orders without an answer that are among the orders after all. */
export const foundAmong = (
  { sending, undecided }: Sent,
  orders: readonly StockOrder[],
): (readonly [Intent, StockOrder])[] =>
  [...(isUnderway(sending) ? [sending.intent] : []), ...undecided.map(({ intent }) => intent)].flatMap(
    (intent) => {
      const order = orders.find((other) => isOrderOf(intent, other))
      return order ? [[intent, order] as const] : []
    },
  )

/** By its own id, or by the one it had before it was replaced. */
export const isOrderOf = ({ clOrdID }: Intent, order: Pick<StockOrder, 'clOrdID' | 'origClOrdID'>): boolean =>
  order.clOrdID === clOrdID || order.origClOrdID === clOrdID

/** The call's input. */
export const newOrderOf = ({ clOrdID, order }: Intent): CallInput<'Order/SendNewOrder'> => ({
  clOrdID,
  ...askedOf(order),
  ...(order.text !== undefined && { text: order.text }),
})

/** The order as the server is asked what it would come to, whatever its text. */
export const askedOf = ({
  price,
  stopPx,
  text: _,
  ...rest
}: ReadyOrder): CallInput<'Order/PreviewOrder'> => ({
  ...rest,
  ...(price !== undefined && { price: toNaira(price) }),
  ...(stopPx !== undefined && { stopPx: toNaira(stopPx) }),
})

/** The order, to be put in words. */
export const wantedOf = ({
  price,
  stopPx,
  text,
  ...order
}: ReadyOrder): Wanted & Omit<ReadyOrder, 'price' | 'stopPx' | 'text'> => ({
  ...order,
  clientText: text,
  price: price === undefined ? null : toNaira(price),
  stopPx: stopPx === undefined ? null : toNaira(stopPx),
})

/** An order that is not kept, to be put in words: nothing of it was traded. */
export const untradedOf = (order: ReadyOrder): ReportedOrder => ({
  ...wantedOf(order),
  ordStatus: '8',
  cumQty: 0,
  leavesQty: 0,
  avgPx: 0,
  reason: null,
  ordRejReason: null,
})
