import { type PriceListRow, priceList } from '@tradebook/contract'
import { dayColumns, securityColumn } from '../../market/day-columns.ts'
import { picksDay } from '../../ui/data-table/date-filter.tsx'
import { type ListView, listView } from '../../ui/data-table/list-view.ts'
import { SectorPicker } from './sector-picker.tsx'

/** The least move in percent that counts as a rise: figures have two decimals. */
const LEAST_MOVE = 0.01

/** What every security did on one market day: the newest, or the one that is picked. */
export const priceListView: ListView<PriceListRow> = listView({
  key: 'prices',
  title: 'Prices.Title',
  of: priceList,
  file: 'MarketData/DownloadPriceListCsv',
  rowKey: ({ securityID }) => securityID,
  pageSize: 50,
  columns: [
    securityColumn<PriceListRow>(),
    { key: 'securityDesc', characters: 28 },
    { key: 'sector', characters: 20, isExtra: true },
    ...dayColumns,
    { key: 'marketDate', characters: 14, isExtra: true },
  ],
  filters: [
    { key: 'day', title: 'Prices.AsOf', ...picksDay, input: (dateTime) => ({ dateTime }) },
    { key: 'keyword', title: 'Prices.Search', kind: 'text' },
    {
      key: 'sector',
      title: 'Trading.Column.sector',
      kind: 'picked',
      Picker: SectorPicker,
      isPossible: Boolean,
    },
    {
      key: 'moved',
      title: 'Prices.Moved',
      kind: 'choice',
      options: [
        { value: '', title: 'Prices.Moved.all' },
        { value: 'up', title: 'Prices.Moved.up' },
        { value: 'down', title: 'Prices.Moved.down' },
      ],
      input: (moved) =>
        moved === 'up' ? { changePercentFrom: LEAST_MOVE } : { changePercentTo: -LEAST_MOVE },
    },
    { key: 'traded', title: 'Prices.Traded', kind: 'toggle', input: () => ({ tradeVolumeFrom: 1 }) },
  ],
  leaving: [
    ...['marketDate', 'sector', 'openPx', 'prevClosePx', 'numberOfTrades', 'closePx', 'lowPx', 'highPx'],
    ...['securityDesc', 'tradeValue', 'change'],
  ],
  card: [
    ['securityID', 'lastPx', 'changePercent'],
    ['securityDesc', 'closePx'],
    ['exDate'],
    ['highPx', 'lowPx', 'prevClosePx'],
    ['tradeVolume', 'tradeValue'],
  ],
  empty: { title: 'Prices.Empty', details: 'Prices.Empty.details' },
})
