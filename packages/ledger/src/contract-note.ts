import {
  type FeeLine,
  type FeeLineName,
  type Kobo,
  kobo,
  type Shares,
  Side,
  totalOf,
} from '@tradebook/contract'

/** One customer's trades of one side in one security on one trade date, charged together. */
export interface ContractNote {
  /** Counts the firm's notes in the order of their first trades, without a gap. */
  readonly number: number
  readonly account: string
  readonly side: Side
  readonly securityID: string
  readonly tradeDate: string
  readonly settlementDate: string
  readonly quantity: Shares
  /** Σ quantity × price, exact. */
  readonly consideration: Kobo
  /** How many trades it is made of. */
  readonly trades: number
  /** The charges so far, as printed. */
  readonly lines: readonly FeeLine[]
  /**
   * Of a sale: proceeds less charges less what the shares had cost. Of a purchase 0, unless the shares were sold before:
   * then what its correction changed in the gain of those sales, or the loss of covering what was sold.
   */
  readonly realisedGain: Kobo
  /** Whether its trade date is not over, so that more trades may follow. */
  readonly provisional: boolean
  readonly settled: boolean
  /** The number of the final note that it replaces, after one of its trades was cancelled or corrected; `null` of any other. */
  readonly replaces: number | null
  /** The number of the note that replaces it: it stays as it was printed, and counts no more; `null` while it counts. */
  readonly replacedBy: number | null
}

/** What a note has moved in its customer's cash, in kobo: below zero what the customer pays. */
export const netOf = ({
  side,
  consideration,
  lines,
}: Pick<ContractNote, 'side' | 'consideration' | 'lines'>): Kobo =>
  kobo((side === Side.buy ? -consideration : consideration) - totalOf(lines))

/** What one more trade adds to a note; below zero what a trade that is taken back had added. */
export interface NoteChange {
  readonly consideration: Kobo
  /** Added to each line of charges that changed. */
  readonly fees: readonly { readonly line: FeeLineName; readonly amount: Kobo }[]
  /** Added to the customer's cash: a purchase takes, a sale brings. */
  readonly cash: Kobo
}

export type NoteKey = Pick<ContractNote, 'account' | 'side' | 'securityID' | 'tradeDate'>
