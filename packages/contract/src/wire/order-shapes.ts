import { z } from 'zod'
import { allocationRules } from '../rules/bulk-orders.ts'
import { feeLineNames } from '../rules/fees.ts'
import type { OrderReason } from './order-reason.ts'
import {
  execInstCode,
  execTypeCode,
  ordStatusCode,
  ordTypeCode,
  sideCode,
  timeInForceCode,
} from './schemas/codes.ts'
import { count, naira, nairaOrNull, time } from './wire-fields.ts'

/** Orders on the wire, with their executions, previews and sums. */

/** Why an order was refused or ended, to be worded by `reasonInWords`. */
const orderReason: z.ZodType<OrderReason> = z.object({
  ended: z.string().nullable(),
  refusal: z.string().nullable(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
})

export const stockOrder = z.object({
  id: z.string(),
  orderID: z.string(),
  clOrdID: z.string(),
  origClOrdID: z.string().nullable(),
  securityID: z.string(),
  side: sideCode,
  ordType: ordTypeCode,
  price: nairaOrNull,
  stopPx: nairaOrNull,
  orderQty: count,
  displayQty: count.nullable(),
  minQty: count.nullable(),
  execInst: execInstCode.nullable(),
  /** The client's instruction that it draws on. */
  instructionID: count.nullable(),
  /** The bulk order that it is a part of; of a bulk order its own number. */
  bulkOrderID: z.string().nullable(),
  /** How a bulk order is allocated. */
  allocation: z.enum(allocationRules).nullable(),
  timeInForce: timeInForceCode,
  expireDate: z.string().nullable(),
  account: z.string(),
  cscsAccount: z.string(),
  customerName: z.string(),
  userName: z.string(),
  ordStatus: ordStatusCode,
  /** Since when it waits for an answer of the exchange; null of an order that is not pending. */
  pendingSince: time.nullable(),
  cumQty: count,
  leavesQty: count,
  avgPx: z.number(),
  lastPx: nairaOrNull,
  lastQty: count.nullable(),
  holdAmount: naira,
  mdEntryID: z.string().nullable(),
  /** It is open and out of the market: the host halted the orders of its firm. */
  isHalted: z.boolean(),
  /** FIX Text (58), in English: why it was refused or ended, else its client's own text. */
  text: z.string().nullable(),
  reason: orderReason.nullable(),
  clientText: z.string().nullable(),
  ordRejReason: count.nullable(),
  transactTime: time,
  creationTime: time,
  version: count,
})
export type StockOrder = z.infer<typeof stockOrder>

/** A bulk order with what of it is allocated. */
export const bulkOrder = stockOrder.extend({
  /** The accounts that it is for. */
  accounts: count,
  /** Shares that their parts have. */
  allocatedQty: count,
})
export type BulkOrder = z.infer<typeof bulkOrder>

/** A bulk order with the orders of its accounts, in the order of its list. */
export const bulkOrderParts = bulkOrder.extend({ parts: z.array(stockOrder) })
export type BulkOrderParts = z.infer<typeof bulkOrderParts>

/** Sums over the orders of a list: of all that pass its filters or, where there are more than are counted, of those that are. */
export const orderTotals = z.object({
  orderQty: count,
  cumQty: count,
  leavesQty: count,
  /** What traded, charges apart. */
  filledValue: naira,
})

const summaryFigures = {
  /** Orders entered in the period, however they ended. */
  orders: count,
  /** What traded in the period, in shares and naira, charges apart. */
  buyQty: count,
  sellQty: count,
  buyValue: naira,
  sellValue: naira,
  /** Sold less bought. */
  netValue: naira,
  /** Charges and VAT of what traded. */
  fees: naira,
  /** The firm's own part of them, without VAT. */
  commission: naira,
  filled: count,
  cancelled: count,
  rejected: count,
}

/** Orders entered and trades done in a period, by group, with their totals. */
export const transactionSummary = z.object({
  items: z.array(z.object({ key: z.string(), ...summaryFigures })),
  totals: z.object(summaryFigures),
})
export type TransactionSummary = z.infer<typeof transactionSummary>

/** What an order would come to if it were sent now, all of it at its worst price in one trade. */
export const orderPreview = z.object({
  consideration: naira,
  /** What its contract note would be charged more, line by line; the name is the text `Fee.<name>`. */
  fees: z.array(z.object({ name: z.enum(feeLineNames), amount: naira })),
  totalFees: naira,
  /** The consideration with the charges of a purchase, or less those of a sale. */
  total: naira,
  /** The cash that it would hold besides what is held already: with the charges of as many trades as it may have. */
  holdAmount: naira,
  /** The cash that it may use; null for anyone who may not see it. */
  availableBalance: nairaOrNull,
  /** What would remain of it. */
  availableAfter: nairaOrNull,
  /** The shares of its security that may be sold. */
  availableShares: count,
  /** Why it would be refused, in the words of the refusals; none when it would be taken. */
  warnings: z.array(z.object({ code: z.number().int(), message: z.string(), details: z.string() })),
})
export type OrderPreview = z.infer<typeof orderPreview>

export const execution = z.object({
  sequence: count,
  execID: z.string(),
  orderID: z.string(),
  clOrdID: z.string(),
  account: z.string(),
  securityID: z.string(),
  side: sideCode,
  execType: execTypeCode,
  ordStatus: ordStatusCode,
  lastPx: nairaOrNull,
  lastQty: count.nullable(),
  /** The number of its trade, which `getMarketTrades` gives as `mdEntryID`; null of anything that is not a trade. */
  tradeNumber: count.nullable(),
  cumQty: count,
  leavesQty: count,
  avgPx: z.number(),
  /** FIX Text (58), as that of the order. */
  text: z.string().nullable(),
  reason: orderReason.nullable(),
  clientText: z.string().nullable(),
  transactTime: time,
})
export type Execution = z.infer<typeof execution>
