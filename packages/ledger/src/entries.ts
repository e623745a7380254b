import { type FeeLineName, type PriceKobo, type Quantity, Side } from '@tradebook/contract'
import type { ContractNote, NoteChange } from './note.ts'
import { shownCount, shownNaira } from './refused.ts'

/**
 * One line of an entry. Credits are positive and debits negative: `customer` and `custody` above
 * zero are what the firm owes its customer; its own `bank` and `depository` stand below zero by
 * what it has there. The postings of an entry sum to zero in every asset.
 *
 * | ledger account      | whose    | holds |
 * |---------------------|----------|-------|
 * | `customer`          | customer | cash, trades included from their trade date |
 * | `custody`           | customer | shares at the depository |
 * | `custody:unsettled` | customer | shares bought (+) and sold (−) that are not yet delivered |
 * | `clearing`          | firm     | cash and shares due to (+) and from (−) the market |
 * | `fee:<line>`        | firm     | charges collected, one account a line of the note |
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

export type EntryKind = 'trade' | 'deposit' | 'withdrawal' | 'transferIn' | 'transferOut' | 'settlement'

/** One event in the books. Dates are 'YYYY-MM-DD'. */
export interface Entry {
  readonly kind: EntryKind
  readonly account: string
  readonly securityID: string | null
  readonly date: string
  /** When money or shares really move. */
  readonly valueDate: string
  readonly reference: string
  readonly narration: string
  readonly postings: readonly Posting[]
  /** On trades and settlements: the note as the entry left it. */
  readonly note?: ContractNote
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
}

/** The description of an entry by the person who posts it by hand. */
export interface Particulars {
  readonly date: string
  readonly reference: string
  readonly narration: string
}

export const NAIRA = 'NGN'

export function tradeEntry(fill: Fill, change: NoteChange, note: ContractNote): Entry {
  const { account, securityID, side } = fill
  const bought = side === Side.buy
  const count = BigInt(fill.quantity)
  return {
    kind: 'trade',
    account,
    securityID,
    date: fill.tradeDate,
    valueDate: note.settlementDate,
    reference: fill.execID,
    narration: `${bought ? 'Bought' : 'Sold'} ${shownCount(fill.quantity)} ${securityID} at ${shownNaira(BigInt(fill.price))}`,
    postings: [
      posting('customer', account, NAIRA, change.cash),
      ...change.fees.map(({ line, amount }) => posting(`fee:${line}`, null, NAIRA, amount)),
      posting('clearing', null, NAIRA, bought ? change.consideration : -change.consideration),
      posting('custody:unsettled', account, securityID, bought ? count : -count),
      posting('clearing', null, securityID, bought ? -count : count),
    ],
    note,
  }
}

/** On the settlement date the firm pays or is paid what it cleared, and the shares are delivered. */
export function settlementEntry(note: ContractNote): Entry {
  const { account, securityID, quantity: count, consideration } = note
  const bought = note.side === Side.buy
  return {
    kind: 'settlement',
    account,
    securityID,
    date: note.settlementDate,
    valueDate: note.settlementDate,
    reference: `${note.tradeDate} ${bought ? 'purchase' : 'sale'} ${securityID}`,
    narration: `Settled ${shownCount(count)} ${securityID} ${bought ? 'bought' : 'sold'} on ${note.tradeDate}`,
    postings: [
      posting('clearing', null, NAIRA, bought ? -consideration : consideration),
      posting('bank', null, NAIRA, bought ? consideration : -consideration),
      posting('custody:unsettled', account, securityID, bought ? -count : count),
      posting('custody', account, securityID, bought ? count : -count),
      posting('clearing', null, securityID, bought ? count : -count),
      posting('depository', null, securityID, bought ? -count : count),
    ],
    note,
  }
}

/** @param amount above zero for a deposit, below for a withdrawal. */
export const cashEntry = (account: string, amount: bigint, particulars: Particulars): Entry => ({
  kind: amount > 0n ? 'deposit' : 'withdrawal',
  account,
  securityID: null,
  ...onDate(particulars),
  postings: [posting('customer', account, NAIRA, amount), posting('bank', null, NAIRA, -amount)],
})

/** @param count above zero into the account, below out of it. */
export const transferEntry = (
  account: string,
  securityID: string,
  count: bigint,
  particulars: Particulars,
): Entry => ({
  kind: count > 0n ? 'transferIn' : 'transferOut',
  account,
  securityID,
  ...onDate(particulars),
  postings: [posting('custody', account, securityID, count), posting('depository', null, securityID, -count)],
})

/** What is posted by hand moves on its own date. */
const onDate = ({ date, reference, narration }: Particulars) => ({
  date,
  valueDate: date,
  reference,
  narration,
})

const posting = (
  ledgerAccount: LedgerAccount,
  account: string | null,
  asset: string,
  amount: bigint,
): Posting => ({ ledgerAccount, account, asset, amount })
