import {
  type EntryKind,
  type FeeLineName,
  type Kobo,
  type PriceKobo,
  type Quantity,
  type Shares,
  Side,
} from '@tradebook/contract'
import type { ContractNote, NoteChange } from './contract-note.ts'

/**
 * One line of an entry. Credits are positive and debits negative: `customer` and `custody` above
 * zero are what the firm owes its customer; its own `bank` and `depository` are below zero by
 * what it has there. The postings of an entry sum to zero in every asset.
 *
 * | ledger account      | whose    | holds |
 * |---------------------|----------|-------|
 * | `customer`          | customer | cash, trades included from their trade date |
 * | `custody`           | customer | shares at the depository |
 * | `custody:unsettled` | customer | shares bought (+) and sold (−) that are not yet delivered |
 * | `clearing`          | firm     | cash and shares due to (+) and from (−) the market |
 * | `fee:<line>`        | firm     | charges collected, one account a line of the note |
 * | `tax:withholding`   | firm     | tax withheld from dividends and owed to the revenue service |
 * | `bank`              | firm     | money at the bank |
 * | `depository`        | firm     | customers' shares at the depository |
 */
export interface Posting {
  readonly ledgerAccount: LedgerAccount
  /** The customer's account; null for the firm's own. */
  readonly account: string | null
  /** `NGN`, in kobo, or a security, in shares. */
  readonly asset: string
  readonly amount: bigint
}

export type LedgerAccount =
  | 'customer'
  | 'custody'
  | 'custody:unsettled'
  | 'clearing'
  | 'bank'
  | 'depository'
  | `fee:${FeeLineName}`
  | 'tax:withholding'

/**
 * One event in the books. Dates are 'YYYY-MM-DD'. It stores what happened, not a sentence about it:
 * `narrationOf` of the contract words it in the reader's language.
 */
export interface Entry {
  readonly kind: EntryKind
  readonly account: string
  readonly securityID: string | null
  /** The market day on which it is posted. It never goes back from one entry to the next. */
  readonly date: string
  /** When money or shares really move. */
  readonly valueDate: string
  /** Of a trade or settlement; `null` of any other entry. */
  readonly side: Side | null
  /**
   * Shares that traded, settled, were transferred, given or taken; of proceeds those that were sold, of a dividend
   * and its tax those that it was paid on; `null` of a deposit or withdrawal.
   */
  readonly quantity: Shares | null
  /** Kobo per share: the price of a trade, the unit cost of a transfer in; `null` of any other entry. */
  readonly price: Kobo | null
  /** The number of the contract note of a trade or settlement. */
  readonly noteNumber: number | null
  /**
   * Of the person who posted it by hand; the corporate action that posted it; the bank account that proceeds
   * left for; the note that a correction is of; otherwise `null`.
   */
  readonly reference: string | null
  /** Of the person who posted it by hand; otherwise `null`. */
  readonly narration: string | null
  /** The bank account that a withdrawal goes to; `null` of any other entry, and of withdrawals from before they had one. */
  readonly payee: string | null
  /** The sequence of the account's entry that it reverses, or that it posts corrected; `null` of any other. */
  readonly reverses: number | null
  /** At most one in each asset and ledger account. */
  readonly postings: readonly Posting[]
  /** The account's cash after an entry that posts to it; `null` of any other entry. */
  readonly balance: Kobo | null
  /** Of an entry that posts shares to the account: what it owns of the security after it, settled or not. */
  readonly holding: Shares | null
  /** What the shares of `holding` cost, charges of their purchase included. */
  readonly cost: Kobo | null
}

/** How much traded at which price. */
export interface Traded {
  readonly quantity: Quantity
  readonly price: PriceKobo
}

/** An order traded. */
export interface Fill {
  readonly orderID: string
  readonly execID: string
  readonly account: string
  readonly securityID: string
  readonly side: Side
  readonly quantity: Quantity
  readonly price: PriceKobo
  readonly tradeDate: string
  /** For a new note; one that exists keeps its own. */
  readonly settlementDate: string
  /** The rest of the trade that the fill before was of, at another price: both are charged as one trade. */
  readonly isRest?: true
}

/** The description of an entry by the person who posts it by hand. */
export interface Particulars {
  readonly date: string
  readonly reference: string
  readonly narration: string
  /** Of a reversal, as of `Entry`. */
  readonly reverses?: number
}

export const NAIRA = 'NGN'

/** What an account has of a security. */
interface Owned {
  /** Shares that the account owns, whether or not they are settled. */
  readonly owned: bigint
  /** What they cost, in kobo. */
  readonly cost: bigint
}

/** @param after the account's cash in kobo and its shares of the security after the trade. */
export function tradeEntry(
  fill: Fill,
  change: NoteChange,
  note: ContractNote,
  after: Owned & { readonly balance: bigint },
): Entry {
  const { account, securityID, side } = fill
  const bought = side === Side.buy
  const count = BigInt(fill.quantity)
  return {
    kind: 'trade',
    account,
    securityID,
    date: fill.tradeDate,
    valueDate: note.settlementDate,
    side,
    quantity: count as Shares,
    price: BigInt(fill.price) as Kobo,
    noteNumber: note.number,
    ...BY_ITSELF,
    postings: [
      posting('customer', account, NAIRA, change.cash),
      ...change.fees.map(({ line, amount }) => posting(`fee:${line}`, null, NAIRA, amount)),
      posting('clearing', null, NAIRA, bought ? change.consideration : -change.consideration),
      posting('custody:unsettled', account, securityID, bought ? count : -count),
      posting('clearing', null, securityID, bought ? -count : count),
    ],
    balance: after.balance as Kobo,
    ...ownedAfter(after),
  }
}

/** A part of a correction: a trade that is taken back, or the trade as it is from now on. */
export interface CorrectedTrade {
  readonly account: string
  readonly securityID: string
  readonly side: Side
  readonly trade: Traded
  /** Shares that were traded more, below zero fewer. */
  readonly count: bigint
  readonly change: NoteChange
  /** As it is with the correction. */
  readonly note: ContractNote
  /** The number of the note that it corrects. */
  readonly corrected: number
  readonly date: string
  readonly reverses: number
}

/**
 * What is not settled is due from the market and to it, as the trade was; what is, moves on the day of the correction.
 * On a note that is provisional it is a part of that; after it, a line of its own in the statement.
 */
export function correctedTradeEntry(
  kind: 'tradeCanceled' | 'tradeCorrected',
  { account, securityID, side, trade, count, change, note, corrected, date, reverses }: CorrectedTrade,
  after: Owned & { readonly balance: bigint },
): Entry {
  const bought = side === Side.buy
  const delivered = bought ? count : -count
  const [cash, shares, store] = note.settled
    ? (['bank', 'custody', 'depository'] as const)
    : (['clearing', 'custody:unsettled', 'clearing'] as const)
  return {
    kind,
    account,
    securityID,
    date,
    valueDate: note.settled ? date : note.settlementDate,
    side,
    quantity: BigInt(trade.quantity) as Shares,
    price: BigInt(trade.price) as Kobo,
    noteNumber: note.provisional ? note.number : null,
    reference: String(corrected),
    narration: null,
    payee: null,
    reverses,
    postings: [
      posting('customer', account, NAIRA, change.cash),
      ...change.fees.map(({ line, amount }) => posting(`fee:${line}`, null, NAIRA, amount)),
      posting(cash, null, NAIRA, bought ? change.consideration : -change.consideration),
      posting(shares, account, securityID, delivered),
      posting(store, null, securityID, -delivered),
    ],
    balance: after.balance as Kobo,
    ...ownedAfter(after),
  }
}

/**
 * On the settlement date, or at the first market day after it, the firm pays or is paid what it cleared,
 * and the shares are delivered. What the account owns and what it cost stay the same.
 *
 * @param date the market day that begins.
 */
export function settlementEntry(note: ContractNote, date: string, after: Owned): Entry {
  const { account, securityID, quantity, consideration, side } = note
  const bought = side === Side.buy
  const delivered = bought ? quantity : -quantity
  const cash = bought ? consideration : -consideration
  return {
    kind: 'settlement',
    account,
    securityID,
    date,
    valueDate: note.settlementDate,
    side,
    quantity,
    price: null,
    noteNumber: note.number,
    ...BY_ITSELF,
    postings: [
      posting('clearing', null, NAIRA, -cash),
      posting('bank', null, NAIRA, cash),
      posting('custody:unsettled', account, securityID, -delivered),
      posting('custody', account, securityID, delivered),
      posting('clearing', null, securityID, delivered),
      posting('depository', null, securityID, -delivered),
    ],
    balance: null,
    ...ownedAfter(after),
  }
}

/**
 * The proceeds of a settled sale leave for the customer's own bank account.
 *
 * @param amount kobo, above zero.
 * @param to the bank account.
 * @param balance the account's cash after it.
 */
export const directSettlementEntry = (
  { account, securityID, quantity, settlementDate }: ContractNote,
  {
    amount,
    to,
    balance,
    date,
  }: { readonly amount: bigint; readonly to: string; readonly balance: bigint; readonly date: string },
): Entry => ({
  kind: 'directSettlement',
  account,
  securityID,
  date,
  valueDate: settlementDate,
  side: null,
  quantity,
  price: null,
  noteNumber: null,
  ...BY_ITSELF,
  reference: to,
  postings: [posting('customer', account, NAIRA, -amount), posting('bank', null, NAIRA, amount)],
  balance: balance as Kobo,
  holding: null,
  cost: null,
})

/**
 * @param amount what the account gets; below zero what leaves it.
 * @param balance the account's cash after it.
 */
export const cashEntry = (
  kind: 'deposit' | 'withdrawal',
  account: string,
  amount: bigint,
  balance: bigint,
  { payee = null, ...particulars }: Particulars & { readonly payee?: string | null },
): Entry => ({
  kind,
  account,
  securityID: null,
  quantity: null,
  price: null,
  ...byHand(particulars),
  payee,
  postings: [posting('customer', account, NAIRA, amount), posting('bank', null, NAIRA, -amount)],
  balance: balance as Kobo,
  holding: null,
  cost: null,
})

/**
 * @param count above zero into the account, below out of it.
 * @param unitCost kobo per share, of a transfer in.
 */
export const transferEntry = (
  kind: 'transferIn' | 'transferOut',
  { account, securityID }: { readonly account: string; readonly securityID: string },
  count: bigint,
  unitCost: bigint | null,
  after: Owned,
  particulars: Particulars,
): Entry => ({
  kind,
  account,
  securityID,
  quantity: (count > 0n ? count : -count) as Shares,
  price: unitCost as Kobo | null,
  ...byHand(particulars),
  postings: [posting('custody', account, securityID, count), posting('depository', null, securityID, -count)],
  balance: null,
  ...ownedAfter(after),
})

/** What is posted manually moves on its own date. */
const byHand = ({ date, reference, narration, reverses }: Particulars) => ({
  date,
  valueDate: date,
  side: null,
  noteNumber: null,
  reference,
  narration,
  payee: null,
  reverses: reverses ?? null,
})

/** Nobody worded it. */
const BY_ITSELF = { reference: null, narration: null, payee: null, reverses: null }

export const ownedAfter = ({ owned, cost }: Owned) => ({ holding: owned as Shares, cost: cost as Kobo })

export const posting = (
  ledgerAccount: LedgerAccount,
  account: string | null,
  asset: string,
  amount: bigint,
): Posting => ({ ledgerAccount, account, asset, amount })
