import {
  chargesOn,
  type FeeLine,
  type FeeRate,
  type FeeRateKey,
  type FeeTable,
  feesOf,
  feeTable,
  firmSettings,
  ratesOf,
  type SettingTexts,
  withAgreements,
  withoutRates,
  withRates,
  withSettings,
} from '@tradebook/contract'
import type { BatchChanges } from '../../apps/server/src/desk/decisions/batch-changes.ts'
import type {
  AccountLine,
  CustomerChargesLine,
  FirmLine,
  NoteLine,
} from '../../apps/server/src/desk/decisions/firm-lines.ts'
import type { FirmPlan } from './plan.ts'

/** What a record has of firms: their accounts, settings and charges. */
export class RecordedFirms {
  /** By firm, and by firm and account, in the order in which they were opened. */
  readonly #firms = new Map<number, FirmLine>()
  readonly #accounts = new Map<string, AccountLine>()
  readonly settings = new Map<number, SettingTexts>()
  /** The firms, or the host, that changed what unsettled proceeds may pay for after accounts had been opened. */
  readonly reset = new Set<number>()
  readonly #fees = new Map<number, FeeTable>()
  readonly #agreements = new Map<string, CustomerChargesLine>()
  /** The firms with their accounts, until a firm or an account changes. */
  #plans: readonly FirmPlan[] | undefined
  /** How often that changed by which notes are charged: fee tables, agreements, and whose an account is. */
  chargesChanges = 0
  /** Charges that were removed before they began. */
  removedCharges = 0

  /** The accounts of all firms, in the order of their opening. */
  get accounts(): readonly AccountLine[] {
    return [...this.#accounts.values()]
  }

  keep(changes: BatchChanges): void {
    for (const line of changes.firms) this.#keepFirm(line)
    if (changes.firms.length + changes.accounts.length > 0) this.#plans = undefined
    for (const { tenantId, name, value } of changes.settings) {
      this.settings.set(tenantId, withSettings(this.settings.get(tenantId) ?? {}, { [name]: value }))
      const isOfProceeds = name === firmSettings.unsettledProceedsUsable.name
      if (isOfProceeds && this.#accounts.size > 0) this.reset.add(tenantId)
    }
    this.chargesChanges += changes.accounts.length + changes.feeRates.length + changes.customerCharges.length
    for (const line of changes.accounts) this.#keepAccount(line)
    for (const { tenantId, ...rate } of changes.feeRates)
      this.#fees.set(tenantId, withRates(this.#fees.get(tenantId) ?? feeTable([]), [rate]))
    for (const line of changes.customerCharges)
      this.#agreements.set([line.tenantId, line.customerId, line.dateFrom].join(), line)
    for (const { tenantId, ...rate } of changes.removedFeeRates)
      this.#fees.set(tenantId, withoutRates(this.#fees.get(tenantId) ?? feeTable([]), [rate]))
    for (const line of changes.removedAgreements)
      this.#agreements.delete([line.tenantId, line.customerId, line.dateFrom].join())
    this.removedCharges += changes.removedFeeRates.length + changes.removedAgreements.length
  }

  /** A firm is opened once, and may be closed once. */
  #keepFirm(line: FirmLine): void {
    const { tenantId, isClosed } = line
    const before = this.#firms.get(tenantId)
    if (before?.isClosed || (before && !isClosed)) throw new Error(`firm ${tenantId} is kept twice`)
    this.#firms.set(tenantId, line)
  }

  /** A customer has one name, whichever account it was given with. */
  #keepAccount(line: AccountLine): void {
    const { tenantId, account, customerId, customerName } = line
    this.#accounts.set([tenantId, account].join(), line)
    for (const [key, other] of this.#accounts) {
      if (other.tenantId === tenantId && other.customerId === customerId)
        this.#accounts.set(key, { ...other, customerName })
    }
  }

  account(tenantId: number, account: string): AccountLine | undefined {
    return this.#accounts.get([tenantId, account].join())
  }

  /** The firms, each with the terms of its accounts as they are now. */
  plans(): readonly FirmPlan[] {
    const open = [...this.#firms.values()].filter(({ isClosed }) => !isClosed)
    this.#plans ??= open.map((firm) => ({
      ...firm,
      accounts: [...this.#accounts.values()]
        .filter(({ tenantId }) => tenantId === firm.tenantId)
        .map(({ tenantId: _, ...terms }) => terms),
    }))
    return this.#plans
  }

  /** What a firm charges. */
  chargesOf(firm: number): { fees: readonly FeeRate[]; agreements: Omit<CustomerChargesLine, 'tenantId'>[] } {
    return {
      fees: ratesOf(this.#fees.get(firm) ?? feeTable([])),
      agreements: [...this.#agreements.values()]
        .filter(({ tenantId }) => tenantId === firm)
        .map(({ tenantId: _, ...agreed }) => agreed),
    }
  }

  /** Charges that begin after a market day, which may be removed. */
  chargesAfter(marketDate: string): readonly (FeeRateKey & { readonly tenantId: number })[] {
    return [...this.#fees].flatMap(([tenantId, rows]) =>
      ratesOf(rows)
        .filter(({ dateFrom }) => dateFrom > marketDate)
        .map(({ side, item, dateFrom }) => ({ tenantId, side, item, dateFrom })),
    )
  }

  /** The lines that a note must print: by what its firm charges on its trade date. */
  linesOf({ tenantId, note }: NoteLine): FeeLine[] {
    const customerId = this.account(tenantId, note.account)?.customerId
    const agreed = [...this.#agreements.values()].filter(
      (other) => other.tenantId === tenantId && other.customerId === customerId,
    )
    const table = this.#fees.get(tenantId) ?? feeTable([])
    return feesOf(chargesOn(table, note, withAgreements([], agreed)), note)
  }
}
