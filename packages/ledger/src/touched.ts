import type { ContractNote } from './contract-note.ts'
import type { Note } from './note.ts'

/** The rows that changed and have to be persisted. */
export interface TouchedRows {
  readonly accounts: string[]
  readonly positions: { readonly account: string; readonly securityID: string }[]
  readonly notes: ContractNote[]
}

/** Collects what changed since the last call of `take`. */
export class Touched {
  #accounts = new Set<string>()
  #positions = new Map<string, Set<string>>()
  #notes = new Set<Note>()
  #replaced: ContractNote[] = []

  account(account: string): void {
    this.#accounts.add(account)
  }

  position(account: string, securityID: string): void {
    this.#accounts.add(account)
    this.#positions.set(account, (this.#positions.get(account) ?? new Set()).add(securityID))
  }

  note(note: Note): void {
    this.position(note.key.account, note.key.securityID)
    this.#notes.add(note)
  }

  /** A note is replaced by another one: it keeps what it prints. */
  replaced(row: ContractNote): void {
    this.#replaced.push(row)
  }

  /** Whether nothing changed; every change of a position or a note is one of its account, too. */
  get isEmpty(): boolean {
    return this.#accounts.size === 0
  }

  /** The rows as they are now. */
  take(): TouchedRows {
    const rows = {
      accounts: [...this.#accounts],
      positions: [...this.#positions].flatMap(([account, securities]) =>
        [...securities].map((securityID) => ({ account, securityID })),
      ),
      notes: [...this.#replaced, ...[...this.#notes].map((note) => note.toRow())],
    }
    this.#accounts = new Set()
    this.#positions = new Map()
    this.#notes = new Set()
    this.#replaced = []
    return rows
  }
}
