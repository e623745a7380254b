import { isFinal, OrdStatus, Side, type StockOrder } from '@tradebook/contract'

/** Chips above the orders; several at once narrow further. */
export interface OrderFilter {
  readonly standing: 'all' | 'open' | 'filled' | 'ended'
  readonly side: 'all' | Side
  /** Only the selected security. */
  readonly onlySelected: boolean
}

export const EVERYTHING: OrderFilter = { standing: 'all', side: 'all', onlySelected: false }

export const isEverything = (filter: OrderFilter): boolean =>
  filter.standing === 'all' && filter.side === 'all' && !filter.onlySelected

const standings: Readonly<Record<OrderFilter['standing'], (order: StockOrder) => boolean>> = {
  all: () => true,
  open: ({ ordStatus }) => !isFinal(ordStatus),
  filled: ({ cumQty }) => cumQty > 0,
  ended: ({ ordStatus }) => isFinal(ordStatus) && ordStatus !== OrdStatus.filled,
}

/** The orders that pass every chip, in the order they came. */
export const filterOrders = (
  orders: readonly StockOrder[],
  { standing, side, onlySelected }: OrderFilter,
  selected: string | undefined,
): StockOrder[] =>
  orders.filter(
    (order) =>
      standings[standing](order) &&
      (side === 'all' || order.side === side) &&
      (!onlySelected || order.securityID === selected),
  )

export const isOpen = standings.open
export const sides = ['all', Side.buy, Side.sell] as const
export const standingNames = ['all', 'open', 'filled', 'ended'] as const
