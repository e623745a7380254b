import { list } from '../list.ts'
import type { PriceListRow } from '../market-shapes.ts'
import { equals, period, range, securityID } from './columns.ts'
import { corporateActionTypeNames } from './corporate-actions.ts'

/** The columns of a security's day, on both lists. */
const figures = {
  prevClosePx: { title: 'Trading.Column.prevClosePx', kind: 'price', sortable: true },
  openPx: { title: 'Trading.Column.openPx', kind: 'price', sortable: true },
  highPx: { title: 'Trading.Column.highPx', kind: 'price', sortable: true },
  lowPx: { title: 'Trading.Column.lowPx', kind: 'price', sortable: true },
  lastPx: { title: 'Trading.Column.lastPx', kind: 'price', sortable: true },
  closePx: { title: 'List.Column.closePx', kind: 'price', sortable: true, filter: range('closePx') },
  change: { title: 'Trading.Column.change', kind: 'price', sortable: true },
  changePercent: {
    title: 'Trading.Column.changePercent',
    kind: 'percent',
    sortable: true,
    filter: range('changePercent'),
  },
  tradeVolume: {
    title: 'Trading.Column.tradeVolume',
    kind: 'quantity',
    sortable: true,
    filter: range('tradeVolume'),
  },
  tradeValue: {
    title: 'Trading.Column.tradeValue',
    kind: 'money',
    sortable: true,
    filter: range('tradeValue'),
  },
  numberOfTrades: { title: 'Trading.Column.numberOfTrades', kind: 'quantity', sortable: true },
  exDate: { title: 'List.Column.exDate', kind: 'date', sortable: true },
  exTypes: { title: 'List.Column.exTypes', kind: 'texts', codes: corporateActionTypeNames },
} as const

/** The price list of one market day: `MarketData/GetPriceList`. */
export const priceList = list<PriceListRow>()({
  title: 'List.File.prices',
  key: 'securityID',
  sorting: 'securityID asc',
  columns: {
    securityID,
    securityDesc: { title: 'Trading.Column.securityDesc', kind: 'text', sortable: true, searched: true },
    sector: { title: 'Trading.Column.sector', kind: 'text', sortable: true, filter: equals('sector') },
    ...figures,
    marketDate: { title: 'List.Column.marketDate', kind: 'date', sortable: true },
  },
})

/** The market days of one security: `MarketData/GetPriceHistory`. */
export const priceHistoryList = list<PriceListRow>()({
  title: 'List.File.priceHistory',
  key: 'marketDate',
  sorting: 'marketDate desc',
  columns: {
    marketDate: {
      title: 'List.Column.marketDate',
      kind: 'date',
      sortable: true,
      searched: true,
      filter: period,
    },
    securityID: { title: 'List.Column.securityID', kind: 'text' },
    ...figures,
  },
})
