import { isFinal } from '@tradebook/contract'
import { uncovered } from '@tradebook/orders'
import type { Firm } from './firm.ts'
import type { FirmState } from './firm-state.ts'
import type { OrdersAtVenue } from './orders-at-venue.ts'

/**
 * Open orders of an account whose cash or shares were taken back end, newest first, until the account covers those that
 * are left. Their ends are inputs of the journal of their own.
 */
export function endUncovered(
  { firmState, atVenue }: { readonly firmState: FirmState; readonly atVenue: OrdersAtVenue },
  { ledger }: Firm,
  account: string,
  now: number,
): void {
  const open = [...ledger.openOrders(account)]
    .map((orderID) => firmState.order(orderID))
    .sort((a, b) => b.priority - a.priority)
  for (const order of open) {
    if (isFinal(order.ordStatus) || !firmState.holds.isUncovered(order)) continue
    atVenue.end(order, uncovered(), now)
  }
}
