import { z } from 'zod'
import { feeNames } from '../../rules/fees.ts'
import { INT32_LIMIT } from '../../rules/money.ts'
import { byHand, call } from '../call.ts'
import { posted } from '../cash-shapes.ts'
import { sideCode } from '../schemas/codes.ts'
import { tradeAlertsInput } from '../schemas/fees.ts'
import { ownID } from '../schemas/shown-text.ts'
import { dateInput } from '../schemas/time.ts'

const changesCharges = { all: ['CHANGE_CHARGES'] } as const

/** Parts per million. What is too high for charges is refused with a clear message. */
const ppm = z.number().int().min(0).max(1_000_000)

/** The person's own id of the request: what makes sending it twice harmless. Without one each sending is another request. */
const postingID = ownID().optional()

/** A row of the firm's fee table. */
const feeRate = z.object({
  side: sideCode,
  item: z.enum(feeNames),
  /** The first trade date that it applies to. */
  dateFrom: z.string(),
  /** Of a note's consideration. A row has a rate, an amount per share or an amount per trade. */
  ratePpm: ppm,
  /** Naira for each share of a note. */
  perShare: z.number().optional(),
  /** Naira for each trade of a note, up to the maximum. */
  perTrade: z.number().optional(),
  /** The most that a note is charged, in naira; of a charge per trade, which must have one. */
  maximum: z.number().optional(),
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
    summary: "The firm's fee table by date, and its agreements with customers about charges",
    needs: changesCharges,
    input: z.object({}),
    output: charges,
  }),
  'Fees/Update': call({
    summary:
      "Request changes to rows of the fee table and to customers' agreements, from market days that have not begun. Another person approves them",
    needs: changesCharges,
    twoPeople: 'requests',
    limit: byHand,
    once: 'ownID',
    input: z.object({
      postingID,
      rates: z
        .array(feeRate.extend({ dateFrom: dateInput }))
        .max(MOST_ROWS)
        .default([]),
      customers: z
        .array(customerCharges.extend({ dateFrom: dateInput }))
        .max(MOST_ROWS)
        .default([]),
    }),
    output: posted,
  }),
  'Fees/DeleteRate': call({
    summary:
      'Request the deletion of a row of the fee table that is not in force yet. Another person approves it',
    needs: changesCharges,
    twoPeople: 'requests',
    limit: byHand,
    once: 'ownID',
    input: z.object({ postingID, side: sideCode, item: z.enum(feeNames), dateFrom: dateInput }),
    output: posted,
  }),
  'Fees/DeleteAgreement': call({
    summary:
      "Request the deletion of a customer's agreement about charges that is not in force yet. Another person approves it",
    needs: changesCharges,
    twoPeople: 'requests',
    limit: byHand,
    once: 'ownID',
    input: z.object({ postingID, customerId, dateFrom: dateInput }),
    output: posted,
  }),
  'Fees/GetTradeAlerts': call({
    summary: 'Whether the user, a customer, has chosen to be sent trade alerts',
    needs: 'member',
    input: z.object({}),
    output: z.object({
      ...tradeAlertsInput.shape,
      /** The market day on which the choice begins to apply; null where it applies already. */
      dateFrom: z.string().nullable(),
    }),
  }),
  'Fees/UpdateTradeAlerts': call({
    summary:
      'Choose whether the user, a customer, is sent trade alerts, and charged for them, from the next market day',
    needs: 'member',
    limit: byHand,
    input: tradeAlertsInput,
    output: z.object({}),
  }),
}
