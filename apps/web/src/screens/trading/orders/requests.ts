import { type CallInput, isFinal, type StockOrder } from '@tradebook/contract'
import { call } from '../../../api/client.ts'
import { liveMarket } from '../../../live/live-market.ts'

/** Ask for what is left of an order to be cancelled. Never held back: it takes risk away. */
export async function cancelOrder(order: StockOrder): Promise<void> {
  const kept = await call('Order/sendCancelOrderRequest', {
    clOrdID: crypto.randomUUID(),
    orderID: order.orderID,
  })
  liveMarket.store.orders.take(kept)
}

/**
 * Cancel several, one after the other, and tell how many could not be. An order that ended
 * meanwhile is as good as cancelled, and one that is refused does not keep the others alive.
 */
export async function cancelOrders(orders: readonly StockOrder[]): Promise<number> {
  let refused = 0
  for (const order of orders) {
    const now = liveMarket.store.orders.get(order.id) ?? order
    if (isFinal(now.ordStatus)) continue
    await cancelOrder(now).catch(() => refused++)
  }
  return refused
}

export type Replacement = Omit<CallInput<'Order/SendOrderReplaceRequest'>, 'clOrdID'>

/** Ask for another quantity or price. The same `clOrdID` on a second try keeps it one request. */
export async function replaceOrder(replacement: Replacement, clOrdID: string): Promise<void> {
  const kept = await call('Order/SendOrderReplaceRequest', { ...replacement, clOrdID })
  liveMarket.store.orders.take(kept)
}
