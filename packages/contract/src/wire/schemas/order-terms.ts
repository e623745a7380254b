import { z } from 'zod'
import { ExecInst, OrdType, TimeInForce } from '../../rules/fix.ts'
import { INT32_LIMIT } from '../../rules/money.ts'

/** What an exchange accepts of an order, by its profile. Terms that are not given are those of the embedded market. */
export const orderTerms = z.strictObject({
  ordTypes: z.array(z.enum([OrdType.market, OrdType.limit])).default([OrdType.market, OrdType.limit]),
  timeInForce: z.array(z.enum(TimeInForce)).default(Object.values(TimeInForce)),
  execInst: z.array(z.enum(ExecInst)).default(Object.values(ExecInst)),
  /** DisplayQty (1138), and MinQty (110). */
  icebergs: z.boolean().default(true),
  minQty: z.boolean().default(true),
  /** The greatest OrderQty (38). */
  mostQty: z
    .int()
    .min(1)
    .max(INT32_LIMIT - 1)
    .default(INT32_LIMIT - 1),
  /** Characters of a ClOrdID (11). */
  longestClOrdID: z.int().min(10).max(64).default(64),
})

/** The first value of a profile that is not as it must be, by its name. */
export const firstProblem = ({ issues: [issue] }: z.ZodError): string =>
  `${issue?.path.join('.') || 'profile'}: ${issue?.message}`
