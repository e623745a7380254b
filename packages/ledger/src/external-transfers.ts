import { type Kobo, type Refusal, refuse, type Shares } from '@tradebook/contract'
import type { Accounts } from './accounts.ts'
import { cashEntry, type Entry, type Particulars, transferEntry } from './entries.ts'
import { amountTooLarge, insufficientShares, isTooLarge, notWithdrawable } from './refused.ts'
import type { Touched } from './touched.ts'

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

/** Cash and shares that come from the outside or leave for it. A refusal changes nothing. */
export class ExternalTransfers {
  readonly #accounts: Accounts
  readonly #touched: Touched

  constructor(accounts: Accounts, touched: Touched) {
    this.#accounts = accounts
    this.#touched = touched
  }

  /** Posts cash that came in by the bank. */
  deposit({ account, amount, ...particulars }: Payment): Entry | Refusal {
    const owner = this.#accounts.of(account)
    if (amount <= 0n) return refuse('amountInvalid')
    if (isTooLarge(owner.balance + amount)) return amountTooLarge()
    owner.balance += amount
    this.#touched.account(account)
    return cashEntry(account, amount, owner.balance, particulars)
  }

  /** Posts cash paid out by the bank: never what is held, nor what is still to be received. */
  withdraw({ account, amount, ...particulars }: Payment): Entry | Refusal {
    const owner = this.#accounts.of(account)
    if (amount <= 0n) return refuse('amountInvalid')
    if (amount > owner.withdrawable) return notWithdrawable(owner.withdrawable)
    owner.balance -= amount
    this.#touched.account(account)
    return cashEntry(account, -amount, owner.balance, particulars)
  }

  /** Posts shares that come into custody from elsewhere, at what they cost there. */
  transferIn(transfer: TransferIn): Entry | Refusal {
    const { account, securityID, quantity, unitCost = 0n, ...particulars } = transfer
    const position = this.#accounts.of(account).position(securityID)
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
    const position = this.#accounts.of(account).position(securityID)
    if (quantity <= 0n) return refuse('quantityInvalid')
    if (quantity > position.available) return insufficientShares(quantity, securityID, position.available)
    position.transferOut(quantity)
    this.#touched.position(account, securityID)
    return transferEntry(transfer, -quantity, null, position, particulars)
  }
}
