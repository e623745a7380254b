import { kobo, shares } from '@tradebook/contract'
import { expect, test } from 'vitest'
import type { ExternalTransfer } from './firm.ts'
import { KnownTransfers } from './known-transfers.ts'
import type { Requested, TransferRequest } from './transfer-request.ts'

const particulars = { account: 'A1', reference: 'TRF 1', narration: 'N' }
const withdrawal: ExternalTransfer = { ...particulars, type: 'withdrawal', amount: kobo(100n) }
const transferOut: ExternalTransfer = {
  ...particulars,
  type: 'transferOut',
  securityID: 'GTCO',
  quantity: shares(10n),
  unitCost: kobo(0n),
}
const newTerms: Requested = { type: 'cashTerms', account: 'A1', cash: { route: 'broker', bankAccount: null } }

const request = (
  tenantId: number,
  id: number,
  transfer: Requested,
  more: Partial<TransferRequest> = {},
): TransferRequest => ({
  tenantId,
  id,
  postingID: `p${id}`,
  paymentRequest: null,
  transfer,
  state: 'pending',
  makerId: 1,
  makerName: 'ada',
  madeAt: '2026-11-20T10:00:00.000Z',
  marketDate: '2026-11-20',
  decision: null,
  posted: null,
  ...more,
})

test('a firm knows nothing of another, even if accounts and users have the same numbers', () => {
  const posted = request(1, 4, withdrawal, { state: 'posted', posted: 4 })
  const waiting = [withdrawal, transferOut, newTerms].map((transfer, index) =>
    request(1, index + 1, transfer),
  )
  const known = new KnownTransfers([...waiting, posted], '2026-11-20')
  const knownOf = (tenantId: number) => [
    known.made({ tenantId, makerId: 1, postingID: 'p1', paymentRequest: null })?.id,
    known.pending(tenantId, 1)?.id,
    known.postedBefore(tenantId, withdrawal)?.id,
    known.postedBefore(tenantId, transferOut)?.id,
    known.pendingWithdrawals(tenantId, 'A1'),
    known.pendingSharesOut(tenantId, 'A1', 'GTCO'),
    known.isWaiting(tenantId, newTerms),
    known.unapproved(tenantId, 'A1').length,
  ]
  expect(knownOf(1)).toEqual([1, 1, 4, 2, 100n, 10n, true, 1])
  expect(knownOf(2)).toEqual([undefined, undefined, undefined, undefined, 0n, 0n, false, 0])
})

test('only the market day’s unapproved postings count towards the approval limit', () => {
  const yesterday = request(1, 1, withdrawal, { state: 'posted', marketDate: '2026-11-19' })
  const known = new KnownTransfers([yesterday], '2026-11-20')
  expect(known.unapproved(1, 'A1')).toEqual([])
  expect(known.postedBefore(1, withdrawal)).toMatchObject({ id: 1, marketDate: '2026-11-19' })
})

test('a posting of a payment request is known by its request, no matter who sends it, and a manual one by its requester and id', () => {
  const byHand = request(1, 1, withdrawal, { postingID: 'payment-7' })
  const ofPayment = request(1, 2, withdrawal, { postingID: 'payment-7', paymentRequest: 7 })
  const known = new KnownTransfers([byHand, ofPayment], '2026-11-20')
  const sent = { tenantId: 1, makerId: 1, postingID: 'payment-7' }
  expect(known.made({ ...sent, paymentRequest: null })?.id).toBe(1)
  expect(known.made({ ...sent, makerId: 2, paymentRequest: 7 })?.id).toBe(2)
  expect(known.made({ ...sent, makerId: 2, paymentRequest: null })).toBeUndefined()
  expect(known.made({ ...sent, paymentRequest: 8 })).toBeUndefined()
})
