import { z } from 'zod'
import { freezeGroundNames, frozenOrders, LONGEST_FREEZE_REASON } from '../../rules/freezes.ts'
import { cashEntryInput } from './cash.ts'
import { lineOfTextIfAny, linesOfText } from './shown-text.ts'
import { dateInput } from './time.ts'

const { cscsAcct, postingID } = cashEntryInput.shape
const reason = linesOfText(LONGEST_FREEZE_REASON).min(1)

/** The freeze of an account, in force at once. */
export const freezeInput = z.object({
  postingID,
  cscsAcct,
  ground: z.enum(freezeGroundNames),
  reason,
  /** The authority's: a suit number, or that of a letter. */
  reference: lineOfTextIfAny(64),
  /** The day of the order, the death or the complaint. */
  from: dateInput,
  openOrders: z.enum(frozenOrders).default('cancel'),
})

/** A person asks for the end of one freeze of an account; another one approves it. */
export const unfreezeInput = z.object({ postingID, cscsAcct, freeze: z.number().int().min(1), reason })
