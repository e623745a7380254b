import { type BankCode, type CashTerms, kobo, shares, type TransferState } from '@tradebook/contract'
import { cashTermsOf } from './cash-terms-row.ts'
import type { Requested, TransferRequest } from './transfer-request.ts'

/** The request that a row of `transfer_requests` stores. */
export function transferRequestOf(row: {
  tenant_id: number
  id: string
  posting_id: string
  type: Requested['type']
  cash_route: CashTerms['route'] | null
  bank_code: BankCode | null
  bank_account: string | null
  account: string
  amount: string | null
  security_id: string | null
  quantity: string | null
  unit_cost: string | null
  reference: string
  narration: string
  state: TransferState
  maker_id: number
  maker_name: string
  made_at: Date
  market_date: string
  decider_id: number | null
  decider_name: string | null
  decided_at: Date | null
  reason: string | null
  posted: string | null
  decided: string | null
}): TransferRequest {
  return {
    tenantId: row.tenant_id,
    id: Number(row.id),
    postingID: row.posting_id,
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

type RequestRow = Parameters<typeof transferRequestOf>[0]

function requestedOf(row: RequestRow): Requested {
  const { type, account, reference, narration } = row
  const common = { account, reference, narration }
  switch (type) {
    case 'cashTerms':
      return { type, account, cash: cashTermsOf({ ...row, cash_route: row.cash_route ?? 'broker' }) }
    case 'deposit':
    case 'withdrawal':
      return { ...common, type, amount: kobo(BigInt(row.amount ?? 0)) }
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
