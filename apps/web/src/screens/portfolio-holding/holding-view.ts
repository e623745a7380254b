import { type HoldingRow, holdingList } from '@tradebook/contract'
import { securityFilter } from '../../live/security-filter.ts'
import { type ListView, listView } from '../../ui/data-table/list-view.ts'
import { direction } from '../../ui/format.ts'

/** What an account owns, share by share: all, free, on hold, and on its way. */
export const holdingView: ListView<HoldingRow> = listView({
  key: 'holding',
  title: 'Holding.Title',
  of: holdingList,
  file: 'BackOffice/DownloadDashAccountPortfolioHolding',
  rowKey: ({ securityID }) => securityID,
  pageSize: 100,
  columns: [
    { key: 'securityID', characters: 13, isKept: true },
    { key: 'quantity', characters: 12 },
    { key: 'availableQuantity', characters: 14 },
    { key: 'heldQuantity', characters: 12 },
    { key: 'unsettledIn', characters: 13 },
    { key: 'unsettledOut', characters: 14 },
    { key: 'averageCost', characters: 15 },
    { key: 'costValue', characters: 18 },
    { key: 'lastPx', characters: 15 },
    { key: 'marketValue', characters: 18 },
    { key: 'gainLoss', kind: 'change', characters: 16, tone: ({ gainLoss }) => direction(gainLoss) },
    { key: 'gainLossPercent', characters: 11, tone: ({ gainLoss }) => direction(gainLoss) },
    { key: 'dayGainLoss', kind: 'change', characters: 16, tone: ({ dayGainLoss }) => direction(dayGainLoss) },
  ],
  filters: [securityFilter],
  leaving: [
    'dayGainLoss',
    'gainLossPercent',
    'averageCost',
    'lastPx',
    'unsettledOut',
    'unsettledIn',
    'heldQuantity',
    'costValue',
    'gainLoss',
  ],
  card: [
    ['securityID', 'marketValue'],
    ['quantity', 'gainLoss'],
    ['availableQuantity', 'heldQuantity'],
    ['unsettledIn', 'unsettledOut'],
    ['averageCost', 'lastPx'],
    ['costValue', 'dayGainLoss'],
  ],
  empty: { title: 'Trading.Holdings.None', details: 'Trading.Holdings.None.details' },
})
