import { kobo, nairaToKobo, toNaira } from '../../rules/money.ts'
import { list } from '../list.ts'
import type { HoldingRow } from '../portfolio-shapes.ts'
import { range, securityID } from './columns.ts'

/** The holdings of one account: `BackOffice/GetDashAccountPortfolioHolding`. */
export const holdingList = list<HoldingRow>()({
  title: 'List.File.holdings',
  key: 'securityID',
  sorting: 'securityID asc',
  columns: {
    securityID,
    quantity: {
      title: 'Trading.Column.quantity',
      kind: 'quantity',
      sortable: true,
      filter: range('quantity'),
    },
    availableQuantity: { title: 'Trading.Column.availableQuantity', kind: 'quantity', sortable: true },
    heldQuantity: { title: 'List.Column.heldQuantity', kind: 'quantity', sortable: true },
    unsettledIn: { title: 'List.Column.unsettledIn', kind: 'quantity', sortable: true },
    unsettledOut: { title: 'List.Column.unsettledOut', kind: 'quantity', sortable: true },
    averageCost: { title: 'Trading.Column.averageCost', kind: 'average', sortable: true },
    costValue: { title: 'List.Column.costValue', kind: 'money', sortable: true },
    lastPx: { title: 'Trading.Column.publishedPx', kind: 'price', sortable: true },
    marketValue: {
      title: 'Trading.Column.marketValue',
      kind: 'money',
      sortable: true,
      filter: range('marketValue'),
    },
    gainLoss: { title: 'Trading.Column.gain', kind: 'money', sortable: true, filter: range('gainLoss') },
    gainLossPercent: { title: 'List.Column.gainLossPercent', kind: 'percent', sortable: true },
    dayGainLoss: { title: 'List.Column.dayGainLoss', kind: 'money', sortable: true },
  },
})

type Summed = 'costValue' | 'marketValue' | 'gainLoss'

/** Sums over holdings in naira, added up in kobo: exact. */
export const totalsOfHoldings = (holdings: readonly Pick<HoldingRow, Summed>[]): Record<Summed, number> => {
  const sum = (amount: Summed) =>
    toNaira(kobo(holdings.reduce((total, row) => total + (nairaToKobo(row[amount]) ?? 0n), 0n)))
  return { costValue: sum('costValue'), marketValue: sum('marketValue'), gainLoss: sum('gainLoss') }
}
