import { type ValuationRow, valuationList } from '@tradebook/contract'
import { securityFilter } from '../../live/security-filter.ts'
import { type ListView, listView } from '../../ui/data-table/list-view.ts'
import { direction } from '../../ui/format.ts'

/** What each holding of an account was worth. */
export const valuationView: ListView<ValuationRow> = listView({
  key: 'valuation',
  title: 'Valuation.Holdings',
  of: valuationList,
  file: 'BackOffice/DownloadDashAccountPortfolioValuation',
  rowKey: ({ securityID }) => securityID,
  pageSize: 100,
  columns: [
    { key: 'id', characters: 6, align: 'right' },
    { key: 'securityID', characters: 13, isKept: true },
    { key: 'quantity', characters: 12 },
    { key: 'averageCost', characters: 15 },
    { key: 'costValue', characters: 18 },
    { key: 'lastPx', characters: 15 },
    { key: 'marketValue', characters: 18, isKept: true },
    { key: 'gainLoss', kind: 'change', characters: 16, tone: ({ gainLoss }) => direction(gainLoss) },
    { key: 'gainLossPercent', characters: 11, tone: ({ gainLoss }) => direction(gainLoss) },
    // A weight is not a change, which is written with its sign.
    { key: 'weightPercent', kind: 'money', characters: 11 },
  ],
  filters: [securityFilter],
  leaving: ['id', 'averageCost', 'lastPx', 'costValue', 'gainLossPercent', 'weightPercent', 'gainLoss'],
  card: [
    ['securityID', 'marketValue'],
    ['quantity', 'lastPx'],
    ['costValue', 'averageCost'],
    ['gainLoss', 'gainLossPercent'],
    ['weightPercent', 'id'],
  ],
  empty: { title: 'Valuation.Empty', details: 'Valuation.Empty.details' },
})
