import {
  type AllocationRule,
  type ExecInst,
  type Kobo,
  kobo,
  type OrdRejReason,
  OrdStatus,
  type OrdType,
  type PriceKobo,
  type Quantity,
  type Refusal,
  refusals,
  type Side,
  type TimeInForce,
} from '@tradebook/contract'

/** What a client's instruction allows orders to do. It never changes once the instruction is recorded. */
export interface Mandate {
  readonly account: string
  readonly securityID: string
  readonly side: Side
  /** Shares that all of its orders may trade together. */
  readonly orderQty: Quantity
  /** The worst price; `null` for any. */
  readonly price: PriceKobo | null
  /** The last market day, 'YYYY-MM-DD'. */
  readonly until: string
}

/** A client's order as the firm's desk keeps it. Times are epoch milliseconds of the market clock. */
export interface Order {
  /** Stays the same across replaces; never recurs. */
  readonly orderID: string
  readonly tenantId: number
  readonly account: string
  readonly cscsAccount: string
  readonly customerName: string
  /** Who entered it. */
  readonly userId: number
  readonly userName: string

  readonly clOrdID: string
  readonly origClOrdID: string | null
  readonly securityID: string
  readonly side: Side
  readonly ordType: OrdType
  /** The limit; `null` for a market order. */
  readonly price: PriceKobo | null
  /** The price that triggers a stop order, and that has triggered one that is a market or limit order now; `null` for any other. */
  readonly stopPx: PriceKobo | null
  readonly orderQty: Quantity
  readonly timeInForce: TimeInForce
  readonly expireDate: string | null
  readonly execInst: ExecInst | null
  /** What the book shows at most of an iceberg; `null` for any other order. */
  readonly displayQty: Quantity | null
  /** The least that trades at entry; `null` for none. */
  readonly minQty: Quantity | null
  readonly text: string | null
  /** The client's instruction that it draws on, and what that allows; `null` for an order without one. */
  readonly instructionID: number | null
  readonly mandate: Mandate | null
  /** The bulk order that it is a part of; of a bulk order its own number; `null` for any other. */
  readonly bulkOrderID: string | null
  /** How a bulk order is allocated; `null` for any other. */
  readonly allocation: AllocationRule | null

  readonly ordStatus: OrdStatus
  /** Since when it waits for an answer of the venue; `null` of an order that is not pending. */
  readonly pendingSince: number | null
  readonly cumQty: Quantity
  readonly leavesQty: Quantity
  /** Σ lastQty × lastPx: kept exact, the average is derived from it. */
  readonly filledValue: Kobo
  readonly lastPx: PriceKobo | null
  readonly lastQty: Quantity | null
  /** Its entry in the public book while it rests. */
  readonly mdEntryID: string | null
  /** What the book shows of an iceberg now; `null` for any other order, and before it rests. */
  readonly shownQty: Quantity | null
  readonly ordRejReason: OrdRejReason | null
  /** Why it was refused, so that a repeated request gets the same answer. */
  readonly refusal: Refusal | null

  /** The market day it was entered on; it may trade on later ones. */
  readonly tradeDate: string
  /** The sequence that gave it its place in the book: what a rebuilt book is ordered by. */
  readonly priority: number
  readonly creationTime: number
  readonly transactTime: number
  readonly version: number
}

/** What a client asks for, checked for shape but not for sense. */
export interface NewOrder {
  readonly clOrdID: string
  readonly account: string
  readonly securityID: string
  readonly side: Side
  readonly ordType: OrdType
  readonly price: PriceKobo | null
  /** Of a stop order alone. */
  readonly stopPx?: PriceKobo | null
  readonly orderQty: Quantity
  readonly timeInForce: TimeInForce
  /** The last day of a good-till-date order, 'YYYY-MM-DD'. */
  readonly expireDate?: string | null
  readonly execInst?: ExecInst | null
  readonly displayQty?: Quantity | null
  readonly minQty?: Quantity | null
  readonly text: string | null
  /** The client's instruction that it draws on, with what that allows. */
  readonly instructionID?: number | null
  readonly mandate?: Mandate | null
  /** Of a bulk order alone. */
  readonly allocation?: AllocationRule
}

/** What the desk adds to it. */
export interface OrderIdentity {
  readonly orderID: string
  readonly tenantId: number
  readonly cscsAccount: string
  readonly customerName: string
  readonly userId: number
  readonly userName: string
  readonly tradeDate: string
  readonly priority: number
  /** Of a bulk order and its parts. */
  readonly bulkOrderID?: string
  readonly time: number
  /** Wall time, by which rates and duplicates are counted; not present in journals that are older than limits. */
  readonly receivedAt?: number
}

/** A new order before the venue has reported on it. */
export function pendingOrder(request: NewOrder, identity: OrderIdentity): Order {
  const { time, receivedAt: _, ...rest } = identity
  return {
    ...rest,
    ...request,
    origClOrdID: null,
    stopPx: request.stopPx ?? null,
    expireDate: request.expireDate ?? null,
    execInst: request.execInst ?? null,
    displayQty: request.displayQty ?? null,
    minQty: request.minQty ?? null,
    instructionID: request.instructionID ?? null,
    mandate: request.mandate ?? null,
    bulkOrderID: identity.bulkOrderID ?? null,
    allocation: request.allocation ?? null,
    ordStatus: OrdStatus.pendingNew,
    pendingSince: time,
    cumQty: NOTHING,
    leavesQty: request.orderQty,
    filledValue: kobo(0),
    lastPx: null,
    lastQty: null,
    mdEntryID: null,
    shownQty: null,
    ordRejReason: null,
    refusal: null,
    creationTime: time,
    transactTime: time,
    version: 1,
  }
}

/** An order refused before it reached the venue: kept, so that its `clOrdID` is consumed. */
export function rejectedOrder(request: NewOrder, identity: OrderIdentity, refusal: Refusal): Order {
  return {
    ...pendingOrder(request, identity),
    ordStatus: OrdStatus.rejected,
    pendingSince: null,
    leavesQty: NOTHING,
    ordRejReason: ordRejReasonOf(refusal),
    refusal,
  }
}

/** OrdRejReason(103) of a refusal, or `null` where FIX has no code for it. */
function ordRejReasonOf(refusal: Refusal): OrdRejReason | null {
  const row = refusals[refusal.refusal]
  return 'ordRejReason' in row ? (row.ordRejReason ?? null) : null
}

/**
 * The order with its place in the public book and what that shows of it, which are not part of its state: a
 * rebuilt book gives another place.
 */
export const restingAt = (
  order: Order,
  mdEntryID: string | null,
  shownQty: Quantity | null = order.shownQty,
): Order =>
  order.mdEntryID === mdEntryID && order.shownQty === shownQty ? order : { ...order, mdEntryID, shownQty }

/** The order with a new place behind the others at its price, which the venue gave it without a request. */
export const requeued = (order: Order, priority: number): Order => ({ ...order, priority })

export const NOTHING = 0 as Quantity
