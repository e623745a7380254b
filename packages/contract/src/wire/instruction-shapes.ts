import { z } from 'zod'
import { instructionEvents, instructionMediumNames, instructionStates } from '../rules/instructions.ts'
import { sideCode } from './schemas/codes.ts'
import { count, nairaOrNull, time } from './wire-fields.ts'

/** Customers' instructions on the wire, with how far their orders have filled them. */

const keysOf = <T extends object>(table: T) =>
  Object.keys(table) as [keyof T & string, ...(keyof T & string)[]]

export const instruction = z.object({
  id: count,
  account: z.string(),
  customerName: z.string(),
  securityID: z.string(),
  side: sideCode,
  orderQty: count,
  /** Naira: the worst price; null for any. */
  price: nairaOrNull,
  /** The last market day. */
  until: z.string(),
  isUrgent: z.enum(['yes', 'no']),
  medium: z.enum(instructionMediumNames),
  reference: z.string(),
  text: z.string(),
  state: z.enum(keysOf(instructionStates)),
  /** Shares that its orders have traded. */
  filledQty: count,
  /** Shares that its open orders may still trade. */
  workingQty: count,
  /** Who entered it. */
  userName: z.string(),
  creationTime: time,
  /** The dealer who has it. */
  takenBy: z.string().nullable(),
  /** Whether the reader has it. */
  isOwn: z.boolean(),
  closedBecause: z.string().nullable(),
})
export type Instruction = z.infer<typeof instruction>

export const instructionHistory = instruction.extend({
  /** What was done to it, oldest first. */
  events: z.array(
    z.object({
      event: z.enum(keysOf(instructionEvents)),
      at: time,
      userName: z.string(),
      note: z.string(),
    }),
  ),
})
export type InstructionHistory = z.infer<typeof instructionHistory>
