import {
  type AgreedCharges,
  type CorporateAction,
  type FeeRate,
  type FeeRateKey,
  type FeeTable,
  feeTable,
  type Kobo,
  type PriceKobo,
  type Refusal,
  ratesOf,
  Side,
  standardFees,
  withoutRates,
  withRates,
} from '@tradebook/contract'
import { Accounts } from './accounts.ts'
import type { CashBalance, LedgerOptions, LedgerState, Lien, OpenOrder, PositionBalance } from './balances.ts'
import type { ContractNote } from './contract-note.ts'
import { corporateEntries, type RegisteredShares } from './corporate-entries.ts'
import { type Entry, type Fill, tradeEntry } from './entries.ts'
import {
  ExternalTransfers,
  type Payment,
  type Reversal,
  type Transfer,
  type TransferIn,
} from './external-transfers.ts'
import { Notes } from './notes.ts'
import { OpenOrders, type OrdersTogether, type Preview } from './open-orders.ts'
import { Position } from './position.ts'
import { notWithdrawable } from './refused.ts'
import { Settlement } from './settlement.ts'
import { Touched, type TouchedRows } from './touched.ts'
import { type Corrected, type Restate, type TradeCorrection, TradeCorrections } from './trade-corrections.ts'

/** What happened at the begin of a market day. */
export interface DayBegun {
  /** The orders that are open from an earlier day: what they hold may have changed. */
  readonly carried: readonly string[]
  /** How many contract notes are final from now on. */
  readonly finished: number
  /** The settlements, earliest due date first. */
  readonly entries: readonly Entry[]
}

/**
 * One firm's double-entry books of cash and shares. Every change is an `Entry` whose postings sum to
 * zero. What an order may still cost is held until it trades or is released, so that a fill can
 * never take what is not there.
 *
 * Pure: dates come with what is posted. A refusal changes nothing. A broken invariant (an unknown
 * account, a fill beyond its order, a balance overdrawn by a fill) throws, and the ledger has to be
 * restored from its rows.
 */
export class Ledger {
  /** Shared with its accounts and notes, which follow it. */
  readonly #options: { -readonly [Option in keyof LedgerOptions]: LedgerOptions[Option] }
  readonly #accounts: Accounts
  readonly #notes: Notes
  readonly #orders: OpenOrders
  readonly #touched = new Touched()
  readonly #external: ExternalTransfers
  readonly #settlement: Settlement
  readonly #corrections: TradeCorrections

  /** @param fees the firm's fee table. */
  constructor(options: LedgerOptions, fees: readonly FeeRate[] = standardFees) {
    this.#options = { ...options }
    this.#accounts = new Accounts(this.#options)
    this.#notes = new Notes(feeTable(fees), this.#options)
    this.#orders = new OpenOrders(this.#accounts.of, this.#notes, this.#touched)
    this.#external = new ExternalTransfers(this.#accounts, this.#touched)
    this.#settlement = new Settlement(this.#accounts, this.#notes, this.#touched)
    this.#corrections = new TradeCorrections(this.#accounts, this.#notes, this.#orders, this.#touched)
  }

  /** The ledger as it was when these rows were persisted. */
  static restore(options: LedgerOptions, state: LedgerState): Ledger {
    const ledger = new Ledger(options, state.fees)
    ledger.#notes.last = state.lastNote
    ledger.#accounts.restore(state)
    for (const row of state.notes) ledger.#notes.restore(ledger.#accounts.of(row.account), row)
    for (const order of state.orders) ledger.#orders.open(order)
    ledger.takeTouched()
    ledger.takeRestated()
    return ledger
  }

  /** @param agreed what its customer agreed about charges, the earliest first. @throws RangeError for an account opened before. */
  openAccount(account: string, agreed: readonly AgreedCharges[] = []): void {
    this.#accounts.open(account, agreed)
  }

  /**
   * Changes rows of the fee table. What changes for a trade date of which there are notes already does not
   * change these, so the caller lets every row begin on a later day.
   */
  changeFees(changed: readonly FeeRate[]): void {
    this.#notes.fees = withRates(this.#notes.fees, changed)
  }

  /**
   * Changes what the customer of an account agreed about charges, from a later day on, as `changeFees` does.
   *
   * @param agreed all of it, the earliest first.
   */
  agree(account: string, agreed: readonly AgreedCharges[]): void {
    this.#accounts.of(account).agreed = agreed
  }

  /** Removes rows of the fee table. The caller removes none that a note may be charged by. */
  removeFees(removed: readonly FeeRateKey[]): void {
    this.#notes.fees = withoutRates(this.#notes.fees, removed)
  }

  /**
   * Chooses where the proceeds of an account's sales are when these have settled, from the next settlement on.
   *
   * @param to the customer's own bank account, as entries name it; `null` leaves them in the account.
   */
  settleDirectly(account: string, to: string | null): void {
    this.#accounts.of(account).directTo = to
  }

  /**
   * Changes what the firm has set; what accounts hold and what is available follow at once. Where that
   * becomes negative, nothing is shown as available, open orders stay or hold less, and no other is admitted.
   */
  setOptions(options: LedgerOptions): void {
    Object.assign(this.#options, options)
    this.#orders.recalculateHolds()
    for (const { id } of this.#accounts.sorted()) this.#touched.account(id)
  }

  /** The fee table. */
  get fees(): FeeTable {
    return this.#notes.fees
  }

  has(account: string): boolean {
    return this.#accounts.has(account)
  }

  /** Holds what a new order may cost: cash and charges of a purchase, shares of a sale. */
  reserve(order: OpenOrder): Refusal | undefined {
    if (this.#orders.has(order.orderID)) throw new Error(`order ${order.orderID} is already open`)
    return this.#orders.admit(order)
  }

  /** What an order would hold and what its account has for it, if it were admitted now; nothing changes. */
  preview(order: OpenOrder): Preview {
    return this.#orders.preview(order)
  }

  /** Looks at orders that are sent together, each as if those before it that were admitted were open; nothing changes. */
  previewTogether<Answer>(look: (orders: OrdersTogether) => Answer): Answer {
    return this.#orders.together(look)
  }

  /** Changes what an open order may still trade. What lowers its hold always passes. A refusal changes nothing. */
  amend(orderID: string, change: Pick<OpenOrder, 'leaves' | 'worstPx'>): Refusal | undefined {
    return this.#orders.amend(orderID, change)
  }

  /** Takes an amend back: the order holds what it held before, whether or not cash and shares suffice. */
  revert(orderID: string, before: Pick<OpenOrder, 'leaves' | 'worstPx'>): void {
    this.#orders.revert(orderID, before)
  }

  /** Holds for an order again whose hold had ended, whether or not cash and shares suffice. Nothing if it has not ended. */
  reopen(order: OpenOrder): void {
    if (!this.#orders.has(order.orderID)) this.#orders.open(order)
  }

  /** What the hold of an open order is calculated at. @throws Error when it is not open. */
  worstPxOf(orderID: string): PriceKobo {
    return this.#orders.worstPxOf(orderID)
  }

  /** Ends the hold of an order that can trade no more. The last fill of an order has ended it already. */
  release(orderID: string): void {
    if (this.#orders.has(orderID)) this.#orders.close(orderID)
  }

  /**
   * Posts cash, charges and shares of a trade to the contract note of its day. The order's hold
   * shrinks by the quantity; the hold of an order from an earlier day moves to the trade's day.
   *
   * @param isUnexpected it may be of an order that is over, of more than is left of it, or at a worse price than it
   * holds for: what the market has traded is posted, whether or not cash and shares suffice.
   */
  fill(fill: Fill, isUnexpected = false): Entry {
    if (isUnexpected) this.#orders.makeRoom(fill)
    const reservation = this.#orders.tradable(fill)
    const { account, position, note, order } = reservation
    const count = BigInt(fill.quantity)
    const coveredBefore = account.covered

    note.close(order.worstPx, fill.quantity)
    const change = note.trade(fill, this.#notes.next)
    account.balance += change.cash
    account.updateSums(note)
    if (fill.side === Side.buy) note.realise(-position.bought(count, -change.cash))
    else note.realise(change.cash - position.sold(count))
    this.#orders.filled(reservation, fill.quantity)

    const { covered } = account
    if (!isUnexpected && covered < 0n && covered < coveredBefore) {
      throw new Error(`execution ${fill.execID} overdraws ${fill.account} by ${-covered} kobo`)
    }
    this.#touched.note(note)
    const { owned, cost } = position
    return tradeEntry(fill, change, note.toRow(), { balance: account.balance, owned, cost })
  }

  /** Takes a trade back that was posted before, or posts it as it is corrected. */
  correct(correction: TradeCorrection, restate: Restate): Corrected {
    return this.#corrections.correct(correction, restate)
  }

  /** Posts cash that came in by the bank. */
  deposit(payment: Payment): Entry | Refusal {
    return this.#external.deposit(payment)
  }

  /** Posts cash paid out by the bank: never what is held, nor what is still to be received. */
  withdraw(payment: Payment): Entry | Refusal {
    return this.#external.withdraw(payment)
  }

  /** Posts shares that come into custody from elsewhere, at what they cost there. */
  transferIn(transfer: TransferIn): Entry | Refusal {
    return this.#external.transferIn(transfer)
  }

  /** Posts shares that leave custody with their part of the average cost. */
  transferOut(transfer: Transfer): Entry | Refusal {
    return this.#external.transferOut(transfer)
  }

  /** Keeps cash or shares for a reversal that waits: neither a new order nor what leaves the account uses them. */
  placeLien(lien: Lien): void {
    this.#accounts.of(lien.account).placeLien(lien)
    this.#touchLien(lien)
  }

  /** Ends the lien for an entry whose reversal is rejected. */
  liftLien({ account, reverses }: Pick<Lien, 'account' | 'reverses'>): void {
    const lien = this.#accounts.of(account).liftLien(reverses)
    if (lien) this.#touchLien(lien)
  }

  #touchLien(lien: Lien): void {
    if ('amount' in lien) this.#touched.account(lien.account)
    else this.#touched.position(lien.account, lien.securityID)
  }

  /** Posts what takes an entry back, and ends its lien, as of `ExternalTransfers`: whether it was taken back before, the caller knows. */
  reverse(reversal: Reversal): Entry | Refusal {
    return this.#external.reverse(reversal)
  }

  /**
   * Begins a market day: orders still open from earlier days may trade in it, so their holds move to
   * its notes; the notes of earlier days are final; then every note that is due on or before the day
   * settles. A new note has charges of its own, so that `available` of an account may become negative:
   * the caller then releases orders that are uncovered, until none is. Beginning a day twice, or after
   * others were missed, changes nothing more.
   */
  beginDay(date: string): DayBegun {
    const carried = this.#orders.carry(date)
    const finished = this.#notes.finishBefore(date)
    for (const note of finished) this.#touched.note(note)
    return { carried, finished: finished.length, entries: this.#settlement.settleDue(date) }
  }

  /**
   * The shares that each account has of a security in the register of a date: settled, with what the notes
   * due until then deliver. Asked before a day after the date begins, for then later notes settle.
   */
  registered(securityID: string, date: string): RegisteredShares[] {
    return this.#settlement.registered(securityID, date)
  }

  /**
   * Posts what a corporate action gives on registered shares, as of the market day `date`.
   *
   * @throws RangeError where it would be more than is recorded: nothing of the firm's day is begun then.
   */
  payCorporateAction(action: CorporateAction, owners: readonly RegisteredShares[], date: string): Entry[] {
    return owners.flatMap(({ account, quantity }) => {
      this.#touched.position(account, action.securityID)
      return corporateEntries(this.#accounts.of(account), action, quantity, date)
    })
  }

  /** Why an amount in kobo cannot be paid out of an account. @throws RangeError if there is no such account. */
  refusalOfWithdrawal(account: string, amount: bigint): Refusal | undefined {
    const owner = this.#accounts.of(account)
    return amount > owner.withdrawable ? notWithdrawable(owner) : undefined
  }

  /** An account's money. @throws RangeError if there is no such account. */
  cash(account: string): CashBalance {
    return this.#accounts.of(account).cash
  }

  /** An account's shares of one security; all zero when it never had any. */
  position(account: string, securityID: string): PositionBalance {
    return (this.#accounts.of(account).positions.get(securityID) ?? new Position()).balance
  }

  /** The ids of an account's open orders. @throws RangeError if there is no such account. */
  openOrders(account: string): ReadonlySet<string> {
    return this.#accounts.of(account).openOrders
  }

  /** The cash held for one open order, its part of the note's charges included. */
  holdOf(orderID: string): Kobo {
    return this.#orders.holdOf(orderID)
  }

  /** The open orders whose part of a hold another order may have changed since the last call: they are to be stated again. */
  takeRestated(): string[] {
    return this.#orders.takeRestated()
  }

  /**
   * Whether an order holds cash or shares that its account does not have: after a market day has begun, charges rose, or
   * a trade was corrected.
   *
   * @param ending open orders of its account that are about to end: what they hold counts as free.
   */
  isUncovered(orderID: string, ending: readonly string[] = []): boolean {
    return this.#orders.isUncovered(orderID, ending)
  }

  /** The notes with trades that are not settled. */
  notes(): ContractNote[] {
    return this.#notes.rows()
  }

  /** Whether `takeTouched` would return anything. */
  get isTouched(): boolean {
    return !this.#touched.isEmpty
  }

  /** The rows that changed since the last call: only these have to be persisted. */
  takeTouched(): TouchedRows {
    return this.#touched.take()
  }

  /** The rows that the ledger can be restored from. */
  state(): LedgerState {
    return {
      fees: ratesOf(this.#notes.fees),
      ...this.#accounts.rows(),
      notes: this.notes(),
      lastNote: this.#notes.last,
      orders: this.#orders.rows(),
    }
  }
}
