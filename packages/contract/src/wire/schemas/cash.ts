import { z } from 'zod'
import { postingID, repeatedInForm, repeats } from './repeated-posting.ts'
import { code, lineOfText } from './shown-text.ts'

const id = z.number().int().min(1)

export const cashEntryTypes = ['deposit', 'withdrawal'] as const

/** Posting cash that comes from the outside or goes there. */
export const cashEntryInput = z.object({
  postingID,
  cscsAcct: code(32),
  type: z.enum(cashEntryTypes),
  /** Naira with at most two decimals. */
  amount: z.number().positive().max(100_000_000_000).multipleOf(0.01),
  /** Of the bank's transfer or the voucher. */
  reference: lineOfText(64),
  /** As it is read on the statement. */
  narration: lineOfText(256),
  repeats,
})

/** Taking an entry back that was posted manually. */
export const reversalInput = z.object({
  postingID,
  cscsAcct: code(32),
  /** The number of the entry, as the statement and the movement of shares have it. */
  entry: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  /** Why, as it is read on the statement. */
  reason: lineOfText(200),
})

export const cashEntryForm = cashEntryInput.omit({ repeats: true }).extend(repeatedInForm)

export const approvalInput = z.object({ id })
export const rejectionInput = z.object({ id, reason: lineOfText(256) })
