import { z } from 'zod'
import { paymentChannelNames, paymentStateNames } from '../rules/payment-requests.ts'
import { cashEntryTypes } from './schemas/cash.ts'
import { count, naira, nairaOrNull } from './wire-fields.ts'

const text = z.string()

/** A payment request as its customer and staff read it. Money in naira, days 'YYYY-MM-DD', times ISO 8601 UTC. */
export const paymentRequest = z.object({
  id: count,
  type: z.enum(cashEntryTypes),
  account: text,
  cscsAccount: text,
  customerName: text,
  amount: naira,
  channel: z.enum(paymentChannelNames).nullable(),
  /** Of a deposit the bank that it was paid from, of a withdrawal the bank that it goes to, by name. */
  bank: text.nullable(),
  /** Of a withdrawal: the customer's own account at that bank. */
  bankAccount: text.nullable(),
  /** Of a deposit: when it was paid. */
  paidOn: text.nullable(),
  reference: text,
  /** By the wall clock. */
  madeAt: text,
  makerName: text,
  state: z.enum(paymentStateNames),
  decidedAt: text.nullable(),
  /** Why it was declined, or its posting reversed. */
  reason: text.nullable(),
  /** The number of the posting; null before. */
  postingID: count.nullable(),
  /** Whether the person who asks made it, who does not post it. */
  isOwn: z.boolean(),
})
export type PaymentRequest = z.infer<typeof paymentRequest>

/** What is to be known before a deposit is reported or a withdrawal is requested. */
export const paymentOptions = z.object({
  /** The bank account that is registered for the account: withdrawals go only there. Null: none is. */
  payee: z.object({ bank: text, bankAccount: text }).nullable(),
  /** What can be withdrawn now, next to the withdrawals that wait; null for anyone who may not see it. */
  withdrawable: nairaOrNull,
  /** How customers of the firm pay in, in lines; empty where it does not say. */
  payIn: text,
  /** The market's day. */
  today: text,
})
