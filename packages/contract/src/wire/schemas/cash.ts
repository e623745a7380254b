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

export const cashEntryForm = cashEntryInput.omit({ repeats: true }).extend(repeatedInForm)

export const approvalInput = z.object({ id })
export const rejectionInput = z.object({ id, reason: lineOfText(256) })
