import { durations, ExecInst, isForClose, OrdType } from '@tradebook/contract'
import type { Order } from '@tradebook/orders'
import type { RestingOrder, VenueOrder } from '../../venue/order-messages.ts'

/**
 * A new order in the venue's terms.
 *
 * @param participant the account by the venue's number of it.
 */
export const newVenueOrder = (order: Order, participant: number): VenueOrder => ({
  ...commonOf(order, participant),
  duration: durations[order.timeInForce].atEntry,
  minQty: order.execInst === ExecInst.allOrNone ? order.orderQty : order.minQty,
  lasting: { timeInForce: order.timeInForce, expireDate: order.expireDate },
})

/**
 * An open order as the venue restores it.
 *
 * @param participant the account by the venue's number of it.
 */
export function restingVenueOrder(order: Order, participant: number): RestingOrder {
  return { ...commonOf(order, participant), shownQty: order.shownQty }
}

const commonOf = (order: Order, participant: number) => ({
  orderID: order.orderID,
  participant,
  securityID: order.securityID,
  side: order.side,
  price: order.ordType === OrdType.market ? null : order.price,
  quantity: order.leavesQty,
  displayQty: order.displayQty,
  ends: durations[order.timeInForce].auction,
  atClose: isForClose(order.timeInForce),
  imbalanceOnly: order.execInst === ExecInst.imbalanceOnly,
})
