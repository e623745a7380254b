import {
  averageNaira,
  consideration,
  type ExecType,
  type Execution,
  english,
  fillIn,
  isFinal,
  isoTime,
  type Kobo,
  type MarketTrade,
  OrdStatus,
  type PriceKobo,
  type Quantity,
  type RefusalValues,
  reasonInWords,
  reasonOf,
  type StockOrder,
  type TextKey,
  toNaira,
} from '@tradebook/contract'
import type { Order } from './order.ts'
import type { OrderReport } from './reports.ts'

/**
 * The order as clients see it.
 *
 * @param hold what it reserves in cash.
 * @param isFirmHalted the open orders of its firm are out of the market.
 */
export function toStockOrder(order: Order, hold: Kobo, isFirmHalted: boolean): StockOrder {
  return {
    id: order.orderID,
    orderID: order.orderID,
    clOrdID: order.clOrdID,
    origClOrdID: order.origClOrdID,
    securityID: order.securityID,
    side: order.side,
    ordType: order.ordType,
    price: nairaOrNull(order.price),
    stopPx: nairaOrNull(order.stopPx),
    orderQty: order.orderQty,
    displayQty: order.displayQty,
    minQty: order.minQty,
    execInst: order.execInst,
    instructionID: order.instructionID,
    bulkOrderID: order.bulkOrderID,
    allocation: order.allocation,
    timeInForce: order.timeInForce,
    expireDate: order.expireDate,
    account: order.account,
    cscsAccount: order.cscsAccount,
    customerName: order.customerName,
    userName: order.userName,
    ordStatus: order.ordStatus,
    pendingSince: order.pendingSince === null ? null : isoTime(order.pendingSince),
    cumQty: order.cumQty,
    leavesQty: order.leavesQty,
    avgPx: averageNaira(order.filledValue, order.cumQty),
    lastPx: nairaOrNull(order.lastPx),
    lastQty: order.lastQty,
    holdAmount: toNaira(hold),
    mdEntryID: order.mdEntryID,
    isHalted: isFirmHalted && !isFinal(order.ordStatus),
    ...textsOf(order),
    ordRejReason: order.ordRejReason,
    transactTime: isoTime(order.transactTime),
    creationTime: isoTime(order.creationTime),
    version: order.version,
  }
}

/** The execution that a report made of the order, `order` being how it stands after it. */
export function toExecution(
  order: Order,
  execType: ExecType,
  report: OrderReport | null,
  sequence: number,
): Execution {
  const traded = report !== null && 'lastPx' in report
  return {
    sequence,
    execID: String(sequence),
    orderID: order.orderID,
    clOrdID: order.clOrdID,
    account: order.account,
    securityID: order.securityID,
    side: order.side,
    execType,
    ordStatus: order.ordStatus,
    lastPx: traded ? toNaira(report.lastPx) : null,
    lastQty: traded ? report.lastQty : null,
    tradeNumber: traded ? report.tradeNumber : null,
    cumQty: order.cumQty,
    leavesQty: order.leavesQty,
    avgPx: averageNaira(order.filledValue, order.cumQty),
    ...textsOf(order),
    transactTime: isoTime(order.transactTime),
  }
}

/** A trade of the market. */
export interface Trade {
  readonly tradeNumber: number
  readonly securityID: string
  readonly price: PriceKobo
  readonly quantity: Quantity
  readonly tickDirection: string
  /** TradeCondition (277): how it came about when not by continuous trading. */
  readonly tradeCondition: string | null
  /** Epoch milliseconds. */
  readonly time: number
  /** Book events of the security so far. */
  readonly rptSeq: number
}

/** The trade as clients see it. */
export const toMarketTrade = (trade: Trade): MarketTrade => ({
  mdEntryID: String(trade.tradeNumber),
  securityID: trade.securityID,
  mdEntryPx: toNaira(trade.price),
  mdEntrySize: trade.quantity,
  mdEntryTime: isoTime(trade.time),
  tickDirection: trade.tickDirection,
  tradeCondition: trade.tradeCondition,
  value: toNaira(consideration(trade.quantity, trade.price)),
  rptSeq: trade.rptSeq,
})

/** Why an order was refused or ended, its client's own text, and Text (58): the first of them that there is, in English, as venues write. */
export function textsOf(
  order: Pick<Order, 'text' | 'refusal' | 'ordStatus' | 'execInst' | 'securityID' | 'userName'>,
): Pick<StockOrder, 'text' | 'reason' | 'clientText'> {
  const { text, refusal } = order
  if (text === null && refusal === null) return NO_TEXTS
  const { reason, clientText } = reasonOf({ ...order, isRejected: order.ordStatus === OrdStatus.rejected })
  return { text: reason ? reasonInWords(reason, inEnglish) : clientText, reason, clientText }
}

const NO_TEXTS = { text: null, reason: null, clientText: null }

const inEnglish = (key: TextKey, values?: RefusalValues) => fillIn(english[key], values)

const nairaOrNull = (price: PriceKobo | null): number | null => (price === null ? null : toNaira(price))
