import { z } from 'zod'
import { type FeeLineName, feeNames } from '../../rules/fees.ts'
import { INT32_LIMIT } from '../../rules/money.ts'
import { count, naira } from '../wire-fields.ts'
import { sideCode } from './codes.ts'

/** What an account has, had, moved and was charged, as the back office and the portal read it. Money in naira. */

/** 'YYYY-MM-DD' */
const date = z.string()
/** Percent with two decimals; null of nothing. */
const percentOrNull = z.number().nullable()

const feeLineNames = feeNames.flatMap((name): FeeLineName[] => [name, `${name}:vat`])

/** A note is provisional until its trade date is over, then final; settled once its cash and shares have moved. */
export const noteStates = ['provisional', 'final', 'settled', 'replaced', 'cancelled'] as const
export type NoteState = (typeof noteStates)[number]

/** A line of charges as the note prints it. Its text is `Fee.<name>`. */
const noteFee = z.object({
  name: z.enum(feeLineNames),
  /** Percent of the consideration; of a VAT line, of the charge that it taxes; 0 of any other charge. */
  rate: z.number(),
  /** Naira for each share, of a charge by shares. */
  perShare: naira.optional(),
  /** Naira for each trade, of a charge by trades. */
  perTrade: naira.optional(),
  /** Whether the least that a note is charged was more than the rate or the amounts come to. */
  isMinimum: z.boolean(),
  /** Whether the amounts came to more than the most that a note is charged. */
  isMaximum: z.boolean().optional(),
  amount: naira,
})

/** The number of a note, as calls name it. */
export const noteNumber = z
  .number()
  .int()
  .min(1)
  .max(INT32_LIMIT - 1)

/** A note names so many of its orders: no customer reads more, and 10,000 were 130 pages. */
export const NOTE_ORDERS = 20

export const contractNoteRow = z.object({
  /** Counts the firm's notes without a gap. */
  number: count,
  state: z.enum(noteStates),
  /** The number of the final note that it replaces, because the exchange cancelled or corrected a trade. */
  replaces: count.nullable(),
  /** The number of the note that replaces it: it counts no more. */
  replacedBy: count.nullable(),
  tradeDate: date,
  settlementDate: date,
  account: z.string(),
  cscsAccount: z.string(),
  customerId: count,
  customerName: z.string(),
  /** Of the customer, in one line. */
  address: z.string().nullable(),
  /** Clearing house number. */
  chn: z.string().nullable(),
  securityID: z.string(),
  securityDesc: z.string(),
  isin: z.string().nullable(),
  side: sideCode,
  quantity: count,
  /** The trades that it is made of. */
  trades: count,
  /** Consideration over quantity with four decimals, half away from zero: only for showing. */
  averagePrice: z.number(),
  /** Σ quantity × price, exact. */
  consideration: naira,
  /** In the order in which they are printed. */
  fees: z.array(noteFee),
  totalFees: naira,
  /** What the customer pays for a purchase, or receives of a sale: above zero, except where charges exceed the proceeds. */
  netAmount: naira,
  /** Of a sale: proceeds less charges less what the shares had cost; 0 of a purchase. */
  realisedGain: naira,
  /** How many orders traded into it. */
  orders: count,
  /** The earliest of them; null of a note whose trades the record does not have. */
  orderID: z.string().nullable(),
  /** The earliest of them, at most `NOTE_ORDERS`; all are in `BackOffice/GetContractNoteTrades`. */
  orderIDs: z.array(z.string()),
})
export type ContractNoteRow = z.infer<typeof contractNoteRow>

export const contractNoteTotals = z.object({
  consideration: naira,
  totalFees: naira,
  /** Purchases subtract from it and sales add to it. */
  cash: naira,
})

/** Who issues the notes, as they print it line by line: name, address, phone, and whose member it is under which code. */
export const noteIssuer = z.array(z.string()).readonly()

export const valuationRow = z.object({
  /** 1 to n, in the order of the securities' names. */
  id: count,
  securityID: z.string(),
  /** Settled or not. */
  quantity: count,
  /** Cost over quantity with four decimals, half away from zero: only for showing. */
  averageCost: z.number(),
  /** Charges of the purchases included. */
  costValue: naira,
  /** The price that was published last on the day. */
  lastPx: naira,
  /** Quantity × price, exact. */
  marketValue: naira,
  /** Market value less cost, exact. */
  gainLoss: naira,
  /** Of the cost, half away from zero; null of what cost nothing. */
  gainLossPercent: percentOrNull,
  /** Of the holdings' market value. The weights sum to 100: what rounding down leaves goes to the largest fractions. */
  weightPercent: z.number(),
})
export type ValuationRow = z.infer<typeof valuationRow>

/** Everything but the rows of a valuation: sums of exact amounts. */
export const valuationSummary = z.object({
  asOf: date,
  totals: z.object({
    costValue: naira,
    marketValue: naira,
    gainLoss: naira,
    gainLossPercent: percentOrNull,
  }),
  /** Trades included from their trade date. */
  cashBalance: naira,
  /** Holdings and cash. */
  totalValue: naira,
  /** Of the sales from 1 January of the year until the day. */
  realisedGain: naira,
})
export type ValuationSummary = z.infer<typeof valuationSummary>

/** What an account was worth at the end of a market day. */
export const portfolioDay = z.object({
  date,
  cashBalance: naira,
  marketValue: naira,
  totalValue: naira,
})
export type PortfolioDay = z.infer<typeof portfolioDay>

/** What moves shares into an account or out of it. A settlement changes nothing that the account owns. */
export const movementKinds = [
  'trade',
  'tradeCanceled',
  'tradeCorrected',
  'transferIn',
  'transferOut',
  'bonus',
  'split',
  'consolidation',
] as const

export const movementRow = z.object({
  /** The sequence of its ledger entry. */
  id: z.string(),
  date,
  valueDate: date,
  securityID: z.string(),
  kind: z.enum(movementKinds),
  /** The number of the contract note of a trade, or of the corporate action; otherwise what the person who posted it wrote. */
  reference: z.string(),
  narration: z.string(),
  quantityIn: count,
  quantityOut: count,
  /** Of a trade; of a transfer in, what a share had cost. */
  price: z.number().nullable(),
  /** Quantity × price of shares that came in; null where they came without a price. */
  valueIn: naira.nullable(),
  /** The same of shares that went out. */
  valueOut: naira.nullable(),
  /** What the account owned of the security after it, settled or not. */
  balance: count,
  /** What that had cost, charges of its purchases included. */
  cost: naira,
  /** As of `paired` in the shapes of cash. */
  entry: count.nullable(),
  reverses: count.nullable(),
  reversedBy: count.nullable(),
  reversalWaits: z.boolean(),
})
export type MovementRow = z.infer<typeof movementRow>

/** Sums over movements. Shares of several securities have no sum that means anything; their values have. */
export const movementTotals = z.object({
  quantityIn: count,
  quantityOut: count,
  valueIn: naira,
  valueOut: naira,
})
