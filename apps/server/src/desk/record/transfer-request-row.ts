import { type BankCode, type CashTerms, kobo, shares, type TransferState } from '@tradebook/contract'
import type { ExternalTransfer } from '../decisions/firm.ts'
import {
  type CashTermsChange,
  isMovement,
  type Requested,
  type TransferRequest,
} from '../decisions/transfer-request.ts'
import { cashTermsOf } from './cash-terms-row.ts'
import { decode, encode } from './codec.ts'

/** What a row of `transfer_requests` says of what is asked for; PostgreSQL's client has its amounts as text. */
export interface RequestedRow {
  readonly type: string
  readonly account: string
  readonly amount: bigint | string | null
  readonly security_id: string | null
  readonly quantity: bigint | string | null
  readonly unit_cost: bigint | string | null
  readonly reference: string
  readonly narration: string
  readonly cash_route: string | null
  readonly bank_code: string | null
  readonly bank_account: string | null
  /** What is asked for, where the columns do not have it. */
  readonly details: unknown
}

interface RequestRow extends RequestedRow {
  readonly tenant_id: number
  readonly id: string
  readonly posting_id: string
  readonly payment_request: number | null
  readonly state: TransferState
  readonly maker_id: number
  readonly maker_name: string
  readonly made_at: Date
  readonly market_date: string
  readonly decider_id: number | null
  readonly decider_name: string | null
  readonly decided_at: Date | null
  readonly reason: string | null
  readonly posted: string | null
  readonly decided: string | null
}

/** The request that a row of `transfer_requests` stores. */
export function transferRequestOf(row: RequestRow): TransferRequest {
  return {
    tenantId: row.tenant_id,
    id: Number(row.id),
    postingID: row.posting_id,
    paymentRequest: row.payment_request,
    transfer: requestedOf(row),
    state: row.state,
    makerId: row.maker_id,
    makerName: row.maker_name,
    madeAt: row.made_at.toISOString(),
    marketDate: row.market_date,
    decision:
      row.decider_id === null
        ? null
        : {
            deciderId: row.decider_id,
            deciderName: row.decider_name ?? '',
            decidedAt: row.decided_at?.toISOString() ?? '',
            sequence: row.decided === null ? null : Number(row.decided),
            reason: row.reason,
          },
    posted: row.posted === null ? null : Number(row.posted),
  }
}

/** What is asked for by the request that a row stores. */
export function requestedOf(row: RequestedRow): Requested {
  if (row.details !== null) return decode(row.details) as Requested
  const { account, reference, narration } = row
  const common = { account, reference, narration }
  const type = row.type as (ExternalTransfer | CashTermsChange)['type']
  const terms = cashTermsOf({
    cash_route: (row.cash_route ?? 'broker') as CashTerms['route'],
    bank_code: row.bank_code as BankCode | null,
    bank_account: row.bank_account,
  })
  switch (type) {
    case 'cashTerms':
      return { type, account, cash: terms }
    case 'deposit':
      return { ...common, type, amount: kobo(BigInt(row.amount ?? 0)) }
    case 'withdrawal': {
      const payee = terms.bankAccount
      return { ...common, type, amount: kobo(BigInt(row.amount ?? 0)), ...(payee && { payee }) }
    }
    case 'transferIn':
    case 'transferOut':
      return {
        ...common,
        type,
        securityID: row.security_id ?? '',
        quantity: shares(BigInt(row.quantity ?? 0)),
        unitCost: kobo(BigInt(row.unit_cost ?? 0)),
      }
  }
}

/** What a row stores of a request in addition to the columns of transfers; `null` where these have all of it. */
export const detailsOf = (asked: Requested): string | null => (isMovement(asked) ? null : encode(asked))
