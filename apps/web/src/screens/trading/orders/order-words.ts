import {
  OrdStatus,
  type RefusalName,
  refusals,
  Side,
  type StockOrder,
  type WordKey,
} from '@tradebook/contract'
import type { TFunction } from 'i18next'
import { averagePrice, price, quantity } from '../../../ui/format.ts'

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

const tones: Partial<Record<OrdStatus, 'up' | 'down' | 'information'>> = {
  [OrdStatus.filled]: 'up',
  [OrdStatus.partiallyFilled]: 'up',
  [OrdStatus.rejected]: 'down',
}

/** "Buy 1,000 GTCO at 58.40": an order as a person says it. */
export function orderSaid(
  order: Pick<StockOrder, 'side' | 'orderQty' | 'securityID' | 'price'>,
  t: TFunction,
): string {
  const values = { quantity: quantity(order.orderQty), symbol: order.securityID, price: price(order.price) }
  const isBuy = order.side === Side.buy
  if (order.price === null)
    return t(isBuy ? 'Trading.Ticket.BuyAtMarket' : 'Trading.Ticket.SellAtMarket', values)
  return t(isBuy ? 'Trading.Ticket.BuyAt' : 'Trading.Ticket.SellAt', values)
}

/** Why an order was refused or ended: the venue's own words, else those of its FIX reason; empty without one. */
export function reasonOf({ text, ordRejReason, ordStatus }: StockOrder, t: TFunction): string {
  if (text) return text
  const name = ordRejReason === null ? undefined : refusalNames.get(ordRejReason)
  if (name) return t(`Refusal.${name}`)
  return ordStatus === OrdStatus.rejected ? t('Trading.Orders.NoReason') : ''
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

/** What has become of an order, in a title and a sentence. */
export function orderWords(order: StockOrder, t: TFunction) {
  const { ordStatus, cumQty, orderQty, avgPx, leavesQty, text } = order
  const filled = { filled: quantity(cumQty), quantity: quantity(orderQty), price: averagePrice(avgPx) }
  const details =
    text ??
    (cumQty > 0
      ? t('Trading.Outcome.Filled', filled)
      : t('Trading.Outcome.Resting', { quantity: quantity(leavesQty) }))
  return {
    tone: tones[ordStatus] ?? ('information' as const),
    title: `${t(statusWords[ordStatus])}: ${orderSaid(order, t)}`,
    details:
      ordStatus === OrdStatus.canceled && cumQty === 0 ? (text ?? t('Trading.Outcome.Nothing')) : details,
  }
}
