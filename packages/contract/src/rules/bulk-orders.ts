import type { OrdStatus } from './fix.ts'
import { isFinal } from './order-states.ts'

/** The most accounts of one bulk order: all of it is decided in one turn, for which everyone else waits. */
export const MOST_BULK_ACCOUNTS = 100

/**
 * How what a bulk order trades is allocated. `proRata`: in proportion to what each account ordered, as soon as the order
 * is over. `list`: by the list that a dealer gives; what is not allocated when the market closes is allocated pro rata.
 */
export const allocationRules = ['proRata', 'list'] as const
export type AllocationRule = (typeof allocationRules)[number]

/** What tells bulk orders and their parts from other orders. */
interface Numbered {
  readonly orderID: string
  readonly bulkOrderID: string | null
}

/** A bulk order is one order in the market for several accounts. Each of these has a part, which is an order that the firm keeps. */
export const isBulkOrder = ({ orderID, bulkOrderID }: Numbered): boolean => bulkOrderID === orderID

/** Whether an order is one account's part of a bulk order: it is held for, and never sent. */
export const isPart = ({ orderID, bulkOrderID }: Numbered): boolean =>
  bulkOrderID !== null && bulkOrderID !== orderID

/** Whether an order is open in the market, or waits to go there: of a bulk order with its parts, the bulk order alone. */
export const isOpenInMarket = (order: Numbered & { readonly ordStatus: OrdStatus }): boolean =>
  !isFinal(order.ordStatus) && !isPart(order)
