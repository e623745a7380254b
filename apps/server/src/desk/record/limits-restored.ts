import type { PriceKobo } from '@tradebook/contract'
import {
  type AwaitedAllocation,
  FirmLimits,
  isBulkOrder,
  LONGEST_DUPLICATE_MS,
  type Order,
} from '@tradebook/orders'
import type { Counted } from '../decisions/batch-changes.ts'
import { type RecordedRequest, requestedOrders } from '../decisions/requests.ts'
import type { RecordedFirm } from './record-connection.ts'

/** A request that the limits counted. */
export type CountedRequest = RecordedRequest & { readonly counted: Counted }

/** What a firm's limits count, as the record has it. */
export interface CountedRecord {
  readonly openOrders: readonly Order[]
  readonly worstPxOf: (order: Order) => PriceKobo
  /** What a part awaits whose bulk order is over. */
  readonly awaitedOf: (order: Order) => AwaitedAllocation | undefined
  /** In the order in which they were counted. */
  readonly counted: readonly CountedRequest[]
}

/** The requests that rates and duplicates still count, in the order in which they were counted. */
export function lastCounted(requests: readonly RecordedRequest[]): CountedRequest[] {
  const counted = requests.filter((request): request is CountedRequest => request.counted !== null)
  const newest = counted.reduce((latest, { counted: { at } }) => Math.max(latest, at), 0)
  return counted
    .filter(({ counted: { at } }) => newest - at < LONGEST_DUPLICATE_MS)
    .sort((a, b) => a.counted.at - b.counted.at)
}

/** A firm's limits with what they count, as a desk that was never interrupted would have them. */
export function restoredLimits(
  { limits, traded, drawn }: Pick<RecordedFirm, 'limits' | 'traded' | 'drawn'>,
  { openOrders, worstPxOf, awaitedOf, counted }: CountedRecord,
): FirmLimits {
  const restored = new FirmLimits()
  for (const { level, id, limits: values } of limits) restored.change(level, id, values)
  const { counts } = restored
  for (const { value, ...bearer } of traded) counts.traded(bearer, value)
  for (const { instructionID, quantity } of drawn) counts.mandates.traded(instructionID, quantity)
  for (const order of openOrders)
    if (!isBulkOrder(order)) counts.opened(order, worstPxOf(order), awaitedOf(order))
  for (const { account, fingerprint, counted: request } of counted) {
    const { userId, at } = request
    counts.sent({ userId, account }, at)
    for (const order of requestedOrders(fingerprint, account)) restored.remembered(order, at)
  }
  return restored
}
