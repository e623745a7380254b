import type { PriceKobo, Quantity } from '@tradebook/contract'
import type { Trade } from '@tradebook/orders'
import type { Selectable } from 'kysely'
import type { MarketTrades } from '../../store/schema.ts'

/** The trade that a row stores. */
export const tradeOf = (row: Selectable<MarketTrades>): Trade => ({
  tradeNumber: Number(row.trade_number),
  securityID: row.security_id,
  price: row.price as PriceKobo,
  quantity: row.quantity as Quantity,
  tickDirection: row.tick_direction,
  tradeCondition: row.trade_condition,
  time: row.trade_time.getTime(),
  rptSeq: row.rpt_seq,
})
