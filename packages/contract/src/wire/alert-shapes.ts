import { z } from 'zod'
import { alertConditionNames, alertStateNames } from '../rules/alerts.ts'
import { count, nairaOrNull, time } from './wire-fields.ts'

/** An alert as its user reads it. Prices in naira, changes in percent; times in market time. */
export const alert = z.object({
  id: count,
  securityID: z.string(),
  condition: z.enum(alertConditionNames),
  /** The level of `atOrAbove` and `atOrBelow`. */
  price: nairaOrNull,
  /** The level of `riseOf` and `fallOf`, without a sign. */
  percent: z.number().nullable(),
  /** Whether it is mailed, too. */
  byMail: z.boolean(),
  state: z.enum(alertStateNames),
  /** When it was set. */
  creationTime: time,
  firedAt: time.nullable(),
  /** At which price, change in percent or news it fired. */
  firedPrice: nairaOrNull,
  firedPercent: z.number().nullable(),
  newsID: z.string().nullable(),
  headline: z.string().nullable(),
})
export type Alert = z.infer<typeof alert>
