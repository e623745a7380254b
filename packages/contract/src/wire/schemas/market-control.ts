import { z } from 'zod'
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
