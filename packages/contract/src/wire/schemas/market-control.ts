import { z } from 'zod'
import { INT32_LIMIT } from '../../rules/money.ts'
import { count, naira, nairaOrNull } from '../wire-fields.ts'
import { code, lineOfText, linesOfText } from './shown-text.ts'

const securityID = code(32)

/** Why trading stops or goes on, in words that are kept. */
const reason = lineOfText(256)

/** Halting and resuming; `null`: the whole market. */
export const controlInput = z.object({ securityID: securityID.nullable(), reason })

/** Halting and resuming one security. */
export const securityControlInput = z.object({ securityID, reason })

export const newsInput = z.object({
  headline: lineOfText(200),
  body: linesOfText(10_000).min(1),
  securityIDs: z.array(securityID).max(50).default([]),
  urgency: z.enum(['0', '1', '2']).default('0'),
})

/** By the number that lists of trades and executions give. */
const tradeNumber = z.number().int().min(1)

export const cancelTradeInput = z.object({ tradeNumber, reason })

/** What is left out stays as it is. */
export const correctTradeInput = z.object({
  tradeNumber,
  price: z.number().positive().optional(),
  quantity: z
    .number()
    .int()
    .min(1)
    .max(INT32_LIMIT - 1)
    .optional(),
  reason,
})

const id = z.number().int().min(1)
export const correctionApprovalInput = z.object({ id })
export const correctionRejectionInput = z.object({ id, reason })

/** What one person of market control asked for, and another one decides. */
export const tradeCorrectionRow = z.object({
  id: count,
  madeAt: z.string(),
  tradeNumber: count,
  /** The market day of the trade. */
  marketDate: z.string(),
  securityID: z.string(),
  kind: z.enum(['cancel', 'correct']),
  /** As the trade stood when it was asked for. */
  quantity: count,
  price: naira,
  /** Of a correction. */
  newQuantity: count.nullable(),
  newPrice: nairaOrNull,
  reason: z.string(),
  state: z.enum(['pending', 'approved', 'rejected']),
  makerName: z.string(),
  deciderName: z.string().nullable(),
  decidedAt: z.string().nullable(),
  /** Of a rejection. */
  decidedWhy: z.string().nullable(),
  /** Whether the person who asks made it, who can take it back and not approve it. */
  isOwn: z.boolean(),
})
export type TradeCorrectionRow = z.infer<typeof tradeCorrectionRow>
