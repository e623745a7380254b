import { z } from 'zod'
import { accountStateNames } from '../rules/account-states.ts'
import { count, naira } from './wire-fields.ts'

/** Customers and what they hold, on the wire. */

export const customerRow = z.object({
  id: count,
  accountNumber: z.string(),
  cscsAccount: z.string(),
  customerName: z.string(),
  emailAddress: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  /** Clearing house number. */
  chn: z.string().nullable(),
  state: z.enum(accountStateNames),
  /** Null of accounts that were opened before it was kept. */
  openedOn: z.string().nullable(),
  /** The day of its last ledger entry or order; null before the first. */
  lastActivity: z.string().nullable(),
  /** Naira; null where the reader is not shown it. */
  cash: naira.nullable(),
})
export type CustomerRow = z.infer<typeof customerRow>

export const holdingRow = z.object({
  securityID: z.string(),
  quantity: count,
  heldQuantity: count,
  availableQuantity: count,
  unsettledIn: count,
  unsettledOut: count,
  averageCost: z.number(),
  /** What the shares cost, charges of their purchases included. */
  costValue: naira,
  /** The published price: what holdings are valued at. A trade below the minimum quantity moves it not. */
  lastPx: naira,
  /** Quantity × published price, exact. */
  marketValue: z.number(),
  /** Market value less what the shares cost, exact. */
  gainLoss: z.number(),
  /** Of the cost, with two decimals, half away from zero; null for what cost nothing. */
  gainLossPercent: z.number().nullable(),
  /**
   * What the shares gained on the market day, exact: their value less what the day's notes bought, plus what they sold,
   * without charges, less the value at the close before of what was held when the day began. Shares that moved otherwise
   * count from the start of the day. Null where the security has no close before.
   */
  dayGainLoss: z.number().nullable(),
})
export type HoldingRow = z.infer<typeof holdingRow>

/** Exact sums over holdings. */
export const holdingTotals = z.object({ costValue: naira, marketValue: naira, gainLoss: naira })
