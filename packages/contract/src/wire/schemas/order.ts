import { z } from 'zod'
import { allocationRules, MOST_BULK_ACCOUNTS } from '../../rules/bulk-orders.ts'
import { INT32_LIMIT } from '../../rules/money.ts'
import { isStoredText } from '../../rules/stored-text.ts'
import type { TextKey } from '../../words/words.ts'
import { LONGEST_TEXT } from '../text.ts'
import { execInstCode, ordTypeCode, sideCode, timeInForceCode } from './codes.ts'
import { code, lineOfTextIfAny, ownID } from './shown-text.ts'
import { dateInput } from './time.ts'

/** What a client writes about an order, which is kept where it is kept why the order ended: no key of that. */
const clientText = lineOfTextIfAny(LONGEST_TEXT)
  .unwrap()
  .refine((text) => !isStoredText(text))
  .optional()

/** The person's own id of a request: what makes sending it twice harmless. */
const clOrdID = ownID()
const wholeNumber = z
  .number()
  .int()
  .min(0)
  .max(INT32_LIMIT - 1)

export const newOrderInput = z.object({
  clOrdID,
  account: code(32),
  securityID: code(32),
  side: sideCode,
  ordType: ordTypeCode,
  price: z.number().optional(),
  stopPx: z.number().optional(),
  orderQty: wholeNumber,
  timeInForce: timeInForceCode.default('0'),
  expireDate: dateInput.optional(),
  displayQty: wholeNumber.optional(),
  minQty: wholeNumber.optional(),
  execInst: execInstCode.optional(),
  text: clientText,
  /** The client's instruction that the order draws on. */
  instructionID: z
    .number()
    .int()
    .min(1)
    .max(INT32_LIMIT - 1)
    .optional(),
})

const {
  clOrdID: id,
  account,
  orderQty,
  instructionID,
  stopPx: _,
  expireDate: __,
  ...common
} = newOrderInput.shape

/** One order for several accounts. Without a price it is a market order. The `clOrdID` is the firm's own. */
export const bulkOrderInput = z.object({
  ...{ clOrdID: id, ...common },
  allocation: z.enum(allocationRules).default('proRata'),
  /** What each account orders. */
  lines: z.array(z.object({ account, orderQty, instructionID })).min(1).max(MOST_BULK_ACCOUNTS),
})

const wrongLines: { readonly error: TextKey } = { error: 'Bulk.Lines.wrong' }

/** Accounts with their quantities as people type or paste them: one account on each line. */
export const typedLines = z
  .string()
  .min(1)
  .max(8_000)
  .regex(/^\s*(?:[^\s,;]+[\t ,;]+(?:\d{1,3}(?:,\d{3})+|\d+)[\t ]*(?:\r?\n\s*|$))+$/, wrongLines)

/** What a form asks for a bulk order. */
export const bulkOrderForm = bulkOrderInput
  .pick({ securityID: true, side: true, price: true, allocation: true })
  .extend({ lines: typedLines })

/** What a form asks for an allocation by list. */
export const allocationForm = z.object({ lines: typedLines })

export const allocateBulkOrderInput = z.object({
  orderID: code(64),
  /** What each account gets of all that has traded and is not allocated; without it, pro rata. */
  lines: z
    .array(z.object({ account, quantity: wholeNumber }))
    .max(MOST_BULK_ACCOUNTS)
    .optional(),
})

export const replaceOrderInput = z.object({
  clOrdID,
  orderID: code(64),
  orderQty: wholeNumber.optional(),
  price: z.number().optional(),
  stopPx: z.number().optional(),
  timeInForce: timeInForceCode.optional(),
  expireDate: dateInput.optional(),
  version: z.number().int().optional(),
})

/** Two clients' orders that one broker matches. The `crossID` is the firm's own: what makes sending it twice harmless. */
export const crossOrderInput = z.object({
  crossID: ownID(),
  securityID: code(32),
  price: z.number(),
  orderQty: wholeNumber,
  buyAccount: code(32),
  sellAccount: code(32),
  text: clientText,
})

/** Which open orders are cancelled; all of those of the accounts that the caller may use when nothing is named. */
export const cancelAllOrdersInput = z.object({
  account: code(32).optional(),
  securityID: code(32).optional(),
  side: sideCode.optional(),
})

/** What a summary of orders and their trades is grouped by. */
const summaryGroups = ['security', 'account', 'user', 'day'] as const

export const transactionSummaryInput = z.object({
  /** Market days: without an end up to the market day, without a beginning from the first of the month of the end. */
  from: dateInput.optional(),
  to: dateInput.optional(),
  groupBy: z.enum(summaryGroups).default('security'),
})

export const cancelOrderInput = z.object({ clOrdID, orderID: code(64) })
