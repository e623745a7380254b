import { z } from 'zod'
import { feeNames, feeRateLimits, PPM_PER_PERCENT } from '../../rules/fees.ts'
import { INT32_LIMIT } from '../../rules/money.ts'
import { sideCode } from './codes.ts'
import { dateInput } from './time.ts'

/** Percent of at most four decimals: parts per million. */
const percent = (mostPpm: number) =>
  z
    .number()
    .min(0)
    .max(mostPpm / PPM_PER_PERCENT)
    .multipleOf(1 / PPM_PER_PERCENT)

/** A row of the fee table as a person enters it. */
export const feeRateInput = z.object({
  item: z.enum(feeNames),
  side: sideCode,
  /** The first trade date that it applies to. */
  dateFrom: dateInput,
  ratePercent: percent(feeRateLimits.ratePpm),
  /** Naira. */
  minimum: z
    .number()
    .min(0)
    .max(Number(feeRateLimits.minimum) / 100)
    .multipleOf(0.01),
  /** Of the charge. */
  vatPercent: percent(feeRateLimits.vatPpm),
})

/** What a customer agreed about charges, as a person enters it. */
export const agreementInput = z.object({
  customerId: z
    .number()
    .int()
    .min(1)
    .max(INT32_LIMIT - 1),
  dateFrom: dateInput,
  /** Null: the firm's. */
  commissionPercent: percent(feeRateLimits.ratePpm).nullable(),
  stampDutyExempt: z.boolean(),
  alertsOff: z.boolean(),
})
