import { type ListQuery, type MarketTrade, marketDateOf, tradeList } from '@tradebook/contract'
import { toMarketTrade } from '@tradebook/orders'
import { type Selectable, sql } from 'kysely'
import { tradeOf } from '../../desk/record/trade-row.ts'
import type { ListSource } from '../../store/list-rows.ts'
import { rowOrder } from '../../store/row-order.ts'
import type { MarketTrades } from '../../store/schema.ts'
import { filtered, type StoredList, stored } from '../../store/stored-list.ts'

const number = sql.ref('market_trades.trade_number')

const storedTrades: StoredList<(typeof tradeList)['columns']> = {
  list: tradeList,
  key: number,
  columns: {
    // Trades are numbered in their order in time.
    mdEntryTime: { value: sql.ref('market_trades.trade_time'), order: number },
    securityID: stored('market_trades.security_id'),
  },
}

/** Trades are everybody's. Without a time they are those of the market day; with one, no other day is looked at. */
export const tradeSource = (
  input: ListQuery & { readonly from?: string | undefined; readonly to?: string | undefined },
  marketDate: string,
): ListSource<Selectable<MarketTrades>, MarketTrade> => ({
  parts: (tx) => {
    const { from, to } = input
    let trades = tx.selectFrom('market_trades').selectAll()
    if (from === undefined && to === undefined) trades = trades.where('market_date', '=', marketDate)
    // No trade belongs to a market day before its own date.
    if (from !== undefined) trades = trades.where('market_date', '>=', dateOf(from))
    if (to !== undefined && dateOf(to) < marketDate)
      trades = trades.where('market_date', '<=', marketDateOf(Date.parse(to)))
    return [{ rows: filtered(trades, storedTrades, input) }]
  },
  order: rowOrder(storedTrades, input.sorting),
  item: (row) => toMarketTrade(tradeOf(row)),
})

const dateOf = (time: string): string => time.slice(0, 'YYYY-MM-DD'.length)
