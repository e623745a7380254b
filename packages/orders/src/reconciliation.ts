import type { AdoptionBar, PriceKobo, TimeInForce } from '@tradebook/contract'
import type { Order } from './order.ts'

/** An open order as a venue has it, in its answer to a mass status request. */
export interface OrderThere {
  /** The desk's order, by the id that it was sent with; `null` if the venue names no order of ours. */
  readonly orderID: string | null
  /** OrderID (37), the venue's own; `null` where it gave none. */
  readonly venueOrderID: string | null
  readonly securityID: string
  /** Side (54) as the venue says it, which may be one that is not traded here. */
  readonly side: string
  /** `null` of a market order, and of a price that is not in whole kobo. */
  readonly price: PriceKobo | null
  /** 0 where the venue says something that is not a quantity. */
  readonly cumQty: number
  readonly leavesQty: number
  /** ClOrdID (11) under which the venue has it; absent where it gave none. */
  readonly clOrdID?: string | undefined
  /** TimeInForce (59) and ExpireDate (432), where the venue says them. */
  readonly timeInForce?: TimeInForce | undefined
  readonly expireDate?: string | undefined
  /** The day of the venue on which it said this. */
  readonly day?: string | undefined
  /** Why no account here can adopt it, where the gateway knows a reason. */
  readonly bar?: AdoptionBar | undefined
}

/** Why an order that only the venue has can be cancelled there, and not be adopted; `null` where it can. */
export const barOf = ({
  orderID,
  clOrdID,
  bar,
}: Pick<OrderThere, 'orderID' | 'clOrdID' | 'bar'>): AdoptionBar | null => {
  if (orderID !== null) return 'ended'
  return clOrdID === undefined ? 'unnamed' : (bar ?? null)
}

/**
 * Why an order is not certain: the venue has left a request unanswered, does not have the order, or has other figures.
 */
export const doubts = ['unanswered', 'onlyHere', 'differs'] as const
export type Doubt = (typeof doubts)[number]

export interface ReconciledOrder {
  readonly outcome: 'agrees' | 'onlyThere' | Doubt
  readonly here: Order | null
  readonly there: OrderThere | null
}

/** Whether both sides have the same figures of an order. */
export const agrees = (
  here: Pick<Order, 'cumQty' | 'leavesQty' | 'price'>,
  there: Pick<OrderThere, 'cumQty' | 'leavesQty' | 'price'>,
): boolean => here.cumQty === there.cumQty && here.leavesQty === there.leavesQty && here.price === there.price

/** What a venue has not answered: whether it accepts the order, or a request about an order that it has accepted. */
export type Pending = 'entry' | 'request' | undefined

/**
 * Compares the open orders of the desk with those of a venue. An order that the venue has not answered may exist
 * there or not; one that it has accepted must exist, but while a request about it is unanswered its figures cannot be
 * compared.
 */
export function reconcile(
  here: readonly Order[],
  there: readonly OrderThere[],
  pendingOf: (order: Order) => Pending,
): ReconciledOrder[] {
  const own = new Set(here.map(({ orderID }) => orderID))
  const byID = new Map(there.map((order) => [order.orderID, order]))
  const compared = here.map((order): ReconciledOrder => {
    const found = byID.get(order.orderID) ?? null
    return { outcome: outcomeOf(order, found, pendingOf(order)), here: order, there: found }
  })
  const others = there.filter(({ orderID }) => orderID === null || !own.has(orderID))
  return [
    ...compared,
    ...others.map((order) => ({ outcome: 'onlyThere' as const, here: null, there: order })),
  ]
}

function outcomeOf(
  here: Order,
  there: OrderThere | null,
  pending: Pending,
): Exclude<ReconciledOrder['outcome'], 'onlyThere'> {
  if (pending === 'entry') return 'unanswered'
  if (there === null) return 'onlyHere'
  if (pending === 'request') return 'unanswered'
  return agrees(here, there) ? 'agrees' : 'differs'
}
