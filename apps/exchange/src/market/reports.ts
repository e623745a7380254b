import { ExecType, OrdStatus, OrdType } from '@tradebook/contract'
import { type Field, type Protocol, timestampOf } from '@tradebook/fix'
import { priceText } from '../../../server/src/gateway/decimals.ts'
import { averageText, leavesOf, type MemberOrder } from './member-order.ts'

/** ExecType (150) of an answer to a status request. */
export const ORDER_STATUS = 'I'

/** What an ExecutionReport (8) says besides the state of its order. */
export interface Execution {
  readonly execType: string
  readonly execID: string
  readonly now: number
  /** ClOrdID (11) and OrigClOrdID (41) of the request that it answers, where they are others than the order's. */
  readonly origClOrdID?: string
  readonly trade?: { readonly lastQty: number; readonly lastPx: number; readonly tradeNumber: number }
  /** ExecID of the trade that is cancelled or corrected. */
  readonly execRefID?: string
  readonly ordRejReason?: number
  readonly text?: string | undefined
  /** Fields of the request that it answers, such as MassStatusReqID (584). */
  readonly answers?: readonly Field[]
}

const optional = (tag: number, value: string | number | null | undefined): Field[] =>
  value === null || value === undefined ? [] : [[tag, value]]

const dateText = (date: string) => date.replaceAll('-', '')

/** The fields of an ExecutionReport (8): the order as it is now, and what happened to it. */
export function executionReport(order: MemberOrder, execution: Execution, protocol: Protocol): Field[] {
  const { trade, now } = execution
  const isBefore50 = protocol.beginString === 'FIX.4.4'
  return [
    [37, order.orderID],
    [11, order.clOrdID],
    ...optional(41, execution.origClOrdID),
    ...(execution.answers ?? []),
    [17, execution.execID],
    ...optional(19, execution.execRefID),
    [150, execution.execType],
    [39, order.status],
    ...optional(103, execution.ordRejReason),
    ...(execution.execType === ExecType.restated ? [[378, 99] as const] : []),
    ...optional(1, order.account),
    [55, order.securityID],
    [54, order.side],
    [38, order.quantity],
    [40, order.ordType],
    ...(order.ordType === OrdType.limit
      ? optional(44, order.price === null ? null : priceText(order.price))
      : []),
    [15, 'NGN'],
    [59, order.timeInForce],
    ...optional(432, order.expireDate === null ? null : dateText(order.expireDate)),
    ...optional(18, order.execInst),
    ...(trade
      ? ([
          [32, trade.lastQty],
          [31, priceText(trade.lastPx)],
        ] as const)
      : []),
    [151, leavesOf(order)],
    [14, order.cumQty],
    [6, averageText(order)],
    [60, timestampOf(now)],
    ...optional(110, order.execInst === null ? order.minQty : null),
    ...optional(isBefore50 ? 111 : 1138, order.displayQty),
    ...(trade && !isBefore50 ? ([[880, trade.tradeNumber]] as const) : []),
    ...optional(58, execution.text),
  ]
}

/** The fields of an ExecutionReport (8) for an order that never was, or that nobody knows. */
export function noOrder(
  about: {
    readonly clOrdID: string | undefined
    readonly securityID: string | undefined
    readonly side: string | undefined
    readonly quantity?: number | undefined
  },
  execution: Omit<Execution, 'trade' | 'origClOrdID'>,
): Field[] {
  return [
    [37, 'NONE'],
    ...optional(11, about.clOrdID),
    ...(execution.answers ?? []),
    [17, execution.execID],
    [150, execution.execType],
    [39, OrdStatus.rejected],
    ...optional(103, execution.ordRejReason),
    [55, about.securityID ?? '[N/A]'],
    [54, about.side ?? '7'],
    ...optional(38, about.quantity),
    [151, 0],
    [14, 0],
    [6, '0'],
    [60, timestampOf(execution.now)],
    ...optional(58, execution.text),
  ]
}

/** The fields of an OrderCancelReject (9). */
export function cancelReject(
  request: { readonly clOrdID: string; readonly origClOrdID: string; readonly responseTo: '1' | '2' },
  order: MemberOrder | undefined,
  { reason, text, now }: { readonly reason: number; readonly text: string; readonly now: number },
): Field[] {
  return [
    [37, order?.orderID ?? 'NONE'],
    [11, request.clOrdID],
    [41, request.origClOrdID],
    [39, order?.status ?? OrdStatus.rejected],
    ...optional(1, order?.account),
    [60, timestampOf(now)],
    [434, request.responseTo],
    [102, reason],
    [58, text],
  ]
}
