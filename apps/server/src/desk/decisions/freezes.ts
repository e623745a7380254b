import type { FreezeGround } from '@tradebook/contract'

/** Why an account is frozen. An account can have several: it is frozen while it has one. */
export interface Freeze {
  /** The sequence of its journal line. */
  readonly id: number
  readonly account: string
  readonly ground: FreezeGround
  readonly reason: string
  /** The authority's: a suit number, or that of a letter; empty where none was given. */
  readonly reference: string
  /** The day of the order, the death or the complaint, 'YYYY-MM-DD'. It is in force from its journal line on. */
  readonly from: string
  /** The number of the document that was attached, if any. */
  readonly document: number | null
}

/** A freeze as the record keeps it. */
export interface FreezeLine extends Freeze {
  readonly tenantId: number
  /** The sequence of the journal line that ended it; `null` while it is in force. */
  readonly lifted: number | null
}

/** The freezes of a firm's accounts that are in force. */
export class Freezes {
  readonly #byAccount = new Map<string, Map<number, Freeze>>()

  constructor(freezes: readonly Freeze[] = []) {
    for (const freeze of freezes) this.add(freeze)
  }

  add(freeze: Freeze): void {
    const of = this.#byAccount.get(freeze.account)
    if (of) of.set(freeze.id, freeze)
    else this.#byAccount.set(freeze.account, new Map([[freeze.id, freeze]]))
  }

  /** Ends a freeze. */
  delete({ account, id }: Pick<Freeze, 'account' | 'id'>): void {
    const of = this.#byAccount.get(account)
    of?.delete(id)
    if (of?.size === 0) this.#byAccount.delete(account)
  }

  find({ account, id }: Pick<Freeze, 'account' | 'id'>): Freeze | undefined {
    return this.#byAccount.get(account)?.get(id)
  }

  /** Whether an account is frozen: no order of its is entered, and nothing leaves it. */
  has(account: string): boolean {
    return this.#byAccount.has(account)
  }
}
