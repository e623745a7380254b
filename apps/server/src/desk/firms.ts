import {
  bankAccountFault,
  banks,
  cashRoutes,
  INT32_LIMIT,
  isBankCode,
  isCheckDigitCertain,
  isText,
  publishedFees,
  type Refusal,
  refuse,
} from '@tradebook/contract'
import type { Batch } from './batch.ts'
import { refusalOfCharges, refusalOfRemoval } from './charges.ts'
import type { AccountTerms, FirmState } from './firm-state.ts'
import type { ClientInput, DeskAnswer } from './inputs.ts'
import type { OrdersAtVenue } from './orders-at-venue.ts'

export type FirmInput = Extract<
  ClientInput,
  { kind: 'openFirm' | 'openAccount' | 'changeTerms' | 'changeSettings' | 'changeCharges' | 'removeCharges' }
>

export interface FirmsOptions {
  readonly firmState: FirmState
  readonly batch: Batch
  readonly marketDate: string
  readonly atVenue: Pick<OrdersAtVenue, 'setOwners'>
}

/**
 * Decides the inputs that open firms and accounts and change their terms, settings and charges. All are in force at
 * once, but charges: these change with a market day.
 */
export class Firms {
  readonly #firmState: FirmState
  readonly #batch: Batch
  readonly #marketDate: string
  readonly #atVenue: Pick<OrdersAtVenue, 'setOwners'>

  constructor({ firmState, batch, marketDate, atVenue }: FirmsOptions) {
    this.#firmState = firmState
    this.#batch = batch
    this.#marketDate = marketDate
    this.#atVenue = atVenue
  }

  decide(input: FirmInput, now: number): DeskAnswer {
    const { tenantId } = input.origin
    const refusal = this.#refusalOf(input)
    if (refusal) return { kind: 'refused', refusal }
    switch (input.kind) {
      case 'openFirm': {
        this.#firmState.openFirm(tenantId, publishedFees)
        this.#batch.firmChanged({ tenantId })
        this.#batch.chargesChanged(tenantId, publishedFees)
        const entry = { kind: 'openFirm', fees: publishedFees, accounts: [] } as const
        return { kind: 'done', sequence: this.#batch.journal(tenantId, now, entry) }
      }
      case 'openAccount': {
        const { account } = input
        this.#firmState.openAccount(tenantId, account)
        this.#batch.accountChanged({ tenantId, ...account })
        return {
          kind: 'done',
          sequence: this.#batch.journal(tenantId, now, { kind: 'openAccount', account }),
        }
      }
      case 'changeTerms': {
        const { account } = input
        // Their open orders carry the terms.
        for (const order of this.#firmState.changeTerms(tenantId, account))
          this.#batch.orderChanged(order, 'updateStockOrder')
        this.#batch.accountChanged({ tenantId, ...account })
        this.#batch.audited({
          origin: input.origin,
          serviceName: 'BackOffice',
          methodName: 'ChangeAccountTerms',
          parameters: JSON.stringify(account),
          exception: null,
        })
        return {
          kind: 'done',
          sequence: this.#batch.journal(tenantId, now, { kind: 'changeTerms', account }),
        }
      }
      case 'changeSettings': {
        const { texts, origin } = input
        this.#firmState.changeSettings(tenantId, texts)
        this.#atVenue.setOwners()
        this.#batch.settingsChanged(tenantId, texts)
        this.#batch.audited({
          origin,
          serviceName: 'Settings',
          methodName: 'Update',
          parameters: JSON.stringify(texts),
          exception: null,
        })
        return {
          kind: 'done',
          sequence: this.#batch.journal(tenantId, now, { kind: 'changeSettings', texts }),
        }
      }
      case 'changeCharges': {
        const { rates, agreements, origin } = input
        this.#firmState.changeCharges(tenantId, rates, agreements)
        this.#batch.chargesChanged(tenantId, rates, agreements)
        const parameters = JSON.stringify({ rates, agreements }, (_, value) =>
          typeof value === 'bigint' ? Number(value) : value,
        )
        this.#batch.audited({
          origin,
          serviceName: 'Fees',
          methodName: 'Update',
          parameters,
          exception: null,
        })
        return {
          kind: 'done',
          sequence: this.#batch.journal(tenantId, now, { kind: 'changeCharges', rates, agreements }),
        }
      }
      case 'removeCharges': {
        const { rates, agreements, origin } = input
        this.#firmState.removeCharges(tenantId, rates, agreements)
        this.#batch.chargesRemoved(tenantId, rates, agreements)
        this.#batch.audited({
          origin,
          serviceName: 'Fees',
          methodName: 'Remove',
          parameters: JSON.stringify({ rates, agreements }),
          exception: null,
        })
        return {
          kind: 'done',
          sequence: this.#batch.journal(tenantId, now, { kind: 'removeCharges', rates, agreements }),
        }
      }
    }
  }

  #refusalOf(input: FirmInput): Refusal | undefined {
    const { tenantId } = input.origin
    const firm = this.#firmState.firms.get(tenantId)
    if (input.kind === 'changeSettings') return firm || tenantId === HOST ? undefined : refuse('unknownFirm')
    if (!isId(tenantId)) return refuse('unknownFirm')
    if (input.kind === 'changeCharges')
      return firm ? refusalOfCharges(input, firm, this.#marketDate) : refuse('unknownFirm')
    if (input.kind === 'removeCharges')
      return firm ? refusalOfRemoval(input, firm, this.#marketDate) : refuse('unknownFirm')
    if (input.kind !== 'openFirm' && !isRecordable(input.account)) return refuse('termsInvalid', LENGTHS)
    if (input.kind === 'openFirm') return firm && refuse('alreadyOpen', { what: 'firm', tenantId })
    if (!firm) return refuse('unknownFirm')
    const { account, cscsAccount, customerId } = input.account
    const known = firm.accounts.get(account)
    if (input.kind === 'openAccount' && known) return refuse('alreadyOpen', { what: 'account', account })
    if (input.kind === 'changeTerms' && known?.customerId !== customerId)
      return refuse('unknownAccount', { account })
    if (!CSCS_ACCOUNT.test(cscsAccount)) return refuse('cscsAccountInvalid', { cscsAccount })
    const cashRefusal = refusalOfCash(input.account)
    if (cashRefusal) return cashRefusal
    if (input.kind === 'openAccount') {
      const [other] = firm.accounts.ofCustomer(customerId)
      const customer = other === undefined ? undefined : firm.accounts.get(other)
      if (customer && customer.customerName !== input.account.customerName)
        return refuse('customerNameDiffers', { customerId, customerName: customer.customerName })
    }
    const holder = firm.accounts.withCscsAccount(cscsAccount) ?? account
    return holder !== account ? refuse('alreadyOpen', { what: 'cscsAccount', cscsAccount }) : undefined
  }
}

/** Its settings are those of firms that set nothing. */
const HOST = 0

/** Why cash can not go where the terms of an account say. */
function refusalOfCash({ account, cash }: AccountTerms): Refusal | undefined {
  if (!cash) return undefined
  const { route, bankAccount } = cash
  if (!cashRoutes.includes(route)) return refuse('termsInvalid', LENGTHS)
  if (!bankAccount) return route === 'direct' ? refuse('noBankAccount', { account }) : undefined
  const { bankCode, number } = bankAccount
  if (!isBankCode(bankCode)) return refuse('unknownBank', { bankCode })
  const fault = bankAccountFault(bankAccount)
  return fault === 'number' || (fault === 'checkDigit' && isCheckDigitCertain(bankCode))
    ? refuse('bankAccountInvalid', { number, bank: banks[bankCode] })
    : undefined
}

/** The longest texts of an account's terms, in UTF-16 code units; orders name no longer account. */
const LENGTHS = { account: 32, customerName: 256 }

/** Ids of tenants and customers begin at 1; 0 is the host. */
export const isId = (id: number): boolean => Number.isInteger(id) && id > 0 && id < INT32_LIMIT

/** Whether the record can hold the terms of an account. */
const isRecordable = ({ account, customerId, customerName }: AccountTerms): boolean =>
  isText(account, LENGTHS.account) && isText(customerName, LENGTHS.customerName) && isId(customerId)

/** Numeric, padded to ten digits. Source: CSCS. */
const CSCS_ACCOUNT = /^\d{10}$/
