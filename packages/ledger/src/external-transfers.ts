import { type Kobo, type Refusal, refuse, type Shares } from '@tradebook/contract'
import type { Accounts } from './accounts.ts'
import { cashEntry, type Entry, type Particulars, transferEntry } from './entries.ts'
import { amountTooLarge, insufficientShares, isTooLarge, notWithdrawable } from './refused.ts'
import type { Touched } from './touched.ts'

export interface Payment extends Particulars {
  readonly account: string
  readonly amount: Kobo
  /** Of a withdrawal: the bank account that it goes to, as entries name it. */
  readonly payee?: string | null
}

export interface Transfer extends Particulars {
  readonly account: string
  readonly securityID: string
  readonly quantity: Shares
}

export interface TransferIn extends Transfer {
  /** Kobo per share; without it nothing. */
  readonly unitCost?: Kobo
}

/** What an entry that was posted manually moved. */
export type Reversed =
  | { readonly type: 'deposit' | 'withdrawal'; readonly amount: Kobo }
  | {
      readonly type: 'transferIn' | 'transferOut'
      readonly securityID: string
      readonly quantity: Shares
      /** What these shares brought into the cost of the holding, or took out of it, in kobo. */
      readonly cost: Kobo
    }

/** The entry that takes another one back. */
export interface Reversal extends Particulars {
  readonly account: string
  readonly reverses: number
  readonly of: Reversed
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
    return cashEntry('deposit', account, amount, owner.balance, particulars)
  }

  /** Posts cash paid out by the bank: never what is held, nor what is still to be received. */
  withdraw({ account, amount, ...particulars }: Payment): Entry | Refusal {
    const owner = this.#accounts.of(account)
    if (amount <= 0n) return refuse('amountInvalid')
    if (amount > owner.withdrawable) return notWithdrawable(owner)
    owner.balance -= amount
    this.#touched.account(account)
    return cashEntry('withdrawal', account, -amount, owner.balance, particulars)
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
    return transferEntry('transferIn', transfer, quantity, unitCost, position, particulars)
  }

  /** Posts shares that leave custody with their part of the average cost. */
  transferOut(transfer: Transfer): Entry | Refusal {
    const { account, securityID, quantity, ...particulars } = transfer
    const position = this.#accounts.of(account).position(securityID)
    if (quantity <= 0n) return refuse('quantityInvalid')
    if (quantity > position.available) return insufficientShares(quantity, securityID, position.available)
    position.transferOut(quantity)
    this.#touched.position(account, securityID)
    return transferEntry('transferOut', transfer, -quantity, null, position, particulars)
  }

  /**
   * Takes an entry of the account back: the same amounts with the other sign. Money is taken although it was spent, so
   * that the account may be overdrawn; shares that are not there any more cannot be taken.
   */
  reverse({ account, of, ...particulars }: Reversal): Entry | Refusal {
    if ('amount' in of) return this.#reverseCash(account, of, particulars)
    const { type, securityID, quantity, cost } = of
    const owner = this.#accounts.of(account)
    const position = owner.position(securityID)
    const cameIn = type === 'transferIn'
    const lien = owner.liftLien(particulars.reverses)
    // The lien of this very reversal takes nothing from it.
    const { available } = position
    if (cameIn && quantity > available) {
      if (lien) owner.placeLien(lien)
      return insufficientShares(quantity, securityID, available)
    }
    if (!cameIn && isTooLarge(position.owned + quantity, position.cost + cost)) return amountTooLarge()
    if (cameIn) position.takeBack(quantity, cost)
    else position.transferIn(quantity, cost)
    this.#touched.position(account, securityID)
    return transferEntry(
      type,
      { account, securityID },
      cameIn ? -quantity : quantity,
      null,
      position,
      particulars,
    )
  }

  #reverseCash(
    account: string,
    { type, amount }: Extract<Reversed, { amount: Kobo }>,
    particulars: Omit<Reversal, 'account' | 'of'>,
  ): Entry | Refusal {
    const owner = this.#accounts.of(account)
    const change = type === 'deposit' ? -amount : amount
    const after = owner.balance + change
    if (isTooLarge(after, -after)) return amountTooLarge()
    owner.balance = after
    owner.liftLien(particulars.reverses)
    this.#touched.account(account)
    return cashEntry(type, account, change, after, particulars)
  }
}
