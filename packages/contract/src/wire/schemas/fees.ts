import { z } from 'zod'
import { feeNames, feeRateLimits, PPM_PER_PERCENT } from '../../rules/fees.ts'
import { INT32_LIMIT, type Kobo, toNaira } from '../../rules/money.ts'
import type { TextKey } from '../../words/words.ts'
import { sideCode } from './codes.ts'
import { dateInput } from './time.ts'

/** Percent of at most four decimals: parts per million. */
const percent = (mostPpm: number) =>
  z
    .number()
    .min(0)
    .max(mostPpm / PPM_PER_PERCENT)
    .multipleOf(1 / PPM_PER_PERCENT)

/** Naira with two decimals at most. */
const amount = (most: Kobo) => z.number().min(0).max(toNaira(most)).multipleOf(0.01)

/** A row of the fee table as a person enters it. */
export const feeRateInput = z
  .object({
    item: z.enum(feeNames),
    side: sideCode,
    /** The first trade date that it applies to. */
    dateFrom: dateInput,
    ratePercent: percent(feeRateLimits.ratePpm),
    perShare: amount(feeRateLimits.perShare).optional(),
    perTrade: amount(feeRateLimits.minimum).optional(),
    /** Of a charge per trade. */
    maximum: amount(feeRateLimits.minimum).optional(),
    minimum: amount(feeRateLimits.minimum),
    /** Of the charge. */
    vatPercent: percent(feeRateLimits.vatPpm),
  })
  .superRefine(({ ratePercent, perShare, perTrade, maximum, minimum }, context) => {
    const bases = { ratePercent, perShare, perTrade }
    const wrong = (path: keyof typeof bases | 'maximum', message: TextKey) =>
      context.addIssue({ code: 'custom', path: [path], message })
    const given = (['ratePercent', 'perShare', 'perTrade'] as const).filter((name) => bases[name])
    if (given.length > 1) wrong(given.at(-1) ?? 'perTrade', 'Fees.Wrong.basis')
    const isBounded = perTrade ? maximum !== undefined && maximum >= minimum : !maximum
    if (!isBounded) wrong('maximum', 'Fees.Wrong.maximum')
  })

/** What a customer chooses about trade alerts. */
export const tradeAlertsInput = z.object({
  /** Whether none are sent, which then cost nothing. */
  alertsOff: z.boolean(),
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
