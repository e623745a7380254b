import { z } from 'zod'
import { call } from '../call.ts'
import { items, page, paging } from '../shapes.ts'

export const customerRow = z.object({
  id: z.number().int(),
  accountNumber: z.string(),
  cscsAccount: z.string(),
  customerName: z.string(),
  emailAddress: z.string().nullable(),
  phoneNumber: z.string().nullable(),
})
export type CustomerRow = z.infer<typeof customerRow>

export const holdingRow = z.object({
  securityID: z.string(),
  quantity: z.number().int(),
  heldQuantity: z.number().int(),
  availableQuantity: z.number().int(),
  unsettledIn: z.number().int(),
  unsettledOut: z.number().int(),
  averageCost: z.number(),
  /** The published price: what holdings are valued at. A trade below the minimum quantity moves it not. */
  lastPx: z.number(),
  /** Quantity × published price, exact. */
  marketValue: z.number(),
  /** Market value less what the shares cost, exact. */
  gainLoss: z.number(),
  /** Of the cost, with two decimals, half away from zero; null for what cost nothing. */
  gainLossPercent: z.number().nullable(),
})
export type HoldingRow = z.infer<typeof holdingRow>

export const backOfficeCalls = {
  'BackOffice/GetCustomers': call({
    summary: "The firm's customers by name, account, CSCS account or phone; a customer finds itself",
    needs: 'signedIn',
    heavy: true,
    input: z.object({ ...paging, query: z.string().trim().max(200).optional() }),
    output: page(customerRow),
  }),
  'BackOffice/GetDashAccountPortfolioHolding': call({
    summary: "An account's holdings",
    needs: 'signedIn',
    heavy: true,
    input: z.object({ cscsAcct: z.string().min(1).max(32) }),
    output: items(holdingRow),
  }),
}
