import { list } from '../list.ts'
import type { HoldingRow } from '../shapes.ts'

/** The holdings of one account: `BackOffice/GetDashAccountPortfolioHolding`. */
export const holdingList = list<HoldingRow>()({
  title: 'List.File.holdings',
  key: 'securityID',
  sorting: 'securityID asc',
  columns: {
    securityID: {
      title: 'List.Column.securityID',
      kind: 'text',
      sortable: true,
      searched: true,
      filter: { by: 'equals', name: 'securityID' },
    },
    quantity: {
      title: 'Trading.Column.quantity',
      kind: 'quantity',
      sortable: true,
      filter: { by: 'range', from: 'quantityFrom', to: 'quantityTo' },
    },
    availableQuantity: { title: 'Trading.Column.availableQuantity', kind: 'quantity', sortable: true },
    heldQuantity: { title: 'List.Column.heldQuantity', kind: 'quantity', sortable: true },
    unsettledIn: { title: 'List.Column.unsettledIn', kind: 'quantity', sortable: true },
    unsettledOut: { title: 'List.Column.unsettledOut', kind: 'quantity', sortable: true },
    averageCost: { title: 'Trading.Column.averageCost', kind: 'average', sortable: true },
    lastPx: { title: 'Trading.Column.publishedPx', kind: 'price', sortable: true },
    marketValue: {
      title: 'Trading.Column.marketValue',
      kind: 'money',
      sortable: true,
      filter: { by: 'range', from: 'marketValueFrom', to: 'marketValueTo' },
    },
    gainLoss: {
      title: 'Trading.Column.gain',
      kind: 'money',
      sortable: true,
      filter: { by: 'range', from: 'gainLossFrom', to: 'gainLossTo' },
    },
    gainLossPercent: { title: 'List.Column.gainLossPercent', kind: 'percent', sortable: true },
  },
})
