import { type AgreedCharges, bankAccountText, type CashTerms } from '@tradebook/contract'

/** An account the desk may trade for. */
export interface AccountTerms {
  readonly account: string
  /** Ten digits. */
  readonly cscsAccount: string
  readonly customerId: number
  readonly customerName: string
  /** Where proceeds of sales go when these settle; without it they stay with the broker. */
  readonly cash?: CashTerms
  /** In whose name the bank account of these is, as the bank says; absent where nobody has said it. */
  readonly bankAccountName?: string
}

/** The bank account, as entries name it, to which an account's proceeds leave; `null` where they stay. */
export const directToOf = ({ cash }: AccountTerms): string | null =>
  cash?.route === 'direct' && cash.bankAccount ? bankAccountText(cash.bankAccount) : null

/** What a customer agreed with the firm about charges, from a trade date on. */
export interface CustomerCharges extends AgreedCharges {
  readonly customerId: number
}

/** What distinguishes one agreement of a firm from the others. */
export type AgreementKey = Pick<CustomerCharges, 'customerId' | 'dateFrom'>
export const agreementKey = ({ customerId, dateFrom }: AgreementKey): string => [customerId, dateFrom].join()

/** The accounts of a firm by their numbers, found by their depository account and their customer, too. */
export class Accounts extends Map<string, AccountTerms> {
  /** Numbers of accounts. */
  readonly #byCscsAccount = new Map<string, string>()
  readonly #byCustomer = new Map<number, Set<string>>()

  constructor(terms: readonly AccountTerms[] = []) {
    super()
    for (const each of terms) this.set(each.account, each)
  }

  /** Adds an account, or changes its terms: the customer stays the same. */
  override set(account: string, terms: AccountTerms): this {
    const known = this.get(account)
    if (known) this.#byCscsAccount.delete(known.cscsAccount)
    this.#byCscsAccount.set(terms.cscsAccount, account)
    const ofCustomer = this.#byCustomer.get(terms.customerId)
    if (ofCustomer) ofCustomer.add(account)
    else this.#byCustomer.set(terms.customerId, new Set([account]))
    return super.set(account, terms)
  }

  /** The number of the account with a depository account; `undefined` when there is none. */
  withCscsAccount(cscsAccount: string): string | undefined {
    return this.#byCscsAccount.get(cscsAccount)
  }

  /** The numbers of a customer's accounts. */
  ofCustomer(customerId: number): ReadonlySet<string> {
    return this.#byCustomer.get(customerId) ?? new Set()
  }
}
