import type { FeeRate, FeeRateKey } from '@tradebook/contract'
import type { CashBalance, ContractNote, PositionBalance } from '@tradebook/ledger'
import type { AccountTerms, AgreementKey, CustomerCharges } from './accounts.ts'
import type { LimitsChange } from './limit-terms.ts'

/** What the record keeps of a firm: the rows that the desk writes. */

/** A firm as the record keeps it. */
export interface FirmLine {
  readonly tenantId: number
  readonly isClosed: boolean
}

/** What a firm, or the host, has set: one row of the record each. */
export interface SettingLine {
  readonly tenantId: number
  readonly name: string
  /** `null` where it is taken back. */
  readonly value: string | null
}

/** A row of a firm's fee table as the record keeps it. */
export interface FeeRateLine extends FeeRate {
  readonly tenantId: number
}

/** A customer's agreement about charges as the record keeps it. */
export interface CustomerChargesLine extends CustomerCharges {
  readonly tenantId: number
}

/** A row of a firm's fee table that the record keeps no more. */
export interface RemovedFeeRateLine extends FeeRateKey {
  readonly tenantId: number
}

/** A customer's agreement that the record keeps no more. */
export interface RemovedAgreementLine extends AgreementKey {
  readonly tenantId: number
}

/** Limits of a firm, a user or an account as the record keeps them. */
export interface LimitsLine extends LimitsChange {
  readonly tenantId: number
}

/** An account as the record keeps it. */
export interface AccountLine extends AccountTerms {
  readonly tenantId: number
}

/** An account's cash as the record keeps it. */
export interface CashLine extends Omit<CashBalance, 'withdrawable'> {
  readonly tenantId: number
  readonly account: string
}

/** An account's shares of one security as the record keeps them. */
export interface PositionLine extends PositionBalance {
  readonly tenantId: number
  readonly account: string
  readonly securityID: string
}

/** A contract note as the record keeps it. */
export interface NoteLine {
  readonly tenantId: number
  readonly note: ContractNote
}
