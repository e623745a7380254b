import type { LevelPool } from './levels.ts'
import type { OrderPool } from './orders.ts'

/** Splits what is left of an iceberg, which is in no book now: at most so much is shown, the rest is hidden. */
export function showPart(orders: OrderPool, order: number, most: number): void {
  const whole = orders.leaves(order) + orders.hidden(order)
  const shown = Math.min(most, whole)
  orders.setLeaves(order, shown)
  orders.setHidden(order, whole - shown)
}

/**
 * Reduces an order in its book to so much, at the same place. Of an iceberg the hidden part goes first.
 * @returns whether the book shows less of it now.
 */
export function reduce(orders: OrderPool, levels: LevelPool, order: number, leaves: number): boolean {
  const level = orders.level(order)
  const shownBefore = orders.leaves(order)
  const hiddenBefore = orders.hidden(order)
  const shown = Math.min(shownBefore, leaves)
  orders.setLeaves(order, shown)
  orders.setHidden(order, leaves - shown)
  levels.addSize(level, shown - shownBefore)
  levels.addHidden(level, leaves - shown - hiddenBefore)
  return shown !== shownBefore || hiddenBefore === 0
}
