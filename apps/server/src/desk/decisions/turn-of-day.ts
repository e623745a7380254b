import { isFinal } from '@tradebook/contract'
import { endBefore, exDay, isPart, type Order, type OrderEnd, uncovered, worstPrice } from '@tradebook/orders'
import type { Listing } from '../../venue/listing.ts'
import type { Batch } from './batch.ts'
import type { CorporateActions } from './corporate-actions.ts'
import type { FirmState } from './firm-state.ts'
import type { OrdersAtVenue } from './orders-at-venue.ts'

/** A step of the turn, and whom it is about: its failure concerns nobody else. */
export interface TurnStep {
  /** `order 815` or `firm 3`. */
  readonly subject: string
  readonly run: () => void
}

/**
 * The steps that turn orders and ledgers from one market day to the next. Each is to be run before the
 * next one is asked for, because it depends on those before it.
 *
 * 1. What bulk orders traded is allocated. Orders whose last day is over expire. Those in a security whose ex-day begins are cancelled, and so are
 *    those that break the new day's tick or limits.
 * 2. The remaining orders are carried: from now on their holds belong to the contract notes of the new
 *    day. What corporate actions give is registered and posted. The contract notes of earlier days are final,
 *    and those that are due settle.
 * 3. A new contract note has charges of its own. Where cash no longer covers them, orders are
 *    cancelled, newest first, until it does.
 *
 * Every step is journalled and can be repeated.
 *
 * @param day `listings`: the securities with the terms of the new day.
 */
export function* turnOfDay(
  firmState: FirmState,
  orders: OrdersAtVenue,
  batch: Batch,
  {
    date,
    listings,
    corporateActions,
    now,
  }: { date: string; listings: readonly Listing[]; corporateActions: CorporateActions; now: number },
): Generator<TurnStep> {
  /** Who looks at the orders of the new day finds those that ended for it; what reached its last day is of the day before. */
  const endFor = (order: Order, end: OrderEnd): void => {
    orders.endOutOfBook(order, end, now)
    if (end.text !== null) batch.endedFor(order.orderID, date)
  }
  /** An order without a price, whose end the venue has not confirmed, may trade at the limits of the new day. */
  const repriceHold = (order: Order): void => {
    const { tenantId, orderID } = order
    const worstPx = worstPrice(order, listingOf.get(order.securityID))
    batch.journal(tenantId, now, { kind: 'repriceHold', orderID, worstPx })
    firmState.holdAt(orderID, worstPx)
  }
  const listingOf = new Map(listings.map((listing) => [listing.securityID, listing]))
  for (const orderID of orders.bulkOrders.orderIDs)
    yield { subject: `order ${orderID}`, run: () => orders.bulkOrders.finish(orderID, now) }
  for (const order of inPriority(firmState)) {
    const listing = listingOf.get(order.securityID)
    // A desk has cancelled the orders of other securities when it was rebuilt.
    if (isPart(order)) continue
    const end = listing && endBefore(date, order, corporateActions.endsOrder(order, date) ? exDay : listing)
    if (end) yield stepOf(order, () => endFor(order, end))
  }
  for (const firm of firmState.firms.values()) {
    const { tenantId, ledger } = firm
    const run = () => {
      corporateActions.turn(firm, date, now)
      const { carried, finished, entries } = ledger.beginDay(date)
      if (carried.length + finished + entries.length === 0) return
      batch.posted(tenantId, batch.journal(tenantId, now, { kind: 'settle', date }), entries)
      // What they hold is stored with them.
      for (const orderID of carried) {
        const order = firmState.order(orderID)
        if (order.price === null) repriceHold(order)
        batch.orderChanged(order, 'updateStockOrder')
      }
    }
    yield { subject: `firm ${tenantId}`, run }
  }
  for (const order of inPriority(firmState).reverse()) {
    if (firmState.holds.isUncovered(order)) yield stepOf(order, () => endFor(order, uncovered()))
  }
}

const stepOf = ({ orderID }: Order, run: () => void): TurnStep => ({ subject: `order ${orderID}`, run })

const inPriority = ({ orders }: FirmState): Order[] =>
  [...orders.values()].filter(({ ordStatus }) => !isFinal(ordStatus)).sort((a, b) => a.priority - b.priority)
