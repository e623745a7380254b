import { type FeeRateKey, isFinal } from '@tradebook/contract'
import type { Order } from '@tradebook/orders'
import type { EntryLine } from '../../apps/server/src/desk/decisions/batch-changes.ts'
import type { Freeze } from '../../apps/server/src/desk/decisions/freezes.ts'
import type { TransferRequest } from '../../apps/server/src/desk/decisions/transfer-request.ts'
import type { Listing } from '../../apps/server/src/venue/listing.ts'
import type { Crowd } from './crowd.ts'
import type { FirmPlan } from './plan.ts'
import type { SimulatedRecord } from './record.ts'

/** What a command may be about. */
export interface Surroundings {
  readonly firms: readonly FirmPlan[]
  readonly listings: readonly Listing[]
  /** Clients' orders, living or not. */
  readonly orders: readonly Order[]
  readonly crowd: readonly { readonly ref: number; readonly securityID: string }[]
  readonly marketDate: string
  /** Requests to post a transfer that wait for a decision, and some that wait no more. */
  readonly transfers: readonly TransferRequest[]
  /** Freezes that are in force. */
  readonly freezes: readonly (Freeze & { readonly tenantId: number })[]
  /** What was posted manually, the newest last. */
  readonly byHand: readonly EntryLine[]
  /** Corporate actions, in force or not. */
  readonly announced: readonly number[]
  /** Charges that begin on later days. */
  readonly charges: readonly (FeeRateKey & { readonly tenantId: number })[]
  /** Kobo an account may spend. */
  readonly available: (tenantId: number, account: string) => bigint
}

/** What commands may be about in a run that has come so far. */
export function surroundingsOf(record: SimulatedRecord, crowd: Crowd): Surroundings {
  const latest = record.orders.newest().filter(({ ordStatus }) => isFinal(ordStatus))
  return {
    listings: record.listings,
    firms: record.firms.plans(),
    transfers: [...record.transferRequests.values()].slice(-20),
    freezes: [...record.outflows.freezes.values()],
    byHand: [...record.outflows.byHand.values()].slice(-40),
    announced: [...record.corporateActions.keys()],
    charges: record.firms.chargesAfter(record.marketDate),
    orders: [...latest, ...record.orders.open()],
    crowd: crowd.living,
    marketDate: record.marketDate,
    available: (tenantId, account) => record.ledger.cash.get([tenantId, account].join())?.available ?? 0n,
  }
}
