import { z } from 'zod'
import { postingID, repeatedInForm, repeats } from './repeated-posting.ts'
import { code, lineOfText, lineOfTextIfAny } from './shown-text.ts'

export const securityEntryTypes = ['transferIn', 'transferOut'] as const

/** Posting shares that come from another depository account or go there. */
export const securityEntryInput = z.object({
  postingID,
  cscsAcct: code(32),
  type: z.enum(securityEntryTypes),
  securityID: code(32),
  quantity: z.number().int().min(1).max(1_000_000_000_000),
  /** What a share had cost, in naira with at most two decimals; of a transfer in. */
  unitCost: z.number().min(0).max(10_000_000).multipleOf(0.01).default(0),
  /** Of the depository's instruction or the voucher. */
  reference: lineOfText(64),
  /** As it is read in the movement, which says what was moved where this is left out. */
  narration: lineOfTextIfAny(256),
  repeats,
})

/** Who posts on the page says what the customer reads. */
export const securityEntryForm = securityEntryInput
  .omit({ repeats: true })
  .extend({ narration: lineOfText(256), ...repeatedInForm })
