import { z } from 'zod'
import { freezeGroundNames } from '../rules/freezes.ts'
import { count } from './wire-fields.ts'

const text = z.string()

/** A freeze of an account, in force or lifted. Only for staff, because some grounds must not become known to the customer. */
export const accountFreeze = z.object({
  id: count,
  ground: z.enum(freezeGroundNames),
  reason: text,
  /** The authority's: a suit number, or that of a letter; empty where none was given. */
  reference: text,
  /** The day of the order, the death or the complaint. */
  from: text,
  /** The name of the document that is attached. */
  document: text.nullable(),
  frozenAt: text,
  frozenBy: text,
  /** Whether it is in force. */
  isInForce: z.boolean(),
  /** Who asked for its end, where somebody did. */
  endAskedBy: text.nullable(),
  endReason: text.nullable(),
  /** Who approved that, and when. */
  liftedBy: text.nullable(),
  liftedAt: text.nullable(),
})
export type AccountFreezeRow = z.infer<typeof accountFreeze>
