import { z } from 'zod'
import { feeNames } from '../../rules/fees.ts'
import { INT32_LIMIT } from '../../rules/money.ts'
import { byHand, call } from '../call.ts'
import { sideCode } from '../schemas/codes.ts'
import { dateInput } from '../schemas/time.ts'

const settings = { all: ['Pages.Settings'] } as const

/** Parts per million. What is too high for charges is refused in words. */
const ppm = z.number().int().min(0).max(1_000_000)

/** A row of the firm's fee table. */
const feeRate = z.object({
  side: sideCode,
  item: z.enum(feeNames),
  /** The first trade date that it applies to. */
  dateFrom: z.string(),
  /** Of a note's consideration. */
  ratePpm: ppm,
  /** The least that a note is charged, in naira. A flat charge is a minimum with a rate of nil. */
  minimum: z.number(),
  /** VAT, of the charge. */
  vatPpm: ppm,
})

const customerId = z
  .number()
  .int()
  .min(1)
  .max(INT32_LIMIT - 1)

/** What a customer agreed with the firm. */
const customerCharges = z.object({
  customerId,
  /** The first trade date that it applies to. */
  dateFrom: z.string(),
  /** Instead of the firm's commission and its minimum; null leaves these. */
  commissionPpm: ppm.nullable(),
  stampDutyExempt: z.boolean(),
  /** Whether the customer is sent no trade alerts, which then cost nothing. */
  alertsOff: z.boolean().optional(),
})

const charges = z.object({
  /** By side, item and date. */
  rates: z.array(feeRate),
  /** By customer and date. */
  customers: z.array(customerCharges),
})

/** More rows are several changes. */
const MOST_ROWS = 500

export const feeCalls = {
  'Fees/Get': call({
    summary: "The firm's fee table by date, and what its customers agreed about charges",
    needs: settings,
    input: z.object({}),
    output: charges,
  }),
  'Fees/Update': call({
    summary:
      'Change rows of the fee table and agreements of customers, from market days on that have not begun',
    needs: settings,
    limit: byHand,
    input: z.object({
      rates: z
        .array(feeRate.extend({ dateFrom: dateInput }))
        .max(MOST_ROWS)
        .default([]),
      customers: z
        .array(customerCharges.extend({ dateFrom: dateInput }))
        .max(MOST_ROWS)
        .default([]),
    }),
    output: z.object({}),
  }),
  'Fees/DeleteRate': call({
    summary: 'Delete a row of the fee table that is not in force yet',
    needs: settings,
    limit: byHand,
    input: z.object({ side: sideCode, item: z.enum(feeNames), dateFrom: dateInput }),
    output: z.object({}),
  }),
  'Fees/DeleteAgreement': call({
    summary: 'Delete what a customer agreed about charges from a later day on',
    needs: settings,
    limit: byHand,
    input: z.object({ customerId, dateFrom: dateInput }),
    output: z.object({}),
  }),
}
