import { type CallInput, refusals, type StockOrder, toNaira } from '@tradebook/contract'
import type { ReadyOrder } from './draft.ts'

/** After this long without an answer the person is told that it takes longer than usual. */
export const SLOW_MS = 2_000

/**
 * One wish to trade. Its `clOrdID` goes with every attempt to send it, so that an attempt whose
 * answer was lost can be made again without a second order.
 */
export interface Intent {
  readonly clOrdID: string
  readonly order: ReadyOrder
}

/** What became of the last order sent from the ticket. */
export type Sending =
  | { readonly phase: 'idle' }
  | { readonly phase: 'sending' | 'slow'; readonly intent: Intent }
  /** It is not known whether the order was taken: it may be sent again, with its own id. */
  | { readonly phase: 'unknown'; readonly intent: Intent; readonly title: string; readonly details: string }
  | { readonly phase: 'refused'; readonly title: string; readonly details: string }
  /** The order is kept; what it does next comes by events. */
  | { readonly phase: 'answered'; readonly id: string }

export const IDLE: Sending = { phase: 'idle' }

export const isUnderway = ({ phase }: Sending): boolean => phase === 'sending' || phase === 'slow'

/** The wish behind a press of the button: the one of unknown outcome made again, or a new one. */
export function intentOf(order: ReadyOrder, sending: Sending, newId: () => string): Intent {
  if (sending.phase === 'unknown' && isSameOrder(sending.intent.order, order)) return sending.intent
  return { clOrdID: newId(), order }
}

const isSameOrder = (a: ReadyOrder, b: ReadyOrder): boolean =>
  a.account === b.account &&
  a.securityID === b.securityID &&
  a.side === b.side &&
  a.ordType === b.ordType &&
  a.timeInForce === b.timeInForce &&
  a.orderQty === b.orderQty &&
  a.price === b.price

/** An intent in the words of the call. */
export function newOrderOf({ clOrdID, order }: Intent): CallInput<'Order/SendNewOrder'> {
  const { price, ...rest } = order
  return { clOrdID, ...rest, ...(price !== undefined && { price: toNaira(price) }) }
}

export const answered = ({ id }: StockOrder): Sending => ({ phase: 'answered', id })

/** What a failed call says about an order. */
export interface SendFailure {
  /** 0 when nobody answered. */
  readonly status: number
  readonly code: number
  readonly message: string
  readonly details: string | null
}

/** Gateways that lost the server on the way: nobody knows what it did. */
const LOST_ON_THE_WAY: readonly number[] = [0, 502, 503, 504]

/** A failure is a refusal, or leaves it open whether the order was taken. */
export function failed(intent: Intent, failure: SendFailure, nobodyAnswered: string): Sending {
  const title = failure.message || nobodyAnswered
  const details = failure.details ?? ''
  const isOpen = LOST_ON_THE_WAY.includes(failure.status) || failure.code === refusals.outcomeUnknown.code
  return isOpen ? { phase: 'unknown', intent, title, details } : { phase: 'refused', title, details }
}
