import { type AgreedCharges, kobo } from '@tradebook/contract'
import { Account } from './account.ts'
import type { LedgerOptions, LedgerState } from './balances.ts'
import { Position } from './position.ts'

type AccountRows = Pick<LedgerState, 'accounts' | 'cash' | 'positions' | 'liens'>

/** The accounts of a firm by their numbers. */
export class Accounts {
  readonly #accounts = new Map<string, Account>()
  readonly #options: LedgerOptions

  constructor(options: LedgerOptions) {
    this.#options = options
  }

  /** @throws RangeError for an account opened before. */
  open(id: string, agreed: readonly AgreedCharges[]): void {
    if (this.has(id)) throw new RangeError(`account ${id} is already open`)
    this.#accounts.set(id, new Account(id, agreed, this.#options))
  }

  has(id: string): boolean {
    return this.#accounts.has(id)
  }

  /** @throws RangeError if there is no such account. */
  readonly of = (id: string): Account => {
    const found = this.#accounts.get(id)
    if (!found) throw new RangeError(`no account ${id}`)
    return found
  }

  /** Opens all of them as they were when these rows were persisted, except for their notes and orders. */
  restore({ accounts, cash, positions, liens }: AccountRows): void {
    for (const { account, agreed, directTo } of accounts) {
      this.open(account, agreed)
      this.of(account).directTo = directTo
    }
    for (const { account, balance } of cash) this.of(account).balance = balance
    for (const row of positions) this.of(row.account).positions.set(row.securityID, Position.restore(row))
    for (const lien of liens) this.of(lien.account).placeLien(lien)
  }

  /** The rows that they can be restored from. */
  rows(): AccountRows {
    const accounts = this.sorted()
    return {
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
      liens: accounts.flatMap(({ liens }) => liens.sort((a, b) => a.reverses - b.reverses)),
    }
  }

  /** All of them, sorted by their numbers. */
  sorted(): Account[] {
    return [...this.#accounts.values()].sort((a, b) => compare(a.id, b.id))
  }
}

/** Orders texts by their characters, as no language does: everywhere the same. */
export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
