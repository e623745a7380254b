import { type CallInput, type StockOrder, toNaira } from '@tradebook/contract'
import type { RequestFailure } from '../../../api/request-failure.ts'
import type { Told, Wanted } from '../orders/order-words.ts'
import type { Draft, ReadyOrder } from './draft.ts'

/**
 * One wish to trade. Its `clOrdID` goes with every attempt to send it, so that an attempt whose
 * answer was lost can be made again without a second order.
 */
export interface Intent {
  readonly clOrdID: string
  readonly order: ReadyOrder
  /** The ticket as it stood: it is emptied once the order is taken, unless the person has moved on. */
  readonly draft: Draft
}

/** What became of the last order sent from the ticket. */
export type Sending =
  | { readonly phase: 'idle' }
  | { readonly phase: 'sending' | 'slow'; readonly intent: Intent }
  | { readonly phase: 'refused'; readonly intent: Intent; readonly failure: RequestFailure }
  /** The order is kept; what it does next comes by events. */
  | { readonly phase: 'answered'; readonly id: string }

/** An order that was not taken, or of which nobody knows: it may be sent again, with its own id. */
export interface Undecided {
  readonly intent: Intent
  readonly failure: RequestFailure
}

/** What the ticket knows of what it sent. */
export interface Sent {
  readonly sending: Sending
  readonly undecided: readonly Undecided[]
}

export const NOTHING_SENT: Sent = { sending: { phase: 'idle' }, undecided: [] }

type Underway = Extract<Sending, { phase: 'sending' | 'slow' }>
export const isUnderway = (sending: Sending): sending is Underway =>
  sending.phase === 'sending' || sending.phase === 'slow'

/** The wish behind a press of the button: one that is undecided made again, or a new one. */
export function intentOf(order: ReadyOrder, draft: Draft, sent: Sent, newId: () => string): Intent {
  const again = undecidedLike(order, sent)
  return { clOrdID: again?.intent.clOrdID ?? newId(), order, draft }
}

/** The undecided order that asks for just the same. */
export const undecidedLike = (order: ReadyOrder, { undecided }: Pick<Sent, 'undecided'>) =>
  undecided.find(({ intent }) => isSameOrder(intent.order, order))

const isSameOrder = (a: ReadyOrder, b: ReadyOrder): boolean =>
  a.account === b.account &&
  a.securityID === b.securityID &&
  a.side === b.side &&
  a.ordType === b.ordType &&
  a.timeInForce === b.timeInForce &&
  a.orderQty === b.orderQty &&
  a.price === b.price

/** It goes on its way. */
export const departed = ({ undecided }: Sent, intent: Intent): Sent => ({
  sending: { phase: 'sending', intent },
  undecided: without(undecided, intent),
})

/** Its answer takes long, unless it has come meanwhile. */
export const late = (sent: Sent, intent: Intent): Sent =>
  isOnItsWay(sent, intent) ? { ...sent, sending: { phase: 'slow', intent } } : sent

/** The order is kept: its answer says so, or it turned up among the orders first. */
export const arrived = ({ sending, undecided }: Sent, intent: Intent, id: string): Sent => ({
  sending: isUnderway(sending) && !isSame(sending.intent, intent) ? sending : { phase: 'answered', id },
  undecided: without(undecided, intent),
})

/** It failed. An order that has turned up meanwhile is known better than by a lost answer. */
export function failed(sent: Sent, intent: Intent, failure: RequestFailure): Sent {
  if (!isOnItsWay(sent, intent)) return sent
  if (failure.standing === 'refused') return { ...sent, sending: { phase: 'refused', intent, failure } }
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

/** Wishes without a sure answer that are among the orders after all, each with its order. */
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

/** An intent in the words of the call. */
export function newOrderOf({ clOrdID, order }: Intent): CallInput<'Order/SendNewOrder'> {
  const { price, ...rest } = order
  return { clOrdID, ...rest, ...(price !== undefined && { price: toNaira(price) }) }
}

/** An order as it is wanted, to be put in words. */
export const wantedOf = ({ price, ...order }: ReadyOrder): Wanted => ({
  ...order,
  price: price === undefined ? null : toNaira(price),
})

/** An order that is not kept, to be put in words: nothing of it was traded. */
export const untradedOf = (order: ReadyOrder): Told => ({
  ...wantedOf(order),
  ordStatus: '8',
  cumQty: 0,
  leavesQty: 0,
  avgPx: 0,
  text: null,
  ordRejReason: null,
})
