import {
  isForClose,
  isOpenInMarket,
  isPending,
  isStop,
  orderStates,
  type Side,
  type StockOrder,
  type TextKey,
} from '@tradebook/contract'

/** Open orders of one side and kind at one price, which share a line on the chart. */
export interface OwnLine {
  readonly side: Side
  /** Naira. */
  readonly price: number
  /** Shares still open. */
  readonly quantity: number
  /** What the orders are called that wait outside the book or for the exchange, and those that were halted; of others in it `undefined`. */
  readonly waitsAs: TextKey | undefined
}

/**
 * The lines of a person's open orders in a security, one for each side, kind and price: a stop order at its
 * stop price, any other at its limit.
 */
export function ownLines(orders: readonly StockOrder[], securityID: string): OwnLine[] {
  const lines = new Map<string, OwnLine>()
  for (const order of orders) {
    const { side, leavesQty } = order
    const price = isStop(order.ordType) ? order.stopPx : order.price
    if (order.securityID !== securityID || !isOpenInMarket(order) || price === null) continue
    const waitsAs = waitsAsOf(order)
    const key = `${side} ${price} ${waitsAs}`
    lines.set(key, { side, price, quantity: (lines.get(key)?.quantity ?? 0) + leavesQty, waitsAs })
  }
  return [...lines.values()]
}

function waitsAsOf({ ordType, ordStatus, timeInForce, isHalted }: StockOrder): TextKey | undefined {
  if (isHalted) return 'Trading.Status.halted'
  if (isPending(ordStatus)) return `Trading.Status.${orderStates[ordStatus].name}`
  if (isStop(ordType)) return `Trading.OrdType.${ordType}`
  return isForClose(timeInForce) ? `Trading.TimeInForce.${timeInForce}` : undefined
}
