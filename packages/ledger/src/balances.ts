import type { AgreedCharges, FeeRate, Kobo, PriceKobo, Quantity, Shares, Side } from '@tradebook/contract'
import type { ContractNote } from './contract-note.ts'

/** What a firm has set for its ledger. */
export interface LedgerOptions {
  /** Whether proceeds of a sale may pay for purchases before they are received. */
  readonly unsettledProceedsUsable: boolean
}

/** An account with what its customer agreed with the firm. */
export interface AgreedAccount {
  readonly account: string
  /** About charges. */
  readonly agreed: readonly AgreedCharges[]
  /** The customer's own bank account, as entries name it, to which proceeds of a sale leave when it settles; or null. */
  readonly directTo: string | null
}

/** An order that can still trade: `leaves` shares at `worstPx` or better. */
export interface OpenOrder {
  readonly orderID: string
  readonly account: string
  readonly securityID: string
  readonly side: Side
  readonly leaves: Quantity
  /** The highest price a purchase may pay, the lowest a sale may take. */
  readonly worstPx: PriceKobo
  /** The market day it may trade in, which its hold and its contract note belong to; not the day it was entered. */
  readonly tradeDate: string
}

/**
 * Cash or shares that a reversal of a deposit or of a transfer in would take and that waits for its approval: neither
 * spent nor sold, and neither paid out nor transferred, as far as it is there.
 */
export type Lien = {
  readonly account: string
  /** The journal line of the entry that is to be reversed. */
  readonly reverses: number
} & ({ readonly amount: Kobo } | { readonly securityID: string; readonly quantity: Shares })

/** An account's money in kobo. */
export interface CashBalance {
  /** Trades included from their trade date. */
  readonly balance: Kobo
  /** Reserved for open orders. */
  readonly held: Kobo
  /** Of the balance: already taken for notes that are paid on their settlement date. */
  readonly unsettledBuys: Kobo
  /** Of the balance: from notes that are received on their settlement date. */
  readonly unsettledSells: Kobo
  /** What a new order may use: under no lien; 0 where less than nothing is left, for more is held or spent than is usable. */
  readonly available: Kobo
  /** What may be paid out: under no lien, and never money that is still to be received. */
  readonly withdrawable: Kobo
}

/** An account's shares of one security. It owns `settled + unsettledIn − unsettledOut`. */
export interface PositionBalance {
  /** At the depository, shares sold and not yet delivered included. */
  readonly settled: Shares
  readonly unsettledIn: Shares
  readonly unsettledOut: Shares
  /** Reserved for open sales. */
  readonly held: Shares
  /** What a new order may sell: settled, neither sold nor held. */
  readonly available: Shares
  /** What the shares owned cost, charges of their purchase included. */
  readonly cost: Kobo
}

/** All that books are rebuilt from: plain rows. Holds and unsettled amounts follow from the rest. */
export interface LedgerState {
  /** The firm's fee table. */
  readonly fees: readonly FeeRate[]
  readonly accounts: readonly AgreedAccount[]
  readonly cash: readonly { readonly account: string; readonly balance: Kobo }[]
  readonly positions: readonly {
    readonly account: string
    readonly securityID: string
    readonly settled: Shares
    readonly cost: Kobo
  }[]
  /** The notes that are not settled. */
  readonly notes: readonly ContractNote[]
  /** The highest number of a note, settled ones included; 0 before the first. */
  readonly lastNote: number
  readonly orders: readonly OpenOrder[]
  readonly liens: readonly Lien[]
}
