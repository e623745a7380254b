import { ExecInst, OrdType, TimeInForce } from '@tradebook/contract'
import type { Order } from '@tradebook/orders'
import type { RestingOrder, VenueOrder } from '../venue/venue.ts'

/** What a duration asks of the venue. How long an order is kept beyond that is the desk's (`expiryOf`). */
type Duration = Pick<VenueOrder, 'duration' | 'ends' | 'atClose'>

const rests: Duration = { duration: 'rest', ends: null, atClose: false }

const durations: Record<TimeInForce, Duration> = {
  [TimeInForce.day]: rests,
  [TimeInForce.goodTillCancel]: rests,
  [TimeInForce.goodTillDate]: rests,
  [TimeInForce.goodTillOpen]: { ...rests, ends: 'opening' },
  // Sent while the market trades continuously, it waits for the call before the close.
  [TimeInForce.goodTillClose]: { ...rests, ends: 'closing', atClose: true },
  [TimeInForce.immediateOrCancel]: { ...rests, duration: 'immediate' },
  [TimeInForce.fillOrKill]: { ...rests, duration: 'fillOrKill' },
}

/**
 * A new order in the venue's terms.
 *
 * @param owner the account by the venue's number of it.
 */
export const newVenueOrder = (order: Order, owner: number): VenueOrder => ({
  ...commonOf(order, owner),
  ...durations[order.timeInForce],
  minQty: order.execInst === ExecInst.allOrNone ? order.orderQty : order.minQty,
})

/**
 * An open order as the venue restores it.
 *
 * @param owner the account by the venue's number of it.
 */
export function restingVenueOrder(order: Order, owner: number): RestingOrder {
  const { ends, atClose } = durations[order.timeInForce]
  return { ...commonOf(order, owner), ends, atClose, shownQty: order.shownQty }
}

const commonOf = (order: Order, owner: number) => ({
  ...{ orderID: order.orderID, owner, securityID: order.securityID, side: order.side },
  price: order.ordType === OrdType.market ? null : order.price,
  quantity: order.leavesQty,
  displayQty: order.displayQty,
  imbalanceOnly: order.execInst === ExecInst.imbalanceOnly,
})
