import { durations, ExecInst, isForClose, OrdType } from '@tradebook/contract'
import type { Order } from '@tradebook/orders'
import type { RestingOrder, VenueOrder } from '../venue/venue.ts'

/**
 * A new order in the venue's terms.
 *
 * @param owner the account by the venue's number of it.
 */
export const newVenueOrder = (order: Order, owner: number): VenueOrder => ({
  ...commonOf(order, owner),
  duration: durations[order.timeInForce].atEntry,
  minQty: order.execInst === ExecInst.allOrNone ? order.orderQty : order.minQty,
})

/**
 * An open order as the venue restores it.
 *
 * @param owner the account by the venue's number of it.
 */
export function restingVenueOrder(order: Order, owner: number): RestingOrder {
  return { ...commonOf(order, owner), shownQty: order.shownQty }
}

const commonOf = (order: Order, owner: number) => ({
  orderID: order.orderID,
  owner,
  securityID: order.securityID,
  side: order.side,
  price: order.ordType === OrdType.market ? null : order.price,
  quantity: order.leavesQty,
  displayQty: order.displayQty,
  ends: durations[order.timeInForce].auction,
  atClose: isForClose(order.timeInForce),
  imbalanceOnly: order.execInst === ExecInst.imbalanceOnly,
})
