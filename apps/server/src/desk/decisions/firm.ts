import {
  type AgreedCharges,
  type BankAccount,
  bankAccountText,
  type FeeRate,
  type FeeRateKey,
  type Kobo,
  type Refusal,
  type Shares,
  withAgreements,
  withoutAgreements,
} from '@tradebook/contract'
import type { Entry, Ledger } from '@tradebook/ledger'
import { FirmLimits } from '@tradebook/orders'
import {
  Accounts,
  type AccountTerms,
  type AgreementKey,
  type CustomerCharges,
  directToOf,
} from './accounts.ts'
import type { CashLine, NoteLine, PositionLine } from './firm-lines.ts'
import { type Freeze, Freezes } from './freezes.ts'

/** The cash or the shares that an external transfer moves. */
export type Moved =
  | { readonly type: 'deposit'; readonly amount: Kobo }
  | {
      readonly type: 'withdrawal'
      readonly amount: Kobo
      /** Where it goes; absent in journals of before withdrawals had one, and until the desk has added it. */
      readonly payee?: BankAccount
    }
  | {
      readonly type: 'transferIn' | 'transferOut'
      readonly securityID: string
      readonly quantity: Shares
      readonly unitCost: Kobo
    }

/** Cash or shares that come from outside the firm's books or leave them: a deposit, withdrawal or transfer. */
export type ExternalTransfer = {
  readonly account: string
  readonly reference: string
  readonly narration: string
} & Moved

/** An external transfer with the market day that the desk gave it. */
export type DatedTransfer = ExternalTransfer & { readonly date: string }

/** What a firm is made of; what is left out is empty. */
export interface FirmParts {
  readonly tenantId: number
  readonly ledger: Ledger
  readonly accounts?: Accounts
  readonly agreed?: Map<number, readonly AgreedCharges[]>
  readonly limits?: FirmLimits
  readonly freezes?: Freezes
}

/** One firm as the desk keeps it, with every change of its accounts, their terms and its charges. The only checks are the ledger's own. */
export class Firm {
  readonly tenantId: number
  readonly ledger: Ledger
  readonly accounts: Accounts
  /** What customers agreed about charges, by customer; the earliest first. */
  readonly agreed: Map<number, readonly AgreedCharges[]>
  /** What its orders may come to, and what that counts. */
  readonly limits: FirmLimits
  readonly freezes: Freezes

  constructor({
    tenantId,
    ledger,
    accounts = new Accounts(),
    agreed = new Map(),
    limits = new FirmLimits(),
    freezes = new Freezes(),
  }: FirmParts) {
    this.tenantId = tenantId
    this.ledger = ledger
    this.accounts = accounts
    this.agreed = agreed
    this.limits = limits
    this.freezes = freezes
  }

  /** Changes the fee table and what customers agreed: for all of their accounts, those opened later too. */
  changeCharges(rates: readonly FeeRate[], agreements: readonly CustomerCharges[]): void {
    this.ledger.changeFees(rates)
    for (const [customerId, agreed] of Map.groupBy(agreements, ofCustomer)) {
      const charges = agreed.map(({ customerId: _, ...each }) => each)
      this.#agree(customerId, withAgreements(this.agreedBy(customerId), charges))
    }
  }

  /** Removes rows of the fee table and agreements of customers, which no note is charged by yet. */
  removeCharges(rates: readonly FeeRateKey[], agreements: readonly AgreementKey[]): void {
    this.ledger.removeFees(rates)
    for (const [customerId, removed] of Map.groupBy(agreements, ofCustomer))
      this.#agree(customerId, withoutAgreements(this.agreedBy(customerId), removed))
  }

  /** What a customer agreed about charges, the earliest first. */
  agreedBy(customerId: number): readonly AgreedCharges[] {
    return this.agreed.get(customerId) ?? []
  }

  #agree(customerId: number, agreed: readonly AgreedCharges[]): void {
    this.agreed.set(customerId, agreed)
    for (const account of this.accounts.ofCustomer(customerId)) this.ledger.agree(account, agreed)
  }

  /** Adds an account, which may trade at once. @throws RangeError when it is open already. */
  openAccount(terms: AccountTerms): void {
    this.ledger.openAccount(terms.account, this.agreedBy(terms.customerId))
    this.#setTerms(terms)
  }

  /** Changes the terms of an account; all accounts of its customer take the customer's name. */
  changeTerms(terms: AccountTerms): void {
    this.#setTerms(terms)
    for (const account of this.accounts.ofCustomer(terms.customerId)) {
      const known = this.accounts.get(account)
      if (known) this.accounts.set(account, { ...known, customerName: terms.customerName })
    }
  }

  #setTerms(terms: AccountTerms): void {
    this.accounts.set(terms.account, terms)
    this.#settleDirectly(terms)
  }

  /** Proceeds of a frozen account stay in it. */
  #settleDirectly(terms: AccountTerms): void {
    const { account } = terms
    this.ledger.settleDirectly(account, this.freezes.has(account) ? null : directToOf(terms))
  }

  freeze(freeze: Freeze): void {
    this.freezes.add(freeze)
    this.ledger.settleDirectly(freeze.account, null)
  }

  /** Ends a freeze. What other freezes of the account stop stays stopped. */
  unfreeze(freeze: Pick<Freeze, 'account' | 'id'>): void {
    this.freezes.delete(freeze)
    const terms = this.accounts.get(freeze.account)
    if (terms) this.#settleDirectly(terms)
  }

  /** Posts an external transfer to the ledger. */
  transfer(transfer: DatedTransfer): Entry | Refusal {
    switch (transfer.type) {
      case 'deposit':
        return this.ledger.deposit(transfer)
      case 'withdrawal': {
        const { payee, ...payment } = transfer
        return this.ledger.withdraw({ ...payment, payee: payee ? bankAccountText(payee) : null })
      }
      case 'transferIn':
        return this.ledger.transferIn(transfer)
      case 'transferOut':
        return this.ledger.transferOut(transfer)
    }
  }

  /** Begins a market day: what is due settles, and nothing was traded yet. */
  beginDay(date: string): ReturnType<Ledger['beginDay']> {
    this.limits.counts.beginDay()
    return this.ledger.beginDay(date)
  }

  /** The balances, positions and notes that changed since the last call, as the record keeps them. */
  takeTouched(): { cash: CashLine[]; positions: PositionLine[]; notes: NoteLine[] } {
    const { tenantId, ledger } = this
    const { accounts, positions, notes } = ledger.takeTouched()
    return {
      cash: accounts.map((account) => ({ tenantId, account, ...ledger.cash(account) })),
      positions: positions.map(({ account, securityID }) => ({
        tenantId,
        account,
        securityID,
        ...ledger.position(account, securityID),
      })),
      notes: notes.map((note) => ({ tenantId, note })),
    }
  }
}

const ofCustomer = ({ customerId }: AgreementKey): number => customerId
