import { z } from 'zod'
import { paymentChannelNames } from '../rules/payment-requests.ts'
import { type TransferState, transferStates } from './lists/transfer-states.ts'
import { cashEntryTypes } from './schemas/cash.ts'
import { securityEntryTypes } from './schemas/security-entry.ts'
import { count, naira, nairaOrNull } from './wire-fields.ts'

/** The shapes of an account's cash. Money in naira with at most 2 decimals, days 'YYYY-MM-DD', times ISO 8601 UTC. */

const text = z.string()

/** How an entry that was posted manually and its reversal are linked: by their numbers. */
export const paired = {
  /** Its number; null of what was not posted manually. */
  entry: count.nullable(),
  /** Of a reversal: the entry that it takes back. */
  reverses: count.nullable(),
  /** The reversal that took it back. */
  reversedBy: count.nullable(),
  /** Whether a reversal of it waits for another person. */
  reversalWaits: z.boolean(),
}

/** One line of a statement: a contract note with all its trades, or one entry of cash. */
export const statementLine = z.object({
  /** Unique within the firm; orders the lines of a day. */
  id: text,
  /** The market day that it is posted on. */
  date: text,
  /** When the money really moves. */
  valueDate: text,
  reference: text,
  narration: text,
  debit: nairaOrNull,
  credit: nairaOrNull,
  /** After this line. */
  balance: naira,
  /** The contract note that the line stands for, and its trades; null of an entry of cash. */
  noteNumber: count.nullable(),
  trades: count.nullable(),
  ...paired,
})
export type StatementLine = z.infer<typeof statementLine>

/** A statement as a whole: its days, and what the account had before and after them. */
export const statementFrame = z.object({
  from: text,
  to: text,
  openingBalance: naira,
  closingBalance: naira,
  /** Of all its lines. */
  totals: z.object({ debit: naira, credit: naira }),
})

/** A trade of a contract note. */
export const noteTrade = z.object({
  execID: text,
  orderID: text,
  /** The number of the trade on the market; null of one that is older than these numbers. */
  tradeNumber: count.nullable(),
  transactTime: text,
  quantity: count,
  price: naira,
  consideration: naira,
})
export type NoteTrade = z.infer<typeof noteTrade>

/** What became of a posting; `awaitingApproval` until another person decides it. */
export const posted = z.object({ id: count, status: z.enum(['posted', 'awaitingApproval', 'rejected']) })

/** A request to post cash or shares, or to change where cash goes: who made it, and what became of it. */
export const cashRequest = z.object({
  id: count,
  /** When it was made, by the market's clock. */
  madeAt: text,
  account: text,
  cscsAccount: text,
  customerName: text,
  type: z.enum([
    ...cashEntryTypes,
    ...securityEntryTypes,
    'cashTerms',
    'freeze',
    'unfreeze',
    'reversal',
    'charges',
  ]),
  /** Of a withdrawal: the bank account that it goes to, in words. */
  payee: text.nullable(),
  /** Of a reversal that waits: what the account has in cash after it, which may be less than nothing. */
  balanceAfter: naira.nullable(),
  /** Of the end of a freeze: which one, as `BackOffice/GetAccountFreezes` numbers it. */
  freeze: count.nullable(),
  /** Of cash. */
  amount: naira.nullable(),
  /** Of shares, with the next two. */
  securityID: text.nullable(),
  quantity: count.nullable(),
  /** What a share had cost; of a transfer in. */
  unitCost: naira.nullable(),
  /** Of cash its amount; of shares at the price published last, or at what they had cost where that is more. */
  worth: naira.nullable(),
  reference: text,
  /** Of a change of terms: where cash goes, in words. */
  narration: text,
  state: z.enum(Object.keys(transferStates) as [TransferState, ...TransferState[]]),
  makerName: text,
  deciderName: text.nullable(),
  decidedAt: text.nullable(),
  /** Of a rejection. */
  reason: text.nullable(),
  /** Whether the person who asks made it, who cannot decide it. */
  isOwn: z.boolean(),
  /** Why the person who asks cannot approve what waits, in words; `null` where nothing prevents it. */
  approvalRefused: text.nullable(),
})
export type CashRequest = z.infer<typeof cashRequest>

/** Money that came from outside or went there, or is about to. */
export const cashMovement = z.object({
  id: text,
  date: text,
  /** When the money really moves. */
  valueDate: text,
  kind: z.enum([...cashEntryTypes, 'directSettlement', 'dividend', 'withholdingTax']),
  reference: text,
  narration: text,
  /** Tax that is withheld from what comes in is among it, below zero. */
  amount: naira,
  /** How it was paid in, where its customer said so. */
  channel: z.enum(paymentChannelNames).nullable(),
  /** By name: the bank that it was paid from, or went to. */
  bank: text.nullable(),
  /** The bank account that it went to. */
  payee: text.nullable(),
  /** As its line of the statement has them; null of what is not posted, which has none. */
  debit: nairaOrNull,
  credit: nairaOrNull,
  balance: nairaOrNull,
  state: z.enum(['posted', 'pending', 'rejected']),
})
export type CashMovement = z.infer<typeof cashMovement>
