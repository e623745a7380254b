import { z } from 'zod'
import { type BasketColumn, basketColumns } from '../rules/baskets.ts'
import { orderPreview, stockOrder } from './order-shapes.ts'
import { count, naira, nairaOrNull, time } from './wire-fields.ts'

/** Baskets of orders on the wire, with their totals and their outcomes. */

const basketFields = {
  id: count,
  name: z.string(),
  /** Whether others who trade for all accounts of the firm may open it. */
  isShared: z.enum(['yes', 'no']),
  /** Whether it is the reader's own: others open it and save their own copy. */
  isOwn: z.boolean(),
  /** Whose it is. */
  userName: z.string(),
  version: count,
  savedAt: time,
  /** When it was sent last. */
  sentAt: time.nullable(),
}

/** A basket in the list. */
export const basketRow = z.object({ ...basketFields, lineCount: count })
export type BasketRow = z.infer<typeof basketRow>

const cells = Object.fromEntries(basketColumns.map((column) => [column, z.string()])) as Record<
  BasketColumn,
  z.ZodString
>

/** A saved line; once it was sent, with the `clOrdID` of its order. */
const savedLine = z.object({ ...cells, sentAs: z.string().optional() })

export const basket = z.object({ ...basketFields, lines: z.array(savedLine) })
export type Basket = z.infer<typeof basket>

/** Why a line would be, or was, refused. */
const lineRefusal = z.object({ code: z.number().int(), message: z.string(), details: z.string() })

const previewedLine = z.object({
  /** The preview of the line after those before it; null for an account that is not the caller's. */
  preview: orderPreview.omit({ warnings: true }).nullable(),
  /** Why it would be refused; empty if it would be accepted. */
  warnings: z.array(lineRefusal),
})

/** What a bulk order would come to: the whole, and each account in the order of the list. */
export const bulkOrderPreview = z.object({
  /** Why the order as a whole would be refused; empty if it would be accepted. */
  warnings: z.array(lineRefusal),
  /** With the name of the customer; empty for an account that is not the caller's. */
  lines: z.array(previewedLine.extend({ customerName: z.string() })),
})
export type BulkOrderPreview = z.infer<typeof bulkOrderPreview>

export const basketPreview = z.object({
  lines: z.array(previewedLine),
  /** The totals of the lines that would be accepted, for each account, in the order of the lines. */
  accounts: z.array(
    z.object({
      account: z.string(),
      orders: count,
      buys: naira,
      sells: naira,
      fees: naira,
      holdAmount: naira,
      /** The cash that it may use now; null for anyone who may not see it. */
      availableBalance: nairaOrNull,
      availableAfter: nairaOrNull,
    }),
  ),
})
export type BasketPreview = z.infer<typeof basketPreview>

/** `accepted`: it is an order. `refused`: it is not. `unknown`: it may be one. `notSent`: it was not sent. */
export const lineOutcomes = ['accepted', 'refused', 'unknown', 'notSent'] as const

export const basketOutcome = z.object({
  /** Of the saved basket, whose lines now have their ids; null of one that is not saved. */
  version: count.nullable(),
  lines: z.array(
    z.object({
      clOrdID: z.string(),
      outcome: z.enum(lineOutcomes),
      order: stockOrder.nullable(),
      refusal: lineRefusal.nullable(),
    }),
  ),
})
export type BasketOutcome = z.infer<typeof basketOutcome>
