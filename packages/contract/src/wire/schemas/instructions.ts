import { z } from 'zod'
import { instructionMediumNames } from '../../rules/instructions.ts'
import { INT32_LIMIT } from '../../rules/money.ts'
import { LONGEST_TEXT } from '../text.ts'
import { sideCode } from './codes.ts'
import { code, lineOfText, lineOfTextIfAny } from './shown-text.ts'
import { dateInput } from './time.ts'

const number = z
  .number()
  .int()
  .min(1)
  .max(INT32_LIMIT - 1)

export const instructionID = z.object({ id: number })

/** An instruction as a client gave it. What it allows never changes: a client who changes it gives another one. */
export const instructionInput = z.object({
  account: code(32),
  securityID: code(32),
  side: sideCode,
  orderQty: number,
  /** Naira: the worst price. Without one, any. */
  price: z.number().optional(),
  /** The last market day. */
  until: dateInput,
  isUrgent: z.boolean().default(false),
  medium: z.enum(instructionMediumNames),
  /** Of the letter, the call or the message, as it is filed. */
  reference: lineOfTextIfAny(64),
  text: lineOfTextIfAny(LONGEST_TEXT),
})

export const handOverInput = z.object({
  id: number,
  /** The dealer who has it from now on; without one it waits for any. */
  userName: code(256).optional(),
  note: lineOfTextIfAny(LONGEST_TEXT),
})

export const closeInstructionInput = z.object({ id: number, reason: lineOfText(LONGEST_TEXT) })
