import {
  type ExecInst,
  ExecType,
  isStop,
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
  type StoredText,
  stops,
  type TimeInForce,
} from '@tradebook/contract'

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

  readonly ordStatus: OrdStatus
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
  readonly time: number
  /** Wall time, by which rates and duplicates are counted; absent in journals of before limits. */
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
    ordStatus: OrdStatus.pendingNew,
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

/** The market cancels a trade of an order, or corrects it. */
export interface TradeChange {
  readonly execType: typeof ExecType.tradeCanceled | typeof ExecType.tradeCorrected
  /** Of a cancellation what is taken back; of a correction what traded after all. */
  readonly lastPx: PriceKobo
  readonly lastQty: Quantity
  readonly tradeNumber: number
  /** ExecRefID (19): the sequence of the execution that is cancelled or corrected. */
  readonly execRef: number
  /** What that execution had traded. */
  readonly traded: { readonly lastPx: PriceKobo; readonly lastQty: Quantity }
}

/** An execution report of the venue about one order. */
export type OrderReport =
  | { readonly execType: typeof ExecType.new }
  /** A stop order becomes the order that it stands for. */
  | { readonly execType: typeof ExecType.triggered }
  | {
      readonly execType: typeof ExecType.trade
      readonly lastPx: PriceKobo
      readonly lastQty: Quantity
      /** The number of the trade, which the other side's execution has, too. */
      readonly tradeNumber: number
    }
  | TradeChange
  | {
      readonly execType: typeof ExecType.replaced
      readonly clOrdID: string
      readonly price: PriceKobo | null
      /** Of an order that waits for a trade at it. */
      readonly stopPx?: PriceKobo
      readonly leavesQty: Quantity
      readonly keptPriority: boolean
      /** With its last day: present when the request gave the order another duration. */
      readonly timeInForce?: TimeInForce
      readonly expireDate?: string | null
    }
  | {
      readonly execType: typeof ExecType.canceled
      readonly clOrdID: string | null
      readonly text: StoredText | null
    }
  | {
      readonly execType: typeof ExecType.expired
      readonly text: StoredText | null
      /** What the order breaks on a new market day. */
      readonly refusal?: Refusal
    }

/**
 * The order with its place in the public book and what that shows of it, which are no part of its state: a
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

/**
 * The order after a report, by the FIX order state matrices. `sequence` is the report's own; it
 * becomes the order's priority when the report moves the order to the back of a price.
 * @throws Error when the report cannot be about this order: an invariant between desk and venue broke.
 */
export function applyReport(order: Order, report: OrderReport, sequence: number, time: number): Order {
  const isAfterEnd = report.execType === ExecType.tradeCanceled || report.execType === ExecType.tradeCorrected
  if (order.leavesQty === 0 && order.ordStatus !== OrdStatus.pendingNew && !isAfterEnd) {
    throw new Error(`order ${order.orderID} is final and got a report ${report.execType}`)
  }
  const next = { ...order, transactTime: time, version: order.version + 1 }
  switch (report.execType) {
    case ExecType.new:
      return { ...next, ordStatus: OrdStatus.new }
    case ExecType.triggered: {
      if (!isStop(order.ordType)) throw new Error(`order ${order.orderID} is no stop order and is triggered`)
      return { ...next, ordType: stops[order.ordType].becomes, priority: sequence }
    }
    case ExecType.trade: {
      const cumQty = (order.cumQty + report.lastQty) as Quantity
      const leavesQty = (order.leavesQty - report.lastQty) as Quantity
      if (leavesQty < 0) throw new Error(`order ${order.orderID} filled beyond its quantity`)
      return {
        ...next,
        ordStatus: leavesQty === 0 ? OrdStatus.filled : OrdStatus.partiallyFilled,
        cumQty,
        leavesQty,
        filledValue: kobo(order.filledValue + BigInt(report.lastQty) * BigInt(report.lastPx)),
        lastPx: report.lastPx,
        lastQty: report.lastQty,
        ...(leavesQty === 0 ? IN_NO_BOOK : {}),
      }
    }
    case ExecType.tradeCanceled:
    case ExecType.tradeCorrected:
      return { ...next, ...afterTradeChange(order, report) }
    case ExecType.replaced:
      return {
        ...next,
        ordStatus: statusOfReplaced(order.cumQty, report.leavesQty),
        ...(report.leavesQty === 0 ? IN_NO_BOOK : {}),
        clOrdID: report.clOrdID,
        origClOrdID: order.clOrdID,
        price: report.price,
        stopPx: report.stopPx ?? order.stopPx,
        timeInForce: report.timeInForce ?? order.timeInForce,
        expireDate: report.timeInForce === undefined ? order.expireDate : (report.expireDate ?? null),
        leavesQty: report.leavesQty,
        orderQty: (order.cumQty + report.leavesQty) as Quantity,
        priority: report.keptPriority ? order.priority : sequence,
      }
    case ExecType.canceled:
      return {
        ...next,
        ordStatus: OrdStatus.canceled,
        leavesQty: NOTHING,
        ...IN_NO_BOOK,
        text: report.text ?? order.text,
        ...(report.clOrdID === null ? {} : { clOrdID: report.clOrdID, origClOrdID: order.clOrdID }),
      }
    case ExecType.expired:
      return {
        ...next,
        ordStatus: OrdStatus.expired,
        leavesQty: NOTHING,
        ...IN_NO_BOOK,
        text: report.text ?? order.text,
        refusal: report.refusal ?? order.refusal,
      }
  }
}

/**
 * What a cancelled trade traded does not go back into the market: an open order is for so much less, and a filled one
 * is cancelled with what it has traded.
 */
function afterTradeChange(order: Order, { execType, lastPx, lastQty, traded }: TradeChange): Partial<Order> {
  const becomes =
    execType === ExecType.tradeCorrected ? { lastPx, lastQty } : { lastPx: traded.lastPx, lastQty: NOTHING }
  const cumQty = (order.cumQty - traded.lastQty + becomes.lastQty) as Quantity
  const value =
    BigInt(becomes.lastQty) * BigInt(becomes.lastPx) - BigInt(traded.lastQty) * BigInt(traded.lastPx)
  const changed = { cumQty, filledValue: kobo(order.filledValue + value), lastPx, lastQty }
  if (order.leavesQty > 0)
    return {
      ...changed,
      orderQty: (cumQty + order.leavesQty) as Quantity,
      ordStatus: cumQty > 0 ? OrdStatus.partiallyFilled : OrdStatus.new,
    }
  const isFilled = order.ordStatus === OrdStatus.filled && cumQty === order.orderQty
  if (isFilled || order.ordStatus !== OrdStatus.filled) return changed
  return { ...changed, ordStatus: OrdStatus.canceled, text: TRADE_CANCELED }
}

/** An order that a replace leaves nothing to trade is filled with what it has traded. */
function statusOfReplaced(cumQty: Quantity, leavesQty: Quantity): OrdStatus {
  if (leavesQty === 0) return OrdStatus.filled
  return cumQty > 0 ? OrdStatus.partiallyFilled : OrdStatus.new
}

const NOTHING = 0 as Quantity
const TRADE_CANCELED: StoredText = 'Trading.Order.CanceledTrade'
const IN_NO_BOOK = { mdEntryID: null, shownQty: null }
