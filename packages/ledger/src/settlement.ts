import { type Shares, Side } from '@tradebook/contract'
import type { Accounts } from './accounts.ts'
import { netOf } from './contract-note.ts'
import type { RegisteredShares } from './corporate-entries.ts'
import { directSettlementEntry, type Entry, settlementEntry } from './entries.ts'
import type { Note } from './note.ts'
import type { Notes } from './notes.ts'
import type { Touched } from './touched.ts'

/** What notes deliver and pay when they are due. */
export class Settlement {
  readonly #accounts: Accounts
  readonly #notes: Notes
  readonly #touched: Touched

  constructor(accounts: Accounts, notes: Notes, touched: Touched) {
    this.#accounts = accounts
    this.#notes = notes
    this.#touched = touched
  }

  /** Settles every note that is due on or before the date, the earliest first. */
  settleDue(date: string): Entry[] {
    return this.#notes.due(date).flatMap((note) => this.#settle(note, date))
  }

  /** The shares that each account has of a security, with what the notes due until the date deliver. */
  registered(securityID: string, date: string): RegisteredShares[] {
    const delivered = new Map<string, bigint>()
    for (const { key, quantity } of this.#notes.due(date)) {
      if (key.securityID !== securityID) continue
      const signed = key.side === Side.buy ? quantity : -quantity
      delivered.set(key.account, (delivered.get(key.account) ?? 0n) + signed)
    }
    return this.#accounts
      .sorted()
      .map(({ id, positions }) => {
        const settled = positions.get(securityID)?.balance.settled ?? 0n
        return { account: id, quantity: (settled + (delivered.get(id) ?? 0n)) as Shares }
      })
      .filter(({ quantity }) => quantity > 0n)
  }

  /** Delivers and pays a note. By the direct route proceeds leave with it, except for what is held or was spent. */
  #settle(note: Note, date: string): Entry[] {
    const { account: id, securityID, side } = note.key
    const account = this.#accounts.of(id)
    const position = account.position(securityID)
    note.settle()
    position.settle(side, note.quantity)
    account.updateSums(note)
    this.#notes.delete(note)
    this.#touched.note(note)
    // Of a note whose trades were all cancelled nothing is paid.
    if (note.quantity === 0n) return []
    const row = note.toRow()
    const settled = settlementEntry(row, date, position)
    const { directTo: to, withdrawable } = account
    const proceeds = netOf(row)
    const amount = proceeds < withdrawable ? proceeds : withdrawable
    if (to === null || side === Side.buy || amount <= 0n) return [settled]
    account.balance -= amount
    return [settled, directSettlementEntry(row, { amount, to, balance: account.balance, date })]
  }
}
