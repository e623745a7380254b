import { type AgreedCharges, kobo } from '@tradebook/contract'
import type { CashBalance, LedgerOptions, Lien } from './balances.ts'
import type { Note } from './note.ts'
import { Position } from './position.ts'

/** One customer: what was agreed, the cash, sums over the notes, and the shares of each security. */
export class Account {
  readonly id: string
  /** What the firm agreed with the customer about charges, each from its own date on. */
  agreed: readonly AgreedCharges[]
  /** The customer's own bank account, as entries name it, to which proceeds of a sale leave when it settles; or null. */
  directTo: string | null = null
  readonly positions = new Map<string, Position>()
  /** The ids of its open orders. */
  readonly openOrders = new Set<string>()
  balance = 0n
  readonly #options: LedgerOptions
  #held = 0n
  #unsettledBuys = 0n
  #unsettledSells = 0n
  /** What reversals that wait would take, by the journal lines of the entries that they are of. */
  readonly #liens = new Map<number, Lien>()
  #underLien = 0n

  constructor(id: string, agreed: readonly AgreedCharges[], options: LedgerOptions) {
    this.id = id
    this.agreed = agreed
    this.#options = options
  }

  /** What covers the open orders, in kobo. Below zero where more is held than is usable: after a setting, or charges rose. */
  get covered(): bigint {
    return this.balance - this.#held - (this.#options.unsettledProceedsUsable ? 0n : this.#unsettledSells)
  }

  /** What a new order may use, in kobo: a lien leaves open orders as they are. */
  get available(): bigint {
    return this.covered - this.#underLien
  }

  /** What may be paid out, in kobo: never money that is still to be received. */
  get withdrawable(): bigint {
    const settled = this.balance - this.#held - this.#unsettledSells - this.#underLien
    return settled > 0n ? settled : 0n
  }

  get cash(): CashBalance {
    return {
      balance: kobo(this.balance),
      held: kobo(this.#held),
      unsettledBuys: kobo(this.#unsettledBuys),
      unsettledSells: kobo(this.#unsettledSells),
      available: kobo(shownAvailable(this.available)),
      withdrawable: kobo(this.withdrawable),
    }
  }

  position(securityID: string): Position {
    const known = this.positions.get(securityID)
    if (known) return known
    const position = new Position()
    this.positions.set(securityID, position)
    return position
  }

  get liens(): Lien[] {
    return [...this.#liens.values()]
  }

  placeLien(lien: Lien): void {
    this.liftLien(lien.reverses)
    this.#liens.set(lien.reverses, lien)
    if ('amount' in lien) this.#underLien += lien.amount
    else this.position(lien.securityID).keep(lien.quantity)
  }

  /** Ends the lien for an entry. @returns what it was; `undefined` where there was none. */
  liftLien(reverses: number): Lien | undefined {
    const lien = this.#liens.get(reverses)
    if (!lien) return undefined
    this.#liens.delete(reverses)
    if ('amount' in lien) this.#underLien -= lien.amount
    else this.position(lien.securityID).keep(-lien.quantity)
    return lien
  }

  /** What reversals that wait keep, in kobo. */
  get underLien(): bigint {
    return this.#underLien
  }

  /** Updates the sums with the change of one of the account's notes. @returns by how much its hold grew. */
  updateSums(note: Note): bigint {
    const { hold, payable, receivable } = note.takeChange()
    this.#held += hold
    this.#unsettledBuys += payable
    this.#unsettledSells += receivable
    return hold
  }
}

/** What is shown as available: of less than nothing a new order may use nothing. */
export const shownAvailable = (available: bigint): bigint => (available > 0n ? available : 0n)
