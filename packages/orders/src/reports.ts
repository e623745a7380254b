import {
  ExecType,
  GREATEST_AMOUNT,
  INT32_LIMIT,
  isFinal,
  isPending,
  isStop,
  type Kobo,
  kobo,
  OrdStatus,
  type PriceKobo,
  type Quantity,
  type Refusal,
  Side,
  type StoredText,
  stops,
  type TimeInForce,
} from '@tradebook/contract'
import { NOTHING, type Order } from './order.ts'

/** What the market says of a trade that it cancels or corrects. */
export interface SaidTradeChange {
  readonly execType: typeof ExecType.tradeCanceled | typeof ExecType.tradeCorrected
  /** Of a cancellation what is taken back; of a correction what traded after all. */
  readonly lastPx: PriceKobo
  readonly lastQty: Quantity
  readonly tradeNumber: number
}

/** A message that its gateway cannot turn into a report about an order here: it changes none, and operators read it. */
export interface UnreadableReport {
  readonly execType: typeof UNREADABLE
  /** Why it cannot be read. */
  readonly why: string
  /** As it came, in short, without secrets. */
  readonly message: string
  /** It is the answer to the cancel of an order that only the venue has: the order stays. */
  readonly isCancelReject?: true
}
export const UNREADABLE = 'unreadable'

/** The market cancels a trade of an order, or corrects it. */
export interface TradeChange extends SaidTradeChange {
  /** ExecRefID (19): the sequence of the execution that is cancelled or corrected. */
  readonly execRef: number
  /** What that execution had traded. */
  readonly traded: { readonly lastPx: PriceKobo; readonly lastQty: Quantity }
  /**
   * It is of the rest of an allocation, which is charged with its first execution. Where that had no rest before,
   * `traded` is nothing: the execution is another one, and takes the place of none.
   */
  readonly isRest?: true
}

/** What a venue answers to a replace or a cancel that it does not do (OrderCancelReject). It is no execution. */
export interface RequestReject {
  readonly execType: typeof REQUEST_REJECT
  /** CxlRejResponseTo (434). */
  readonly responseTo: VenueRequest
  /** Of the request. */
  readonly clOrdID: string
  readonly text: StoredText
}

/** MsgType (35) of an OrderCancelReject, which has no ExecType. */
export const REQUEST_REJECT = '9'

/** What a part may get of an allocation that it awaits. */
export interface AwaitedAllocation {
  /** No more than so many shares, at no worse price. */
  readonly leaves: Quantity
  readonly worstPx: PriceKobo
  /** What it would get pro rata, in kobo: all parts together, what is to be allocated. Not present in older journals. */
  readonly share?: Kobo
}

/** What a venue says about one order. */
export type OrderReport =
  | RequestReject
  | { readonly execType: typeof ExecType.new }
  /** The venue does not take the order. */
  | { readonly execType: typeof ExecType.rejected; readonly text: StoredText | null }
  /** The venue changed the order unasked. */
  | {
      readonly execType: typeof ExecType.restated
      readonly price: PriceKobo | null
      readonly leavesQty: Quantity
      readonly text: StoredText | null
      /** What the order holds for, where that is less than all it is open for. */
      readonly holds?: AwaitedAllocation
    }
  /** A stop order becomes the order that it stands for: pending, where a venue on a line has yet to accept it. */
  | { readonly execType: typeof ExecType.triggered; readonly isPending?: true }
  | {
      readonly execType: typeof ExecType.trade
      readonly lastPx: PriceKobo
      readonly lastQty: Quantity
      /** The number of the trade, which the other side's execution has, too. */
      readonly tradeNumber: number
      /** The rest of the trade that the order's execution before is of, at another price: they are charged as one trade. */
      readonly isRest?: true
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

/** The end of an order that nobody asked the venue for. */
export type OrderEnd = Extract<
  OrderReport,
  { readonly execType: typeof ExecType.canceled | typeof ExecType.expired }
>

/** A request about an order that a venue may leave unanswered for a while. */
export type VenueRequest = 'replace' | 'cancel'

/** The requests about an order that the venue has not answered, each with its `clOrdID`. */
export type Unanswered = { readonly [Request in VenueRequest]?: string | undefined } & {
  /** The order itself, of which more was asked before the venue accepted it. */
  readonly entry?: true | undefined
  /** How the order ends once the venue has cancelled it, where the desk itself has asked for that. */
  readonly ends?: OrderEnd | undefined
}

const NONE: Unanswered = {}

/** What is out of the ordinary in a report: operators look at it. */
export const reportFlags = [
  'worsePrice',
  'unknownOrder',
  'unexpected',
  'lateFill',
  'overfill',
  'notEnded',
  'tradeChanged',
  'unreadable',
] as const
export type ReportFlag = (typeof reportFlags)[number]

const { pendingNew, new: accepted, partiallyFilled, pendingReplace, pendingCancel } = OrdStatus
const open = [accepted, partiallyFilled, pendingReplace, pendingCancel]

/**
 * In which states of an order each report is expected. A trade is a fact in any state; anything else in another state
 * changes nothing.
 */
const expectedIn: Readonly<Record<OrderReport['execType'], readonly OrdStatus[]>> = {
  [ExecType.new]: [pendingNew],
  [ExecType.rejected]: [pendingNew],
  [ExecType.triggered]: [accepted, pendingReplace, pendingCancel],
  [ExecType.trade]: [pendingNew, ...open],
  [ExecType.replaced]: open,
  [ExecType.restated]: open,
  [ExecType.canceled]: [pendingNew, ...open],
  [ExecType.expired]: [pendingNew, ...open],
  [REQUEST_REJECT]: [pendingReplace, pendingCancel],
  // The trade is looked for by its number, not by the state of its order.
  [ExecType.tradeCanceled]: Object.values(OrdStatus),
  [ExecType.tradeCorrected]: Object.values(OrdStatus),
}

/** Whether a report could be true of any order: whole quantities and prices of this world, worth an amount that can be posted. */
function isPossible({ cumQty, filledValue }: Order, report: OrderReport): boolean {
  switch (report.execType) {
    case ExecType.trade: {
      const { lastQty, lastPx, tradeNumber } = report
      return (
        isCount(lastQty, 1) &&
        isCount(lastPx, 1) &&
        Number.isSafeInteger(tradeNumber) &&
        cumQty + lastQty < INT32_LIMIT &&
        filledValue + BigInt(lastQty) * BigInt(lastPx) <= GREATEST_AMOUNT
      )
    }
    case ExecType.restated:
    case ExecType.replaced: {
      const { leavesQty, price } = report
      return (
        isCount(leavesQty, 0) &&
        (price === null || isCount(price, 1)) &&
        cumQty + leavesQty < INT32_LIMIT &&
        BigInt(leavesQty) * BigInt(price ?? 0) <= GREATEST_AMOUNT
      )
    }
    default:
      return true
  }
}

const isCount = (value: number, least: number): boolean =>
  Number.isInteger(value) && value >= least && value < INT32_LIMIT

/** Whether a report cancels or corrects a trade. */
export const isTradeChange = (report: OrderReport | SaidTradeChange): report is SaidTradeChange =>
  report.execType === ExecType.tradeCanceled || report.execType === ExecType.tradeCorrected

/** Whether a gateway could not read what the venue said. */
export const isUnreadable = (report: { readonly execType: string }): report is UnreadableReport =>
  report.execType === UNREADABLE

/** What is out of the ordinary in a report about an order; `null` for nothing. */
export function flagOf(order: Order, report: OrderReport, unanswered: Unanswered = NONE): ReportFlag | null {
  if (!isPossible(order, report)) return 'unexpected'
  const isEntry = report.execType === ExecType.new || report.execType === ExecType.rejected
  const isExpected =
    expectedIn[report.execType].includes(order.ordStatus) ||
    (isEntry && unanswered.entry === true && !isFinal(order.ordStatus))
  switch (report.execType) {
    case ExecType.trade:
      if (report.lastQty > order.leavesQty && isExpected) return 'overfill'
      if (isExpected) return isWorse(order, report.lastPx, unanswered) ? 'worsePrice' : null
      return order.ordStatus === OrdStatus.filled ? 'overfill' : 'lateFill'
    case REQUEST_REJECT:
      if (!isExpected || unanswered[report.responseTo] === undefined) return 'unexpected'
      return report.responseTo === 'cancel' && unanswered.ends ? 'notEnded' : null
    default:
      return isExpected ? null : 'unexpected'
  }
}

/** Whether a trade is at a worse price than the limit of its order; a pending replace may have changed that. */
const isWorse = ({ price, side }: Order, lastPx: PriceKobo, { replace }: Unanswered): boolean =>
  price !== null && replace === undefined && (side === Side.buy ? lastPx > price : lastPx < price)

/** The requests that are unanswered after a report. */
export function unansweredAfter(unanswered: Unanswered, report: OrderReport): Unanswered {
  switch (report.execType) {
    case REQUEST_REJECT:
      return report.responseTo === 'cancel'
        ? { ...unanswered, cancel: undefined, ends: undefined }
        : { ...unanswered, replace: undefined }
    case ExecType.replaced:
      return { ...unanswered, replace: undefined }
    case ExecType.new:
    case ExecType.trade:
      return { ...unanswered, entry: undefined }
    case ExecType.rejected:
    case ExecType.canceled:
    case ExecType.expired:
      return NONE
    default:
      return unanswered
  }
}

/**
 * The state of an order that lives, by precedence: pending cancel, pending replace, filled, partially filled, new.
 *
 * Source: FIX, order state changes: of several states an order has the one with the highest precedence.
 */
export function livingStatus(
  { cumQty, leavesQty }: Pick<Order, 'cumQty' | 'leavesQty'>,
  { cancel, replace, entry }: Unanswered,
): OrdStatus {
  if (cancel !== undefined) return OrdStatus.pendingCancel
  if (replace !== undefined) return OrdStatus.pendingReplace
  if (leavesQty === 0) return OrdStatus.filled
  if (cumQty > 0) return OrdStatus.partiallyFilled
  return entry === true ? OrdStatus.pendingNew : OrdStatus.new
}

/** An order about which the venue was asked for something: pending until it answers. */
export const askedAbout = (order: Order, unanswered: Unanswered, time: number): Order =>
  withPendingSince({ ...order, ordStatus: livingStatus(order, unanswered) }, time)

/** The order with the time since when it is pending: that of the first request that waits. */
function withPendingSince(order: Order, time: number): Order {
  const pendingSince = isPending(order.ordStatus) ? (order.pendingSince ?? time) : null
  // Most reports change nothing of it, and an order is large to copy.
  return pendingSince === order.pendingSince ? order : { ...order, pendingSince }
}

/**
 * The order after a report, by the FIX order state matrices. `sequence` is the report's own; it
 * becomes the order's priority when the report moves the order to the back of a price.
 *
 * @param before the requests that the venue had not answered before the report.
 * @throws Error when the report cannot be about this order as it is.
 */
export function applyReport(
  order: Order,
  report: OrderReport,
  sequence: number,
  time: number,
  before: Unanswered = NONE,
): Order {
  return withPendingSince(reported(order, report, sequence, time, before), time)
}

function reported(
  order: Order,
  report: OrderReport,
  sequence: number,
  time: number,
  before: Unanswered,
): Order {
  if (flagOf(order, report, before) === 'unexpected')
    throw new Error(`order ${order.orderID} is ${order.ordStatus} and got a report ${report.execType}`)
  const unanswered = unansweredAfter(before, report)
  const next = { ...order, transactTime: time, version: order.version + 1 }
  switch (report.execType) {
    case ExecType.new:
      return { ...next, ordStatus: livingStatus(order, unanswered) }
    case ExecType.rejected:
      return {
        ...next,
        ordStatus: OrdStatus.rejected,
        leavesQty: NOTHING,
        ...IN_NO_BOOK,
        text: report.text ?? order.text,
      }
    case REQUEST_REJECT: {
      const ordStatus = livingStatus(order, unanswered)
      // All its trades were cancelled while the request was unanswered: nothing is left, and nothing is filled.
      if (ordStatus === OrdStatus.filled && order.cumQty === 0)
        return { ...next, ordStatus: OrdStatus.canceled, text: TRADE_CANCELED }
      return { ...next, ordStatus }
    }
    case ExecType.restated: {
      const { price, leavesQty } = report
      return {
        ...next,
        ...{ price, leavesQty, orderQty: (order.cumQty + leavesQty) as Quantity },
        ordStatus: livingStatus({ cumQty: order.cumQty, leavesQty }, unanswered),
        ...(leavesQty === 0 ? IN_NO_BOOK : {}),
        text: report.text ?? order.text,
      }
    }
    case ExecType.triggered: {
      if (!isStop(order.ordType))
        throw new Error(`order ${order.orderID} is not a stop order and is triggered`)
      return {
        ...next,
        ordType: stops[order.ordType].becomes,
        priority: sequence,
        ...(report.isPending && { ordStatus: livingStatus(order, { ...unanswered, entry: true }) }),
      }
    }
    case ExecType.trade: {
      const cumQty = (order.cumQty + report.lastQty) as Quantity
      // Of an order that is over, and of more than was left, it is still what the market traded.
      const leavesQty = Math.max(order.leavesQty - report.lastQty, 0) as Quantity
      return {
        ...next,
        ordStatus: isFinal(order.ordStatus)
          ? order.ordStatus
          : livingStatus({ cumQty, leavesQty }, unanswered),
        cumQty,
        leavesQty,
        filledValue: kobo(order.filledValue + BigInt(report.lastQty) * BigInt(report.lastPx)),
        lastPx: report.lastPx,
        lastQty: report.lastQty,
        ...(leavesQty === 0 ? IN_NO_BOOK : {}),
        text: order.text === AWAITS_ALLOCATION ? null : order.text,
      }
    }
    case ExecType.tradeCanceled:
    case ExecType.tradeCorrected:
      return { ...next, ...afterTradeChange(order, report, unanswered) }
    case ExecType.replaced:
      return {
        ...next,
        ordStatus: livingStatus({ cumQty: order.cumQty, leavesQty: report.leavesQty }, unanswered),
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
function afterTradeChange(
  order: Order,
  { execType, lastPx, lastQty, traded }: TradeChange,
  unanswered: Unanswered,
): Partial<Order> {
  const becomes =
    execType === ExecType.tradeCorrected ? { lastPx, lastQty } : { lastPx: traded.lastPx, lastQty: NOTHING }
  const cumQty = (order.cumQty - traded.lastQty + becomes.lastQty) as Quantity
  const value =
    BigInt(becomes.lastQty) * BigInt(becomes.lastPx) - BigInt(traded.lastQty) * BigInt(traded.lastPx)
  const changed = { cumQty, filledValue: kobo(order.filledValue + value), lastPx, lastQty }
  if (!isFinal(order.ordStatus))
    return {
      ...changed,
      orderQty: (cumQty + order.leavesQty) as Quantity,
      ordStatus: livingStatus({ cumQty, leavesQty: order.leavesQty }, unanswered),
    }
  // Of more than it was for, it may have lost only what was too much.
  const isFilled = order.ordStatus === OrdStatus.filled && cumQty >= order.orderQty
  if (isFilled || order.ordStatus !== OrdStatus.filled) return changed
  return { ...changed, ordStatus: OrdStatus.canceled, text: TRADE_CANCELED }
}

/** The text of a part of a bulk order that is over, until it gets what that has traded. */
export const AWAITS_ALLOCATION: StoredText = 'Trading.Order.AwaitsAllocation'

const TRADE_CANCELED: StoredText = 'Trading.Order.CanceledTrade'
const IN_NO_BOOK = { mdEntryID: null, shownQty: null }
