import {
  type AgreedCharges,
  type CorporateAction,
  type FeeRate,
  type FeeRateKey,
  type FeeTable,
  feeTable,
  type Kobo,
  kobo,
  publishedFees,
  type Refusal,
  ratesOf,
  refuse,
  type Shares,
  Side,
  withoutRates,
  withRates,
} from '@tradebook/contract'
import { Account } from './account.ts'
import type { CashBalance, LedgerOptions, LedgerState, OpenOrder, PositionBalance } from './balances.ts'
import { type ContractNote, netOf } from './contract-note.ts'
import { corporateEntries, type RegisteredShares } from './corporate-entries.ts'
import {
  cashEntry,
  directSettlementEntry,
  type Entry,
  type Fill,
  type Particulars,
  settlementEntry,
  tradeEntry,
  transferEntry,
} from './entries.ts'
import type { Note } from './note.ts'
import { Notes } from './notes.ts'
import { OpenOrders, type Preview } from './open-orders.ts'
import { Position } from './position.ts'
import { amountTooLarge, insufficientShares, isTooLarge, notWithdrawable } from './refused.ts'
import { Touched, type TouchedRows } from './touched.ts'

// Longer than 300 lines, for it is the one list of what moves a firm's cash and shares; notes, holds and entries are files of their own.

export interface Payment extends Particulars {
  readonly account: string
  readonly amount: Kobo
}

export interface Transfer extends Particulars {
  readonly account: string
  readonly securityID: string
  readonly quantity: Shares
}

export interface TransferIn extends Transfer {
  /** Kobo a share; without it nothing. */
  readonly unitCost?: Kobo
}

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
  readonly #accounts = new Map<string, Account>()
  readonly #notes: Notes
  readonly #orders: OpenOrders
  readonly #touched = new Touched()

  /** @param fees the firm's fee table. */
  constructor(options: LedgerOptions, fees: readonly FeeRate[] = publishedFees) {
    this.#options = { ...options }
    this.#notes = new Notes(feeTable(fees), this.#options)
    this.#orders = new OpenOrders((account) => this.#account(account), this.#notes, this.#touched)
  }

  /** The ledger as it stood when these rows were persisted. */
  static restore(options: LedgerOptions, state: LedgerState): Ledger {
    const ledger = new Ledger(options, state.fees)
    ledger.#notes.last = state.lastNote
    for (const { account, agreed, directTo } of state.accounts) {
      ledger.openAccount(account, agreed)
      ledger.settleDirectly(account, directTo)
    }
    for (const { account, balance } of state.cash) ledger.#account(account).balance = balance
    for (const row of state.positions) {
      ledger.#account(row.account).positions.set(row.securityID, Position.restore(row))
    }
    for (const row of state.notes) ledger.#restoreNote(row)
    for (const order of state.orders) ledger.#orders.open(order)
    ledger.takeTouched()
    ledger.takeRestated()
    return ledger
  }

  /** @param agreed what its customer agreed about charges, the earliest first. @throws RangeError for an account opened before. */
  openAccount(account: string, agreed: readonly AgreedCharges[] = []): void {
    if (this.has(account)) throw new RangeError(`account ${account} is already open`)
    this.#accounts.set(account, new Account(account, agreed, this.#options))
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
    this.#account(account).agreed = agreed
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
    this.#account(account).directTo = to
  }

  /**
   * Changes what the firm has set; what accounts hold and what is available follow at once. Where that
   * becomes negative, nothing is shown as available, open orders stay or hold less, and no other is admitted.
   */
  setOptions(options: LedgerOptions): void {
    Object.assign(this.#options, options)
    this.#orders.holdAnew()
    for (const account of this.#accounts.keys()) this.#touched.account(account)
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

  /** Changes what an open order may still trade. What lowers its hold always passes. A refusal changes nothing. */
  amend(orderID: string, change: Pick<OpenOrder, 'leaves' | 'worstPx'>): Refusal | undefined {
    return this.#orders.amend(orderID, change)
  }

  /** Takes an amend back: the order holds what it held before, whether or not cash and shares suffice. */
  revert(orderID: string, before: Pick<OpenOrder, 'leaves' | 'worstPx'>): void {
    this.#orders.revert(orderID, before)
  }

  /** Ends the hold of an order that can trade no more. The last fill of an order has ended it already. */
  release(orderID: string): void {
    if (this.#orders.has(orderID)) this.#orders.close(orderID)
  }

  /**
   * Posts cash, charges and shares of a trade to the contract note of its day. The order's hold
   * shrinks by the quantity; the hold of an order from an earlier day moves to the trade's day.
   */
  fill(fill: Fill): Entry {
    const reservation = this.#orders.tradable(fill)
    const { account, position, note, order } = reservation
    const count = BigInt(fill.quantity)
    const availableBefore = account.available

    note.close(order.worstPx, fill.quantity)
    const change = note.trade(fill.quantity, fill.price, fill.settlementDate, this.#notes.next)
    account.balance += change.cash
    account.updateSums(note)
    if (fill.side === Side.buy) position.bought(count, -change.cash)
    else note.realise(change.cash - position.sold(count))
    this.#orders.filled(reservation, fill.quantity)

    const available = account.available
    if (available < 0n && available < availableBefore) {
      throw new Error(`execution ${fill.execID} overdraws ${fill.account} by ${-available} kobo`)
    }
    this.#touched.note(note)
    const { owned, cost } = position
    return tradeEntry(fill, change, note.toRow(), { balance: account.balance, owned, cost })
  }

  /** Posts cash that came in by the bank. */
  deposit({ account, amount, ...particulars }: Payment): Entry | Refusal {
    const owner = this.#account(account)
    if (amount <= 0n) return refuse('amountInvalid')
    if (isTooLarge(owner.balance + amount)) return amountTooLarge()
    owner.balance += amount
    this.#touched.account(account)
    return cashEntry(account, amount, owner.balance, particulars)
  }

  /** Posts cash paid out by the bank: never what is held, nor what is still to be received. */
  withdraw({ account, amount, ...particulars }: Payment): Entry | Refusal {
    const owner = this.#account(account)
    if (amount <= 0n) return refuse('amountInvalid')
    if (amount > owner.withdrawable) return notWithdrawable(owner.withdrawable)
    owner.balance -= amount
    this.#touched.account(account)
    return cashEntry(account, -amount, owner.balance, particulars)
  }

  /** Posts shares that come into custody from elsewhere, at what they cost there. */
  transferIn(transfer: TransferIn): Entry | Refusal {
    const { account, securityID, quantity, unitCost = 0n, ...particulars } = transfer
    const position = this.#account(account).position(securityID)
    if (quantity <= 0n) return refuse('quantityInvalid')
    if (unitCost < 0n) return refuse('amountInvalid')
    const cost = quantity * unitCost
    if (isTooLarge(position.owned + quantity, position.cost + cost)) return amountTooLarge()
    position.transferIn(quantity, cost)
    this.#touched.position(account, securityID)
    return transferEntry(transfer, quantity, unitCost, position, particulars)
  }

  /** Posts shares that leave custody with their part of the average cost. */
  transferOut(transfer: Transfer): Entry | Refusal {
    const { account, securityID, quantity, ...particulars } = transfer
    const position = this.#account(account).position(securityID)
    if (quantity <= 0n) return refuse('quantityInvalid')
    if (quantity > position.available) return insufficientShares(quantity, securityID, position.available)
    position.transferOut(quantity)
    this.#touched.position(account, securityID)
    return transferEntry(transfer, -quantity, null, position, particulars)
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
    const entries = this.#notes.due(date).flatMap((note) => this.#settle(note, date))
    return { carried, finished: finished.length, entries }
  }

  /**
   * The shares that each account has of a security in the register of a date: settled, with what the notes
   * due until then deliver. Asked before a day after the date begins, for then later notes settle.
   */
  registered(securityID: string, date: string): RegisteredShares[] {
    const delivered = new Map<string, bigint>()
    for (const { key, quantity } of this.#notes.due(date)) {
      if (key.securityID !== securityID) continue
      const signed = key.side === Side.buy ? quantity : -quantity
      delivered.set(key.account, (delivered.get(key.account) ?? 0n) + signed)
    }
    return [...this.#accounts.values()]
      .map(({ id, positions }) => {
        const settled = positions.get(securityID)?.balance.settled ?? 0n
        return { account: id, quantity: (settled + (delivered.get(id) ?? 0n)) as Shares }
      })
      .filter(({ quantity }) => quantity > 0n)
      .sort((a, b) => compare(a.account, b.account))
  }

  /**
   * Posts what a corporate action gives on registered shares, as of the market day `date`.
   *
   * @throws RangeError where it would be more than is recorded: nothing of the firm's day is begun then.
   */
  payCorporateAction(
    action: CorporateAction,
    registered: readonly RegisteredShares[],
    date: string,
  ): Entry[] {
    return registered.flatMap(({ account, quantity }) => {
      this.#touched.position(account, action.securityID)
      return corporateEntries(this.#account(account), action, quantity, date)
    })
  }

  /** An account's money. @throws RangeError if there is no such account. */
  cash(account: string): CashBalance {
    return this.#account(account).cash
  }

  /** An account's shares of one security; all zero when it never had any. */
  position(account: string, securityID: string): PositionBalance {
    return (this.#account(account).positions.get(securityID) ?? new Position()).balance
  }

  /** The ids of an account's open orders. @throws RangeError if there is no such account. */
  openOrders(account: string): ReadonlySet<string> {
    return this.#account(account).openOrders
  }

  /** The cash held for one open order, its part of the note's charges included. */
  holdOf(orderID: string): Kobo {
    return this.#orders.holdOf(orderID)
  }

  /** The open orders whose part of a hold another order may have changed since the last call: they are to be stated again. */
  takeRestated(): string[] {
    return this.#orders.takeRestated()
  }

  /** Whether an order holds cash that its account does not have: after a market day has begun, or charges rose. */
  isUncovered(orderID: string): boolean {
    return this.#orders.isUncovered(orderID)
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
    const accounts = [...this.#accounts.values()].sort((a, b) => compare(a.id, b.id))
    return {
      fees: ratesOf(this.#notes.fees),
      accounts: accounts.map(({ id, agreed, directTo }) => ({ account: id, agreed, directTo })),
      cash: accounts.map(({ id, balance }) => ({ account: id, balance: kobo(balance) })),
      positions: accounts.flatMap(({ id, positions }) =>
        [...positions]
          .map(([securityID, { balance }]) => ({
            account: id,
            securityID,
            settled: balance.settled,
            cost: balance.cost,
          }))
          .filter(({ settled, cost }) => settled !== 0n || cost !== 0n)
          .sort((a, b) => compare(a.securityID, b.securityID)),
      ),
      notes: this.notes(),
      lastNote: this.#notes.last,
      orders: this.#orders.rows(),
    }
  }

  /** Delivers and pays a note. By the direct route proceeds leave with it, but for what is held or was spent. */
  #settle(note: Note, date: string): Entry[] {
    const { account: id, securityID, side } = note.key
    const account = this.#account(id)
    const position = account.position(securityID)
    note.settle()
    position.settle(side, note.quantity)
    account.updateSums(note)
    this.#notes.delete(note)
    this.#touched.note(note)
    const row = note.toRow()
    const settled = settlementEntry(row, date, position)
    const { directTo: to, withdrawable } = account
    const proceeds = netOf(row)
    const amount = proceeds < withdrawable ? proceeds : withdrawable
    if (to === null || side === Side.buy || amount <= 0n) return [settled]
    account.balance -= amount
    return [settled, directSettlementEntry(row, { amount, to, balance: account.balance, date })]
  }

  #restoreNote(row: ContractNote): void {
    const account = this.#account(row.account)
    const note = this.#notes.restore(account, row)
    account.position(row.securityID).unsettled(row.side, row.quantity)
    account.updateSums(note)
  }

  #account(account: string): Account {
    const found = this.#accounts.get(account)
    if (!found) throw new RangeError(`no account ${account}`)
    return found
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
