import { isDeepStrictEqual } from 'node:util'
import {
  type AuditChange,
  addBusinessDays,
  agreementsFrom,
  type FeeRateKey,
  firmSettings,
  type Refusal,
  rateKey,
  refuse,
  standardFees,
} from '@tradebook/contract'
import { exactJson } from '../../platform/audit.ts'
import { HOST } from '../../store/host.ts'
import { type ClientInput, type DeskAnswer, refusedWith } from '../inputs.ts'
import { isId, refusalOfRecording, refusalOfTerms } from './account-terms.ts'
import { type AccountTerms, type AgreementKey, agreementKey, type CustomerCharges } from './accounts.ts'
import type { Batch } from './batch.ts'
import type { AuditLine } from './batch-changes.ts'
import { agreementOf, rateOf, refusalOfCharges, refusalOfRemoval } from './charges.ts'
import type { CorporateActions } from './corporate-actions.ts'
import type { Firm } from './firm.ts'
import type { FirmState } from './firm-state.ts'
import type { OrdersAtVenue } from './orders-at-venue.ts'

export type FirmInput = Extract<
  ClientInput,
  {
    kind:
      | 'openFirm'
      | 'closeFirm'
      | 'openAccount'
      | 'changeTerms'
      | 'correctCustomer'
      | 'changeSettings'
      | 'changeCharges'
      | 'removeCharges'
      | 'chooseAlerts'
  }
>

/** What changes an account's terms, or what a firm charges. */
type TermsInput = Extract<FirmInput, { kind: 'changeTerms' | 'changeCharges' | 'removeCharges' }>

export interface FirmsOptions {
  readonly firmState: FirmState
  readonly batch: Batch
  readonly marketDate: string
  readonly atVenue: Pick<OrdersAtVenue, 'setParticipants'>
  readonly corporateActions: Pick<CorporateActions, 'owesTo'>
}

/**
 * Decides the inputs that open firms and accounts and change their terms, settings and charges. All are in force at
 * once, but charges: these change with a market day.
 */
export class Firms {
  readonly #firmState: FirmState
  readonly #batch: Batch
  readonly #marketDate: string
  readonly #atVenue: Pick<OrdersAtVenue, 'setParticipants'>
  readonly #corporateActions: Pick<CorporateActions, 'owesTo'>

  constructor({ firmState, batch, marketDate, atVenue, corporateActions }: FirmsOptions) {
    this.#firmState = firmState
    this.#batch = batch
    this.#marketDate = marketDate
    this.#atVenue = atVenue
    this.#corporateActions = corporateActions
  }

  decide(input: FirmInput, now: number): DeskAnswer {
    const { tenantId } = input.origin
    const refusal = this.refusalOf(input)
    if (refusal) return refusedWith(refusal)
    switch (input.kind) {
      case 'openFirm': {
        this.#firmState.openFirm(tenantId, standardFees)
        this.#batch.firmChanged({ tenantId, isClosed: false })
        this.#batch.chargesChanged(tenantId, standardFees)
        const entry = { kind: 'openFirm', fees: standardFees, accounts: [] } as const
        return { kind: 'done', sequence: this.#batch.journal(tenantId, now, entry) }
      }
      case 'closeFirm': {
        const closed = input.tenantId
        this.#firmState.closeFirm(closed)
        this.#batch.firmChanged({ tenantId: closed, isClosed: true })
        this.#batch.audited({
          origin: input.origin,
          serviceName: 'Tenant',
          methodName: 'Delete',
          parameters: JSON.stringify({ id: closed }),
          exception: null,
          changes: [changeOf('Tenant', String(closed), input.before, null)],
        })
        return { kind: 'done', sequence: this.#batch.journal(closed, now, { kind: 'closeFirm' }) }
      }
      case 'openAccount': {
        const { account, alertsOff, origin } = input
        const firm = this.#firmState.firm(tenantId)
        firm.openAccount(account)
        this.#batch.accountChanged({ tenantId, ...account })
        const sequence = this.#batch.journal(tenantId, now, { kind: 'openAccount', account })
        // From this very day: the customer has no note yet that was charged otherwise.
        const { customerId } = account
        if (alertsOff && firm.accounts.ofCustomer(customerId).size === 1)
          this.#chargesAudited(
            {
              ...{ kind: 'changeCharges', origin, rates: [] },
              agreements: [withoutAlerts(customerId, this.#marketDate)],
            },
            now,
          )
        return { kind: 'done', sequence }
      }
      case 'changeTerms':
        return this.#audited(input, now, {
          ...{ serviceName: 'BackOffice', methodName: 'UpdateAccountTerms' },
          parameters: JSON.stringify(input.account),
        })
      case 'correctCustomer': {
        const account = this.#correctedBy(input)
        if (!account) throw new Error('a customer who is corrected has an account')
        return this.#audited({ kind: 'changeTerms', origin: input.origin, account }, now, {
          ...{ serviceName: 'Customer', methodName: 'UpdateCustomer' },
          parameters: JSON.stringify(account),
        })
      }
      case 'changeSettings': {
        const { origin } = input
        const texts = this.#firmState.settings.keepingRules(tenantId, input.texts, {
          marketDate: this.#marketDate,
          hasFirms: [...this.#firmState.firms.keys()].some((id) => id !== HOST),
        })
        const before = this.#firmState.settings.setOf(tenantId, Object.keys(texts))
        this.#firmState.changeSettings(tenantId, texts)
        this.#atVenue.setParticipants()
        this.#batch.settingsChanged(tenantId, texts)
        this.#batch.audited({
          origin,
          serviceName: 'Settings',
          methodName: 'Update',
          parameters: JSON.stringify(input.texts),
          exception: null,
          changes: [changeOf('Settings', String(tenantId), before, texts)],
        })
        return {
          kind: 'done',
          sequence: this.#batch.journal(tenantId, now, { kind: 'changeSettings', texts }),
        }
      }
      case 'changeCharges':
      case 'removeCharges':
        return this.#chargesAudited(input, now)
      case 'chooseAlerts': {
        const { origin, alertsOff } = input
        const agreements = this.#chosenBy(input)
        return this.#audited({ kind: 'changeCharges', origin, rates: [], agreements }, now, {
          ...{ serviceName: 'Fees', methodName: 'UpdateTradeAlerts' },
          parameters: JSON.stringify({ alertsOff }),
        })
      }
    }
  }

  #chargesAudited(input: Exclude<TermsInput, { kind: 'changeTerms' }>, now: number): DeskAnswer {
    const { kind, rates, agreements } = input
    const removed = rates.length > 0 ? 'DeleteRate' : 'DeleteAgreement'
    return this.#audited(input, now, {
      ...{ serviceName: 'Fees', methodName: kind === 'changeCharges' ? 'Update' : removed },
      parameters: exactJson({ rates, agreements }),
    })
  }

  #audited(
    input: TermsInput,
    now: number,
    row: Pick<AuditLine, 'serviceName' | 'methodName' | 'parameters'>,
  ): DeskAnswer {
    const { sequence, changes } = this.apply(input, now)
    this.#batch.audited({ origin: input.origin, ...row, exception: null, changes })
    return { kind: 'done', sequence }
  }

  /**
   * Changes terms or charges after `refusalOf` has found no objection. The caller writes the audit row, with these changes.
   *
   * @returns the sequence of its journal line.
   */
  apply(input: TermsInput, now: number): { readonly sequence: number; readonly changes: AuditChange[] } {
    const { tenantId } = input.origin
    const firm = this.#firmState.firm(tenantId)
    switch (input.kind) {
      case 'changeTerms': {
        // The name is that of all accounts of the customer; their open orders carry it.
        const { account } = input
        const before = firm.accounts.get(account.account)
        for (const order of this.#firmState.changeTerms(tenantId, account))
          this.#batch.orderChanged(order, 'updateStockOrder')
        this.#batch.accountChanged({ tenantId, ...account })
        const sequence = this.#batch.journal(tenantId, now, { kind: 'changeTerms', account })
        return { sequence, changes: [changeOf('Account', account.account, before, account)] }
      }
      case 'changeCharges': {
        const { kind, rates, agreements } = input
        const before = this.#chargesOf(tenantId, rates, agreements)
        firm.changeCharges(rates, agreements)
        this.#batch.chargesChanged(tenantId, rates, agreements)
        const sequence = this.#batch.journal(tenantId, now, { kind, rates, agreements })
        return { sequence, changes: changesOf(rates, agreements, before, (charge) => charge) }
      }
      case 'removeCharges': {
        const { kind, rates, agreements } = input
        const before = this.#chargesOf(tenantId, rates, agreements)
        firm.removeCharges(rates, agreements)
        this.#batch.chargesRemoved(tenantId, rates, agreements)
        const sequence = this.#batch.journal(tenantId, now, { kind, rates, agreements })
        return { sequence, changes: changesOf(rates, agreements, before, () => null) }
      }
    }
  }

  /** What a firm charges and has agreed under these keys now. */
  #chargesOf(
    tenantId: number,
    rates: readonly FeeRateKey[],
    agreements: readonly AgreementKey[],
  ): ReadonlyMap<string, object | undefined> {
    const firm = this.#firmState.firm(tenantId)
    return new Map<string, object | undefined>([
      ...rates.map((key) => [rateKey(key), rateOf(firm, key)] as const),
      ...agreements.map((key) => [agreementKey(key), agreementOf(firm, key)] as const),
    ])
  }

  /** Why an input cannot be carried out now. */
  refusalOf(input: FirmInput): Refusal | undefined {
    const { tenantId } = input.origin
    const firm = this.#firmState.firms.get(tenantId)
    if (input.kind === 'changeSettings')
      return firm || tenantId === HOST ? this.#refusalOfSettings(input) : refuse('unknownFirm')
    if (input.kind === 'closeFirm') return this.#refusalOfClosing(input.tenantId, tenantId)
    if (!isId(tenantId)) return refuse('unknownFirm')
    if (input.kind === 'changeCharges')
      return firm ? refusalOfCharges(input, firm, this.#marketDate) : refuse('unknownFirm')
    if (input.kind === 'removeCharges')
      return firm ? refusalOfRemoval(input, firm, this.#marketDate) : refuse('unknownFirm')
    if (input.kind === 'chooseAlerts') {
      const unknown = input.accounts.find((account) => !firm?.accounts.has(account))
      if (!firm || unknown !== undefined) return refuse('unknownAccount', { account: unknown ?? '' })
      return refusalOfCharges({ rates: [], agreements: this.#chosenBy(input) }, firm, this.#marketDate)
    }
    if (input.kind === 'openFirm') {
      if (this.#firmState.closedFirms.has(tenantId)) return refuse('unknownFirm')
      return firm && refuse('alreadyOpen', { what: 'firm', tenantId })
    }
    if (input.kind === 'correctCustomer') {
      const corrected = this.#correctedBy(input)
      if (!firm || !corrected) return refuse('unknownCustomer', { customerId: input.customerId })
      return refusalOfRecording(corrected) ?? refusalOfDepositoryAccount(firm, corrected)
    }
    const unrecordable = refusalOfRecording(input.account)
    if (unrecordable) return unrecordable
    if (!firm) return refuse('unknownFirm')
    const { account, customerId } = input.account
    const known = firm.accounts.get(account)
    if (input.kind === 'openAccount' && known) return refuse('alreadyOpen', { what: 'account', account })
    if (input.kind === 'changeTerms' && known?.customerId !== customerId)
      return refuse('unknownAccount', { account })
    if (firm.freezes.has(account) && !isDeepStrictEqual(known?.cash, input.account.cash))
      return refuse('accountFrozen', { account })
    const termsRefusal = refusalOfTerms(input.account)
    if (termsRefusal) return termsRefusal
    if (input.kind === 'openAccount') {
      const [other] = firm.accounts.ofCustomer(customerId)
      const customer = other === undefined ? undefined : firm.accounts.get(other)
      if (customer && customer.customerName !== input.account.customerName)
        return refuse('customerNameDiffers', { customerId, customerName: customer.customerName })
    }
    return refusalOfDepositoryAccount(firm, input.account)
  }

  /** An account of a customer as it is once corrected; of one with several accounts which one has the number is not known. */
  #correctedBy(input: Extract<FirmInput, { kind: 'correctCustomer' }>): AccountTerms | undefined {
    const { origin, customerId, customerName, cscsAccount, bankAccountName } = input
    const accounts = this.#firmState.firms.get(origin.tenantId)?.accounts
    const [first, ...others] = accounts?.ofCustomer(customerId) ?? []
    const known = first === undefined ? undefined : accounts?.get(first)
    const isOfOne = cscsAccount !== undefined || bankAccountName !== undefined
    if (!known || (isOfOne && others.length > 0)) return undefined
    return {
      ...known,
      customerName: customerName ?? known.customerName,
      cscsAccount: cscsAccount ?? known.cscsAccount,
      ...(bankAccountName !== undefined && { bankAccountName }),
    }
  }

  /** What is agreed with customers once they have chosen about alerts: from the next market day on, also with those whose agreement begins later. */
  #chosenBy({
    origin,
    accounts,
    alertsOff,
  }: Extract<FirmInput, { kind: 'chooseAlerts' }>): CustomerCharges[] {
    const firm = this.#firmState.firm(origin.tenantId)
    const customers = new Set(accounts.flatMap((account) => firm.accounts.get(account)?.customerId ?? []))
    const dateFrom = addBusinessDays(this.#marketDate, 1)
    return [...customers].flatMap((customerId) =>
      agreementsFrom(dateFrom, firm.agreedBy(customerId)).map(({ alertsOff: _, ...agreed }) => ({
        ...{ customerId, ...agreed },
        ...(alertsOff && { alertsOff }),
      })),
    )
  }

  /** The numbers of accounts begin with the member code: two firms that are open never have the same. */
  #refusalOfSettings({ origin, texts }: Extract<FirmInput, { kind: 'changeSettings' }>): Refusal | undefined {
    const { name } = firmSettings.memberCode
    const asked = texts[name]?.toUpperCase()
    if (!asked) return undefined
    const codeOf = (tenantId: number) => this.#firmState.settings.setOf(tenantId, [name])[name]?.toUpperCase()
    const isTaken = [...this.#firmState.firms.keys()].some(
      (tenantId) => tenantId !== origin.tenantId && codeOf(tenantId) === asked,
    )
    return isTaken ? refuse('memberCodeTaken', { memberCode: asked }) : undefined
  }

  /** Why a firm cannot be closed by a person of the firm `by`. */
  #refusalOfClosing(tenantId: number, by: number): Refusal | undefined {
    const firm = this.#firmState.firms.get(tenantId)
    if (!firm || by !== HOST) return refuse('unknownFirm')
    const openOrders = [...firm.accounts.keys()].reduce(
      (count, account) => count + firm.ledger.openOrders(account).size,
      0,
    )
    const accounts = accountsWithBalances(firm).size
    if (openOrders === 0 && accounts === 0 && !this.#corporateActions.owesTo(tenantId)) return undefined
    return refuse('firmNotEmpty', { openOrders, accounts })
  }
}

/** What is agreed with a customer who is sent no trade alerts. */
const withoutAlerts = (customerId: number, dateFrom: string): CustomerCharges => ({
  ...{ customerId, dateFrom, commissionPpm: null, stampDutyExempt: false, alertsOff: true },
})

const changeOf = (
  entity: string,
  id: string,
  before: object | null | undefined,
  after: object | null,
): AuditChange => ({ entity, id, before: before ? { ...before } : null, after: after ? { ...after } : null })

/** The audit trail's changes of charges. @param after what became of one. */
const changesOf = <Rate extends FeeRateKey, Agreement extends AgreementKey>(
  rates: readonly Rate[],
  agreements: readonly Agreement[],
  before: ReadonlyMap<string, object | undefined>,
  after: (charge: Rate | Agreement) => object | null,
): AuditChange[] => [
  ...rates.map((rate) => changeOf('FeeRate', rateKey(rate), before.get(rateKey(rate)), after(rate))),
  ...agreements.map((agreed) =>
    changeOf('ChargesOfCustomer', agreementKey(agreed), before.get(agreementKey(agreed)), after(agreed)),
  ),
]

/** The accounts that have cash or shares, or trades that are not settled. */
function accountsWithBalances({ ledger }: Firm): ReadonlySet<string> {
  const { cash, positions, notes } = ledger.state()
  return new Set(
    [...cash.filter(({ balance }) => balance !== 0n), ...positions, ...notes].map(({ account }) => account),
  )
}

/** A depository account is of one account of a firm. */
function refusalOfDepositoryAccount(firm: Firm, { account, cscsAccount }: AccountTerms): Refusal | undefined {
  const holder = firm.accounts.withCscsAccount(cscsAccount) ?? account
  return holder !== account ? refuse('alreadyOpen', { what: 'cscsAccount', cscsAccount }) : undefined
}
