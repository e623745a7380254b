import { type HoldingRow, holdingList } from '@tradebook/contract'
import { type ListView, listView } from '../../../ui/data-table/list-view.ts'
import { direction } from '../../../ui/format.ts'

/** What an account holds, at the server's valuation. */
export const holdingView: ListView<HoldingRow> = listView({
  key: 'holdings',
  title: 'Trading.Holdings',
  of: holdingList,
  file: 'BackOffice/DownloadDashAccountPortfolioHolding',
  rowKey: ({ securityID }) => securityID,
  pageSize: 100,
  columns: [
    { key: 'securityID', characters: 13, isKept: true, opens: true },
    { key: 'quantity', characters: 12 },
    { key: 'availableQuantity', characters: 14 },
    { key: 'heldQuantity', characters: 12, isExtra: true },
    {
      key: 'unsettled',
      fileColumns: ['unsettledIn', 'unsettledOut'],
      title: 'Trading.Column.unsettled',
      kind: 'quantity',
      characters: 12,
      value: ({ unsettledIn, unsettledOut }) => unsettledIn - unsettledOut,
    },
    { key: 'averageCost', characters: 15 },
    { key: 'lastPx', characters: 15 },
    { key: 'marketValue', characters: 18 },
    { key: 'gainLoss', kind: 'change', characters: 16, tone: ({ gainLoss }) => direction(gainLoss) },
    { key: 'gainLossPercent', characters: 11, tone: ({ gainLoss }) => direction(gainLoss) },
    { key: 'dayGainLoss', kind: 'change', characters: 16, tone: ({ dayGainLoss }) => direction(dayGainLoss) },
  ],
  leaving: [
    'heldQuantity',
    'dayGainLoss',
    'unsettled',
    'averageCost',
    'availableQuantity',
    'gainLoss',
    'lastPx',
    'gainLossPercent',
  ],
  card: [
    ['securityID', 'marketValue'],
    ['quantity', 'gainLossPercent'],
    ['availableQuantity', 'lastPx'],
    ['averageCost', 'unsettled'],
  ],
  empty: { title: 'Trading.Holdings.None', details: 'Trading.Holdings.None.details' },
})
