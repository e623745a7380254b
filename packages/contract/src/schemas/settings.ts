import { z } from 'zod'

/** The settings of a firm, as `firmSettings` names them. */
export const settingsInput = z.object({
  /** Naira. */
  cashApprovalThreshold: z.number().min(0).max(100_000_000_000).multipleOf(0.01),
})
