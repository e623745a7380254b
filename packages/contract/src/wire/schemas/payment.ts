import { z } from 'zod'
import { bankCodes } from '../../rules/banks.ts'
import { paymentChannelNames } from '../../rules/payment-requests.ts'
import { cashEntryInput } from './cash.ts'
import { postingID } from './repeated-posting.ts'
import { lineOfText, lineOfTextIfAny } from './shown-text.ts'
import { dateInput } from './time.ts'

const { cscsAcct, amount } = cashEntryInput.shape
/** Payment requests are numbered by four bytes. */
const id = z.number().int().min(1).max(2_147_483_647)

/** A deposit that the customer has paid in. */
export const depositReport = z.object({
  postingID,
  cscsAcct,
  amount,
  channel: z.enum(paymentChannelNames),
  /** The bank that it was paid from. */
  bankCode: z.enum(bankCodes).nullish(),
  /** When it was paid. */
  paidOn: dateInput,
  /** As the bank's receipt or the cheque has it. */
  reference: lineOfText(48),
})

/** A withdrawal to the bank account that is registered for the account, and to no other. */
export const withdrawalRequest = z.object({
  postingID,
  cscsAcct,
  amount,
  reference: lineOfTextIfAny(48),
})

export const paymentID = z.object({ id })
export const paymentPosting = z.object({ id, narration: lineOfText(256) })
export const paymentDecline = z.object({ id, reason: lineOfText(256) })
