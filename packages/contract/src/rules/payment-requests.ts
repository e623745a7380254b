import type { TextKey } from '../words/words.ts'

/**
 * What a customer tells the firm about the cash of an own account: a deposit that was paid in, or a withdrawal that is
 * wanted. Staff post it, which makes it a manual posting as any other, or decline it.
 */

/** How money was paid in. */
export const paymentChannels = {
  transfer: 'Payment.Channel.transfer',
  deposit: 'Payment.Channel.deposit',
  cheque: 'Payment.Channel.cheque',
  card: 'Payment.Channel.card',
} as const satisfies Record<string, TextKey>
export type PaymentChannel = keyof typeof paymentChannels
export const paymentChannelNames = Object.keys(paymentChannels) as [PaymentChannel, ...PaymentChannel[]]

/** How a payment request stands. While it waits, its customer can cancel it. */
export const paymentStates = {
  waiting: 'Payment.State.waiting',
  /** Posted, and waiting for the approval of a second person. */
  pending: 'Payment.State.pending',
  posted: 'List.Transfer.posted',
  /** Posted, and taken back by another entry since. */
  reversed: 'Payment.State.reversed',
  declined: 'Payment.State.declined',
  cancelled: 'Payment.State.cancelled',
} as const satisfies Record<string, TextKey>
export type PaymentState = keyof typeof paymentStates
export const paymentStateNames = Object.keys(paymentStates) as [PaymentState, ...PaymentState[]]

/** So many payment requests of an account wait at most. */
export const MAX_WAITING_PAYMENTS = 20

/** The reference under which a payment request is posted: its number makes it one of its own. */
export const paymentReference = (id: number, reference: string): string =>
  reference === '' ? `PR-${id}` : `PR-${id} ${reference}`
