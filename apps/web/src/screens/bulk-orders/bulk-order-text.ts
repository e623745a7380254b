import { Side } from '@tradebook/contract'
import type { TFunction } from 'i18next'
import { price, quantity } from '../../ui/format.ts'
import type { BulkOrderInput } from './unconfirmed-order.ts'

/** "Buy 3,000 GTCO at 58.40 for 3 accounts". */
export function bulkOrderText(
  { side, securityID, lines, price: limit }: Pick<BulkOrderInput, 'side' | 'securityID' | 'lines' | 'price'>,
  t: TFunction,
): string {
  const total = lines.reduce((sum, { orderQty }) => sum + orderQty, 0)
  const values = { quantity: quantity(total), symbol: securityID, price: price(limit ?? null) }
  const isBuy = side === Side.buy
  const order =
    limit === undefined
      ? t(isBuy ? 'Trading.Ticket.BuyAtMarket' : 'Trading.Ticket.SellAtMarket', values)
      : t(isBuy ? 'Trading.Ticket.BuyAt' : 'Trading.Ticket.SellAt', values)
  return t('Bulk.For', { order, count: lines.length })
}
