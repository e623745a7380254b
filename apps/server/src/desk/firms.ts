import { isDeepStrictEqual } from 'node:util'
import {
  type AuditChange,
  type FeeRateKey,
  firmSettings,
  type Refusal,
  rateKey,
  refuse,
  standardFees,
} from '@tradebook/contract'
import { exactJson } from '../platform/audit.ts'
import { HOST } from '../store/host.ts'
import { isId, refusalOfRecording, refusalOfTerms } from './account-terms.ts'
import { type AccountTerms, type AgreementKey, agreementKey } from './accounts.ts'
import type { Batch } from './batch.ts'
import { agreementOf, rateOf, refusalOfCharges, refusalOfRemoval } from './charges.ts'
import type { CorporateActions } from './corporate-actions.ts'
import type { Firm } from './firm.ts'
import type { FirmState } from './firm-state.ts'
import { type ClientInput, type DeskAnswer, type Origin, refusedWith } from './inputs.ts'
import type { OrdersAtVenue } from './orders-at-venue.ts'

export type FirmInput = Extract<
  ClientInput,
  {
    kind:
      | 'openFirm'
      | 'closeFirm'
      | 'openAccount'
      | 'changeTerms'
      | 'renameCustomer'
      | 'changeSettings'
      | 'changeCharges'
      | 'removeCharges'
  }
>

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
        const { account } = input
        this.#firmState.firm(tenantId).openAccount(account)
        this.#batch.accountChanged({ tenantId, ...account })
        return {
          kind: 'done',
          sequence: this.#batch.journal(tenantId, now, { kind: 'openAccount', account }),
        }
      }
      case 'changeTerms':
        return this.#changeTerms(input.origin, input.account, now)
      case 'renameCustomer': {
        const known = this.#accountOf(tenantId, input.customerId)
        if (!known) throw new Error('a customer who is renamed has an account')
        return this.#changeTerms(input.origin, { ...known, customerName: input.customerName }, now)
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
      case 'changeCharges': {
        const { rates, agreements, origin } = input
        const before = this.#chargesOf(tenantId, rates, agreements)
        this.#firmState.firm(tenantId).changeCharges(rates, agreements)
        this.#batch.chargesChanged(tenantId, rates, agreements)
        const parameters = exactJson({ rates, agreements })
        this.#batch.audited({
          origin,
          serviceName: 'Fees',
          methodName: 'Update',
          parameters,
          exception: null,
          changes: changesOf(rates, agreements, before, (charge) => charge),
        })
        return {
          kind: 'done',
          sequence: this.#batch.journal(tenantId, now, { kind: 'changeCharges', rates, agreements }),
        }
      }
      case 'removeCharges': {
        const { rates, agreements, origin } = input
        const before = this.#chargesOf(tenantId, rates, agreements)
        this.#firmState.firm(tenantId).removeCharges(rates, agreements)
        this.#batch.chargesRemoved(tenantId, rates, agreements)
        this.#batch.audited({
          origin,
          serviceName: 'Fees',
          methodName: rates.length > 0 ? 'DeleteRate' : 'DeleteAgreement',
          parameters: JSON.stringify({ rates, agreements }),
          exception: null,
          changes: changesOf(rates, agreements, before, () => null),
        })
        return {
          kind: 'done',
          sequence: this.#batch.journal(tenantId, now, { kind: 'removeCharges', rates, agreements }),
        }
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
    if (input.kind === 'openFirm') {
      if (this.#firmState.closedFirms.has(tenantId)) return refuse('unknownFirm')
      return firm && refuse('alreadyOpen', { what: 'firm', tenantId })
    }
    if (input.kind === 'renameCustomer') {
      const known = this.#accountOf(tenantId, input.customerId)
      if (!known) return refuse('unknownCustomer', { customerId: input.customerId })
      return refusalOfRecording({ ...known, customerName: input.customerName })
    }
    const unrecordable = refusalOfRecording(input.account)
    if (unrecordable) return unrecordable
    if (!firm) return refuse('unknownFirm')
    const { account, cscsAccount, customerId } = input.account
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
    const holder = firm.accounts.withCscsAccount(cscsAccount) ?? account
    return holder !== account ? refuse('alreadyOpen', { what: 'cscsAccount', cscsAccount }) : undefined
  }

  /** An account of a customer, if there is one. */
  #accountOf(tenantId: number, customerId: number): AccountTerms | undefined {
    const accounts = this.#firmState.firms.get(tenantId)?.accounts
    const [first] = accounts?.ofCustomer(customerId) ?? []
    return first === undefined ? undefined : accounts?.get(first)
  }

  /** Changes terms of an account, and the name on all accounts of its customer; their open orders carry them. */
  #changeTerms(origin: Origin, account: AccountTerms, now: number): DeskAnswer {
    const { tenantId } = origin
    const before = this.#firmState.firm(tenantId).accounts.get(account.account)
    for (const order of this.#firmState.changeTerms(tenantId, account))
      this.#batch.orderChanged(order, 'updateStockOrder')
    this.#batch.accountChanged({ tenantId, ...account })
    this.#batch.audited({
      origin,
      serviceName: 'BackOffice',
      methodName: 'UpdateAccountTerms',
      parameters: JSON.stringify(account),
      exception: null,
      changes: [changeOf('Account', account.account, before, account)],
    })
    return { kind: 'done', sequence: this.#batch.journal(tenantId, now, { kind: 'changeTerms', account }) }
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
