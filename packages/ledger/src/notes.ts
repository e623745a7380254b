import { chargesOn, type FeeTable } from '@tradebook/contract'
import type { Account } from './account.ts'
import { compare } from './accounts.ts'
import type { LedgerOptions } from './balances.ts'
import type { ContractNote, NoteKey } from './contract-note.ts'
import { Note } from './note.ts'

/** The firm's contract notes that are not settled, those included that have open orders and no trades yet. */
export class Notes {
  /** The firm's fee table. A note keeps what it said of its trade date. */
  fees: FeeTable
  /** The number of the newest note. */
  last = 0
  readonly #notes = new Map<string, Note>()
  readonly #options: LedgerOptions

  constructor(fees: FeeTable, options: LedgerOptions) {
    this.fees = fees
    this.#options = options
  }

  /** All of them. */
  [Symbol.iterator](): Iterator<Note> {
    return this.#notes.values()
  }

  /** Draws the next number. */
  readonly next = (): number => {
    this.last += 1
    return this.last
  }

  /** The note of an account that trades of this security, side and day belong to. */
  of(account: Account, { securityID, side, tradeDate }: Omit<NoteKey, 'account'>): Note {
    const key = { account: account.id, securityID, side, tradeDate }
    const known = this.#notes.get(Note.idOf(key))
    if (known) return known
    const note = new Note(key, chargesOn(this.fees, key, account.agreed), this.#options)
    this.#notes.set(note.id, note)
    return note
  }

  /** The note that has trades of a key and is not settled. */
  traded(key: NoteKey): Note | undefined {
    const note = this.#notes.get(Note.idOf(key))
    return note?.settlementDate === undefined ? undefined : note
  }

  /** A note that has settled, to be corrected: it is none of these any more. */
  settled(account: Account, row: ContractNote): Note {
    return Note.restore(row, chargesOn(this.fees, row, account.agreed), this.#options)
  }

  /** A note as it was when its row was persisted, with what it counts for in its account. */
  restore(account: Account, row: ContractNote): void {
    const note = Note.restore(row, chargesOn(this.fees, row, account.agreed), this.#options)
    this.#notes.set(note.id, note)
    account.position(row.securityID).unsettled(row.side, row.quantity)
    account.updateSums(note)
  }

  /** Ends the trade dates before this one. @returns the notes that were provisional until now. */
  finishBefore(date: string): Note[] {
    return this.#traded()
      .filter(({ note }) => note.key.tradeDate < date && note.finish())
      .map(({ note }) => note)
  }

  delete(note: Note): void {
    this.#notes.delete(note.id)
  }

  /** The notes to settle on or before the date, earliest first. */
  due(date: string): Note[] {
    return this.#traded()
      .filter(({ settlementDate }) => settlementDate <= date)
      .sort((a, b) => compare(`${a.settlementDate} ${a.note.id}`, `${b.settlementDate} ${b.note.id}`))
      .map(({ note }) => note)
  }

  /** The notes with trades, sorted by their key. */
  rows(): ContractNote[] {
    return this.#traded()
      .sort((a, b) => compare(a.note.id, b.note.id))
      .map(({ note }) => note.toRow())
  }

  #traded(): { readonly note: Note; readonly settlementDate: string }[] {
    return [...this.#notes.values()].flatMap((note) => {
      const { settlementDate } = note
      return settlementDate === undefined ? [] : [{ note, settlementDate }]
    })
  }
}
