import type { HoldingRow } from '@tradebook/contract'
import type { ListView } from '../../../ui/data-table/list-view.ts'
import { direction } from '../../../ui/format.ts'

/** What an account holds, at the server's valuation. */
export const holdingView: ListView<HoldingRow> = {
  key: 'holdings',
  title: 'Trading.Holdings',
  rowKey: ({ securityID }) => securityID,
  pageSize: 100,
  columns: [
    {
      key: 'securityID',
      title: 'Trading.Column.symbol',
      kind: 'text',
      characters: 13,
      isSortable: true,
      isKept: true,
      opens: true,
    },
    { key: 'quantity', title: 'Trading.Column.quantity', kind: 'quantity', characters: 12, isSortable: true },
    {
      key: 'availableQuantity',
      title: 'Trading.Column.availableQuantity',
      kind: 'quantity',
      characters: 14,
      isSortable: true,
    },
    {
      key: 'unsettled',
      title: 'Trading.Column.unsettled',
      kind: 'quantity',
      characters: 12,
      isSortable: true,
      value: ({ unsettledIn, unsettledOut }) => unsettledIn - unsettledOut,
    },
    {
      key: 'averageCost',
      title: 'Trading.Column.averageCost',
      kind: 'averagePrice',
      characters: 15,
      isSortable: true,
    },
    { key: 'lastPx', title: 'Trading.Column.publishedPx', kind: 'price', characters: 15, isSortable: true },
    {
      key: 'marketValue',
      title: 'Trading.Column.marketValue',
      kind: 'money',
      characters: 18,
      isSortable: true,
    },
    {
      key: 'gainLoss',
      title: 'Trading.Column.gainLoss',
      kind: 'money',
      characters: 16,
      isSortable: true,
      isExtra: true,
      tone: ({ gainLoss }) => direction(gainLoss),
    },
    {
      key: 'gainLossPercent',
      title: 'Trading.Column.gain',
      kind: 'percent',
      characters: 11,
      isSortable: true,
      tone: ({ gainLoss }) => direction(gainLoss),
    },
  ],
  leaving: ['unsettled', 'averageCost', 'gainLoss', 'availableQuantity', 'lastPx', 'gainLossPercent'],
  card: [
    ['securityID', 'marketValue'],
    ['quantity', 'gainLossPercent'],
    ['availableQuantity', 'lastPx'],
    ['averageCost', 'unsettled'],
  ],
  empty: { title: 'Trading.Holdings.None', details: 'Trading.Holdings.None.details' },
}
