import { Side, toNaira } from '@tradebook/contract'
import type { TFunction } from 'i18next'
import { quantity, price as written } from '../../../ui/format.ts'
import type { ReadyOrder } from './draft.ts'

/** An order as a person says it: "Buy 1,000 GTCO at 58.40". */
export function intentWords({ side, orderQty, price }: ReadyOrder, symbol: string, t: TFunction): string {
  const values = { quantity: quantity(orderQty), symbol }
  const isBuy = side === Side.buy
  if (price === undefined) {
    return t(isBuy ? 'Trading.Ticket.BuyAtMarket' : 'Trading.Ticket.SellAtMarket', values)
  }
  const at = { ...values, price: written(toNaira(price)) }
  return t(isBuy ? 'Trading.Ticket.BuyAt' : 'Trading.Ticket.SellAt', at)
}
