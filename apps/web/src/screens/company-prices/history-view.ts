import { type PriceListRow, priceHistoryList } from '@tradebook/contract'
import { dayColumns } from '../../market/day-columns.ts'
import { picksDay } from '../../ui/data-table/date-filter.tsx'
import { type ListView, listView } from '../../ui/data-table/list-view.ts'

/** What one security did on each market day, newest first. */
export const historyView: ListView<PriceListRow> = listView({
  key: 'history',
  title: 'CompanyPrices.History',
  of: priceHistoryList,
  file: 'MarketData/DownloadPriceHistory',
  rowKey: ({ marketDate }) => marketDate,
  pageSize: 20,
  columns: [{ key: 'marketDate', characters: 14, isKept: true }, ...dayColumns],
  filters: [
    { key: 'from', title: 'Filter.From', ...picksDay },
    { key: 'to', title: 'Filter.To', ...picksDay },
  ],
  leaving: ['prevClosePx', 'numberOfTrades', 'openPx', 'lastPx', 'tradeValue', 'lowPx', 'highPx', 'change'],
  card: [
    ['marketDate', 'closePx', 'changePercent'],
    ['openPx', 'highPx', 'lowPx'],
    ['tradeVolume', 'tradeValue'],
    ['exDate'],
  ],
  empty: { title: 'CompanyPrices.NoHistory', details: 'CompanyPrices.NoHistory.details' },
  noMatch: { title: 'CompanyPrices.NoneInDays', details: 'CompanyPrices.NoneInDays.details' },
})
