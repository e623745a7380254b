import {
  isFinal,
  isForClose,
  isStop,
  isUnpriced,
  namesLastDay,
  OrdStatus,
  type RefusalName,
  reasonInWords,
  refusals,
  Side,
  type StockOrder,
  type TextKey,
  TimeInForce,
} from '@tradebook/contract'
import type { TFunction } from 'i18next'
import type { RequestFailure } from '../../../api/request-failure.ts'
import { averagePrice, dayOfMonth, price, quantity, timeOfDay } from '../../../ui/format.ts'

/** The text of each status of an order. */
export const statusTexts: Readonly<Record<OrdStatus, TextKey>> = {
  [OrdStatus.pendingNew]: 'Trading.Status.pendingNew',
  [OrdStatus.new]: 'Trading.Status.new',
  [OrdStatus.partiallyFilled]: 'Trading.Status.partiallyFilled',
  [OrdStatus.filled]: 'Trading.Status.filled',
  [OrdStatus.canceled]: 'Trading.Status.canceled',
  [OrdStatus.pendingCancel]: 'Trading.Status.pendingCancel',
  [OrdStatus.pendingReplace]: 'Trading.Status.pendingReplace',
  [OrdStatus.rejected]: 'Trading.Status.rejected',
  [OrdStatus.expired]: 'Trading.Status.expired',
}

/** Something may still become of the order. */
export const isOpen = ({ ordStatus }: Pick<StockOrder, 'ordStatus'>): boolean => !isFinal(ordStatus)

/** What an order asks for. Prices in naira. */
export interface Wanted
  extends Options,
    Pick<StockOrder, 'side' | 'orderQty' | 'securityID' | 'ordType' | 'price' | 'stopPx' | 'timeInForce'> {
  readonly expireDate?: string | null | undefined
}

/** What few orders ask for. */
export interface Options {
  readonly execInst?: StockOrder['execInst'] | undefined
  readonly displayQty?: number | null | undefined
  readonly minQty?: number | null | undefined
  /** What the order carries in words for those who see it. */
  readonly clientText?: string | null | undefined
}

/** How long an order lasts, with its last day: "GTD 27 Nov", "GTC until 26 Jan". */
function durationText({ timeInForce, expireDate }: Pick<Wanted, 'timeInForce' | 'expireDate'>, t: TFunction) {
  const time = t(`Trading.TimeInForce.${timeInForce}`)
  if (!expireDate) return time
  const day = dayOfMonth(expireDate)
  return namesLastDay(timeInForce) ? `${time} ${day}` : t('Trading.Terms.Until', { time, day })
}

/** Every option of an order in a few words, in the order in which the ticket has them. */
export const optionTexts = (
  { displayQty, minQty, execInst, clientText }: Options,
  t: TFunction,
): readonly string[] =>
  [
    displayQty && t('Trading.Terms.Shows', { quantity: quantity(displayQty) }),
    minQty && t('Trading.Terms.Minimum', { quantity: quantity(minQty) }),
    execInst && t(`Trading.ExecInst.${execInst}`),
    clientText && t('Trading.Terms.Note'),
  ].filter((text) => typeof text === 'string' && text !== '') as string[]

/** What else an order asks for, as far as it is more than to be in the book for the day; empty for that one. */
export function termsText(
  order: Pick<StockOrder, 'timeInForce' | 'expireDate' | 'execInst' | 'displayQty' | 'minQty' | 'stopPx'>,
  t: TFunction,
): string {
  const { timeInForce, stopPx } = order
  return [
    ...(stopPx === null ? [] : [t('Trading.Terms.Stop', { price: price(stopPx) })]),
    ...(timeInForce === TimeInForce.day ? [] : [durationText(order, t)]),
    ...optionTexts(order, t),
  ].join(', ')
}

/**
 * An order as it is shown: "Buy 1,000 GTCO at 58.40", with the duration where it is not the day, and with
 * every option that it has.
 */
export function orderText(order: Wanted, t: TFunction): string {
  const values = { quantity: quantity(order.orderQty), symbol: order.securityID, price: price(order.price) }
  const isBuy = order.side === Side.buy
  const atOnce = isUnpriced(order.ordType)
    ? t(isBuy ? 'Trading.Ticket.BuyAtMarket' : 'Trading.Ticket.SellAtMarket', values)
    : t(isBuy ? 'Trading.Ticket.BuyAt' : 'Trading.Ticket.SellAt', values)
  const text = isStop(order.ordType)
    ? t(`Trading.Ticket.OnceAt.${isBuy ? Side.buy : Side.sell}`, { order: atOnce, stop: price(order.stopPx) })
    : atOnce
  const duration = order.timeInForce === TimeInForce.day ? [] : [durationText(order, t)]
  return [text, ...duration, ...optionTexts(order, t)].reduce((before, time) =>
    t('Trading.Ticket.For', { order: before, time }),
  )
}

/** What is needed of an order to describe its outcome. */
export type ReportedOrder = Wanted &
  Pick<StockOrder, 'ordStatus' | 'cumQty' | 'leavesQty' | 'avgPx' | 'reason' | 'ordRejReason'> &
  Partial<Pick<StockOrder, 'isHalted' | 'pendingSince'>>

/** A request about an order that did not succeed, as far as is known. */
export interface FailedRequest extends RequestFailure {
  readonly request: 'enter' | 'replace' | 'cancel'
  /** Its outcome was unknown; the order has since been seen open as before. */
  readonly isStillOpen?: boolean
}

export interface Outcome {
  readonly tone: 'up' | 'down' | 'warning' | 'information'
  /** How the order stands, where the security is named next to it: "Bought 500 of 800 at 58.40, rest cancelled". */
  readonly what: string
  /** The same, standing alone. */
  readonly title: string
  /** Why, or what follows; empty where there is nothing to add. */
  readonly why: string
  /** `why` describes a request that did not succeed. */
  readonly hasFailed: boolean
}

/**
 * What has become of an order, as texts: the one place that decides it, for ticket, row, notice and
 * live region alike. What was traded comes first, whatever happened to the rest.
 *
 * @param failed the last request about it that did not succeed.
 */
export function outcomeOf(order: ReportedOrder, t: TFunction, failed?: FailedRequest): Outcome {
  if (failed?.request === 'enter' && order.cumQty === 0) return entryFailed(order, failed, t)
  const what = order.cumQty > 0 ? tradedText(order, t) : untradedText(order, t)
  const stands =
    order.cumQty > 0
      ? t('Trading.Outcome.Of', { symbol: order.securityID, what })
      : t('Trading.Outcome.Untraded', { what, order: orderText(order, t) })
  if (failed && isStillTrue(failed, order)) {
    return { tone: 'warning', what, title: stands, why: failureText(failed, t), hasFailed: true }
  }
  return { tone: toneOf(order), what, title: stands, why: reasonOf(order, t), hasFailed: false }
}

/** What happened to the part that was not traded. */
const restTexts: Readonly<Record<OrdStatus, TextKey>> = {
  [OrdStatus.pendingNew]: 'Trading.Outcome.Rest.open',
  [OrdStatus.new]: 'Trading.Outcome.Rest.open',
  [OrdStatus.partiallyFilled]: 'Trading.Outcome.Rest.open',
  [OrdStatus.filled]: 'Trading.Outcome.Rest.canceled',
  [OrdStatus.canceled]: 'Trading.Outcome.Rest.canceled',
  [OrdStatus.pendingCancel]: 'Trading.Outcome.Rest.pendingCancel',
  [OrdStatus.pendingReplace]: 'Trading.Outcome.Rest.pendingReplace',
  [OrdStatus.rejected]: 'Trading.Outcome.Rest.rejected',
  [OrdStatus.expired]: 'Trading.Outcome.Rest.expired',
}

function tradedText(order: ReportedOrder, t: TFunction): string {
  const { side, ordStatus, cumQty, orderQty, leavesQty, avgPx, isHalted } = order
  const isBuy = side === Side.buy
  const values = { filled: quantity(cumQty), quantity: quantity(orderQty), price: averagePrice(avgPx) }
  if (cumQty >= orderQty) return t(isBuy ? 'Trading.Outcome.Bought' : 'Trading.Outcome.Sold', values)
  const restText = isHalted ? 'Trading.Outcome.Rest.halted' : restTexts[ordStatus]
  const rest = withSince(t(restText, { leaves: quantity(leavesQty) }), order, t)
  return t(isBuy ? 'Trading.Outcome.BoughtPart' : 'Trading.Outcome.SoldPart', { ...values, rest })
}

function untradedText(order: ReportedOrder, t: TFunction): string {
  const { side, ordStatus, ordType, stopPx, isHalted } = order
  if (isHalted) return t('Trading.Status.halted')
  if (isStop(ordType) && !isFinal(ordStatus)) return t('Trading.Status.waitsFor', { price: price(stopPx) })
  const status = withSince(t(statusTexts[ordStatus]), order, t)
  if (ordStatus !== OrdStatus.canceled && ordStatus !== OrdStatus.expired) return status
  return t(side === Side.buy ? 'Trading.Outcome.NothingBought' : 'Trading.Outcome.NothingSold', { status })
}

/** The state of an order that waits for the exchange, with since when: "Being cancelled since 10:14:02 AM". */
const withSince = (status: string, { pendingSince }: ReportedOrder, t: TFunction): string =>
  pendingSince ? t('Trading.Outcome.PendingSince', { status, since: timeOfDay(pendingSince) }) : status

function toneOf({ ordStatus, cumQty, orderQty }: ReportedOrder): Outcome['tone'] {
  if (cumQty >= orderQty) return 'up'
  if (ordStatus === OrdStatus.rejected) return 'down'
  if (cumQty > 0) return isFinal(ordStatus) ? 'warning' : 'up'
  return 'information'
}

/** Why an order ended, or where it stands: its reason, else that of its FIX code. */
function reasonOf(order: ReportedOrder, t: TFunction): string {
  const { reason, ordRejReason, ordStatus, ordType, isHalted } = order
  if (isHalted) return t('Trading.Outcome.Halted')
  if (!isFinal(ordStatus)) return isStop(ordType) ? t('Trading.Outcome.WaitsFor') : restingText(order, t)
  if (reason) return reasonInWords(reason, (key, values) => t(key, { ...values }))
  const name = ordRejReason === null ? undefined : refusalNames.get(ordRejReason)
  if (name) return t(`Refusal.${name}`)
  return ordStatus === OrdStatus.rejected ? t('Trading.Orders.NoReason') : ''
}

/** What the market sees of an order of which nothing has traded: of an iceberg what it displays. */
function restingText(order: ReportedOrder, t: TFunction): string {
  const { ordStatus, cumQty, leavesQty, displayQty, timeInForce } = order
  if (ordStatus !== OrdStatus.new || cumQty > 0) return ''
  const values = { quantity: quantity(leavesQty) }
  if (isForClose(timeInForce)) return t('Trading.Outcome.ForTheClose', values)
  return displayQty && displayQty < leavesQty
    ? t('Trading.Outcome.RestingPart', { ...values, shown: quantity(displayQty) })
    : t('Trading.Outcome.Resting', values)
}

/** Several refusals may share a reason; the first is the plain one. */
const refusalNames = new Map(
  Object.entries(refusals)
    .toReversed()
    .flatMap(([name, row]) =>
      'ordRejReason' in row && row.ordRejReason !== undefined
        ? [[row.ordRejReason as number, name as RefusalName] as const]
        : [],
    ),
)

/** A cancel that failed means no more once the order is cancelled, nor a replace once it has ended. */
const isStillTrue = ({ request }: FailedRequest, { ordStatus }: ReportedOrder): boolean =>
  request === 'cancel' ? ordStatus !== OrdStatus.canceled : request === 'replace' && !isFinal(ordStatus)

const failureTexts = {
  replace: {
    refused: 'Trading.Failed.replace.refused',
    notTaken: 'Trading.Failed.replace.refused',
    unknown: 'Trading.Failed.replace.unknown',
    stillOpen: 'Trading.Failed.replace.stillOpen',
  },
  cancel: {
    refused: 'Trading.Failed.cancel.refused',
    notTaken: 'Trading.Failed.cancel.refused',
    unknown: 'Trading.Failed.cancel.unknown',
    stillOpen: 'Trading.Failed.cancel.stillOpen',
  },
} as const

/** What failed, and why: "Not cancelled: The market is very busy. …" */
export function failureText(failed: FailedRequest, t: TFunction): string {
  const { request, standing, title, details } = failed
  const reason = [title, details].filter(Boolean).join(': ')
  if (request === 'enter') return reason
  return t(failureTexts[request][failed.isStillOpen ? 'stillOpen' : standing], { reason })
}

const entryTexts = {
  refused: { what: 'Trading.Status.rejected', tone: 'down' },
  notTaken: { what: 'Trading.Outcome.NotTaken', tone: 'warning' },
  unknown: { what: 'Trading.Outcome.Unknown', tone: 'warning' },
} as const

function entryFailed(order: ReportedOrder, failed: FailedRequest, t: TFunction): Outcome {
  const { what: text, tone } = entryTexts[failed.standing]
  const what = t(text)
  const title = t('Trading.Outcome.Untraded', { what, order: orderText(order, t) })
  return { tone, what, title, why: entryFailureText(failed, t), hasFailed: true }
}

function entryFailureText({ standing, title, details, retryAfterS }: FailedRequest, t: TFunction): string {
  const reason = [title, details].filter(Boolean).join(': ')
  if (standing === 'unknown') return [reason, t('Trading.Ticket.Unknown')].join(' ')
  if (standing === 'refused') return reason
  const wait = retryAfterS === undefined ? [] : [t('Trading.Ticket.RetryAfter', { seconds: retryAfterS })]
  return [reason, ...wait].join(' ')
}
