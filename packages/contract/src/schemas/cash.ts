import { z } from 'zod'
import { lineOfText } from './shown-text.ts'

/** The person's own id of a posting: what makes sending it twice harmless. */
const postingID = z.string().min(1).max(64)

const id = z.number().int().min(1)

export const cashEntryTypes = ['deposit', 'withdrawal'] as const

/** Posting cash that comes from the outside or goes there. */
export const cashEntryInput = z.object({
  postingID,
  cscsAcct: z.string().min(1).max(32),
  type: z.enum(cashEntryTypes),
  /** Naira with at most two decimals. */
  amount: z.number().positive().max(100_000_000_000).multipleOf(0.01),
  /** Of the bank's transfer or the voucher. */
  reference: lineOfText(64),
  /** As it is read on the statement. */
  narration: lineOfText(256),
  /** The earlier posting of the same reference, type and amount for the account that the person knows of. */
  repeats: id.optional(),
})

/** What a form asks: that a posting is repeated knowingly it says instead of naming the earlier one. */
export const cashEntryForm = cashEntryInput.omit({ repeats: true }).extend({ again: z.boolean().optional() })

export const approvalInput = z.object({ id })
export const rejectionInput = z.object({ id, reason: lineOfText(256) })
