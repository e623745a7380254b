import { type Kobo, kobo, type Quantity, type Refusal, refuse, type Shares, Side } from '@tradebook/contract'
import { Account } from './account.ts'
import type { AccountTerms, CashBalance, LedgerState, OpenOrder, PositionBalance } from './balances.ts'
import {
  cashEntry,
  type Entry,
  type Fill,
  type Particulars,
  settlementEntry,
  tradeEntry,
  transferEntry,
} from './entries.ts'
import { type ContractNote, Note } from './note.ts'
import { Position } from './position.ts'
import { feesNotCovered, insufficientFunds, insufficientShares } from './refused.ts'
import { Touched, type TouchedRows } from './touched.ts'

export interface LedgerOptions {
  /** Whether proceeds of a sale may pay for purchases before they are received. */
  readonly unsettledProceedsUsable: boolean
}

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

/**
 * One firm's books of cash and securities. Every change is an `Entry` whose postings sum to zero;
 * what an order may still cost is kept back until it trades or is released, so that a fill can
 * never take what is not there.
 *
 * Pure: dates come with what is posted. A refusal leaves everything as it was; a broken invariant
 * (an unknown account, a fill beyond its order, a balance overdrawn by a fill) throws, and the
 * books are then to be restored from their rows.
 */
export class Ledger {
  readonly #options: LedgerOptions
  readonly #accounts = new Map<string, Account>()
  readonly #orders = new Map<string, Reservation>()
  readonly #notes = new Map<string, Note>()
  readonly #touched = new Touched()

  constructor(options: LedgerOptions) {
    this.#options = options
  }

  /** Books as they stood when these rows were kept. */
  static restore(options: LedgerOptions, state: LedgerState): Ledger {
    const ledger = new Ledger(options)
    for (const terms of state.accounts) ledger.openAccount(terms)
    for (const { account, balance } of state.cash) ledger.#account(account).balance = balance
    for (const row of state.positions) {
      ledger.#account(row.account).positions.set(row.securityID, Position.restore(row))
    }
    for (const row of state.notes) ledger.#restoreNote(row)
    for (const order of state.orders) ledger.#open(order)
    ledger.takeTouched()
    return ledger
  }

  /** @throws RangeError for a commission that is no rate from 0 to 5 %, or an account opened before. */
  openAccount(terms: AccountTerms): void {
    if (this.has(terms.account)) throw new RangeError(`account ${terms.account} is already open`)
    this.#accounts.set(terms.account, new Account(terms, this.#options))
  }

  has(account: string): boolean {
    return this.#accounts.has(account)
  }

  /** Keep back what a new order may cost: money and charges of a purchase, shares of a sale. */
  reserve(order: OpenOrder): Refusal | undefined {
    if (this.#orders.has(order.orderID)) throw new Error(`order ${order.orderID} is already open`)
    return this.#admit(order)
  }

  /** The same order on other terms. Refused, it stays as it was. */
  amend(order: OpenOrder): Refusal | undefined {
    const { order: current } = this.#reservation(order.orderID)
    for (const fixed of ['account', 'securityID', 'side'] as const) {
      if (order[fixed] !== current[fixed])
        throw new Error(`order ${order.orderID} may not change its ${fixed}`)
    }
    this.#close(order.orderID)
    const refusal = this.#admit(order)
    if (refusal) this.#open(current)
    return refusal
  }

  /** The order can trade no more. Releasing a filled order does nothing: its last fill released it. */
  release(orderID: string): void {
    if (this.#orders.has(orderID)) this.#close(orderID)
  }

  /** An order traded: cash, charges and shares are posted, and its hold shrinks by the quantity. */
  fill(fill: Fill): Entry {
    const reservation = this.#reservation(fill.orderID)
    const { account, position, note, order } = reservation
    mustMatch(fill, order)
    const count = BigInt(fill.quantity)
    const availableBefore = account.available

    note.close(order.worstPx, fill.quantity)
    const change = note.trade(fill.quantity, fill.price, fill.settlementDate)
    account.balance += change.cash
    account.updateSums(note)
    if (fill.side === Side.buy) position.bought(count, -change.cash)
    else position.sold(count)
    if (fill.quantity === order.leaves) this.#orders.delete(fill.orderID)
    else reservation.order = { ...order, leaves: (order.leaves - fill.quantity) as Quantity }

    const available = account.available
    if (available < 0n && available < availableBefore) {
      throw new Error(`execution ${fill.execID} overdraws ${fill.account} by ${-available} kobo`)
    }
    this.#touched.note(note)
    return tradeEntry(fill, change, note.toRow())
  }

  /** Money comes in by the bank. */
  deposit({ account, amount, ...particulars }: Payment): Entry | Refusal {
    const owner = this.#account(account)
    if (amount <= 0n) return refuse('amountInvalid')
    owner.balance += amount
    this.#touched.account(account)
    return cashEntry(account, amount, particulars)
  }

  /** Money is paid out by the bank: never what is held, nor what is still to be received. */
  withdraw({ account, amount, ...particulars }: Payment): Entry | Refusal {
    const owner = this.#account(account)
    if (amount <= 0n) return refuse('amountInvalid')
    if (amount > owner.withdrawable) return insufficientFunds(amount, owner.withdrawable)
    owner.balance -= amount
    this.#touched.account(account)
    return cashEntry(account, -amount, particulars)
  }

  /** Shares come into custody from elsewhere, at what they cost there. */
  transferIn(transfer: TransferIn): Entry | Refusal {
    const { account, securityID, quantity, unitCost = 0n, ...particulars } = transfer
    const owner = this.#account(account)
    if (quantity <= 0n) return refuse('quantityInvalid')
    if (unitCost < 0n) return refuse('amountInvalid')
    owner.position(securityID).transferIn(quantity, quantity * unitCost)
    this.#touched.position(account, securityID)
    return transferEntry(account, securityID, quantity, particulars)
  }

  /** Shares leave custody, and take their part of the average cost with them. */
  transferOut({ account, securityID, quantity, ...particulars }: Transfer): Entry | Refusal {
    const position = this.#account(account).position(securityID)
    if (quantity <= 0n) return refuse('quantityInvalid')
    if (quantity > position.available) return insufficientShares(quantity, securityID, position.available)
    position.transferOut(quantity)
    this.#touched.position(account, securityID)
    return transferEntry(account, securityID, -quantity, particulars)
  }

  /** Settle every note due on or before the date, earliest first. */
  settle(date: string): Entry[] {
    const due = [...this.#notes.values()]
      .map((note) => ({ note, dueDate: note.settlementDate }))
      .filter(({ dueDate }) => dueDate !== undefined && dueDate <= date)
      .sort((a, b) => compare(`${a.dueDate} ${a.note.id}`, `${b.dueDate} ${b.note.id}`))
    return due.map(({ note }) => this.#settle(note))
  }

  /** An account's money. @throws RangeError if there is no such account. */
  cash(account: string): CashBalance {
    return this.#account(account).cash
  }

  /** An account's shares of one security; all zero when it never had any. */
  position(account: string, securityID: string): PositionBalance {
    return (this.#account(account).positions.get(securityID) ?? new Position()).balance
  }

  /** Cash kept back for one open order, its part of the note's charges included. */
  holdOf(orderID: string): Kobo {
    const reservation = this.#orders.get(orderID)
    if (!reservation) return kobo(0n)
    const { note, order } = reservation
    return note.holdOf(order.worstPx, order.leaves)
  }

  /** The notes that are not settled. */
  notes(): ContractNote[] {
    return [...this.#notes.values()]
      .filter((note) => note.settlementDate !== undefined)
      .sort((a, b) => compare(a.id, b.id))
      .map((note) => note.toRow())
  }

  /** What changed since this was last asked: only these rows need keeping. */
  takeTouched(): TouchedRows {
    return this.#touched.take()
  }

  /** The rows these books can be restored from. */
  state(): LedgerState {
    const accounts = [...this.#accounts.values()].sort((a, b) => compare(a.id, b.id))
    return {
      accounts: accounts.map(({ terms }) => terms),
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
      orders: [...this.#orders.values()]
        .map(({ order }) => order)
        .sort((a, b) => compare(a.orderID, b.orderID)),
    }
  }

  /** Open the order if there is enough for it. */
  #admit(order: OpenOrder): Refusal | undefined {
    const account = this.#account(order.account)
    const position = account.position(order.securityID)
    const sale = order.side === Side.sell
    if (sale && BigInt(order.leaves) > position.available) {
      return insufficientShares(order.leaves, order.securityID, position.available)
    }
    const available = account.available
    const required = this.#open(order)
    if (required <= 0n || required <= available) return undefined
    this.#close(order.orderID)
    return sale ? feesNotCovered(required, available) : insufficientFunds(required, available)
  }

  /** @returns the cash it keeps back, in kobo. */
  #open(order: OpenOrder): bigint {
    if (order.leaves < 1) throw new RangeError(`order ${order.orderID} has nothing left to trade`)
    const account = this.#account(order.account)
    const position = account.position(order.securityID)
    const note = this.#noteOf(account, order)
    note.open(order.worstPx, order.leaves)
    if (order.side === Side.sell) position.hold(BigInt(order.leaves))
    this.#orders.set(order.orderID, { order, account, position, note })
    this.#touched.position(order.account, order.securityID)
    return account.updateSums(note)
  }

  #close(orderID: string): void {
    const { order, account, position, note } = this.#reservation(orderID)
    note.close(order.worstPx, order.leaves)
    if (order.side === Side.sell) position.hold(-BigInt(order.leaves))
    this.#orders.delete(orderID)
    account.updateSums(note)
    if (!note.hasOpenOrders && note.settlementDate === undefined) this.#notes.delete(note.id)
    this.#touched.position(order.account, order.securityID)
  }

  #settle(note: Note): Entry {
    const { account: id, securityID, side } = note.key
    const account = this.#account(id)
    note.settle()
    account.position(securityID).settle(side, note.quantity)
    account.updateSums(note)
    this.#notes.delete(note.id)
    this.#touched.note(note)
    return settlementEntry(note.toRow())
  }

  #noteOf(account: Account, order: OpenOrder): Note {
    const { securityID, side, tradeDate } = order
    const id = Note.idOf({ account: account.id, securityID, side, tradeDate })
    const known = this.#notes.get(id)
    if (known) return known
    const note = new Note({ account: account.id, securityID, side, tradeDate }, account.terms, this.#options)
    this.#notes.set(id, note)
    return note
  }

  #restoreNote(row: ContractNote): void {
    const account = this.#account(row.account)
    const note = Note.restore(row, account.terms, this.#options)
    this.#notes.set(note.id, note)
    account.position(row.securityID).unsettled(row.side, row.quantity)
    account.updateSums(note)
  }

  #account(account: string): Account {
    const found = this.#accounts.get(account)
    if (!found) throw new RangeError(`no account ${account}`)
    return found
  }

  #reservation(orderID: string): Reservation {
    const found = this.#orders.get(orderID)
    if (!found) throw new Error(`order ${orderID} is not open`)
    return found
  }
}

/** An open order and where it belongs. */
interface Reservation {
  order: OpenOrder
  readonly account: Account
  readonly position: Position
  readonly note: Note
}

/** @throws Error unless the fill is one its order allows. */
function mustMatch(fill: Fill, order: OpenOrder): void {
  for (const same of ['account', 'securityID', 'side', 'tradeDate'] as const) {
    if (fill[same] !== order[same]) {
      throw new Error(`execution ${fill.execID} has ${same} ${fill[same]}, its order ${order[same]}`)
    }
  }
  if (fill.quantity < 1 || fill.quantity > order.leaves) {
    throw new Error(`execution ${fill.execID} fills ${fill.quantity} of ${order.leaves} left`)
  }
  const worse = fill.side === Side.buy ? fill.price > order.worstPx : fill.price < order.worstPx
  if (worse) throw new Error(`execution ${fill.execID} at ${fill.price} is worse than ${order.worstPx}`)
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
