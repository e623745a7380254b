import { list } from '../list.ts'
import type { Statistics } from '../market-shapes.ts'

/** Securities as they are now, in an order that each place gives them: movers, halted securities. */
export const statisticsList = list<Statistics>()({
  title: 'Movers.Title',
  key: 'securityID',
  sorting: 'securityID asc',
  columns: {
    securityID: { title: 'List.Column.securityID', kind: 'text' },
    securityDesc: { title: 'Trading.Column.securityDesc', kind: 'text' },
    sector: { title: 'Trading.Column.sector', kind: 'text' },
    prevClosePx: { title: 'Trading.Column.prevClosePx', kind: 'price' },
    lastPx: { title: 'Trading.Column.lastPx', kind: 'price' },
    change: { title: 'Trading.Column.change', kind: 'price' },
    changePercent: { title: 'Trading.Column.changePercent', kind: 'percent' },
    tradeVolume: { title: 'Trading.Column.tradeVolume', kind: 'quantity' },
    tradeValue: { title: 'Trading.Column.tradeValue', kind: 'money' },
    numberOfTrades: { title: 'Trading.Column.numberOfTrades', kind: 'quantity' },
  },
})
