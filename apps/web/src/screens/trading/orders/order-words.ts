import {
  isFinal,
  OrdStatus,
  OrdType,
  type RefusalName,
  refusals,
  Side,
  type StockOrder,
  TimeInForce,
  type WordKey,
} from '@tradebook/contract'
import type { RequestFailure } from '../../../api/request-failure.ts'
import { averagePrice, price, quantity } from '../../../ui/format.ts'
import type { Say } from '../../../words.ts'

/** How an order stands, in a word. */
export const statusWords: Readonly<Record<OrdStatus, WordKey>> = {
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

/** What an order asks for. Prices in naira. */
export type Wanted = Pick<
  StockOrder,
  'side' | 'orderQty' | 'securityID' | 'ordType' | 'price' | 'timeInForce'
>

/** What is not plain about an order's kind and duration, in a word or two; empty for a day's limit order. */
export function termsSaid(
  { ordType, timeInForce }: Pick<Wanted, 'ordType' | 'timeInForce'>,
  say: Say,
): string {
  const kind = ordType === OrdType.limit ? [] : [say(`Trading.OrdType.${ordType}`)]
  const duration = timeInForce === TimeInForce.day ? [] : [say(`Trading.TimeInForce.${timeInForce}`)]
  return [...kind, ...duration].join(' ')
}

/** An order as a person says it: "Buy 1,000 GTCO at 58.40", with the duration where it is not the day. */
export function orderSaid(order: Wanted, say: Say): string {
  const values = { quantity: quantity(order.orderQty), symbol: order.securityID, price: price(order.price) }
  const isBuy = order.side === Side.buy
  const said =
    order.price === null
      ? say(isBuy ? 'Trading.Ticket.BuyAtMarket' : 'Trading.Ticket.SellAtMarket', values)
      : say(isBuy ? 'Trading.Ticket.BuyAt' : 'Trading.Ticket.SellAt', values)
  if (order.timeInForce === TimeInForce.day) return said
  return say('Trading.Ticket.For', { order: said, time: say(`Trading.TimeInForce.${order.timeInForce}`) })
}

/** What an outcome is told of. */
export type Told = Wanted &
  Pick<StockOrder, 'ordStatus' | 'cumQty' | 'leavesQty' | 'avgPx' | 'text' | 'ordRejReason'>

/** A request about an order that did not succeed, as far as is known. */
export interface FailedRequest extends RequestFailure {
  readonly request: 'enter' | 'replace' | 'cancel'
  /** Its outcome was unknown; the order has since been seen open as before. */
  readonly isStillOpen?: boolean
}

export interface Outcome {
  readonly tone: 'up' | 'down' | 'warning' | 'information'
  /** How the order stands, where the security is named beside it: "Bought 500 of 800 at 58.40, rest cancelled". */
  readonly what: string
  /** The same, standing alone. */
  readonly title: string
  /** Why, or what follows; empty where there is nothing to add. */
  readonly why: string
  /** `why` tells of a request that did not succeed. */
  readonly hasFailed: boolean
}

/**
 * What has become of an order, in words: the one place that decides it, for ticket, row, notice and
 * live region alike. What was traded comes first, whatever happened to the rest.
 *
 * @param failed the last request about it that did not succeed.
 */
export function outcomeOf(order: Told, say: Say, failed?: FailedRequest): Outcome {
  if (failed?.request === 'enter' && order.cumQty === 0) return entryFailed(order, failed, say)
  const what = order.cumQty > 0 ? tradedSaid(order, say) : untradedSaid(order, say)
  const stands =
    order.cumQty > 0
      ? say('Trading.Outcome.Of', { symbol: order.securityID, what })
      : say('Trading.Outcome.Untraded', { what, order: orderSaid(order, say) })
  if (failed && isStillTrue(failed, order)) {
    return { tone: 'warning', what, title: stands, why: failureSaid(failed, say), hasFailed: true }
  }
  return { tone: toneOf(order), what, title: stands, why: reasonOf(order, say), hasFailed: false }
}

/** What happened to the part that was not traded. */
const restWords: Readonly<Record<OrdStatus, WordKey>> = {
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

function tradedSaid({ side, ordStatus, cumQty, orderQty, leavesQty, avgPx }: Told, say: Say): string {
  const isBuy = side === Side.buy
  const values = { filled: quantity(cumQty), quantity: quantity(orderQty), price: averagePrice(avgPx) }
  if (cumQty >= orderQty) return say(isBuy ? 'Trading.Outcome.Bought' : 'Trading.Outcome.Sold', values)
  const rest = say(restWords[ordStatus], { leaves: quantity(leavesQty) })
  return say(isBuy ? 'Trading.Outcome.BoughtPart' : 'Trading.Outcome.SoldPart', { ...values, rest })
}

function untradedSaid({ side, ordStatus }: Told, say: Say): string {
  const status = say(statusWords[ordStatus])
  if (ordStatus !== OrdStatus.canceled && ordStatus !== OrdStatus.expired) return status
  return say(side === Side.buy ? 'Trading.Outcome.NothingBought' : 'Trading.Outcome.NothingSold', { status })
}

function toneOf({ ordStatus, cumQty, orderQty }: Told): Outcome['tone'] {
  if (cumQty >= orderQty) return 'up'
  if (ordStatus === OrdStatus.rejected) return 'down'
  if (cumQty > 0) return isFinal(ordStatus) ? 'warning' : 'up'
  return 'information'
}

/** Why an order ended, or where it stands: the venue's own words, else those of its FIX reason. */
function reasonOf({ text, ordRejReason, ordStatus, cumQty, leavesQty }: Told, say: Say): string {
  if (!isFinal(ordStatus)) {
    return ordStatus === OrdStatus.new && cumQty === 0
      ? say('Trading.Outcome.Resting', { quantity: quantity(leavesQty) })
      : ''
  }
  if (text) return text
  const name = ordRejReason === null ? undefined : refusalNames.get(ordRejReason)
  if (name) return say(`Refusal.${name}`)
  return ordStatus === OrdStatus.rejected ? say('Trading.Orders.NoReason') : ''
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

/** A cancel that failed says no more once the order is cancelled, nor a replace once it has ended. */
const isStillTrue = ({ request }: FailedRequest, { ordStatus }: Told): boolean =>
  request === 'cancel' ? ordStatus !== OrdStatus.canceled : request === 'replace' && !isFinal(ordStatus)

const failureWords = {
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
export function failureSaid(failed: FailedRequest, say: Say): string {
  const { request, standing, title, details } = failed
  const reason = [title, details].filter(Boolean).join(': ')
  if (request === 'enter') return reason
  return say(failureWords[request][failed.isStillOpen ? 'stillOpen' : standing], { reason })
}

const entryWords = {
  refused: { what: 'Trading.Status.rejected', tone: 'down' },
  notTaken: { what: 'Trading.Outcome.NotTaken', tone: 'warning' },
  unknown: { what: 'Trading.Outcome.Unknown', tone: 'warning' },
} as const

function entryFailed(order: Told, failed: FailedRequest, say: Say): Outcome {
  const { what: word, tone } = entryWords[failed.standing]
  const what = say(word)
  const title = say('Trading.Outcome.Untraded', { what, order: orderSaid(order, say) })
  return { tone, what, title, why: entryFailureSaid(failed, say), hasFailed: true }
}

function entryFailureSaid({ standing, title, details, retryAfterS }: FailedRequest, say: Say): string {
  const reason = [title, details].filter(Boolean).join(': ')
  if (standing === 'unknown') return [reason, say('Trading.Ticket.Unknown')].join(' ')
  if (standing === 'refused') return reason
  const wait = retryAfterS === undefined ? [] : [say('Trading.Ticket.RetryAfter', { seconds: retryAfterS })]
  return [reason, ...wait].join(' ')
}
