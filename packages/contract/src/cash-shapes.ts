import { z } from 'zod'

/** The shapes of an account's cash. Money in naira with at most 2 decimals, days 'YYYY-MM-DD', times ISO 8601 UTC. */

const naira = z.number()
const nairaOrNull = z.number().nullable()
const count = z.number().int()
const text = z.string()

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
