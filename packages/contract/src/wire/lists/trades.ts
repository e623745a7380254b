import { list } from '../list.ts'
import type { MarketTrade } from '../market-shapes.ts'
import { equals, period } from './columns.ts'

/** The market's trades: `MarketData/getMarketTrades`. A day has up to a million, so they are sorted by time alone. */
export const tradeList = list<MarketTrade>()({
  title: 'List.File.trades',
  key: 'mdEntryID',
  sorting: 'mdEntryTime desc',
  columns: {
    mdEntryTime: { title: 'Trading.Column.time', kind: 'time', sortable: true, filter: period },
    securityID: {
      title: 'List.Column.securityID',
      kind: 'text',
      searched: true,
      filter: equals('security'),
    },
    mdEntryPx: { title: 'Trading.Column.price', kind: 'price' },
    mdEntrySize: { title: 'Trading.Column.quantity', kind: 'quantity' },
    value: { title: 'Trading.Column.tradeValue', kind: 'money' },
    tradeCondition: { title: 'List.Column.tradeCondition', kind: 'text' },
    mdEntryID: { title: 'List.Column.tradeNumber', kind: 'id' },
  },
})
