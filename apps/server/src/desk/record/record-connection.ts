import type { FeeRate, Kobo } from '@tradebook/contract'
import type { ContractNote, LedgerState } from '@tradebook/ledger'
import type { Order } from '@tradebook/orders'
import type { Listing } from '../../venue/listing.ts'
import type { VenueReport } from '../../venue/venue.ts'
import type { AccountTerms, CustomerCharges } from '../decisions/accounts.ts'
import type { BatchChanges, TakenExecID } from '../decisions/batch-changes.ts'
import type { CommandLine } from '../decisions/command-line.ts'
import type { RecordedCorporateActions } from '../decisions/corporate-action-lines.ts'
import type { Freeze } from '../decisions/freezes.ts'
import type { KillSwitchLine } from '../decisions/kill-switches.ts'
import type { LimitsChange } from '../decisions/limit-terms.ts'
import type { RecordedMarket } from '../decisions/market-state.ts'
import type { DoubtLine, UnclaimedLine } from '../decisions/reconciliation-lines.ts'
import type { RecordedRequest } from '../decisions/requests.ts'
import type { SetTexts } from '../decisions/settings.ts'
import type { CorrectionRequest, RecordedTrade } from '../decisions/trade-correction-request.ts'
import type { TransferRequest } from '../decisions/transfer-request.ts'
import type { RecordedIndex } from '../publishing/market-summary.ts'
import type { Election } from './election.ts'

/** One firm as the record has it. */
export interface RecordedFirm {
  readonly tenantId: number
  readonly accounts: readonly AccountTerms[]
  /** Its fee table. */
  readonly fees: readonly FeeRate[]
  /** What its customers agreed about charges. */
  readonly agreements: readonly CustomerCharges[]
  /** The freezes of its accounts that are in force. */
  readonly freezes: readonly Freeze[]
  readonly cash: LedgerState['cash']
  readonly positions: LedgerState['positions']
  /** Those that are not settled. */
  readonly notes: readonly ContractNote[]
  /** Limits that it, its users and its accounts have. */
  readonly limits: readonly LimitsChange[]
  /** What was traded on the market day, by user and account. */
  readonly traded: readonly TradedToday[]
  /** What orders that have ended traded, by the instruction that they drew on. */
  readonly drawn: readonly { readonly instructionID: number; readonly quantity: number }[]
  /** The highest number of its notes, settled ones included; 0 before the first. */
  readonly lastNote: number
}

/** What orders that a user entered for an account traded on the market day. */
export interface TradedToday {
  readonly userId: number
  readonly account: string
  readonly value: Kobo
}

/** What a desk is rebuilt from. */
export interface Recorded {
  readonly firms: readonly RecordedFirm[]
  readonly settings: SetTexts
  /** In priority order. */
  readonly openOrders: readonly Order[]
  /** The bulk orders of the last market days, each with its parts. */
  readonly bulkOrders: readonly Order[]
  /** Requests of the last market days and of the open orders, oldest first. */
  readonly requests: readonly RecordedRequest[]
  /** The requests to post transfers that wait for approval, and all of the last market days, in the order of their numbers. */
  readonly transferRequests: readonly TransferRequest[]
  /** The requests to correct trades that wait for their decision. */
  readonly tradeCorrections: readonly CorrectionRequest[]
  /** The corporate actions that are not paid in the books of every firm. */
  readonly corporateActions: RecordedCorporateActions
  /** ExecIDs of reports of the market day that came by a line. */
  readonly execIDs: readonly TakenExecID[]
  /** Commands to a venue on a line that it has not answered, oldest first. */
  readonly venueCommands: readonly CommandLine[]
  /** The orders in doubt. */
  readonly venueDoubts: readonly DoubtLine[]
  /** The orders that only the venue has. */
  readonly unclaimedOrders: readonly UnclaimedLine[]
  /** What venues said of the last market days about orders that no firm here had, oldest first. */
  readonly strays: readonly VenueReport[]
  /** The kill switches that are on. */
  readonly killSwitches: readonly KillSwitchLine[]
  /** Securities of the market day, in listing order. */
  readonly listings: readonly Listing[]
  readonly market: RecordedMarket
  readonly index: RecordedIndex
}

/** A connection to the desk's record. Each method is one question, and a lost connection rejects it. */
export interface RecordConnection {
  /** Takes over the record. @throws FencedOut when another desk was elected after this one. */
  elect(): Promise<Election>
  /** The fence of the desk that was elected last. */
  fence(): Promise<bigint>
  /**
   * Begins a market day: every security's official close becomes its reference. Repeating it changes
   * nothing, so that a crash in between is harmless.
   *
   * @throws FencedOut when another desk was elected.
   */
  beginDay(fence: bigint, marketDate: string): Promise<void>
  load(marketDate: string): Promise<Recorded>
  /**
   * Persists a batch in one transaction.
   *
   * @throws FencedOut when another desk was elected; Unrecordable when the record refused what the
   * batch contains. After both nothing was kept. After any other error it is unknown whether it was.
   */
  commit(fence: bigint, changes: BatchChanges): Promise<void>
  /** Whether there is a tenant of this id, which a desk may open for trading. */
  isTenant(tenantId: number): Promise<boolean>
  /** A trade of the market with the orders of clients on its sides; or a trade of an order, as a venue on a line has reported it. */
  trade(tradeNumber: number, orderID?: string | null): Promise<RecordedTrade | undefined>
  /** An order of any state; `null` where there is none of that id. */
  order(orderID: string): Promise<Order | null>
  /** Calls the listener when the connection is lost while nothing is asked. */
  onLost(listener: () => void): void
  /** Cuts it: a polite end would wait for a database that may be frozen. */
  cut(): void
}
