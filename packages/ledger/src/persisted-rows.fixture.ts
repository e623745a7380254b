import { expect } from 'vitest'
import type { CashBalance, PositionBalance } from './balances.ts'
import type { ContractNote } from './contract-note.ts'
import { Ledger } from './ledger.ts'

/** The rows of a ledger as a caller has them who writes after each change what `takeTouched` names, and nothing else. */
export class PersistedRows {
  readonly #cash = new Map<string, CashBalance>()
  readonly #positions = new Map<string, PositionBalance>()
  readonly #notes = new Map<number, ContractNote>()

  write(ledger: Ledger): void {
    const { accounts, positions, notes } = ledger.takeTouched()
    for (const account of accounts) this.#cash.set(account, ledger.cash(account))
    for (const { account, securityID } of positions)
      this.#positions.set(`${account} ${securityID}`, ledger.position(account, securityID))
    for (const note of notes) this.#notes.set(note.number, note)
  }

  /** They are what the ledger has: balances, holdings, and the notes that are not settled. */
  check(ledger: Ledger, accounts: readonly string[], securities: readonly string[]): void {
    const nothing = new Ledger({ unsettledProceedsUsable: true })
    for (const account of accounts) {
      if (!nothing.has(account)) nothing.openAccount(account)
      expect(this.#cash.get(account) ?? nothing.cash(account)).toEqual(ledger.cash(account))
      for (const securityID of securities)
        expect(
          this.#positions.get(`${account} ${securityID}`) ?? nothing.position(account, securityID),
        ).toEqual(ledger.position(account, securityID))
    }
    const byNumber = (a: ContractNote, b: ContractNote) => a.number - b.number
    const open = [...this.#notes.values()].filter(({ settled }) => !settled)
    expect(open.sort(byNumber)).toEqual(ledger.notes().sort(byNumber))
  }
}
