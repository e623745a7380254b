import type { Side, StockOrder } from '@tradebook/contract'

/** Open orders of one side at one price, which share a line on the chart. */
export interface OwnLine {
  readonly side: Side
  /** Naira. */
  readonly price: number
  /** Shares still open. */
  readonly quantity: number
}

/** The lines of a person's open limit orders in a security: one for each side and price. */
export function ownLines(orders: readonly StockOrder[], securityID: string): OwnLine[] {
  const lines = new Map<string, OwnLine>()
  for (const { securityID: of, side, price, leavesQty } of orders) {
    if (of !== securityID || leavesQty === 0 || price === null) continue
    const key = `${side} ${price}`
    lines.set(key, { side, price, quantity: (lines.get(key)?.quantity ?? 0) + leavesQty })
  }
  return [...lines.values()]
}
