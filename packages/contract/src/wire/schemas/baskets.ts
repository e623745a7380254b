import { z } from 'zod'
import {
  type BasketColumn,
  basketColumns,
  LONGEST_BASKET_CELL,
  MOST_BASKET_LINES,
} from '../../rules/baskets.ts'
import { INT32_LIMIT } from '../../rules/money.ts'
import { newOrderInput } from './order.ts'
import { lineOfText, ownID, soughtText } from './shown-text.ts'

const LONGEST_CLORDID = 64

export const basketID = z
  .number()
  .int()
  .min(1)
  .max(INT32_LIMIT - 1)

/** What was typed, pasted or imported into a cell: never refused for what nobody sees. */
const cell = soughtText(LONGEST_BASKET_CELL).default('')

const cells = Object.fromEntries(basketColumns.map((column) => [column, cell])) as Record<
  BasketColumn,
  typeof cell
>

export const basketInput = z.object({
  id: basketID.optional(),
  /** The version that was read, of a basket that is changed. */
  version: z.number().int().min(1).optional(),
  name: lineOfText(64),
  /** Whether everybody who trades for all accounts of the firm may open it. */
  isShared: z.boolean().default(false),
  /** `sentAs` stays with a line that was sent; without it the line is sent as another order. */
  lines: z.array(z.object({ ...cells, sentAs: ownID(LONGEST_CLORDID).optional() })).max(MOST_BASKET_LINES),
})

/** A line as an order. Its `clOrdID` follows from the basket's. */
const order = newOrderInput.omit({ clOrdID: true })
const orders = z.array(order).min(1).max(MOST_BASKET_LINES)

export const basketOrders = z.object({ orders })

export const sendBasketInput = z.object({
  /** The client's own id of this sending. The order of line n has the clOrdID `<sendID>-<n>`, so sending again doubles nothing. */
  sendID: ownID(LONGEST_CLORDID - `-${MOST_BASKET_LINES}`.length),
  /** The basket that is sent, where it was saved. */
  basketID: basketID.optional(),
  /** The version of it that was read. */
  version: z.number().int().min(1).optional(),
  /** With the line of the saved basket that an order is: a line is entered once, even if several people send it. */
  orders: z
    .array(order.extend({ line: z.number().int().min(1).max(MOST_BASKET_LINES).optional() }))
    .min(1)
    .max(MOST_BASKET_LINES),
})

export const stopBasketInput = sendBasketInput.pick({ sendID: true })

/** The id of the order of a line, counted from 1. */
export const clOrdIDOfLine = (sendID: string, line: number): string => `${sendID}-${line}`
