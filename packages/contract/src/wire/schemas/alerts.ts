import { z } from 'zod'
import {
  alertConditionNames,
  alertConditions,
  alertLevel,
  LARGEST_ALERT_PERCENT,
} from '../../rules/alerts.ts'
import { INT32_LIMIT } from '../../rules/money.ts'
import { code } from './shown-text.ts'

const id = z
  .number()
  .int()
  .min(1)
  .max(INT32_LIMIT - 1)

export const alertID = z.object({ id })

/** Setting an alert: a new one or, with `id`, one that waits, changed. The level is `price` or `percent`, as the condition has it. */
export const alertInput = z
  .object({
    id: id.optional(),
    securityID: code(32),
    condition: z.enum(alertConditionNames),
    /** Naira, of `atOrAbove` and `atOrBelow`. */
    price: z.number().optional(),
    /** Of `riseOf` and `fallOf`, without a sign. */
    percent: z.number().optional(),
    byMail: z.boolean().default(false),
  })
  .superRefine(({ condition, price, percent }, context) => {
    const wanted = alertConditions[condition].of
    for (const [name, value] of Object.entries({ price, percent })) {
      const wrong = (message: string, params?: Record<string, unknown>) =>
        context.addIssue({ code: 'custom', path: [name], message, ...(params && { params }) })
      if (name !== wanted) {
        if (value !== undefined) wrong(`${condition} has no ${name}.`)
      } else if (value === undefined || alertLevel(condition, value) === undefined)
        wrong(name === 'price' ? 'Alert.Wrong.price' : 'Alert.Wrong.percent', {
          most: condition === 'fallOf' ? LARGEST_ALERT_PERCENT.fallOf : LARGEST_ALERT_PERCENT.riseOf,
        })
    }
  })
