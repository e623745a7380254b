import {
  type FeeLine,
  type FeeLineName,
  type FeeName,
  type FeeRate,
  kobo,
  type Side,
} from '@tradebook/contract'
import type { Selectable } from 'kysely'
import type { CustomerCharges as AgreementRow } from '../../store/schema.ts'
import type { CustomerCharges } from '../decisions/accounts.ts'
import type { CustomerChargesLine, FeeRateLine, RemovedAgreementLine } from '../decisions/firm-lines.ts'
import type { Columns } from './set-insert.ts'
import { storedRow } from './stored-row.ts'

/** Charges as the record stores them: the rows of a fee table, and the lines of a contract note. */

/** A `bigint` column, which a connection reads as a number of its own or as text. */
type Amount = string | bigint

interface FeeRateRow {
  readonly side: string
  readonly item: string
  readonly date_from: string
  readonly rate_ppm: number
  readonly per_share: Amount | null
  readonly per_trade: Amount | null
  readonly maximum: Amount | null
  readonly minimum: Amount
  readonly vat_ppm: number
}

/** The columns of `fee_rates` that are its key. */
export const feeRateKey = {
  tenant_id: ['int', (line) => line.tenantId],
  side: ['text', (line) => line.side],
  item: ['text', (line) => line.item],
  date_from: ['date', (line) => line.dateFrom],
} as const satisfies Columns<Pick<FeeRateLine, 'tenantId' | 'side' | 'item' | 'dateFrom'>>

export const feeRateColumns: Columns<FeeRateLine> = {
  ...feeRateKey,
  rate_ppm: ['int', (line) => line.ratePpm],
  per_share: ['bigint', (line) => line.perShare],
  per_trade: ['bigint', (line) => line.perTrade],
  maximum: ['bigint', (line) => line.maximum],
  minimum: ['bigint', (line) => line.minimum],
  vat_ppm: ['int', (line) => line.vatPpm],
}

/** The row of a fee table that a row of `fee_rates` stores. */
export const feeRateOf = (row: FeeRateRow): FeeRate => ({
  side: row.side as Side,
  item: row.item as FeeName,
  dateFrom: row.date_from,
  ratePpm: row.rate_ppm,
  ...amount('perShare', row.per_share),
  ...amount('perTrade', row.per_trade),
  ...amount('maximum', row.maximum),
  minimum: kobo(BigInt(row.minimum)),
  vatPpm: row.vat_ppm,
})

/** The columns of `customer_charges` that are its key. */
export const agreementKey = {
  tenant_id: ['int', (line) => line.tenantId],
  customer_id: ['int', (line) => line.customerId],
  date_from: ['date', (line) => line.dateFrom],
} as const satisfies Columns<RemovedAgreementLine>

const agreement = storedRow<CustomerCharges, CustomerChargesLine, Selectable<AgreementRow>, 'tenantId'>(
  {
    tenantId: ['tenant_id', ...agreementKey.tenant_id],
    customerId: ['customer_id', ...agreementKey.customer_id],
    dateFrom: ['date_from', ...agreementKey.date_from],
    commissionPpm: ['commission_ppm', 'int', (line) => line.commissionPpm],
    stampDutyExempt: ['stamp_duty_exempt', 'boolean', (line) => line.stampDutyExempt],
    // Absent where alerts are sent, as in inputs and answers.
    alertsOff: [
      'alerts_off',
      'boolean',
      (line) => line.alertsOff ?? false,
      (row) => row.alerts_off || undefined,
    ],
  },
  ['tenantId'],
)

export const agreementColumns = agreement.columns

/** What was agreed with a customer, as a row of `customer_charges` stores it. */
export const agreementOf = agreement.read

/** A line of charges as `contract_notes.lines` stores it: amounts in kobo as text. */
export interface StoredFeeLine {
  readonly line: FeeLineName
  readonly ratePpm: number
  readonly perShare?: string
  readonly perTrade?: string
  readonly amount: string
}

export const storedLine = ({ line, ratePpm, perShare, perTrade, amount }: FeeLine): StoredFeeLine => ({
  ...{ line, ratePpm, amount: String(amount) },
  ...(perShare !== undefined && { perShare: String(perShare) }),
  ...(perTrade !== undefined && { perTrade: String(perTrade) }),
})

export const feeLineOf = ({
  line,
  ratePpm,
  perShare,
  perTrade,
  amount: charged,
}: StoredFeeLine): FeeLine => ({
  ...{ line, ratePpm },
  ...amount('perShare', perShare),
  ...amount('perTrade', perTrade),
  amount: kobo(BigInt(charged)),
})

/** An amount by its name, absent where there is none. */
const amount = <Name extends string>(name: Name, stored: Amount | null | undefined) =>
  (stored === null || stored === undefined ? {} : { [name]: kobo(BigInt(stored)) }) as Record<
    Name,
    FeeLine['amount']
  >
